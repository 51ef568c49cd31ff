// Field: distances, next corners and paths from everywhere in a world to the nearest of some goals.

import { describe, requireNumber } from './checks.js';
import {
  allocate, c, check, copyOut, kError, kField, kHandle, kOptions, kOut, kPath, kWorld, memory,
  readText, release, Status, watch, writeList,
} from './engine.js';
import { finishClass } from './finish_class.js';
import { readFound, readPoints } from './found_path.js';
import { findLinkAt } from './links.js';
import { deviationOf, requireFieldOptions, writeAgent } from './options.js';

const kGoalBytes = 16;

function requirePlace(x, y) {
  requireNumber('x', x);
  requireNumber('y', y);
}

function requireGoal(goal) {
  if (typeof goal === 'object' && goal !== null) return goal;
  throw new TypeError(`taut: a goal is ${describe(goal)}, not {x, y}`);
}

// Made by World.field() and Crowd.field().
export class Field {
  #handles = [];
  #field;
  #world;
  #finder;
  #agent;
  #lastUpdate = null;

  // Owns `field` from now on, a taut_field of this agent.
  constructor(world, field, agent) {
    this.#world = world;
    this.#field = field;
    this.#agent = agent;
    this.#handles.push([c.taut_field_destroy, field]);
    watch(this, this.#handles);
    check(c.taut_finder_create(world[kHandle], kOut));
    this.#finder = memory().u32[kOut >>> 2];
    this.#handles.push([c.taut_finder_destroy, this.#finder]);
  }

  get #live() {
    if (this.#field === 0) throw new TypeError('taut: the field was freed');
    if (this.#world.isFreed) throw new TypeError('taut: the world was freed');
    return this.#field;
  }

  // For crowds.
  get [kField]() {
    return this.#live;
  }
  get [kWorld]() {
    return this.#world;
  }

  free() {
    release(this.#handles);
    this.#field = 0;
  }

  toJSON() {
    if (this.#field === 0 || this.#world.isFreed) return { isFreed: true };
    return { isCurrent: this.isCurrent, lastUpdate: this.#lastUpdate };
  }

  setGoals(goals, lengthLimit = Infinity) {
    const field = this.#live;
    if (!Array.isArray(goals)) throw new TypeError('taut: the goals are no array of {x, y}');
    requireNumber('lengthLimit', lengthLimit);
    const pointer = allocate(kGoalBytes * goals.length);
    try {
      const { f64, f32 } = memory();
      for (let i = 0; i < goals.length; ++i) {
        const { x, y, cost = 0 } = requireGoal(goals[i]);
        const at = pointer + kGoalBytes * i;
        f32[at >>> 2] = requireNumber('x', x);
        f32[(at >>> 2) + 1] = requireNumber('y', y);
        f64[(at >>> 3) + 1] = requireNumber('cost', cost);
      }
      check(c.taut_field_set_goals(field, pointer, goals.length, lengthLimit, kError), true);
    } finally {
      c.free(pointer);
    }
    return this.update();
  }

  update() {
    const field = this.#live;
    writeAgent(kOptions, this.#agent);
    check(c.taut_world_prepare_agent(this.#world[kHandle], kOptions, kError), true);
    const status = check(c.taut_field_update(field, this.#world[kHandle], kOut));
    const { i32, u32 } = memory();
    const at = kOut >>> 2;
    const [leftOut, expanded] = u32.subarray(at + 2, at + 4);
    const reason = readText(c.taut_reason_text(i32[at + 1]));
    this.#lastUpdate = { isOk: status === Status.ok, reason, leftOut, expanded };
    return this.#lastUpdate;
  }

  get lastUpdate() {
    return this.#lastUpdate;
  }

  get isCurrent() {
    return c.taut_field_is_current(this.#live) === 1;
  }

  get memoryBytes() {
    return Number(c.taut_field_memory_bytes(this.#live) +
      c.taut_finder_memory_bytes(this.#finder));
  }

  distance(x, y) {
    requirePlace(x, y);
    return c.taut_field_distance(this.#live, x, y);
  }

  reason(x, y) {
    requirePlace(x, y);
    return readText(c.taut_reason_text(c.taut_field_reason(this.#live, x, y)));
  }

  nextCorner(x, y) {
    requirePlace(x, y);
    const status = check(c.taut_field_next_corner(this.#live, x, y, kOut));
    if (status !== Status.ok) return null;
    const { f32 } = memory();
    return { x: f32[kOut >>> 2], y: f32[(kOut >>> 2) + 1] };
  }

  nearestGoal(x, y) {
    requirePlace(x, y);
    const status = check(c.taut_field_nearest_goal(this.#live, x, y, kOut));
    return status === Status.ok ? memory().u32[kOut >>> 2] : -1;
  }

  linkAt(x, y) {
    requirePlace(x, y);
    return findLinkAt(this.#live, x, y);
  }

  distances(out) {
    const field = this.#live;
    const { width, height } = this.#world;
    const list = writeList(4, width * height, (pointer, capacity, count) =>
      c.taut_field_distances(field, pointer, capacity, count));
    return copyOut(memory().f32, list.pointer, list.count, out);
  }

  find(x, y) {
    requirePlace(x, y);
    check(c.taut_find_by_field(this.#finder, this.#live, x, y, kPath));
    return readFound(this.#finder, deviationOf(this.#agent));
  }

  findPath(x, y, out) {
    requirePlace(x, y);
    check(c.taut_find_by_field(this.#finder, this.#live, x, y, kPath));
    return readPoints(this.#finder, deviationOf(this.#agent), out);
  }
}

finishClass(Field, 'Field');

export function makeField(world, goals, options = {}) {
  const { lengthLimit = Infinity, ...agent } = requireFieldOptions(options);
  deviationOf(agent);
  writeAgent(kOptions, agent);
  check(c.taut_field_create(kOptions, kOut, kError), true);
  const field = new Field(world, memory().u32[kOut >>> 2], agent);
  try {
    field.setGoals(goals, lengthLimit);
  } catch (error) {
    field.free();
    throw error;
  }
  return field;
}
