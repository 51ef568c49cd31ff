// The package in a worker of node.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { builtPackage, World } from './support.js';

test('a worker has a library of its own', async () => {
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(builtPackage)}).then(({ World }) => {
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
