// The package as it is published, in Chromium: a page and a worker import it from a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.js';
import { withServer } from './server.js';

const kPackage = fileURLToPath(new URL('../../build/js/', import.meta.url));

// The points that a page and a worker of it find.
async function findInBoth(address, entry) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    const find = `const { init, World } = await import('${address}${entry}');
      await init();
      const points = [...new World(8, 8).findPath(0.5, 0.5, 7.5, 3.5)];`;
    const here = await page.evaluate(`(async () => { ${find} return points; })()`);
    const there = await page.evaluate((text) => new Promise((resolve, reject) => {
      const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const worker = new Worker(url, { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    }), `${find} postMessage(points);`);
    return [here, there];
  } finally {
    await browser.close();
  }
}

for (const entry of ['taut.js', 'fetch.js']) {
  test(`${entry} in a browser and in its workers`, () =>
    withServer(kPackage, async (address) => {
      const wanted = [0.5, 0.5, 7.5, 3.5];
      assert.deepEqual(await findInBoth(address, entry), [wanted, wanted]);
    }));
}
