// What was taken for something else, leaked or failed on what the types allow.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FindQueue, Follower, Group, memoryBytes, World } from './support.js';

const kWall = '......\n.@@@@.\n.@@@@.\n......\n......\n';

test('findAll takes no budget, of discs too', () => {
  const world = World.read(kWall);
  for (const agent of [{}, { radius: 0.3 }, { radius: 0.3, shape: 'square' }]) {
    const free = world.findAll([0.5, 0.5, 5.5, 2.5], agent);
    assert.ok(free.first[1] > 4);
    assert.deepEqual(world.findAll([0.5, 0.5, 5.5, 2.5], { ...agent, budget: 1 }), free);
  }
  assert.throws(() => world.findAll([0.5, 0.5, 5.5, 2.5], { budget: -1 }), RangeError);
  world.free();
});

test('what is refused leaves nothing behind', () => {
  const world = new World(64, 64);
  world.prepare({ radius: 0.4 });
  const refuse = () => {
    assert.throws(() => new Follower(world, { radius: -1 }), RangeError);
    assert.throws(() => new Follower(world, {}, -1), RangeError);
  };
  for (let i = 0; i < 50; ++i) refuse();
  const before = memoryBytes();
  for (let i = 0; i < 20000; ++i) refuse();
  assert.equal(memoryBytes(), before);
  world.free();
});

test('the agent of a follower is its own', () => {
  const world = new World(12, 8);
  const follower = new Follower(world, { radius: 0.4 });
  for (const options of [{ radius: 1 }, { ground: 1 }, { shape: 'square' }]) {
    assert.throws(() => follower.search(2, 2, 9, 5, options), TypeError);
  }
  assert.ok(follower.search(2, 2, 9, 5, { goal: 'nearest', deviation: 0.1 }).isOk);
  follower.free();
  world.free();
});

test('explain() is of the options as they were', () => {
  const world = World.read(kWall);
  const options = { radius: 0.3, shape: 'disc' };
  assert.equal(world.find(0.1, 0.1, 5.5, 4.5, options).reason, 'start_too_near');
  const words = world.explain();
  options.radius = 'wide';
  assert.equal(world.explain(), words);
  world.free();
});

test('no World', () => {
  const world = new World(12, 8);
  const field = world.field([{ x: 2, y: 2 }]);
  for (const wrong of [null, undefined, {}, 3, field]) {
    for (const call of [() => new Follower(wrong), () => new FindQueue(wrong),
      () => new Group(wrong), () => World.ofFloors([world, wrong])]) {
      assert.throws(call, { name: 'TypeError', message: /^taut: (world|.*worlds\[1\]).* World/ });
    }
  }
  assert.throws(() => World.ofFloors(world), /the worlds are no array/);
  assert.throws(() => World.ofFloors(null), TypeError);
  field.free();
  world.free();
});

test('out may be a subclass, as the Buffer of node', () => {
  const world = new World(4, 2);
  const out = Buffer.alloc(9, 7);
  assert.deepEqual([...world.tiles(out)], [1, 1, 1, 1, 1, 1, 1, 1]);
  assert.equal(out[8], 7);
  assert.throws(() => world.tiles(new Float32Array(8)), TypeError);
  world.free();
});

test('lists that have no iterator', () => {
  const list = (...values) => ({ length: values.length, ...values });
  const world = new World(12, 8);
  world.linkSegments(list(1, 1, 1, 3), list(6, 1, 6, 3));
  const both = World.ofFloors([world, world], list(0, 0, 20, 0));
  assert.equal(both.floorCount, 2);
  assert.throws(() => World.ofFloors([world], list(0, 0.5)), RangeError);
  const crowd = world.crowd();
  const unit = crowd.add(2.5, 2.5, { radius: 0.4 });
  assert.ok(crowd.findAround(unit, 8, 5, { allies: list(unit) }).isOk);
  for (const each of [crowd, both, world]) each.free();
});

test('an option that is undefined is not given', () => {
  const world = new World(12, 8);
  const id = world.link(1, 1, 6, 6, { cost: undefined, width: 2, isOpen: undefined });
  assert.ok(world.changeLink(id, { width: undefined, cost: 3, oneWay: undefined }));
  const [{ cost, width, oneWay, isOpen }] = world.links();
  assert.deepEqual({ cost, width, oneWay, isOpen }, {
    cost: 3, width: 2, oneWay: false, isOpen: true,
  });
  world.linkSegments([1, 1, 1, 3], [6, 1, 6, 3], { cost: undefined });
  world.free();
});

test('units without a radius in a group', () => {
  const world = new World(12, 8);
  const group = new Group(world);
  const [path] = group.find([{ x: 1, y: 1, shape: 'disc' }], 9, 5);
  assert.ok(path.isOk, path.reason);
  assert.throws(() => group.find([{ x: 1, y: 1, shape: 'square' }], 9, 5), RangeError);
  group.free();
  world.free();
});

test('fields of another world', () => {
  const [world, other] = [new World(12, 8), new World(12, 8)];
  const crowd = world.crowd();
  const unit = crowd.add(2.5, 2.5, { radius: 0.4 });
  const [ours, theirs] = [world, other].map((of) => of.field([{ x: 8, y: 5 }], { radius: 0.4 }));
  assert.throws(() => crowd.order([unit], theirs), {
    name: 'RangeError', message: /the field is of another world/,
  });
  assert.equal(crowd.order([unit], ours), 1);
  for (const each of [ours, theirs, crowd, world, other]) each.free();
});

test('numbers in words that hold', () => {
  const world = new World(12, 8);
  assert.throws(() => world.tileDistances([{ x: 1, y: 1 }], { limit: NaN }), RangeError);
  // What a number begins with may be below 0.
  const far = world.tileDistances([{ x: 1, y: 1, value: -5 }], { limit: -4 });
  assert.equal(far.filter(Number.isFinite).length, 5);
  assert.throws(() => world.find(1, 1, 5, 5, { deviation: Infinity }),
    /deviation Infinity is not below Infinity/);
  world.free();
});
