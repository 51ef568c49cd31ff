// Queues of queries within a budget, groups with one goal, and followers of paths.

import {
  requireArray, requireCount, requireNumber, requireNumbers, requireOptions, requireWithin,
  requireWord,
} from './checks.js';
import {
  allocate, c, check, kCount, kError, kHandle, kOptions, kOut, kPath, memory, release,
  requireWorld, Status, watch,
} from './engine.js';
import { finishClass } from './finish_class.js';
import { readFound } from './found_path.js';
import {
  deviationOf, isPlainPoint, isPoint, requireAgent, requireSearchOptions, writeAgent, writeOptions,
} from './options.js';

const kMostPriority = 255;
const kMostNumber = 4294967295;
const kUnitBytes = 24;         // a taut_group_unit
const kFindOptionsBytes = 56;  // a taut_find_options
const kGroupOptionsBytes = 64; // a taut_group_options: that, ends and method
const kEnds = ['goal', 'spread'];
const kGroupMethods = ['best', 'searches', 'field'];
const kGroupNames = ['ends', 'method', 'goal', 'maxGoalDistance', 'lengthLimit', 'expansionLimit',
  'deviation'];

// The words of a taut_follow_status, by its numbers.
const followStatuses = ['on_path', 'maybe_shorter', 'arrived', 'at_link', 'no_path', 'off_path',
  'goal_lost', 'cut'];

// The handles of an object that is made of a world, among them a finder that takes its paths.
class Held {
  #handles = [];
  #world;

