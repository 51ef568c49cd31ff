// taut: shortest paths through tile maps. The package's public names; taut.d.ts documents them.

export { World } from './world.js';
export { Field } from './field.js';
export { Crowd, unitStates } from './crowd.js';
export { version, memoryBytes } from './engine.js';
