// A worker that holds a World and answers the calls of async_world.js.

import { init, World } from 'taut';

let world = null;

const kCalls = {
  open(width, height, tiles) {
    world = new World(width, height, tiles);
  },
  read(text) {
    world = World.read(text);
  },
  set: (...sides) => world.set(...sides),
  find: (...query) => world.find(...query),
};

self.onmessage = async ({ data: { id, name, values } }) => {
  try {
    await init();
    const answer = kCalls[name](...values);
    // The points move to the page: they are not copied.
    self.postMessage({ id, answer }, answer?.points ? [answer.points.buffer] : []);
  } catch (error) {
    self.postMessage({ id, error });
  }
};