  constructor(world) {
    this.#world = requireWorld('world', world);
    this.finder = this.hold(c.taut_finder_destroy, () =>
      check(c.taut_finder_create(world[kHandle], kOut)));
    watch(this, this.#handles);
  }

  // Owns the handle that make() writes to kOut, and returns it. Where it throws, nothing is left.
  hold(destroy, make) {
    try {
      make();
    } catch (error) {
      this.free();
      throw error;
    }
    const handle = memory().u32[kOut >>> 2];
    this.#handles.push([destroy, handle]);
    return handle;
  }

  get world() {
    if (this.#handles.length === 0) throw new TypeError('taut: it was freed');
    if (this.#world.isFreed) throw new TypeError('taut: the world was freed');
    return this.#world;
  }

  get isFreed() {
    return this.#handles.length === 0 || this.#world.isFreed;
  }

  free() {
    release(this.#handles);
  }
}

// Writes the options, for whose agent the world is prepared, and returns their place.
function writeQuery(world, options) {
  const place = writeOptions(options);
  if (place === 0 || isPlainPoint(place)) return place;
  const { radius, shape, ground } = options;
  world.prepare({ radius, shape, ground });
  return writeOptions(options);
}

// ---- queues ----

export class FindQueue {
  #held;
  #queue;

  constructor(world) {
    this.#held = new Held(world);
    this.#queue = this.#held.hold(c.taut_queue_destroy, () =>
      check(c.taut_queue_create(world[kHandle], kOut)));
  }

  free() {
    this.#held.free();
  }

  toJSON() {
    return this.#held.isFreed ? { isFreed: true } : { waiting: this.waiting };
  }

  get waiting() {
    return this.#held.world && c.taut_queue_waiting(this.#queue);
  }

  submit(x0, y0, x1, y1, options, priority = 0) {
    const { world } = this.#held;
    requireNumbers('coordinate', x0, y0, x1, y1);
    const deviation = deviationOf(options);
    requireCount('priority', priority, kMostPriority);
    const place = writeQuery(world, options);
    check(c.taut_queue_submit(this.#queue, x0, y0, x1, y1, place, priority, kOut, kError), true);
    const at = kOut >>> 2;
    const { u32 } = memory();
    return Object.freeze({ words: Object.freeze([...u32.subarray(at, at + 4)]), deviation });
  }

  run(milliseconds) {
    requireWithin('milliseconds', milliseconds, 0, Infinity);
    const limit = Math.min(Math.round(1000 * milliseconds), kMostNumber);
    check(this.#held.world && c.taut_queue_run(this.#queue, limit, kCount));
    return memory().u32[kCount >>> 2];
  }

  answer(ticket) {
    const { finder, world } = this.#held;
    this.#write(ticket);
    const status = world && check(c.taut_queue_answer(this.#queue, kOut, finder, kPath));
    return status === Status.unfinished ? null : readFound(finder, ticket.deviation);
  }

  release(ticket) {
    this.#write(ticket);
    check(this.#held.world && c.taut_queue_release(this.#queue, kOut));
  }

  // C takes the ticket by its place.
  #write(ticket) {
    if (!Array.isArray(ticket?.words)) throw new TypeError('taut: no ticket of FindQueue.submit()');
    memory().u32.set(ticket.words, kOut >>> 2);
  }
}

// ---- groups ----

export class Group {
  #held;
  #group;

  constructor(world) {
    this.#held = new Held(world);
    this.#group = this.#held.hold(c.taut_group_destroy, () => check(c.taut_group_create(kOut)));
  }

  free() {
    this.#held.free();
  }

  toJSON() {
    return this.#held.isFreed ? { isFreed: true } : { size: c.taut_group_size(this.#group) };
  }

  find(units, x, y, options = {}) {
    const { world, finder } = this.#held;
    requireArray('units', units);
    requireNumbers('coordinate', x, y);
    const { ends = 'goal', method = 'best', ...find } = requireOptions('options', options,
      kGroupNames);
    const deviation = deviationOf(options);
    for (const { radius, shape, ground } of units) {
      if (!isPoint({ radius, shape }) || ground) world.prepare({ radius, shape, ground });
    }
    const block = allocate(kGroupOptionsBytes + kUnitBytes * units.length);
    try {
      writeOptions(find);
      const { u8, u32, f32 } = memory();
      u8.copyWithin(block, kOptions, kOptions + kFindOptionsBytes);
      u32.set([requireWord('ends', ends, kEnds), requireWord('method', method, kGroupMethods)],
        (block + kFindOptionsBytes) >>> 2);
      const first = block + kGroupOptionsBytes;
      units.forEach((unit, i) => {
        const at = first + kUnitBytes * i;
        f32[at >>> 2] = requireNumber('x', unit.x);
        f32[(at >>> 2) + 1] = requireNumber('y', unit.y);
        writeAgent(at + 8, unit);
      });
      check(c.taut_find_group(finder, first, units.length, x, y, block, this.#group, 0));
    } finally {
      c.free(block);
    }
    return units.map((unit, i) => this.#path(i, deviation));
  }

  #path(unit, deviation) {
    const { finder } = this.#held;
    check(c.taut_group_path(this.#group, unit, finder, kPath));
    const path = readFound(finder, deviation);
    check(c.taut_group_end(this.#group, unit, kOut));
    const { f32 } = memory();
    return { ...path, end: { x: f32[kOut >>> 2], y: f32[(kOut >>> 2) + 1] } };
  }
}

// ---- followers ----

export class Follower {
  #held;
  #follower;
  #agent;

  constructor(world, agent = {}, maxDetour = 2) {
    this.#agent = { ...requireAgent(agent) };
    requireNumber('maxDetour', maxDetour);
    this.#held = new Held(world);
    this.#follower = this.#held.hold(c.taut_follower_destroy, () => {
      writeAgent(kOptions, this.#agent);
      check(c.taut_follower_create(world[kHandle], kOptions, maxDetour, kOut, kError), true);
    });
  }

  free() {
    this.#held.free();
  }

  toJSON() {
    return this.#held.isFreed ? { isFreed: true } : this.state;
  }

  // Follows what it finds.
  search(x0, y0, x1, y1, options = {}) {
    const { world, finder } = this.#held;
    requireNumbers('coordinate', x0, y0, x1, y1);
    const deviation = deviationOf(requireSearchOptions(options));
    const place = writeQuery(world, { ...options, ...this.#agent });
    check(c.taut_find(finder, x0, y0, x1, y1, place, kPath));
    const path = readFound(finder, deviation);
    check(c.taut_follower_set(this.#follower, finder));
    return path;
  }

  move(x, y) {
    requireNumbers('coordinate', x, y);
    return this.#tell(c.taut_follower_move(this.#live, x, y));
  }

  moveGoal(x, y) {
    requireNumbers('coordinate', x, y);
    return this.#tell(c.taut_follower_move_goal(this.#live, x, y));
  }

  update() {
    return this.#tell(c.taut_follower_update(this.#live));
  }

  passLink() {
    return this.#tell(c.taut_follower_pass_link(this.#live));
  }

  get state() {
    check(c.taut_follower_read(this.#live, kOut));
    const [x, y, length, progress] = memory().f64.subarray(kOut >>> 3);
    return { x, y, length, progress, status: followStatuses[memory().i32[(kOut >>> 2) + 9]] };
  }

  placeAhead(tiles) {
    requireWithin('tiles', tiles, 0, Number.MAX_VALUE);
    const status = check(c.taut_follower_place_ahead(this.#live, tiles, kOut, kOut + 8));
    if (status !== Status.ok) return null;
    const [x, y] = memory().f64.subarray(kOut >>> 3);
    return { x, y };
  }

  nextLink() {
    if (check(c.taut_follower_next_link(this.#live, kOut)) !== Status.ok) return null;
    const { u32, f32 } = memory();
    const [, entryX, entryY, exitX, exitY] = f32.subarray(kOut >>> 2);
    return { link: u32[kOut >>> 2], entry: { x: entryX, y: entryY }, exit: { x: exitX, y: exitY } };
  }

  get #live() {
    return this.#held.world && this.#follower;
  }

  #tell(status) {
    return followStatuses[status];
  }
}

finishClass(FindQueue, 'FindQueue');
finishClass(Group, 'Group');
finishClass(Follower, 'Follower');
