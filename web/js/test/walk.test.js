// Queues, groups and followers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FindQueue, Follower, Group, World } from './support.js';

const kTank = { radius: 0.4 };

// 30 x 12, a wall with a gap below.
function makeHall() {
  const world = new World(30, 12);
  world.set(14, 0, 16, 8, false);
  return world;
}

test('a queue answers as find(), the urgent first', () => {
  const world = makeHall();
  const queue = new FindQueue(world);
  const first = queue.submit(2.5, 2.5, 27.5, 2.5, kTank);
  const second = queue.submit(2.5, 2.5, 20.5, 2.5, undefined, 255);
  assert.deepEqual([queue.waiting, queue.answer(first)], [2, null]);
  assert.equal(JSON.stringify(queue), '{"waiting":2}');
  while (queue.answer(second) === null) queue.run(0);
  assert.equal(queue.run(1000), 0);
  assert.deepEqual(queue.answer(first), world.find(2.5, 2.5, 27.5, 2.5, kTank));
  assert.deepEqual(queue.answer(second), world.find(2.5, 2.5, 20.5, 2.5));
  const blocked = queue.submit(2.5, 2.5, 14.5, 2.5);
  queue.run(1000);
  assert.equal(queue.answer(blocked).reason, 'goal_blocked');
  queue.release(first);
  assert.throws(() => queue.answer(first), RangeError);
  assert.throws(() => queue.answer({}), TypeError);
  assert.throws(() => queue.submit(1, 1, 2, 2, {}, 256), /priority/);
  assert.throws(() => queue.submit(1, 1, 2, 2, { radus: 1 }), /radus/);
  assert.throws(() => queue.run(-1), /milliseconds/);
  queue.free();
  assert.throws(() => queue.waiting, /it was freed/);
  const other = new FindQueue(world);
  world.free();
  assert.throws(() => other.run(1), /the world was freed/);
  other.free();
});

test('a group has the path of each unit, and ends side by side', () => {
  const world = makeHall();
  const group = new Group(world);
  const units = Array.from({ length: 8 }, (_, i) => ({ x: 1.5 + i, y: 2.5, ...kTank }));
  for (const [i, path] of group.find(units, 25.5, 3.5).entries()) {
    const alone = world.find(units[i].x, 2.5, 25.5, 3.5, kTank);
    assert.ok(path.isOk && Math.abs(path.length - alone.length) < 0.01);
    assert.deepEqual(path.end, { x: 25.5, y: 3.5 });
  }
  const spread = group.find(units, 25.5, 3.5, { ends: 'spread', method: 'field' });
  spread.forEach(({ end: a }, i) => spread.slice(0, i).forEach(({ end: b }) =>
    assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= 0.8)));
  assert.equal(spread[0].points.at(-1), Math.fround(spread[0].end.y));
  const [point, wall] = group.find([{ x: 1, y: 1 }, { x: 14.5, y: 2.5 }], 2, 2);
  assert.deepEqual([point.isOk, wall.reason, wall.points.length], [true, 'start_blocked', 0]);
  assert.throws(() => group.find([{ x: 1 }], 2, 2), TypeError);
  assert.throws(() => group.find(units, 2, 2, { ends: 'apart' }), /ends/);
  assert.equal(JSON.stringify(group), '{"size":2}');
  group.free();
  world.free();
});

test('a follower walks, is pushed, and is told of walls', () => {
  const world = makeHall();
  for (const agent of [{}, kTank]) {
    const follower = new Follower(world, agent);
    assert.equal(follower.update(), 'no_path');
    assert.equal(follower.placeAhead(1), null);
    const path = follower.search(2.5, 3.5, 25.5, 3.5);
    assert.deepEqual(path, world.find(2.5, 3.5, 25.5, 3.5, agent));
    assert.ok(Math.abs(follower.state.length - path.length) < 1e-6);
    const { x, y } = follower.placeAhead(4);
    assert.equal(follower.move(x, y), 'on_path');
    assert.ok(follower.state.progress > 0.1 && follower.state.status === 'on_path');
    assert.equal(follower.move(x, 0.5), 'off_path');
    assert.equal(follower.moveGoal(25.5, 4.5), 'on_path');
    assert.equal(follower.nextLink(), null);
    world.set(14, 8, 16, 12, false);
    assert.equal(follower.update(), 'cut');
    world.set(14, 8, 16, 12, true);
    follower.free();
  }
  const id = world.link(8.5, 3.5, 20.5, 3.5);
  const follower = new Follower(world);
  follower.search(2.5, 3.5, 25.5, 3.5);
  assert.deepEqual(follower.nextLink(),
    { link: id, entry: { x: 8.5, y: 3.5 }, exit: { x: 20.5, y: 3.5 } });
  assert.equal(follower.move(8.5, 3.5), 'at_link');
  assert.equal(follower.passLink(), 'on_path');
  assert.equal(follower.move(25.5, 3.5), 'arrived');
  assert.throws(() => new Follower(world, { radius: 99 }), /99/);
  assert.throws(() => new Follower(world, {}, -1), /max_detour -1/);
  follower.free();
  assert.equal(JSON.stringify(follower), '{"isFreed":true}');
  world.free();
});
