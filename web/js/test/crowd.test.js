// Crowds: units, orders, arrays of what they are, mistakes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { unitStates, World } from './support.js';

const kTank = { radius: 0.4 };

// 30 x 12, a wall with a gap below.
function makeHall() {
  const world = new World(30, 12);
  world.set(14, 0, 16, 8, false);
  return world;
}

function addBlock(crowd) {
  return Array.from({ length: 12 }, (_, i) => crowd.add(2.5 + i % 4, 2.5 + (i >> 2), kTank));
}

function advance(crowd, ticks) {
  for (let i = 0; i < ticks; ++i) crowd.advance(0.05);
}

function countIn(crowd, state) {
  return crowd.states().filter((each) => unitStates[each] === state).length;
}

function farthest(places, count, x, y) {
  const distances = Array.from({ length: count }, (_, i) =>
    Math.hypot(places[2 * i] - x, places[2 * i + 1] - y));
  return Math.max(...distances);
}

function nearestPair(places) {
  let least = Infinity;
  for (let i = 0; i < places.length; i += 2) {
    for (let k = 0; k < i; k += 2) {
      least = Math.min(least, Math.hypot(places[i] - places[k], places[i + 1] - places[k + 1]));
    }
  }
  return least;
}

test('units come to rest around one goal, and never overlap', () => {
  const world = makeHall();
  const crowd = world.crowd();
  const units = addBlock(crowd);
  assert.deepEqual(units, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  assert.deepEqual(unitStates,
    ['idle', 'waiting', 'walking', 'blocked', 'yielding', 'arrived', 'no_way', 'at_link']);
  assert.equal(crowd.size, 12);
  assert.equal(crowd.order(units, 24.5, 4.5), 12);
  assert.equal(crowd.searchesWaiting, 12);
  const out = new Float32Array(24);
  for (let i = 0; i < 500; ++i) {
    crowd.advance(0.05);
    assert.ok(nearestPair(crowd.places(out)) >= 0.8);
  }
  assert.equal(countIn(crowd, 'arrived'), 12);
  assert.ok(farthest(crowd.places(), 12, 24.5, 4.5) < 2.5);
  assert.ok(crowd.velocities().every((each) => each === 0));
  crowd.free();
  world.free();
});

test('places, one each', () => {
  const crowd = makeHall().crowd();
  const units = addBlock(crowd);
  const places = Array.from({ length: 11 }, (_, i) => [8.5, 11 - i]).flat();
  assert.equal(crowd.order(Uint32Array.from(units), places), 11);
  advance(crowd, 300);
  const at = crowd.places();
  const rows = Array.from({ length: 11 }, (_, i) => Math.round(at[2 * i + 1]));
  assert.deepEqual(rows.sort((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  for (let i = 0; i < 11; ++i) assert.ok(Math.abs(at[2 * i] - 8.5) < 0.1);
  assert.equal(countIn(crowd, 'idle'), 1);
});

test('a field is followed, also when it is updated, and may be freed', () => {
  const world = makeHall();
  const crowd = world.crowd();
  const units = addBlock(crowd);
  const wide = crowd.add(9.5, 9.5, { radius: 0.7 });
  const field = world.field([{ x: 24.5, y: 4.5 }], { radius: 0.4 });
  assert.equal(crowd.order([...units, wide], field), 12);
  assert.equal(crowd.order(wide, field), 0);
  advance(crowd, 60);
  world.set(18, 0, 19, 8, false);
  field.setGoals([{ x: 26.5, y: 4.5 }]);
  field.free();
  advance(crowd, 700);
  assert.equal(countIn(crowd, 'arrived'), 12);
  assert.ok(farthest(crowd.places(), 12, 26.5, 4.5) < 2.5);
  assert.throws(() => crowd.order(units, field), { name: 'TypeError', message: /freed/ });
});

test('one unit: its order, its velocity, its ground', () => {
  const world = makeHall();
  world.setClass(8, 0, 10, 12, 1);
  world.setGround(5, { 1: Infinity });
  const crowd = world.crowd({ goal: 'exact', expansions: 100, microseconds: 0 });
  assert.equal(crowd.add(8.5, 4.5, { radius: 0.4, ground: 5 }), -1);
  const unit = crowd.add(2.5, 4.5,
    { radius: 0.4, ground: 5, speed: 4, acceleration: 8, rank: 2, givesWay: false });
  assert.deepEqual(crowd.agent(unit), { radius: 410 / 1024, shape: 'disc', ground: 5 });
  assert.equal(crowd.agent(9), null);
  assert.equal(crowd.order(unit, 5.5, 4.5), 1);
  assert.equal(crowd.order(9, 5.5, 4.5), 0);
  advance(crowd, 2);
  assert.ok(crowd.velocities()[0] > 0 && crowd.velocities()[0] < 1);
  advance(crowd, 60);
  assert.ok(farthest(crowd.places(), 1, 5.5, 4.5) < 0.05);
  crowd.order(unit, 12.5, 4.5);
  advance(crowd, 3);
  assert.equal(countIn(crowd, 'no_way'), 1);
  assert.equal(crowd.reason(unit), 'not_connected');
  assert.equal(crowd.steer(unit, 3, 0), true);
  assert.equal(crowd.steer(9, 3, 0), false);
  advance(crowd, 60);
  assert.ok(crowd.places()[0] <= 7.6);
  assert.equal(crowd.isOccupied(7, 4, 8, 5), true);
  assert.equal(crowd.isOccupied(3, 4, 4, 5), false);
  assert.equal(crowd.stop(unit), true);
  advance(crowd, 1);
  assert.equal(countIn(crowd, 'idle'), 1);
  assert.equal(crowd.has(unit), true);
  assert.equal(crowd.remove(unit), true);
  assert.equal(crowd.remove(unit), false);
  assert.deepEqual([...crowd.states()], [255]);
  assert.deepEqual([...crowd.places()], [0, 0]);
});

test('a path past others', () => {
  const crowd = new World(20, 9).crowd();
  const walker = crowd.add(2.5, 4.5, kTank);
  const guard = crowd.add(9.5, 4.5, kTank);
  const path = crowd.findAround(walker, 16.5, 4.5);
  assert.ok(path.isOk && path.length > 14.01 && path.turns.length > 14);
  assert.deepEqual([...path.points.slice(0, 2)], [2.5, 4.5]);
  assert.equal(crowd.findAround(walker, 16.5, 4.5, { allies: [guard] }).length, 14);
  assert.equal(crowd.findAround(walker, 16.5, 4.5, { obstacles: 'standing' }).length, 14);
  assert.ok(Math.abs(crowd.findAround(walker, 9.5, 4.5).length - 6.2) < 0.1);
  const none = crowd.findAround(walker, 9.5, 4.5, { goal: 'exact' });
  assert.deepEqual([none.status, none.reason], ['no_path', 'not_connected']);
  assert.throws(() => crowd.findAround(9, 1, 1), { name: 'RangeError', message: /no unit 9/ });
  assert.throws(() => crowd.findAround(walker, 1, 1, { obstacles: 'some' }),
    { message: /obstacles "some"/ });
  crowd.free();
});

test('mistakes', () => {
  const world = makeHall();
  const crowd = world.crowd();
  const unit = crowd.add(2.5, 2.5, kTank);
  assert.equal(crowd.add(2.6, 2.5, kTank), -1);
  assert.equal(crowd.add(NaN, 2.5, kTank), -1);
  const rejects = (name, message, call) => assert.throws(call, { name, message });
  rejects('TypeError', /radius undefined is not a number/, () => crowd.add(5, 5, {}));
  rejects('RangeError', 'taut: Crowd::add: radius 0.0107421875 is not within 0.03125 to 32', () =>
    crowd.add(5, 5, { radius: 0.01 }));
  rejects('RangeError', 'taut: Crowd::add: speed 99 is not within 0.015625 to 64', () =>
    crowd.add(5, 5, { radius: 0.4, speed: 99 }));
  rejects('RangeError', 'taut: Crowd::add: acceleration 0 is not above 0', () =>
    crowd.add(5, 5, { radius: 0.4, acceleration: 0 }));
  rejects('RangeError', 'taut: Crowd::add: acceleration 1e-40 is below 1e-37', () =>
    crowd.add(5, 5, { radius: 0.4, acceleration: 1e-40 }));
  rejects('RangeError', /rank 256 is not within 0 to 255/, () =>
    crowd.add(5, 5, { radius: 0.4, rank: 256 }));
  rejects('RangeError', /no ground has the number 4/, () =>
    crowd.add(5, 5, { radius: 0.4, ground: 4 }));
  rejects('TypeError', /is speed meant/, () => crowd.add(5, 5, { radius: 0.4, sped: 1 }));
  rejects('RangeError', /0.3 seconds are not within 0 to 0.25/, () => crowd.advance(0.3));
  rejects('TypeError', /seconds "1"/, () => crowd.advance('1'));
  rejects('RangeError', /unit -1/, () => crowd.order([-1], 1, 1));
  rejects('TypeError', /places an object is not an array/, () => crowd.order([unit], {}));
  rejects('RangeError', /3 numbers are no multiple of 2/, () => crowd.order([unit], [1, 2, 3]));
  rejects('TypeError', /coordinate undefined/, () => crowd.order(unit, 1));
  rejects('TypeError', /goal "near"/, () => world.crowd({ goal: 'near' }));
  rejects('RangeError', /expansions 0/, () => world.crowd({ expansions: 0 }));
  rejects('RangeError', /microseconds -1/, () => world.crowd({ microseconds: -1 }));
  world.free();
  rejects('TypeError', 'taut: the world was freed', () => crowd.advance(0.05));
  crowd.free();
  rejects('TypeError', 'taut: the crowd was freed', () => crowd.size);
});

test('the field of a unit is updated by what a crowd returns', () => {
  const world = makeHall();
  const crowd = world.crowd();
  const units = addBlock(crowd);
  const field = world.field([{ x: 25.5, y: 3.5 }], kTank);
  crowd.order(units.slice(1), field);
  assert.equal(crowd.field(units[0]), null);
  const other = World.readSave(world.save());
  const loaded = other.readCrowd(crowd.save());
  const own = loaded.field(units[1]);
  assert.deepEqual([own.isCurrent, own.lastUpdate], [true, null]);
  assert.equal(own.distance(2.5, 3.5), field.distance(2.5, 3.5));
  for (const [map, one] of [[world, crowd.field(units[2])], [other, own]]) {
    map.set(20, 0, 22, 8, false);
    assert.equal(one.isCurrent, false);
    assert.ok(one.update().isOk && one.find(2.5, 3.5).isOk);
    one.free();
  }
  assert.ok(field.isCurrent);
  for (const one of [crowd, loaded]) advance(one, 800);
  assert.equal(countIn(loaded, 'arrived'), units.length - 1);
  assert.deepEqual(loaded.places(), crowd.places());
  assert.throws(() => crowd.field(-1), RangeError);
});

test('a crowd that was saved goes on as before, to the bit', () => {
  const world = makeHall();
  const crowd = world.crowd({ expansions: 32 });
  const units = addBlock(crowd);
  crowd.order(units, 25.5, 3.5);
  advance(crowd, 7);
  const other = World.readSave(world.save());
  const loaded = other.readCrowd(crowd.save());
  assert.deepEqual(loaded.save(), crowd.save());
  for (const one of [crowd, loaded]) advance(one, 200);
  assert.deepEqual(loaded.places(), crowd.places());
  assert.deepEqual(loaded.states(), crowd.states());
  assert.deepEqual(loaded.save(), crowd.save());
  assert.throws(() => other.readCrowd(world.save()), /the save has no crowd/);
  assert.throws(() => new World(3, 3).readCrowd(crowd.save()), /a world of another size/);
  assert.throws(() => other.readCrowd('bytes'), /bytes are no Uint8Array/);
});
