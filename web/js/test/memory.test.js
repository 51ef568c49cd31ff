// Nothing leaks: 100 000 worlds with queries, edits, fields and batches in the memory of a few; and
// the collector frees what nobody did, every kind of handle.

import assert from 'node:assert/strict';
import test from 'node:test';
import { makeRandom, memoryBytes, randomTiles, World } from './support.js';

function useCrowd(world) {
  const crowd = world.crowd();
  const unit = crowd.add(0.5, 0.5, { radius: 0.4 });
  const field = world.field([{ x: 9.5, y: 9.5 }], { radius: 0.4 });
  if (unit === 0) crowd.order(unit, field);
  field.free();
  crowd.advance(0.05);
  crowd.free();
}

function useOne(tiles, i) {
  const world = new World(16, 16, tiles);
  world.findPath(0.5, 0.5, 15.5, 15.5);
  world.setTile(i % 16, (i >> 4) % 16, i % 3 === 0);
  if (i % 8 === 0) world.find(0.5, 0.5, 15.5, 15.5, { radius: 0.75, goal: 'nearest' });
  if (i % 8 === 1) world.field([{ x: 1.5, y: 1.5 }]).free();
  if (i % 8 === 2) world.findAll([0.5, 0.5, 9.5, 9.5]);
  if (i % 16 === 2) useCrowd(world);
  if (i % 8 === 3) world.find(0.5, 0.5, 9.5, 9.5, { radius: 0.75, shape: 'square' });
  if (i % 8 === 4) assert.throws(() => world.setClass(0, 0, 1, 1, -1), RangeError);
  if (i % 8 === 5) assert.throws(() => new World(16, 16, [1]), RangeError);
  if (i % 8 === 6) world.find(0.5, 0.5, 15.5, 9.5, { method: 'fast', budget: 2 });
  if (i % 8 === 7) {
    world.setClass(3, 3, 9, 9, 2);
    world.setGround(1, { 2: 4 });
    world.find(0.5, 0.5, 15.5, 9.5, { ground: 1 });
  }
  world.free();
}

// TAUT_SCALE is the share of them that is made.
const kWorlds = Math.round(100000 * Number(process.env.TAUT_SCALE ?? 1));

test(`${kWorlds} worlds`, () => {
  const random = makeRandom(5);
  const maps = Array.from({ length: 8 }, () => randomTiles(16, 16, 0.2, random));
  for (let i = 0; i < 2000; ++i) useOne(maps[i % 8], i);
  const before = memoryBytes();
  for (let i = 0; i < kWorlds; ++i) useOne(maps[i % 8], i);
  assert.equal(memoryBytes(), before);
});

// Leaves every kind of handle to the collector.
function leaveOne() {
  const world = new World(16, 16);
  world.findPath(0.5, 0.5, 15.5, 15.5);
  world.findAll([0.5, 0.5, 9.5, 9.5]);
  world.findAll([0.5, 0.5, 9.5, 9.5], { radius: 0.4 });
  world.field([{ x: 1.5, y: 1.5 }]).find(8.5, 8.5);
  world.crowd().add(8.5, 8.5, { radius: 0.4 });
}

test('the collector frees worlds', { skip: !globalThis.gc && 'needs --expose-gc' }, async () => {
  const leave = async () => {
    for (let k = 0; k < 20; ++k) leaveOne();
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  for (let i = 0; i < 5; ++i) await leave();
  const before = memoryBytes();
  for (let i = 0; i < 50; ++i) await leave();
  assert.ok(memoryBytes() <= before + (1 << 20), `${memoryBytes()} after ${before}`);
});

test('a field that is refused leaves nothing', () => {
  const world = new World(16, 16);
  const refuse = () =>
    assert.throws(() => world.field([{ x: 1, y: 1, cost: -1 }]), /cost of goal 0/);
  refuse();
  const before = memoryBytes();
  for (let i = 0; i < 200; ++i) refuse();
  assert.equal(memoryBytes(), before);
  world.free();
});

test('using', { skip: !Symbol.dispose && 'node 20.4 or newer' }, () => {
  const world = new World(4, 4);
  world[Symbol.dispose]();
  assert.equal(world.isFreed, true);
});
