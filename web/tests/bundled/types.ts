// What a user's program says of the types; tsc --strict compiles it.

import {
  Crowd, Field, Follower, FoundPath, init, initSync, Reason, unitStates, version, World,
} from 'taut';

const kWords: Record<Reason, string | null> = {
  none: null, start_blocked: 'start', goal_blocked: 'goal', start_too_near: 'start',
  goal_too_near: 'goal', not_connected: 'apart', too_narrow: 'narrow', limit: 'limit',
  not_prepared: null, bad_options: null, goal_too_far: 'far', stale: 'stale', broken: 'memory',
};

export async function use(bytes: Uint8Array): Promise<string | null> {
  await init();
  await init(bytes);
  initSync(bytes);
  const world: World = new World(8, 8, [[1, 0], [0, 1]].flat());
  const path: FoundPath = world.find(0.5, 0.5, 7.5, 7.5, { method: 'optimal', radius: 0.25 });
  const field: Field = world.field([{ x: 1.5, y: 1.5 }]);
  const crowd: Crowd = world.crowd({ goal: 'exact' });
  const isIdle = unitStates[crowd.states()[0]] === 'idle';
  const follower = new Follower(world, { radius: 0.25 });
  follower.search(0.5, 0.5, 7.5, 7.5, { method: 'optimal' });
  // @ts-expect-error: the agent is that of the follower
  follower.search(0.5, 0.5, 7.5, 7.5, { radius: 0.5 });
  world[Symbol.dispose]();
  // @ts-expect-error: an unknown option
  world.find(0.5, 0.5, 1.5, 1.5, { methd: 'optimal' });
  // @ts-expect-error: an unknown reason
  if (path.reason === 'goal_blokced') return null;
  return isIdle ? kWords[path.reason] : `${version} ${field.distance(0.5, 0.5)}`;
}
