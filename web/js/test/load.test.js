// How the package is loaded, by fresh copies of it, and what users read of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { builtPackage, unitStates, version, World } from './support.js';

const require = createRequire(import.meta.url);
const place = (name) => fileURLToPath(new URL(name, builtPackage));
const bytes = readFileSync(place('taut.wasm'));
const types = readFileSync(place('taut.d.ts'), 'utf8').replace(/\/\*\*.*?\*\//gs, '');
const kPath = [0.5, 0.5, 7.5, 3.5];

// The package as require() gives it, not loaded yet.
function requireAgain() {
  const file = place('taut.cjs');
  delete require.cache[file];
  return require(file);
}

const findBy = (taut) => [...new taut.World(8, 8).findPath(...kPath)];

test('before init() every call says so', async () => {
  const taut = requireAgain();
  const wanted = { message: 'taut: the library is not loaded: `await init()` comes first' };
  for (const call of [() => new taut.World(8, 8), () => new taut.World(2, 1, [1, 0]),
    () => taut.World.read('..'), () => taut.memoryBytes()]) {
    assert.throws(call, wanted);
  }
  await taut.init();
  assert.deepEqual(findBy(taut), kPath);
  assert.ok(taut.memoryBytes() > 0);
});

test('init() by its own bytes, by given ones, by a module, by an answer', async () => {
  const module = await WebAssembly.compile(bytes);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  for (const source of [undefined, bytes, buffer, module, new Response(bytes),
    Promise.resolve(bytes), `data:application/wasm;base64,${bytes.toString('base64')}`]) {
    const taut = requireAgain();
    await taut.init(source);
    assert.deepEqual(findBy(taut), kPath);
  }
});

test('init() loads once, and again after a failure', async () => {
  const taut = requireAgain();
  const world = [taut.init(), taut.init()];
  assert.equal(world[0], world[1]);
  await world[0];
  const kept = new taut.World(8, 8);
  await taut.init();
  taut.initSync(bytes);
  assert.deepEqual([...kept.findPath(...kPath)], kPath);

  const broken = requireAgain();
  await assert.rejects(broken.init(new Uint8Array(8)), WebAssembly.CompileError);
  await assert.rejects(broken.init(7), { name: 'TypeError', message:
    'taut: init: 7 is not a WebAssembly.Module, its bytes, a Response or an address' });
  await assert.rejects(broken.init(new Response('', { status: 404, statusText: 'Not Found' })),
    /^Error: taut: .*404 Not Found$/);
  assert.throws(() => broken.initSync(), { name: 'TypeError',
    message: 'taut: initSync: undefined is not a WebAssembly.Module or its bytes' });
  await broken.init();
  assert.deepEqual(findBy(broken), kPath);
});

test('initSync() by bytes and by a module, while init() is under way', async () => {
  for (const source of [bytes, new WebAssembly.Module(bytes)]) {
    const taut = requireAgain();
    const loading = taut.init();
    taut.initSync(source);
    const world = new taut.World(8, 8);
    await loading;
    assert.deepEqual([...world.findPath(...kPath)], kPath);
  }
});

test('require() and import have the same names', async () => {
  const names = Object.keys(await import(builtPackage)).sort();
  assert.deepEqual(Object.keys(requireAgain()).sort(), names);
  const byFetch = new URL('fetch.js', builtPackage).href;
  assert.deepEqual(Object.keys(await import(byFetch)).sort(), names);
  for (const name of names) {
    assert.match(types, new RegExp(`export (const|function|class) ${name}\\b`));
  }
});

test('words of the types and of the package are those of the library', async () => {
  const { c, readText } = await import(new URL('engine.js', builtPackage));
  const wordsOf = (name) => {
    const text = new RegExp(`export type ${name} =([^;]*);`).exec(types)[1];
    return [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word).sort();
  };
  const texts = (call, count) => [...new Set(Array.from({ length: count }, (_, i) =>
    readText(call(i) >>> 0)))].filter((text) => !text.startsWith('unknown'));
  assert.deepEqual(wordsOf('Reason'), texts(c.taut_reason_text, 40).sort());
  assert.deepEqual([...unitStates], texts(c.taut_unit_state_text, 40));
  assert.deepEqual(wordsOf('UnitState'), [...unitStates].sort());
  assert.equal(readText(c.taut_version()), version);
});

test('console.log() and JSON.stringify() show what is inside', () => {
  const world = World.read('....\n.@@.\n');
  world.link(0.5, 0.5, 3.5, 0.5);
  assert.equal(inspect(world),
    'World { width: 4, height: 2, floorCount: 1, linkCount: 1, revision: 1 }');
  assert.deepEqual(JSON.parse(JSON.stringify({ world })).world,
    { width: 4, height: 2, floorCount: 1, linkCount: 1, revision: 1 });
  const field = world.field([{ x: 0.5, y: 0.5 }]);
  assert.match(inspect(field), /^Field \{\s+isCurrent: true,\s+lastUpdate: \{ isOk: true/);
  const crowd = world.crowd();
  crowd.add(0.5, 1.5, { radius: 0.25 });
  assert.equal(inspect(crowd), 'Crowd { size: 1, searchesWaiting: 0 }');
  for (const each of [field, crowd]) each.free();
  assert.equal(inspect({ field, crowd }),
    '{ field: Field { isFreed: true }, crowd: Crowd { isFreed: true } }');
  world.free();
  assert.equal(inspect(world), 'World { isFreed: true }');
});
