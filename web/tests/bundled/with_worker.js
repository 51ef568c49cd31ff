// A page that finds the path in a worker, too.

import { answer } from './answer.js';
import { AsyncWorld } from './async_world.js';

async function answerBoth() {
  const found = await answer();
  const worker = new Worker(new URL('./path_worker.js', import.meta.url), { type: 'module' });
  const world = new AsyncWorld(worker);
  world.open(8, 8);
  world.set(3, 0, 4, 7, false);
  const { points } = await world.findAsync(0.5, 0.5, 7.5, 0.5);
  const refused = await world.findAsync(0.5, 0.5, 7.5, 0.5, { methd: 'fast' })
    .catch(({ message }) => message);
  world.close();
  return { ...found, asyncPoints: [...points], refused };
}

answerBoth().catch(String).then((found) => (window.answer = found));
