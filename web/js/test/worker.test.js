// The package in a worker of node.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { builtPackage, World } from './support.js';

test('the library stops when memory runs out', async () => {
  // All memory that there may be is taken from outside: the next request of the library fails.
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads');
    (async () => {
      const { init, World } = await import(${JSON.stringify(builtPackage)});
      await init();
      const { c } = await import(${JSON.stringify(new URL('engine.js', builtPackage).href)});
      const kept = new World(8, 8);
      const { memory } = c;
      memory.grow(65535 - memory.buffer.byteLength / 65536);  // pages of 64 KiB
      const answers = [];
      const note = (call) => {
        try {
          call();
          answers.push('done');
        } catch ({ name, message }) {
          answers.push(name + ': ' + message);
        }
      };
      note(() => kept.findPath(0.5, 0.5, 7.5, 7.5));
      note(() => new World(4000, 4000, new Uint8Array(16e6)));
      note(() => new World(4000, 4000));
      note(() => kept.findPath(0.5, 0.5, 7.5, 7.5));
      note(() => kept.free());
      parentPort.postMessage(answers);
    })();`, { eval: true });
  const answers = await new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
  const stopped = 'RangeError: taut: out of memory: the library has stopped, ' +
    'and all its worlds with it';
  assert.deepEqual(answers, ['done', 'RangeError: taut: out of memory', stopped, stopped, 'done']);
});

test('a worker has a library of its own', async () => {
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(builtPackage)}).then(async ({ init, World }) => {
      await init();
      const world = new World(8, 8);
      world.set(3, 0, 4, 7, false);
      parentPort.postMessage(world.findPath(0.5, 0.5, 7.5, 0.5));
    });`, { eval: true });
  const points = await new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
  const world = new World(8, 8);
  world.set(3, 0, 4, 7, false);
  assert.ok(points instanceof Float32Array);
  assert.deepEqual(points, world.findPath(0.5, 0.5, 7.5, 0.5));
  world.free();
});
