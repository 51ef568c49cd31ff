// Saves: what comes back is the same world. What an edit would cut.

import assert from 'node:assert/strict';
import test from 'node:test';
import { makeRandom, randomTiles, World } from './support.js';

function makeWorld() {
  const world = new World(40, 30, randomTiles(40, 30, 0.2, makeRandom(7)));
  world.setClass(3, 3, 20, 12, 2);
  world.setGround(1, { 2: 3, 3: Infinity }, { margin: 1, marginFactor: 1.5 });
  world.prepare({ radius: 0.4, ground: 1 });
  world.keepLandmarks(2);
  world.set(4, 4, 8, 6, false);
  return world;
}

test('what an edit would cut', () => {
  const world = World.read('...@...\n...@...\n.......\n...@...\n');
  const left = [0.5, 0.5, 0.5, 3.5];
  const right = new Float32Array([6.5, 0.5]);
  for (const agent of [{}, { radius: 0.4 }, { radius: 0.5, shape: 'square' }]) {
    assert.equal(world.wouldCut([3, 2, 4, 3], left, right, agent), true);
    assert.equal(world.wouldCut([1, 1, 2, 2, 6, 0, 7, 1], left, right, agent), true);
    assert.equal(world.wouldCut([3, 2, 4, 3], left, left, agent), false);
    assert.equal(world.wouldCut([], left, right, agent), false);
  }
  assert.equal(world.revision, 0);
  assert.throws(() => world.wouldCut([1, 2, 3], left, right), /3 numbers are no multiple of 4/);
});

test('a world comes back from its bytes', () => {
  const world = makeWorld();
  const bytes = world.save();
  assert.ok(bytes instanceof Uint8Array);
  const again = World.readSave(bytes);
  const other = World.readSave(bytes, 'game');
  assert.deepEqual(again.tiles(), world.tiles());
  assert.deepEqual(again.classes(), world.classes());
  assert.equal(again.revision, world.revision);
  assert.deepEqual([...again.changesSince(world.revision - 1)], [4, 4, 8, 6]);
  assert.deepEqual(again.save(), bytes);
  const full = world.save('full');
  assert.ok(full.length > bytes.length);
  assert.deepEqual(World.readSave(full).save('full'), full);
  assert.throws(() => world.save('heavy'), /form "heavy" is none of light, full/);
  const random = makeRandom(8);
  let reached = 0;
  for (let i = 0; i < 60; ++i) {
    const ends = [random() * 40, random() * 30, random() * 40, random() * 30];
    for (const agent of [{}, { radius: 0.4 }, { radius: 0.4, ground: 1 }]) {
      const path = again.find(...ends, agent);
      assert.deepEqual(other.find(...ends, agent), path);
      assert.equal(again.isReachable(...ends, agent), path.isOk);
      reached += path.isOk ? 1 : 0;
    }
  }
  assert.ok(reached > 20);
  bytes[30] ^= 1;
  assert.throws(() => World.readSave(bytes), /save: byte 12: the section `TILE` is damaged/);
});
