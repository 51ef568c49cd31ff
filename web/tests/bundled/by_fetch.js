// A page that fetches taut.wasm.

import { init, World } from 'taut/fetch';

init().then(() => {
  const world = new World(8, 8);
  world.set(3, 0, 4, 7, false);
  return { points: [...world.findPath(0.5, 0.5, 7.5, 0.5)] };
}).catch(String).then((found) => (window.answer = found));
