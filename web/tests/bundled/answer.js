// What every bundle must answer: the path around a wall, and its reason where there is none.

import { init, World } from 'taut';

export async function answer() {
  await init();
  const world = new World(8, 8);
  world.set(3, 0, 4, 7, false);
  const points = [...world.findPath(0.5, 0.5, 7.5, 0.5)];
  world.set(3, 7, 4, 8, false);
  const { reason } = world.find(0.5, 0.5, 7.5, 0.5);
  world.free();
  return { points, reason };
}
