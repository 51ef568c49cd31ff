// The package as it is published, in Chromium: a page and a worker import it from a server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { launch } from './browser.js';

const kPackage = new URL('../../build/js/', import.meta.url);
const kTypes = { js: 'text/javascript', wasm: 'application/wasm' };

const server = createServer((request, response) => {
  const name = request.url.slice(1);
  const type = kTypes[name.split('.').at(-1)];
  response.setHeader('content-type', type ?? 'text/html');
  response.end(type ? readFileSync(new URL(name, kPackage)) : '<!doctype html><title>taut</title>');
});

test('the package in a browser and in its workers', async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    const wanted = [0.5, 0.5, 7.5, 3.5];
    const find = `const { World } = await import('${address}taut.js');
      const points = [...new World(8, 8).findPath(${wanted})];`;
    assert.deepEqual(await page.evaluate(`(async () => { ${find} return points; })()`), wanted);
    const answer = await page.evaluate((text) => new Promise((resolve, reject) => {
      const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const worker = new Worker(url, { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    }), `${find} postMessage(points);`);
    assert.deepEqual(answer, wanted);
  } finally {
    await browser.close();
    server.close();
  }
});
