// What the tests share: the package as `./run js` builds it, our maps, and a validator of paths
// that knows nothing of the library.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
export const builtPackage = process.env.TAUT_JS ?? new URL('build/js/taut.js', root).href;

export const {
  FindQueue, Follower, Group, init, World, unitStates, version, memoryBytes,
} =
  await import(builtPackage);
await init();

export function readMapText(name) {
  return readFileSync(fileURLToPath(new URL(`maps/${name}.map`, root)), 'utf8');
}

// The lines of maps/NAME.optimal.csv: tiles, and the length of the shortest path.
export function readOptima(name) {
  const file = fileURLToPath(new URL(`maps/${name}.optimal.csv`, root));
  return readFileSync(file, 'utf8').trim().split('\n').slice(1).map((line) => {
    const [, sx, sy, gx, gy, , anyAngle] = line.split(',').map(Number);
    return { sx, sy, gx, gy, anyAngle };
  });
}

export function lengthOf(points) {
  let length = 0;
  for (let i = 2; i < points.length; i += 2) {
    length += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  }
  return length;
}

// A random generator of 32 bits (mulberry32): the same numbers for a seed everywhere.
export function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function randomTiles(width, height, share, random) {
  return Uint8Array.from({ length: width * height }, () => (random() < share ? 0 : 1));
}

// The distance from a place to the nearest blocked tile, beyond the map included; by trying all.
export function distanceToWalls(width, height, tiles, x, y) {
  let nearest = Math.min(x, y, width - x, height - y);
  for (let row = 0; row < height; ++row) {
    for (let column = 0; column < width; ++column) {
      if (tiles[row * width + column]) continue;
      const dx = Math.max(column - x, 0, x - column - 1);
      const dy = Math.max(row - y, 0, y - row - 1);
      nearest = Math.min(nearest, Math.hypot(dx, dy));
    }
  }
  return nearest;
}

// The least distance to walls of many places on a polyline.
export function clearanceOf(width, height, tiles, points) {
  let nearest = Infinity;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const length = Math.hypot(points[i + 2] - points[i], points[i + 3] - points[i + 1]);
    const steps = Math.ceil(8 * length);
    for (let k = 0; k <= steps; ++k) {
      const share = steps === 0 ? 0 : k / steps;
      const x = points[i] + (points[i + 2] - points[i]) * share;
      const y = points[i + 1] + (points[i + 3] - points[i + 1]) * share;
      nearest = Math.min(nearest, distanceToWalls(width, height, tiles, x, y));
    }
  }
  return nearest;
}
