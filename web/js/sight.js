// Sight, and numbers of tiles: distances, exploring, escape, turns of creatures. `world` is a
// taut_world.

import {
  describe, requireArray, requireBoolean, requireCount, requireInteger, requireNumber,
  requireOptions, requirePlaces, requireWithin, requireWord,
} from './checks.js';
import {
  c, check, copyOut, kError, kOptions, kOut, memory, Status, withNumbers, writeList,
} from './engine.js';
import { kMostClass, kMostSide } from './map_input.js';
import { kMostGround } from './options.js';

const kDiagonals = ['no_obstacles', 'never', 'one_free', 'always'];
const kLengths = ['sqrt2', 'one'];
const kWays = ['to_goals', 'from_goals'];
const kStepNames = ['ground', 'diagonal', 'diagonalLength', 'limit', 'ways'];
const kGoalNumbers = 3;

export function visibleTiles(world, x, y, radius, ground, out) {
  requireInteger('x', x);
  requireInteger('y', y);
  requireWithin('World.visibleTiles: radius', radius, 0, kMostSide);
  const list = writeList(4, 1024, (pointer, capacity, count) =>
    c.taut_visible_tiles(world, ground, x, y, radius, pointer, capacity, count));
  return list.status === Status.ok ? copyOut(memory().u32, list.pointer, list.count, out) : null;
}

export function visibilityPolygon(world, x, y, radius, ground, out) {
  requirePlaces('coordinate', x, y);
  requireWithin('World.visibilityPolygon: radius', radius, 0, kMostSide);
  const list = writeList(8, 256, (pointer, capacity, count) =>
    c.taut_visibility_polygon(world, ground, x, y, radius, pointer, capacity, count));
  if (list.status !== Status.ok) return null;
  return copyOut(memory().f32, list.pointer, 2 * list.count, out);
}

export function frontier(world, unknownClass, ground, out) {
  requireCount('World.frontier: class', unknownClass, kMostClass);
  requireCount('ground', ground, kMostGround);
  const list = writeList(4, 1024, (pointer, capacity, count) =>
    check(c.taut_frontier(world, ground, unknownClass, pointer, capacity, count, kError), true));
  return copyOut(memory().u32, list.pointer, list.count, out);
}

// Writes a taut_tile_steps to kOptions.
function writeSteps(options) {
  const {
    ground = 0, diagonal = 'no_obstacles', diagonalLength = 'sqrt2', limit = Infinity,
    ways = 'to_goals',
  } = requireOptions('options', options, kStepNames);
  requireCount('ground', ground, kMostGround);
  requireWithin('limit', limit, -Infinity, Infinity);
  const words = [ground, requireWord('diagonal', diagonal, kDiagonals),
    requireWord('diagonalLength', diagonalLength, kLengths), requireWord('ways', ways, kWays)];
  const { f64, i32 } = memory();
  f64[kOptions >>> 3] = limit;
  i32.set(words, (kOptions >>> 2) + 2);
}

// Calls use(pointer, count) with the taut_tile_goals in memory.
function withGoals(goals, use) {
  const numbers = new Int32Array(kGoalNumbers * requireArray('goals', goals).length);
  const values = new Float32Array(numbers.buffer);
  for (let i = 0; i < goals.length; ++i) {
    const goal = goals[i];
    if (typeof goal !== 'object' || goal === null) {
      throw new TypeError(`taut: a goal is ${describe(goal)}, not {x, y}`);
    }
    const { x, y, value = 0 } = goal;
    numbers[kGoalNumbers * i] = requireInteger('x', x);
    numbers[kGoalNumbers * i + 1] = requireInteger('y', y);
    values[kGoalNumbers * i + 2] = requireNumber('value', value);
  }
  return withNumbers('i32', numbers, (pointer) => use(pointer, goals.length));
}

