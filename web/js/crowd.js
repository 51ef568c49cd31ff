// Crowd: units that walk to their goals, give way to each other and never overlap.

import {
  requireArray, requireBoolean, requireBytes, requireCount, requireGroups, requireInteger,
  requireNumbers, requireOptions, requireWithin, requireWord,
} from './checks.js';
import {
  c, check, copyOut, kCount, kError, kField, kHandle, kOptions, kOut, kPath, kWorld, memory,
  readText, release, Status, watch, withNumbers, writeList,
} from './engine.js';
import { Field } from './field.js';
import { finishClass } from './finish_class.js';
import { readFound } from './found_path.js';
import { deviationOf, goalRules, shapes, writeAgent, writeOptions } from './options.js';

const kCrowdNames = ['expansions', 'goal', 'microseconds'];
const kUnitNames = ['radius', 'ground', 'speed', 'acceleration', 'rank', 'givesWay'];
const kAroundNames = ['obstacles', 'allies', 'goal', 'deviation'];
const kObstacles = ['all', 'at_rest', 'standing'];
const kMostRank = 255;
const kMostUnit = 4294967295;

// The words of states(), by their numbers.
export const unitStates = Object.freeze([
  'idle', 'waiting', 'walking', 'blocked', 'yielding', 'arrived', 'no_way', 'at_link',
]);

// A taut_unit_options behind the taut_agent in the block of options.
const unitOptionsPlace = () => kOptions + 16;

function writeUnitOptions(options) {
  const { speed = 2, acceleration = Infinity, rank = 0, givesWay = true } = options;
  requireNumbers('unit', speed, acceleration);
  requireCount('Crowd::add: rank', rank, kMostRank);
  requireBoolean('givesWay', givesWay);
  const { f64, i32 } = memory();
  f64.set([speed, acceleration], unitOptionsPlace() >>> 3);
  i32.set([rank, givesWay ? 1 : 0], (unitOptionsPlace() >>> 2) + 4);
}

const requireUnit = (unit) => requireCount('unit', unit, kMostUnit);

// Made by World.crowd().
export class Crowd {
  #handles = [];
  #crowd = 0;
  #world;
  #finder = 0; // once there was a query

