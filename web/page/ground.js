// The tiles as an image of one pixel per tile, which the canvas enlarges. An edit repaints its
// rectangle only, so a map of any size costs a frame one drawImage().

import { kinds } from './tiles.js';
import { toPixel } from './palette.js';

export class Ground {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.context = this.canvas.getContext('2d');
    this.pixels = new Uint32Array(0);
    this.image = null;
    this.colors = [];
  }

  // Another map or theme: all tiles.
  reset(map, theme) {
    this.map = map;
    this.canvas.width = map.width;
    this.canvas.height = map.height;
    this.image = this.context.createImageData(map.width, map.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.colors = Uint32Array.from(kinds, (kind) => toPixel(theme[kind.color]));
    this.paint(0, 0, map.width, map.height);
  }

  // The tiles x0 <= x < x1, y0 <= y < y1 have changed.
  paint(x0, y0, x1, y1) {
    const { width, tiles } = this.map;
    for (let y = y0; y < y1; ++y) {
      for (let i = y * width + x0; i < y * width + x1; ++i) this.pixels[i] = this.colors[tiles[i]];
    }
    this.context.putImageData(this.image, 0, 0, x0, y0, x1 - x0, y1 - y0);
  }

  // Requires a context that draws in tiles.
  draw(context) {
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, 0, 0);
  }
}
