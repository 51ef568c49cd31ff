// Mistakes are TypeErrors and RangeErrors, in the words of the C++ library.

import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from './support.js';

function rejects(name, message, call) {
  assert.throws(call, { name, message });
}

test('mistakes of the caller', () => {
  rejects('RangeError', 'taut: Grid: width 20000 is not within 1 to 16384', () =>
    new World(20000, 1));
  rejects('RangeError', 'taut: Grid: height 0 is not within 1 to 16384', () => new World(3, 0));
  rejects('RangeError', 'taut: Grid: height 0 is not within 1 to 16384', () => new World(3, 0, []));
  rejects('TypeError', 'taut: Grid: width 3 is not a number', () => new World('3', 3));
  rejects('RangeError', 'taut: Grid: width 2.5 is not an integer of 32 bits', () =>
    new World(2.5, 3));
  rejects('RangeError', 'taut: Grid::from_bytes: bytes 5 is not within 6 to 6', () =>
    new World(2, 3, [1, 1, 1, 1, 1]));
  rejects('TypeError', 'taut: the tiles are no array', () => new World(2, 3, {}));
  rejects('RangeError', /^taut: my map:2/, () => World.read('..\n...\n', 'my map'));
  rejects('TypeError', /no string/, () => World.read(5));

  const world = new World(5, 5);
  rejects('TypeError', 'taut: coordinate undefined is not a number', () => world.findPath(1, 2, 3));
  rejects('TypeError', /method "fast" is none of best, optimal/, () =>
    world.findPath(1, 1, 2, 2, { method: 'fast' }));
  rejects('TypeError', /goal "near" is none of/, () => world.find(1, 1, 2, 2, { goal: 'near' }));
  rejects('TypeError', /pull "hard" is none of funnel, simple/, () =>
    world.find(1, 1, 2, 2, { pull: 'hard' }));
  rejects('TypeError', /shape "hexagon"/, () => world.find(1, 1, 2, 2, { shape: 'hexagon' }));
  rejects('TypeError', 'taut: radius 1 is not a number', () =>
    world.find(1, 1, 2, 2, { radius: '1' }));
  rejects('RangeError', 'taut: World::prepare: radius -1 is not within 0 to 16384', () =>
    world.prepare({ radius: -1 }));
  rejects('RangeError', /no square agent has the radius 0/, () =>
    world.prepare({ shape: 'square' }));
  rejects('RangeError', 'taut: Grid::set_cost: factor 300 is not within 0.125 to 255', () =>
    world.setCost(0, 0, 1, 1, 300));
  rejects('RangeError', /NaN is not an integer/, () => world.set(NaN, 0, 1, 1, true));
  rejects('RangeError', /3 numbers are no multiple of 4/, () => world.setRects([1, 2, 3], true));
  rejects('TypeError', /not an array/, () => world.findAll(5));
  rejects('RangeError', /radius -1 is not within/, () =>
    world.field([{ x: 1, y: 1 }], { radius: -1 }));
  rejects('RangeError', /^taut: /, () => world.field([{ x: 1, y: 1, cost: -1 }]));
  rejects('TypeError', 'taut: x undefined is not a number', () => world.field([{ y: 1 }]));
  for (const ask of ['find', 'findPath', 'begin']) {
    for (const [words, options] of [
      ['World::prepare: radius -1 is not within 0 to 16384', { radius: -1 }],
      ['World::prepare: radius NaN is not within 0 to 16384', { radius: NaN }],
      ['World::prepare: no square agent has the radius 0', { shape: 'square' }],
      ['goalReach -1 is not within 0 to Infinity', { goalReach: -1 }],
      ['lengthLimit NaN is not within 0 to Infinity', { lengthLimit: NaN }],
      ['expansionLimit -1 is not within 0 to Infinity', { expansionLimit: -1 }],
      ['deviation 1e-7 is not within 0.000001 to Infinity', { radius: 0.4, deviation: 1e-7 }],
    ]) {
      const message = new RegExp(`^taut: ${words}$`, 'i');
      rejects('RangeError', message, () => world[ask](1, 1, 2, 2, options));
      rejects('RangeError', message, () => world.findAll([1, 1, 2, 2], options));
    }
  }
  rejects('RangeError', /radius -1/, () => world.hasRoom(1, 1, { radius: -1 }));
  rejects('RangeError', /radius -1/, () => world.areWalkableTurns(new Float64Array(7), -1));
  rejects('RangeError', /x -0.5 is not an integer/, () => world.isWalkable(-0.5, 0));
  rejects('TypeError', 'taut: x a is not a number', () => world.hasRoom('a', 1));
  rejects('TypeError', /undefined is not a number/, () => world.raycast(1, 1, 2));
  rejects('TypeError', /undefined is not a number/, () => world.nearestWalkable(1));
  rejects('TypeError', /undefined is not a number/, () => world.nearestPlace(1, 1, 1));
  rejects('RangeError', 'taut: World.nearestPlace: reach -1 is not within 0 to Infinity', () =>
    world.nearestPlace(1, 1, 2, 2, { reach: -1 }));
  rejects('RangeError', 'taut: World.nearestPlace: radius 0.75 is not within 0 to 0.5', () =>
    world.nearestPlace(1, 1, 2, 2, { radius: 0.75 }));
  const field = world.field([{ x: 1, y: 1 }]);
  for (const ask of ['distance', 'reason', 'nextCorner', 'nearestGoal', 'find', 'findPath']) {
    rejects('TypeError', 'taut: y undefined is not a number', () => field[ask](1));
  }
  field.free();
  assert.equal(world.find(1, 1, 2, 2, { radius: 0.3, pull: 'none' }).reason, 'bad_options');
  world.free();
});

test('a freed world answers nothing', () => {
  const world = new World(5, 5);
  const field = world.field([{ x: 1, y: 1 }]);
  world.free();
  world.free();
  assert.equal(world.isFreed, true);
  rejects('TypeError', 'taut: the world was freed', () => world.findPath(1, 1, 2, 2));
  rejects('TypeError', 'taut: the world was freed', () => world.width);
  rejects('TypeError', 'taut: the world was freed', () => world.set(0, 0, 1, 1, true));
  rejects('TypeError', 'taut: the world was freed', () => field.distance(1, 1));
  field.free();
  rejects('TypeError', 'taut: the field was freed', () => field.distance(1, 1));
});
