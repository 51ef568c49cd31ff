// The searches and pulls of the engine one by one, for the table of methods: web/wasm/stages.cpp.
// The package offers the best of them only.

import { c, check, copyOut, kHandle, kPath, memory, Status, writeList } from '../js/engine.js';
import { kPointCountAt, readPath } from '../js/found_path.js';

// In the order of stages.cpp.
export const kSearches = ['optimal', 'fast', 'over_leaves', 'over_tiles'];
export const kPulls = ['funnel', 'simple', 'midpoint', 'raycast', 'none'];

// For a point on ground 0: they know walls and no costs. They follow edits of the world.
export class Stages {
  #stages;

  constructor(world) {
    this.#stages = c.taut_stages_create(world[kHandle]) >>> 0;
  }

  free() {
    c.taut_stages_destroy(this.#stages);
    this.#stages = 0;
  }

  // As World.find(): to the goal, or to the place nearest to it that can be reached.
  find(x0, y0, x1, y1, { method, pull }) {
    const points = this.findPath(x0, y0, x1, y1, { method, pull });
    return { ...readPath(), method, points, turns: null };
  }

  findPath(x0, y0, x1, y1, { method, pull }) {
    const status = check(c.taut_stages_find(this.#stages, x0, y0, x1, y1,
      kSearches.indexOf(method), kPulls.indexOf(pull), kPath));
    if (status !== Status.ok) return new Float32Array();
    const points = c.taut_stages_points(this.#stages) >>> 0;
    const { f32, u32 } = memory();
    return copyOut(f32, points, 2 * u32[(kPath >>> 2) + kPointCountAt]);
  }

  // The walkable leaves of the quadtree: x0, y0, x1, y1 each.
  leaves() {
    const list = writeList(16, 1024, (pointer, capacity, count) =>
      c.taut_stages_leaves(this.#stages, pointer, capacity, count));
    return copyOut(memory().i32, list.pointer, 4 * list.count);
  }
}
