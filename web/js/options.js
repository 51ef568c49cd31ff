// Agents and options of queries: objects of JavaScript to the structures of taut.h.

import {
  describe, requireCount, requireNumber, requireOptions, requireWithin, requireWord,
} from './checks.js';
import { kOptions, memory } from './engine.js';

export const shapes = ['point', 'disc', 'square'];
export const methods = ['best', 'optimal', 'fast'];
export const saveForms = ['light', 'full'];
export const goalRules = ['exact', 'nearest'];
export const startRules = ['exact', 'nearest'];
export const statuses = [
  'ok', 'truncated', 'no_path', 'out_of_nodes', 'invalid_input', 'unfinished', 'bad_argument',
];

const kNoLimit = 4294967295;
const kPoint = shapes.indexOf('point');

export const kMostGround = 255;
const kClasses = 256;
const kLeastFactor = 0.125;
const kMostFactor = 255;

const kAgentNames = ['radius', 'shape', 'ground'];
const kPlaceNames = [...kAgentNames, 'maxDistance'];
const kGroundNames = ['margin', 'marginFactor'];
const kFieldNames = [...kAgentNames, 'lengthLimit', 'deviation'];
const kSearchNames = ['lengthLimit', 'deviation', 'method', 'goal', 'maxGoalDistance', 'start',
  'expansionLimit', 'budget'];
const kFindNames = [...kAgentNames, ...kSearchNames];

export const requireAgent = (agent) => requireOptions('agent', agent, kAgentNames);
export const requirePlaceOptions = (options) => requireOptions('options', options, kPlaceNames);
export const requireGroundOptions = (options) =>
  requireOptions('options', options, kGroundNames);
// For who has an agent already.
export const requireSearchOptions = (options) => requireOptions('options', options, kSearchNames);
export const requireFieldOptions = (options) => requireOptions('options', options, kFieldNames);

// Places in a taut_find_options: of doubles in words of 64 bits, of integers in words of 32 bits.
// It begins with a taut_agent: radius, shape and ground.
const kRadiusPlace = 0;
const kMaxGoalDistancePlace = 2;
const kLengthLimitPlace = 3;
const kShapePlace = 2;
const kGroundPlace = 3;
const kExpansionLimitPlace = 8;
const kBudgetPlace = 9;
const kMethodPlace = 10;
const kGoalPlace = 11;
const kStartPlace = 12;

// Writes a taut_agent. {radius} alone is a disc; a radius of 0 a point.
export function writeAgent(pointer, { radius = 0, shape, ground = 0 }) {
  requireNumber('radius', radius);
  requireCount('ground', ground, kMostGround);
  const index = shape === undefined ? (radius === 0 ? 0 : 1) : requireWord('shape', shape, shapes);
  if (index === kPoint) requireWithin('radius of a point', radius, 0, 0);
  const { f64, i32 } = memory();
  f64[(pointer >>> 3) + kRadiusPlace] = radius;
  i32[(pointer >>> 2) + kShapePlace] = index;
  i32[(pointer >>> 2) + kGroundPlace] = ground;
  return index;
}

// How far the points of a disc's path may lie from its arcs, in tiles.
export function deviationOf(options) {
  const deviation = requireWithin('deviation', options?.deviation ?? 0.01, 1e-6, Infinity);
  if (deviation === Infinity) {
    throw new RangeError('taut: deviation Infinity is not below Infinity');
  }
  return deviation;
}

export function isPoint(agent) {
  return !agent || (agent.shape === undefined ? !agent.radius : agent.shape === 'point');
}

// Writes a taut_find_options and returns its place; 0, which means the defaults, for none.
export function writeOptions(options) {
  if (options === undefined || options === null) return 0;
  requireOptions('options', options, kFindNames);
  const { goal = 'exact', method = 'best', start = 'exact' } = options;
  const { maxGoalDistance = Infinity, lengthLimit = Infinity } = options;
  const { expansionLimit = Infinity, budget = Infinity } = options;
  writeAgent(kOptions, options);
  const { f64, i32, u32 } = memory();
  f64[(kOptions >>> 3) + kMaxGoalDistancePlace] =
    requireWithin('maxGoalDistance', maxGoalDistance, 0, Infinity);
  f64[(kOptions >>> 3) + kLengthLimitPlace] =
      requireWithin('lengthLimit', lengthLimit, 0, Infinity);
  requireCount('expansionLimit', expansionLimit, Infinity);
  u32[(kOptions >>> 2) + kExpansionLimitPlace] = Math.min(expansionLimit, kNoLimit);
  requireCount('budget', budget, Infinity);
  u32[(kOptions >>> 2) + kBudgetPlace] = Math.min(budget, kNoLimit);
  i32[(kOptions >>> 2) + kMethodPlace] = requireWord('method', method, methods);
  i32[(kOptions >>> 2) + kGoalPlace] = requireWord('goal', goal, goalRules);
  i32[(kOptions >>> 2) + kStartPlace] = requireWord('start', start, startRules);
  return kOptions;
}

// The same without a budget, for calls that take none.
export function writeWholeOptions(options) {
  const place = writeOptions(options);
  if (place !== 0) memory().u32[(place >>> 2) + kBudgetPlace] = kNoLimit;
  return place;
}

// Whether the taut_find_options at a place are those of a point of ground 0, which needs no
// preparation.
export function isPlainPoint(place) {
  const { i32 } = memory();
  const at = place >>> 2;
  return i32[at + kShapePlace] === kPoint && i32[at + kGroundPlace] === 0;
}

// The class that a key of an object stands for: '3' is 3, and '03' none.
function toClass(key) {
  const number = Number(key);
  return String(number) === key ? number : key;
}

// The factors of all classes, from an object or a Map with some; the others are 1. They are checked
// before they are floats: 1e39 would be infinite.
export function toFactors(classes) {
  const isMap = classes instanceof Map;
  if (typeof classes !== 'object' || classes === null || (!isMap && Symbol.iterator in classes)) {
    throw new TypeError(`taut: World.setGround: factors ${describe(classes)} is not an object or ` +
      'a Map from classes to factors');
  }
  const factors = new Float32Array(kClasses).fill(1);
  for (const [key, factor] of isMap ? classes : Object.entries(classes)) {
    const terrainClass = isMap ? key : toClass(key);
    requireCount('World.setGround: class', terrainClass, kClasses - 1);
    if (factor !== Infinity) {
      requireWithin('Ground::set: factor', factor, kLeastFactor, kMostFactor);
    }
    factors[terrainClass] = factor;
  }
  return factors;
}
