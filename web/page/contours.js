// The field of the goal as bands of equal distance, as in the program's pictures. The distances are
// exact at each sample; there are as many samples as fit in the time, and more when all is still.

import { mix, toPixel } from './palette.js';
import { isSameAgent } from './route.js';

const kMostBands = 24;
const kBandsPerLine = 4;
const kQuickSamples = 70000;
const kFineSamples = 500000;
const kFineTime = 500;      // ms at most that they take: distances by cost take longer
const kMostPerTile = 8;

// The least of 1, 2, 5 x 10^n that gives at most kMostBands bands.
export function bandStep(farthest) {
  const least = Math.max(farthest, 1) / kMostBands;
  let step = 10 ** Math.floor(Math.log10(least));
  for (const factor of [2, 2.5, 2]) {
    if (step < least) step *= factor;
  }
  return step;
}

// The colour of a share from near to far.
function shadeAt(colors, share) {
  const at = Math.min(Math.max(share, 0), 1) * (colors.length - 1);
  const i = Math.min(Math.floor(at), colors.length - 2);
  return mix(colors[i], colors[i + 1], at - i);
}

export class Contours {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.context = this.canvas.getContext('2d');
    this.field = null;
    this.drop();
  }

  // For another world, and when the overlay is switched off.
  drop() {
    this.field?.free();
    this.field = null;
    this.perTile = 0;
    this.mostSamples = 0;
  }

  // The goal, the world, the agent or the theme has changed.
  update(app, theme) {
    const { map, world, route } = app;
    const agent = route.agent();
    if (this.field && (this.world !== world || !isSameAgent(this.agent, agent))) this.drop();
    const goals = [this.goalOf(app)];
    if (this.field) this.field.setGoals(goals);
    else this.field = world.field(goals, agent);
    this.agent = agent;
    this.world = world;
    const begin = performance.now();
    this.paint(map, theme, this.samples(map, kQuickSamples));
    const perTime = (this.perTile ** 2 * map.tiles.length) / (performance.now() - begin);
    this.mostSamples = Math.min(kFineSamples, kFineTime * perTime);
  }

  // Where the path ends; without one a goal inside a wall is moved to the nearest floor.
  goalOf({ world, route }) {
    const { x, y } = route.goal;
    if (route.path.isOk && !route.reachedGoal) {
      const { points } = route.path;
      return { x: points[points.length - 2], y: points[points.length - 1] };
    }
    return world.hasRoom(x, y) ? route.goal : world.nearestWalkable(x, y) ?? route.goal;
  }

  samples(map, most) {
    const perTile = Math.floor(Math.sqrt(most / (map.width * map.height)));
    return Math.min(Math.max(perTile, 1), kMostPerTile);
  }

  canRefine(map) {
    return this.field !== null && this.perTile < this.samples(map, this.mostSamples);
  }

  // More samples, once nothing has changed for a while. Returns whether there was more to do.
  refine(map, theme) {
    if (!this.canRefine(map)) return false;
    this.paint(map, theme, this.samples(map, this.mostSamples));
    return true;
  }

  distances(map, perTile) {
    if (perTile === 1) return this.field.distances();
    const width = map.width * perTile;
    const found = new Float32Array(width * map.height * perTile).fill(Infinity);
    for (let tileY = 0; tileY < map.height; ++tileY) {
      for (let tileX = 0; tileX < map.width; ++tileX) {
        if (!map.isWalkable(tileX, tileY)) continue;
        for (let k = 0; k < perTile * perTile; ++k) {
          const column = tileX * perTile + (k % perTile);
          const row = tileY * perTile + Math.floor(k / perTile);
          found[row * width + column] =
            this.field.distance((column + 0.5) / perTile, (row + 0.5) / perTile);
        }
      }
    }
    return found;
  }

  paint(map, theme, perTile) {
    this.perTile = perTile;
    const width = map.width * perTile;
    const height = map.height * perTile;
    const found = this.distances(map, perTile);
    let farthest = 0;
    for (const distance of found) {
      if (distance > farthest && distance < Infinity) farthest = distance;
    }
    this.step = bandStep(farthest);
    this.farthest = farthest;
    const colors = this.bandColors(theme);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const image = this.context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const bandOf = (i) => (found[i] < Infinity ? Math.floor(found[i] / this.step) : -1);
    for (let y = 0, i = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x, ++i) {
        const band = bandOf(i);
        if (band < 0) continue;
        let beside = band;
        if (perTile > 2) {
          if (x > 0) beside = Math.max(beside, bandOf(i - 1));
          if (y > 0) beside = Math.max(beside, bandOf(i - width));
          if (x + 1 < width) beside = Math.max(beside, bandOf(i + 1));
          if (y + 1 < height) beside = Math.max(beside, bandOf(i + width));
        }
        pixels[i] = beside > band ? colors[band].line : colors[band].fill;
      }
    }
    this.context.putImageData(image, 0, 0);
  }

  bandColors(theme) {
    const count = Math.floor(this.farthest / this.step) + 1;
    return Array.from({ length: count }, (_, band) => {
      const fill = shadeAt(theme.nearToFar, (band * this.step) / this.farthest);
      const line = mix(fill, theme.ink, (band + 1) % kBandsPerLine === 0 ? 0.5 : 0.22);
      return { fill: toPixel(fill), line: toPixel(line) };
    });
  }

  // Requires a context that draws in tiles.
  draw(context, map) {
    if (!this.field) return;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, 0, 0, map.width, map.height);
  }
}
