// taut: shortest paths through tile maps. The package's public names; taut.d.ts documents them.

import { makeInit } from './init.js';
import { readInlineWasm } from './inline_wasm.js';

export { World } from './world.js';
export { Field } from './field.js';
export { Crowd, unitStates } from './crowd.js';
export { FindQueue, Follower, Group } from './walk.js';
export { version, memoryBytes } from './engine.js';
export { initSync } from './init.js';
export const init = makeInit(readInlineWasm);
