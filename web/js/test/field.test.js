// Fields: distances, corners and paths against single queries.

import assert from 'node:assert/strict';
import test from 'node:test';
import { lengthOf, makeRandom, readMapText, readOptima, World } from './support.js';

test('a field answers as single optimal queries', () => {
  const world = World.read(readMapText('dungeon'));
  const goal = { x: 28.5, y: 41.5 };
  const field = world.field([goal]);
  const distances = field.distances();
  assert.equal(distances.length, world.width * world.height);
  const random = makeRandom(3);
  let reached = 0;
  for (let i = 0; i < 300; ++i) {
    const x = Math.floor(world.width * random());
    const y = Math.floor(world.height * random());
    const single = world.find(x + 0.5, y + 0.5, goal.x, goal.y, { method: 'optimal' });
    const distance = field.distance(x + 0.5, y + 0.5);
    assert.equal(Math.fround(distance), distances[y * world.width + x]);
    const path = field.findPath(x + 0.5, y + 0.5);
    if (!single.isOk) {
      assert.equal(distance, Infinity);
      assert.equal(path.length, 0);
      assert.notEqual(field.reason(x + 0.5, y + 0.5), 'none');
      assert.equal(field.nextCorner(x + 0.5, y + 0.5), null);
      assert.equal(field.nearestGoal(x + 0.5, y + 0.5), -1);
      continue;
    }
    ++reached;
    assert.ok(Math.abs(distance - single.length) < 1e-6 * (1 + distance));
    assert.ok(Math.abs(lengthOf(path) - distance) < 1e-3);
    assert.deepEqual(field.nextCorner(x + 0.5, y + 0.5), { x: path[2], y: path[3] });
  }
  assert.ok(reached > 50);
  field.free();
  world.free();
});

test('a disc walks from corner to corner', () => {
  const world = World.read(readMapText('dungeon'));
  const field = world.field([{ x: 28.5, y: 41.5 }], { radius: 0.45 });
  const start = { x: 47.5, y: 27.5 };
  let [at, length, steps] = [start, 0, 0];
  while (at.x !== 28.5 || at.y !== 41.5) {
    const next = field.nextCorner(at.x, at.y);
    length += Math.hypot(next.x - at.x, next.y - at.y);
    at = next;
    assert.ok(++steps < 100);
  }
  assert.ok(steps > 2);
  assert.ok(length < 1.01 * field.find(start.x, start.y).length);
  field.free();
  world.free();
});

test('a field follows edits and new goals', () => {
  const world = new World(10, 10);
  const field = world.field([{ x: 0.5, y: 0.5 }, { x: 9.5, y: 9.5, cost: 5 }]);
  assert.equal(field.isCurrent, true);
  assert.equal(field.nearestGoal(9.5, 9.5), 1);
  assert.equal(field.distance(9.5, 9.5), 5);
  world.set(5, 0, 6, 10, false);
  assert.equal(field.isCurrent, false);
  assert.equal(field.distance(0.5, 0.5), Infinity);
  assert.equal(field.update().isOk, true);
  assert.equal(field.distance(4.5, 0.5), 4);
  field.setGoals([{ x: 4.5, y: 0.5 }], 3);
  assert.equal(field.distance(2.5, 0.5), 2);
  assert.equal(field.distance(0.5, 0.5), Infinity);
  assert.equal(field.reason(0.5, 0.5), 'limit');
  const blocked = field.setGoals([{ x: 5.5, y: 0.5 }]);
  assert.deepEqual(blocked, { isOk: false, reason: 'goal_blocked', leftOut: 0, expanded: 0 });
  assert.deepEqual(field.update(), blocked);
  assert.deepEqual(world.field([{ x: 5.5, y: 0.5 }]).lastUpdate, blocked);
  const { isOk, leftOut } = field.setGoals([{ x: 5.5, y: 0.5 }, { x: 1.5, y: 0.5 }]);
  assert.deepEqual([isOk, leftOut, field.lastUpdate.leftOut], [true, 1, 1]);
  assert.ok(field.memoryBytes > 0);
  field.free();
  world.free();
});

test('a field leaves the queries of its world alone', () => {
  const world = World.read(readMapText('caves'));
  const { sx, sy, gx, gy } = readOptima('caves').at(-1);
  const at = [sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5];
  const whole = world.find(...at, { method: 'optimal' });
  const corridor = world.corridor();
  assert.equal(world.find(-1, -1, 5, 5).isOk, false);
  const words = world.explain();
  const goOn = (budget) => world.find(...at, { method: 'optimal', budget });
  const { status, expanded } = goOn(10);
  assert.equal(status, 'unfinished');
  const field = world.field([{ x: gx + 0.5, y: gy + 0.5 }]);
  assert.ok(field.find(sx + 0.5, sy + 0.5).isOk);
  assert.ok(world.findAll(at, { radius: 0.2 }).lengths[0] < Infinity);
  assert.ok(world.findAll(at).lengths[0] < Infinity);
  let path = goOn(10);
  assert.ok(path.expanded > expanded);
  while (path.status === 'unfinished') path = goOn(1000);
  assert.deepEqual(path.points, whole.points);
  assert.deepEqual(world.corridor(), corridor);
  world.find(-1, -1, 5, 5);
  field.find(-1, 0);
  world.findAll([-1, 0, 1, 1], { radius: 0.2 });
  assert.equal(world.explain(), words);
  field.free();
  world.free();
});

test('fields of discs and squares', () => {
  const world = World.read(readMapText('arena'));
  for (const agent of [{ radius: 0.4 }, { radius: 0.8 }, { radius: 0.75, shape: 'square' }]) {
    const field = world.field([{ x: 25.5, y: 25.5 }, { x: 5.5, y: 25.5 }], agent);
    let found = 0;
    for (let y = 1; y < 49; y += 6) {
      for (let x = 1; x < 49; x += 6) {
        const path = field.findPath(x, y);
        if (path.length > 0) ++found;
        if (path.length > 0) assert.deepEqual([path[0], path[1]], [x, y]);
      }
    }
    assert.ok(found > 0);
    field.free();
  }
  world.free();
});
