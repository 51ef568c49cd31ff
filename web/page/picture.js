// Pictures to files and back: the map as PNG, and maps that are read from pictures.

import { Camera } from './camera.js';
import { Painter } from './painter.js';
import { kFloor, kMaxSide, kWall, TileMap } from './tiles.js';

const kMostPixels = 4096;  // of a side
const kPictureScale = 16;     // pixels a tile
const kDark = 128;         // a pixel below is a wall

export function saveFile(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The whole map with all that is shown, as the blob of a PNG file.
export function paintPicture(app) {
  const { width, height } = app.map;
  const scale = Math.min(kMostPixels / Math.max(width, height), kPictureScale);
  const camera = new Camera();
  camera.resize(width * scale, height * scale);
  Object.assign(camera, { left: 0, top: 0, scale });
  const painter = new Painter(document.createElement('canvas'));
  painter.resize(width * scale, height * scale, 1);
  painter.draw(app, camera);
  return new Promise((resolve) => painter.canvas.toBlob(resolve, 'image/png'));
}

// Dark and clear pixels are walls, a tile each.
export function mapOfPixels(pixels, width, height, name) {
  if (Math.max(width, height) > kMaxSide) {
    throw new Error(`${name}: ${width} × ${height} is not within 1 to ${kMaxSide} tiles a side`);
  }
  const map = new TileMap(name, width, height);
  for (let i = 0; i < map.tiles.length; ++i) {
    const [red, green, blue, alpha] = pixels.subarray(4 * i, 4 * i + 4);
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    map.tiles[i] = alpha < kDark || light < kDark ? kWall : kFloor;
  }
  return map;
}

export async function readPicture(file) {
  let image;
  try {
    image = await createImageBitmap(file, { premultiplyAlpha: 'none' });
  } catch {
    throw new Error(`${file.name}: no picture that the browser reads`);
  }
  const { width, height } = image;
  if (Math.max(width, height) > kMaxSide) return mapOfPixels([], width, height, file.name);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return mapOfPixels(context.getImageData(0, 0, width, height).data, width, height, file.name);
}
