// Memory above 2 GiB, where numbers of 32 bits with a sign are negative, and its end. The blocks
// that fill it are never written, so that they take addresses, but no memory of the machine.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { totalmem } from 'node:os';
import { builtPackage, makeRandom, memoryBytes, randomTiles, World } from './support.js';

const engine = new URL('engine.js', builtPackage).href;
const skip = totalmem() < 6 * 2 ** 30 && 'needs 6 GiB of memory';
const kSide = 48;

// What each call answers that hands over a place in memory.
function queryAll() {
  const random = makeRandom(3);
  const tiles = randomTiles(kSide, kSide, 0.15, random);
  tiles[0] = tiles[kSide * kSide - 1] = 1;
  const world = new World(kSide, kSide, tiles);
  const at = [0.5, 0.5, kSide - 0.5, kSide - 0.5];
  const square = { radius: 0.6, shape: 'square', goal: 'nearest' };
  const found = [{}, { method: 'fast' }, { method: 'fast', budget: 9 }, square,
    { radius: 0.4, goal: 'nearest' }, { radius: 0.8, goal: 'nearest' },
  ].map((options) => world.find(...at, options));
  const { points } = world.find(...at, { method: 'optimal' });
  const { turns } = found[4];
  const pictures = [world.mesh(), world.corridor(), world.portals(), world.cones()];
  const field = world.field([{ x: 40.5, y: 40.5 }, { x: 3.5, y: 3.5, cost: 2 }]);
  const queries = Array.from({ length: 400 }, () => kSide * random());
  world.setRects([5, 5, 9, 9, 20, 20, 22, 30], false);
  const edited = [world.tiles(), world.changesSince(0), world.isWalkablePath(points),
    world.areWalkableTurns(turns, 0.4), world.raycast(0.5, 0.5, 30.5, 20.5),
    world.nearestWalkable(6.5, 6.5), world.nearestPlace(0.5, 0.5, 6.5, 6.5)];
  world.find(-1, -1, 5, 5);
  const answers = [found, points, pictures, edited, world.explain(), world.findAll(queries),
    world.findAll(queries, { radius: 0.3 }), field.update(), field.distances(),
    field.find(0.5, 0.5), field.reason(-1, -1)];
  world.setClass(2, 2, 30, 30, 3);
  world.setGround(1, { 3: 3 });
  const walker = { ground: 1, goal: 'nearest' };
  answers.push(world.classes(), world.find(...at, walker),
    world.find(...at, { ...walker, radius: 0.4 }));
  const text = Array.from({ length: kSide }, (_, y) =>
    [...tiles.subarray(kSide * y, kSide * (y + 1))].map((tile) => '@.'[tile]).join('')).join('\n');
  const read = World.read(text, 'drawing');
  answers.push(read.tiles());
  assert.throws(() => World.read(`${text}\n..`, 'uneven'), /^RangeError: taut: uneven:49:/);
  for (const each of [field, world, read]) each.free();
  return answers;
}

function runWorker(text) {
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads');
    const tell = (value) => parentPort.postMessage(value);
    (async () => {
      const { init, World, memoryBytes } = await import(${JSON.stringify(builtPackage)});
      await init();
      const { c, scratch } = await import(${JSON.stringify(engine)});
      ${text}
    })();`, { eval: true });
  return new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

test('above 2 GiB all answers are the same', { skip }, async () => {
  const { c, scratch } = await import(engine);
  const below = queryAll();
  assert.ok(memoryBytes() < 2 ** 27);
  // Whatever is free below 2 GiB is taken: large blocks first, then the gaps between them.
  for (let size = 2 ** 30; size >= 16; size /= 2) {
    let place = c.malloc(size);
    while (place !== 0 && place < 2 ** 31) place = c.malloc(size);
    c.free(place);
  }
  assert.ok(scratch(2 ** 25) >= 2 ** 31);
  assert.deepEqual(queryAll(), below);
});

// `taken`: bytes of the last block, so that another allocation is the first to fail.
async function fillMemory(taken) {
  const answers = await runWorker(`
    for (let i = 0; i < 3; ++i) c.malloc(2 ** 30);
    c.malloc(${taken});
    const kept = [];
    let wrong = 0;
    const note = (call) => {
      try { return [call()]; } catch ({ name, message }) { return name + ': ' + message; }
    };
    const make = () => {
      const world = new World(16, 16);
      kept.push(world);
      const path = [...world.findPath(0.5, 0.5, 15.5, 3.5)];
      if (String(path) !== '0.5,0.5,15.5,3.5') ++wrong;
    };
    while (typeof note(make) !== 'string');
    const last = note(() => kept[0].findPath(0.5, 0.5, 1.5, 1.5));
    const freed = note(() => kept.forEach((world) => world.free()));
    tell({ wrong, worlds: kept.length, last, again: note(make), freed, bytes: memoryBytes() });
  `);
  const stopped = 'RangeError: taut: out of memory: the library has stopped, ' +
    'and all its worlds with it';
  assert.ok(answers.worlds > 10 && answers.bytes > 4e9 && answers.bytes < 2 ** 32, answers);
  assert.deepEqual([answers.wrong, answers.last, answers.again, answers.freed],
    [0, stopped, stopped, [undefined]]);
}

test('at its end the memory is full', { skip }, async () => {
  for (let k = 0; k < 3; ++k) await fillMemory(950 * 2 ** 20 + 40016 * k);
});

test('more memory than there may be is asked for', { skip }, async () => {
  const answers = await runWorker(`
    const world = new World(16, 16);
    const refused = [];
    for (const bytes of [2 ** 32, 2 ** 32 + 16, 2 ** 40, 2 ** 32 - 1]) {
      try { scratch(bytes); } catch ({ name, message }) { refused.push(name + ': ' + message); }
    }
    const points = [...world.findPath(0.5, 0.5, 15.5, 3.5)];
    tell({ refused, points });
  `);
  assert.deepEqual(answers.refused, Array(4).fill('RangeError: taut: out of memory'));
  assert.deepEqual(answers.points, [0.5, 0.5, 15.5, 3.5]);
});
