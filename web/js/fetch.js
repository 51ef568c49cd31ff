// taut/fetch: the names of taut.js without the bytes of taut.wasm, which init() fetches. Bundlers
// that follow the address below publish the file.

import { makeInit } from './init.js';

export { World } from './world.js';
export { Field } from './field.js';
export { Crowd, unitStates } from './crowd.js';
export { FindQueue, Follower, Group } from './walk.js';
export { version, memoryBytes } from './engine.js';
export { initSync } from './init.js';
export const init = makeInit(() => new URL('./taut.wasm', import.meta.url));