  // `saved` are the bytes of one that was saved, for which there are no options.
  constructor(world, options = {}, saved = null) {
    this.#world = world;
    if (saved === null) this.#create(options);
    else this.#read(saved);
    this.#crowd = memory().u32[kOut >>> 2];
    this.#handles.push([c.taut_crowd_destroy, this.#crowd]);
    watch(this, this.#handles);
  }

  #create(options) {
    requireOptions('options', options, kCrowdNames);
    const { expansions = 8192, goal = 'nearest', microseconds = Infinity } = options;
    const limit = microseconds === Infinity ? kMostUnit : microseconds;
    memory().u32[kOptions >>> 2] = requireCount('expansions', expansions, kMostUnit);
    memory().u32[(kOptions >>> 2) + 2] = requireCount('microseconds', limit, kMostUnit);
    memory().i32[(kOptions >>> 2) + 1] = requireWord('goal', goal, goalRules);
    check(c.taut_crowd_create(this.#world[kHandle], kOptions, kOut, kError), true);
  }

  #read(saved) {
    requireBytes('World.readCrowd', saved);
    withNumbers('u8', saved, (pointer) => check(c.taut_crowd_read_save(
      pointer, saved.length, 0, this.#world[kHandle], kOut, kError), true));
  }

  save() {
    const crowd = this.#live;
    const list = writeList(1, 4096 + 1024 * this.size,
      (pointer, capacity, count) => c.taut_crowd_save(crowd, pointer, capacity, count));
    return copyOut(memory().u8, list.pointer, list.count);
  }

  get #live() {
    if (this.#crowd === 0) throw new TypeError('taut: the crowd was freed');
    if (this.#world.isFreed) throw new TypeError('taut: the world was freed');
    return this.#crowd;
  }

  free() {
    release(this.#handles);
    this.#crowd = 0;
  }

  toJSON() {
    if (this.#crowd === 0 || this.#world.isFreed) return { isFreed: true };
    return { size: this.size, searchesWaiting: this.searchesWaiting };
  }

  add(x, y, unit) {
    const crowd = this.#live;
    requireNumbers('coordinate', x, y);
    const { radius, ground } = requireOptions('unit', unit, kUnitNames);
    requireNumbers('radius', radius);
    writeAgent(kOptions, { radius, ground, shape: 'disc' });
    writeUnitOptions(unit);
    const status =
      check(c.taut_crowd_add(crowd, kOptions, x, y, unitOptionsPlace(), kOut, kError), true);
    return status === Status.ok ? memory().u32[kOut >>> 2] : -1;
  }

  remove(unit) {
    return check(c.taut_crowd_remove(this.#live, requireUnit(unit))) === Status.ok;
  }

  // `where`: x with a y, places, or a field.
  order(units, where, y) {
    if (typeof units === 'number') {
      if (typeof where === 'number') return this.#orderOne(units, where, y);
      return this.order([units], where);
    }
    const crowd = this.#live;
    requireGroups('units', units, 1, (what, unit) => requireUnit(unit));
    return withNumbers('u32', units, (pointer) => {
      const { length } = units;
      if (where instanceof Field) {
        if (where[kWorld] !== this.#world) {
          throw new RangeError('taut: Crowd.order: the field is of another world');
        }
        check(c.taut_crowd_order_field(crowd, pointer, length, where[kField], kCount));
      } else if (typeof where === 'number') {
        requireNumbers('coordinate', where, y);
        check(c.taut_crowd_order_group(crowd, pointer, length, where, y, kCount));
      } else {
        const count = requireGroups('places', requireArray('places', where), 2);
        withNumbers('f32', where, (places) =>
          check(c.taut_crowd_order_places(crowd, pointer, length, places, count, kCount)));
      }
      return memory().u32[kCount >>> 2];
    });
  }

  #orderOne(unit, x, y) {
    requireUnit(unit);
    requireNumbers('coordinate', x, y);
    return check(c.taut_crowd_order(this.#live, unit, x, y)) === Status.ok ? 1 : 0;
  }

  field(unit) {
    check(c.taut_crowd_field(this.#live, requireUnit(unit), kOut));
    const field = memory().u32[kOut >>> 2];
    return field === 0 ? null : new Field(this.#world, field, this.agent(unit));
  }

  steer(unit, x, y) {
    requireUnit(unit);
    requireNumbers('velocity', x, y);
    return check(c.taut_crowd_steer(this.#live, unit, x, y)) === Status.ok;
  }

  stop(unit) {
    return check(c.taut_crowd_stop(this.#live, requireUnit(unit))) === Status.ok;
  }

  advance(seconds) {
    requireNumbers('seconds', seconds);
    check(c.taut_crowd_advance(this.#live, seconds, kError), true);
  }

  findAround(unit, x, y, options = {}) {
    const crowd = this.#live;
    const deviation = deviationOf(requireOptions('options', options, kAroundNames));
    const { obstacles = 'at_rest', allies = [], goal = 'nearest' } = options;
    requireNumbers('coordinate', x, y);
    const agent = this.agent(unit);
    if (agent === null) throw new RangeError(`taut: Crowd: no unit ${unit}`);
    requireGroups('allies', allies, 1, (what, ally) => requireUnit(ally));
    const kind = requireWord('obstacles', obstacles, kObstacles);
    const [startX, startY] = this.places().subarray(2 * unit);
    if (this.#finder === 0) {
      check(c.taut_finder_create(this.#world[kHandle], kOut));
      this.#finder = memory().u32[kOut >>> 2];
      this.#handles.push([c.taut_finder_destroy, this.#finder]);
    }
    withNumbers('u32', [unit, ...Array.from(allies)], (except) =>
      check(c.taut_crowd_find(crowd, this.#finder, startX, startY, x, y,
        writeOptions({ ...agent, goal }), kind, except, allies.length + 1, kPath)));
    return readFound(this.#finder, deviation);
  }

  get size() {
    return c.taut_crowd_size(this.#live);
  }

  get searchesWaiting() {
    return c.taut_crowd_searches_waiting(this.#live);
  }

  has(unit) {
    return c.taut_crowd_contains(this.#live, requireUnit(unit)) === 1;
  }

  isOccupied(x0, y0, x1, y1) {
    for (const value of [x0, y0, x1, y1]) requireInteger('Crowd.isOccupied: side', value);
    return c.taut_crowd_is_occupied(this.#live, x0, y0, x1, y1) === 1;
  }

  passLink(unit) {
    return check(c.taut_crowd_pass_link(this.#live, requireUnit(unit))) === Status.ok;
  }

  reason(unit) {
    return readText(c.taut_reason_text(c.taut_crowd_reason(this.#live, requireUnit(unit))));
  }

  agent(unit) {
    const status = check(c.taut_crowd_agent(this.#live, requireUnit(unit), kOut));
    if (status !== Status.ok) return null;
    const { f64, i32 } = memory();
    const at = kOut >>> 2;
    return { radius: f64[kOut >>> 3], shape: shapes[i32[at + 2]], ground: i32[at + 3] };
  }

  #list(bytes, write) {
    const crowd = this.#live;
    return writeList(bytes, this.size + 1, (pointer, capacity, count) =>
      write(crowd, pointer, capacity, count));
  }

  places(out) {
    const { pointer, count } = this.#list(8, c.taut_crowd_places);
    return copyOut(memory().f32, pointer, 2 * count, out);
  }

  velocities(out) {
    const { pointer, count } = this.#list(8, c.taut_crowd_velocities);
    return copyOut(memory().f32, pointer, 2 * count, out);
  }

  states(out) {
    const { pointer, count } = this.#list(1, c.taut_crowd_states);
    return copyOut(memory().u8, pointer, count, out);
  }
}

finishClass(Crowd, 'Crowd');