// What write(goals, count, out, capacity, outCount) writes; null where no goal can be walked.
function writeNumbers(tiles, goals, options, out, write) {
  writeSteps(options);
  const list = withGoals(goals, (first, count) =>
    writeList(4, tiles, (pointer, capacity, outCount) =>
      check(write(first, count, pointer, capacity, outCount), true)));
  return list.status === Status.ok ? copyOut(memory().f32, list.pointer, list.count, out) : null;
}

function requireNumbersOf(what, tiles, values) {
  requireArray(what, values);
  requireWithin(`${what}: elements`, values.length, tiles, tiles);
  if (values instanceof Float32Array) return;
  for (let i = 0; i < tiles; ++i) requireNumber(what, values[i], i);
}

export function tileDistances(world, tiles, goals, options, out) {
  return writeNumbers(tiles, goals, options, out, (...list) =>
    c.taut_tile_distances(world, kOptions, ...list, kError));
}

export function escapeMap(world, tiles, exits, theirs, options, out) {
  requireNumbersOf('World.escapeMap: theirs', tiles, theirs);
  return withNumbers('f32', theirs, (others) =>
    writeNumbers(tiles, exits, options, out, (first, count, ...list) =>
      c.taut_escape_map(world, kOptions, first, count, others, ...list, kError)));
}

export function downhillStep(world, tiles, values, x, y, options) {
  requireNumbersOf('World.downhillStep: values', tiles, values);
  requireInteger('x', x);
  requireInteger('y', y);
  writeSteps(options);
  const status = withNumbers('f32', values, (pointer) =>
    check(c.taut_downhill_step(world, kOptions, pointer, x, y, kOut, kError), true));
  if (status !== Status.ok) return null;
  const { i32 } = memory();
  return { x: i32[kOut >>> 2], y: i32[(kOut >>> 2) + 1] };
}

const kCreatureNumbers = 8; // of a taut_tile_creature
const kMostCreatureRank = 255;

// Writes the creatures to `numbers`, and their maps one after another to `maps`, each once.
function listCreatures(creatures, tiles, numbers, maps) {
  const places = new Map();
  for (let i = 0; i < creatures.length; ++i) {
    if (typeof creatures[i] !== 'object' || creatures[i] === null) {
      throw new TypeError(`taut: a creature is ${describe(creatures[i])}, not {x, y}`);
    }
    const {
      x, y, values = null, size = 1, ground = 0, rank = 0, stays = false, waited = 0,
    } = creatures[i];
    if (values !== null && !places.has(values)) {
      requireNumbersOf('World.stepTiles: values', tiles, values);
      places.set(values, places.size);
      maps.push(values);
    }
    requireBoolean('stays', stays);
    numbers.set([values === null ? -1 : places.get(values), requireInteger('x', x),
      requireInteger('y', y), requireInteger('size', size),
      requireCount('ground', ground, kMostGround), requireCount('rank', rank, kMostCreatureRank),
      stays ? 1 : 0, requireCount('waited', waited)], kCreatureNumbers * i);
  }
}

export function stepTiles(world, tiles, creatures, options) {
  const count = requireArray('creatures', creatures).length;
  const numbers = new Int32Array(kCreatureNumbers * count);
  const maps = [];
  listCreatures(creatures, tiles, numbers, maps);
  const all = new Float32Array(tiles * maps.length);
  maps.forEach((values, i) => all.set(values, tiles * i));
  return withNumbers('f32', all, (first) => {
    for (let i = 0; i < numbers.length; i += kCreatureNumbers) {
      numbers[i] = numbers[i] < 0 ? 0 : first + 4 * tiles * numbers[i];
    }
    return withNumbers('i32', numbers, (pointer) => {
      writeSteps(options);
      const status = check(c.taut_step_tiles(world, kOptions, pointer, count, kOut, kError), true);
      if (status !== Status.ok) return null;
      const { u32, i32 } = memory();
      for (let i = 0; i < count; ++i) {
        const at = (pointer >>> 2) + kCreatureNumbers * i;
        creatures[i].x = i32[at + 1];
        creatures[i].y = i32[at + 2];
        creatures[i].waited = u32[at + 7];
      }
      return u32[kOut >>> 2];
    });
  });
}
