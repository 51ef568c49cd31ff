// Tiles to pixels of the canvas and back. One tile is `scale` CSS pixels wide; (left, top) is the
// place, in tiles, at the canvas's upper left corner.

const kLeastScale = 0.25;
const kMostScale = 96;

export class Camera {
  constructor() {
    this.left = 0;
    this.top = 0;
    this.scale = 8;
    this.width = 1;
    this.height = 1;
    this.half = 0;   // pixels of the left one of two views; 0: there is one
    this.shift = 0;  // pixels of the view that is drawn
  }

  // The pixel of the left view that shows the same place as one of the right view.
  fold(x, isRight = this.isRight(x)) {
    return isRight ? x - this.half : x;
  }

  isRight(x) {
    return this.half > 0 && x >= this.half;
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
  }

  // Shows a rectangle of tiles as large as fits beside the margins, in pixels.
  fit(x0, y0, x1, y1, margin) {
    const width = Math.max(this.width - margin.left - margin.right, 40);
    const height = Math.max(this.height - margin.top - margin.bottom, 40);
    this.scale = this.clamp(Math.min(width / (x1 - x0), height / (y1 - y0)));
    this.left = (x0 + x1) / 2 - (margin.left + width / 2) / this.scale;
    this.top = (y0 + y1) / 2 - (margin.top + height / 2) / this.scale;
  }

  clamp(scale) {
    return Math.min(Math.max(scale, kLeastScale), kMostScale);
  }

  // Zooms; the place under the pixel (x, y) stays there.
  zoomAt(x, y, factor) {
    const scale = this.clamp(this.scale * factor);
    this.left += x / this.scale - x / scale;
    this.top += y / this.scale - y / scale;
    this.scale = scale;
  }

  moveBy(dx, dy) {
    this.left -= dx / this.scale;
    this.top -= dy / this.scale;
  }

  toTiles(x, y) {
    return { x: this.left + x / this.scale, y: this.top + y / this.scale };
  }

  toPixels(x, y) {
    return { x: (x - this.left) * this.scale, y: (y - this.top) * this.scale };
  }

  // Makes the context draw in tiles; `density` is device pixels per CSS pixel.
  apply(context, density) {
    const scale = this.scale * density;
    context.setTransform(scale, 0, 0, scale, this.shift * density - this.left * scale,
      -this.top * scale);
  }
}
