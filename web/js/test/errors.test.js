// Mistakes are TypeErrors and RangeErrors, in the words of the C++ library.

import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from './support.js';

function rejects(name, message, call) {
  assert.throws(call, { name, message });
}

test('mistakes of the caller', () => {
  rejects('RangeError', 'taut: Grid: width 20000 is not within 1 to 16384', () =>
    new World(20000, 1));
  rejects('RangeError', 'taut: Grid: height 0 is not within 1 to 16384', () => new World(3, 0));
  rejects('RangeError', 'taut: Grid: height 0 is not within 1 to 16384', () => new World(3, 0, []));
  rejects('TypeError', 'taut: Grid: width "3" is not a number', () => new World('3', 3));
  rejects('RangeError', 'taut: Grid: width 2.5 is not an integer of 32 bits', () =>
    new World(2.5, 3));
  rejects('RangeError', 'taut: Grid::from_bytes: bytes 5 is not within 6 to 6', () =>
    new World(2, 3, [1, 1, 1, 1, 1]));
  rejects('TypeError', 'taut: World: tiles an object is not an array', () => new World(2, 3, {}));
  rejects('RangeError', /^taut: my map:2/, () => World.read('..\n...\n', 'my map'));
  rejects('TypeError', 'taut: World.read: text 5 is not a string', () => World.read(5));

  const world = new World(5, 5);
  rejects('TypeError', 'taut: coordinate undefined is not a number', () => world.findPath(1, 2, 3));
  rejects('TypeError', /method "over_cells" is none of best, optimal, fast$/, () =>
    world.findPath(1, 1, 2, 2, { method: 'over_cells' }));
  rejects('TypeError', /goal "near" is none of/, () => world.find(1, 1, 2, 2, { goal: 'near' }));
  rejects('TypeError', /shape "hexagon"/, () => world.find(1, 1, 2, 2, { shape: 'hexagon' }));
  rejects('TypeError', 'taut: radius "1" is not a number', () =>
    world.find(1, 1, 2, 2, { radius: '1' }));
  rejects('RangeError', 'taut: World::prepare: radius -1 is not within 0 to 32', () =>
    world.prepare({ radius: -1 }));
  rejects('RangeError', /no square agent has the radius 0/, () =>
    world.prepare({ shape: 'square' }));
  rejects('RangeError', 'taut: Ground::set: factor 300 is not within 0.125 to 255', () =>
    world.setGround(1, { 3: 300 }));
  rejects('RangeError', /NaN is not an integer/, () => world.set(NaN, 0, 1, 1, true));
  rejects('RangeError', /3 numbers are no multiple of 4/, () => world.setRects([1, 2, 3], true));
  rejects('TypeError', /5 is not an array/, () => world.findAll(5));
  rejects('RangeError', /radius -1 is not within/, () =>
    world.field([{ x: 1, y: 1 }], { radius: -1 }));
  rejects('RangeError', /^taut: /, () => world.field([{ x: 1, y: 1, cost: -1 }]));
  rejects('TypeError', 'taut: x undefined is not a number', () => world.field([{ y: 1 }]));
  for (const query of ['find', 'findPath']) {
    for (const [words, options] of [
      ['World::prepare: radius -1 is not within 0 to 32', { radius: -1 }],
      ['World::prepare: radius NaN is not within 0 to 32', { radius: NaN }],
      ['World::prepare: no square agent has the radius 0', { shape: 'square' }],
      ['maxGoalDistance -1 is not within 0 to Infinity', { maxGoalDistance: -1 }],
      ['lengthLimit NaN is not within 0 to Infinity', { lengthLimit: NaN }],
      ['expansionLimit -1 is not within 0 to Infinity', { expansionLimit: -1 }],
      ['budget NaN is not within 0 to Infinity', { budget: NaN }],
      ['deviation 1e-7 is not within 0.000001 to Infinity', { radius: 0.4, deviation: 1e-7 }],
    ]) {
      const message = new RegExp(`^taut: ${words}$`, 'i');
      rejects('RangeError', message, () => world[query](1, 1, 2, 2, options));
      rejects('RangeError', message, () => world.findAll([1, 1, 2, 2], options));
    }
  }
  rejects('RangeError', /radius -1/, () => world.hasRoom(1, 1, { radius: -1 }));
  rejects('TypeError', /undefined is not a number/, () => world.isReachable(1, 1, 2));
  rejects('TypeError', /bytes are no Uint8Array/, () => World.readSave([1, 2]));
  rejects('RangeError', /taut: game: byte 0: this is no save of taut/, () =>
    World.readSave(new Uint8Array(40), 'game'));
  rejects('RangeError', /radius -1/, () => world.areWalkableTurns(new Float64Array(7), -1));
  rejects('RangeError', /x -0.5 is not an integer/, () => world.isWalkable(-0.5, 0));
  rejects('TypeError', 'taut: x "a" is not a number', () => world.hasRoom('a', 1));
  rejects('TypeError', /undefined is not a number/, () => world.raycast(1, 1, 2));
  rejects('TypeError', /undefined is not a number/, () => world.nearestWalkable(1));
  rejects('TypeError', /x "a" is not a number/, () => world.visibleTiles('a', 1, 2));
  rejects('RangeError', /visibleTiles: radius -1 is not within 0/, () =>
    world.visibleTiles(1, 1, -1));
  rejects('RangeError', /visibilityPolygon: radius NaN is not within 0/, () =>
    world.visibilityPolygon(1, 1, NaN));
  rejects('TypeError', /undefined is not a number/, () => world.nearestPlace(1, 1, 1));
  const message = 'taut: World.nearestPlace: maxDistance -1 is not within 0 to Infinity';
  rejects('RangeError', message, () =>
    world.nearestPlace(1, 1, 2, 2, { maxDistance: -1 }));
  const field = world.field([{ x: 1, y: 1 }]);
  for (const query of ['distance', 'reason', 'nextCorner', 'nearestGoal', 'find', 'findPath']) {
    rejects('TypeError', 'taut: y undefined is not a number', () => field[query](1));
  }
  field.free();
  world.free();
});

test('a freed world answers nothing', () => {
  const world = new World(5, 5);
  const field = world.field([{ x: 1, y: 1 }]);
  world.free();
  world.free();
  assert.equal(world.isFreed, true);
  rejects('TypeError', 'taut: the world was freed', () => world.findPath(1, 1, 2, 2));
  rejects('TypeError', 'taut: the world was freed', () => world.width);
  rejects('TypeError', 'taut: the world was freed', () => world.set(0, 0, 1, 1, true));
  rejects('TypeError', 'taut: the world was freed', () => field.distance(1, 1));
  field.free();
  rejects('TypeError', 'taut: the field was freed', () => field.distance(1, 1));
});

// Whatever is not what taut.d.ts says is refused, with the argument and its value.
test('nothing that is no tile is a tile', () => {
  for (const [tiles, words] of [
    [['.', '@', '.', '.'], 'tile 0 is ".", not a number or a boolean'],
    [[1, 0, 1, undefined], 'tile 3 is undefined, not a number or a boolean'],
    [[1, 0, null, 1], 'tile 2 is null, not a number or a boolean'],
    [[1, NaN, 0, 1], 'tile 1 is NaN, not a number or a boolean'],
    [[1, [1, 1], 1, 1], 'tile 1 is an array, not a number or a boolean'],
    [new BigInt64Array(4), 'tile 0 is 0, not a number or a boolean'],
    ['.@..', 'tiles ".@.." is a text: World.read\\(text\\) reads drawings and maps'],
    ['.'.repeat(30), 'tiles "\\.{20}\\.\\.\\." is a text: World.read\\(text\\) .*'],
    [['.@', '..'], 'tiles has a text as its row 0, ".@": World.read\\(rows.join.* reads it'],
    [[[1, 0], [1, 1]], 'tiles is an array of rows: pass one array, row by row, as rows.flat\\(\\)'],
    [[new Uint8Array(2), new Uint8Array(2)], 'tiles is an array of rows: .*'],
    [['1', '0', '0', '1'], 'tile 0 is "1", not a number or a boolean'],
    [null, 'tiles null is not an array'],
    [7, 'tiles 7 is not an array'],
    [{ worldPointer: 4096 }, 'tiles an object is not an array'],
  ]) {
    rejects('TypeError', new RegExp(`^taut: World: ${words}$`), () => new World(2, 2, tiles));
  }
  for (const tiles of [[1, 0, true, false], new Float64Array(4), new Uint8ClampedArray(4)]) {
    new World(2, 2, tiles).free();
  }
});

test('a text that is no map is no world', () => {
  rejects('RangeError', /^taut: map:1:1: .*`h`/, () => World.read('hello'));
  rejects('RangeError', /^taut: level:2:2: .*`x`/, () => World.read('@@@\n@x@\n', 'level'));
  rejects('TypeError', 'taut: World.read: name 5 is not a string', () => World.read('..', 5));
  for (const drawing of ['@@@\n###\n', '.hello.', 'type octile\nheight 1\nwidth 1\nmap\nx\n']) {
    World.read(drawing).free();
  }
});

test('no option has another name', () => {
  const world = new World(5, 5);
  const field = world.field([{ x: 1, y: 1 }]);
  const radiusWords = 'no option is called "raduis": is radius meant\\?';
  for (const [words, call] of [
    [`options: ${radiusWords}`, () => world.find(1, 1, 2, 2, { raduis: 0.4 })],
    [`options: ${radiusWords}`, () => world.findPath(1, 1, 2, 2, { raduis: 0.4 })],
    [`options: ${radiusWords}`, () => world.findAll([1, 1, 2, 2], { raduis: 0.4 })],
    [`options: ${radiusWords}`, () => world.field([{ x: 1, y: 1 }], { raduis: 0.4 })],
    [`options: ${radiusWords}`, () => world.nearestPlace(1, 1, 2, 2, { raduis: 0.4 })],
    [`agent: ${radiusWords}`, () => world.prepare({ raduis: 0.4 })],
    [`agent: ${radiusWords}`, () => world.hasRoom(1, 1, { raduis: 0.4 })],
    [`agent: ${radiusWords}`, () => world.isWalkablePath([1, 1], { raduis: 0.4 })],
    ['.*"maxgoaldistance": is maxGoalDistance meant\\?',
      () => world.find(1, 1, 2, 2, { maxgoaldistance: 3 })],
    ['.*"speed": there are radius, shape, ground, .*', () => world.find(1, 1, 2, 2, { speed: 3 })],
    ['.*"pull": there are .*', () => world.find(1, 1, 2, 2, { pull: 'funnel' })],
    ['agent: .*"method": there are radius, shape, ground', () =>
      world.hasRoom(1, 1, { method: 'best' })],
    ['options 0.4 is not an object of options', () => world.find(1, 1, 2, 2, 0.4)],
    ['options an object is not an object of options', () =>
      world.findPath(1, 1, 2, 2, new Float32Array(8))],
    ['agent 0.4 is not an object of options', () => world.hasRoom(1, 1, 0.4)],
    ['agent null is not an object of options', () => world.isWalkablePath([1, 1], null)],
    ['agent undefined is not an object of options', () => world.prepare()],
    ['options 3 is not an object of options', () => world.nearestPlace(1, 1, 2, 2, 3)],
    ['options 0.4 is not an object of options', () => world.field([{ x: 1, y: 1 }], 0.4)],
  ]) {
    rejects('TypeError', new RegExp(`^taut: ${words}$`), call);
  }
  const all = { radius: 0.3, shape: 'disc', ground: 0, method: 'best', goal: 'exact',
    maxGoalDistance: 2, start: 'nearest', lengthLimit: 9, expansionLimit: 1000, budget: 500,
    deviation: 0.1 };
  assert.ok(world.find(1, 1, 2, 2, all).isOk);
  field.free();
  world.free();
});

test('grounds that were not set', () => {
  const world = new World(5, 5);
  const message = 'taut: World::prepare: no ground has the number 4';
  const { turns } = world.find(1, 1, 2, 2, { radius: 0.4 });
  rejects('RangeError', message, () => world.areWalkableTurns(turns, 0.4, 4));
  for (const shape of [{}, { radius: 0.4 }, { radius: 0.4, shape: 'square' }]) {
    const agent = { ...shape, ground: 4 };
    for (const call of [
      () => world.prepare(agent),
      () => world.find(1, 1, 2, 2, agent),
      () => world.findPath(1, 1, 2, 2, agent),
      () => world.findAll([1, 1, 2, 2], agent),
      () => world.field([{ x: 1, y: 1 }], agent),
      () => world.hasRoom(1, 1, agent),
      () => world.isWalkablePath([1, 1, 2, 2], agent),
      () => world.nearestPlace(1, 1, 2, 2, agent),
      () => world.mesh(agent),
    ]) {
      rejects('RangeError', message, call);
    }
    assert.equal(world.hasIndex(agent), false);
  }
  world.setGround(4, {});
  assert.ok(world.find(1, 1, 2, 2, { ground: 4 }).isOk);
  world.free();
});

test('classes that are none', () => {
  const world = new World(5, 5);
  for (const [name, words, call] of [
    ['RangeError', 'World::set_class: class 256 is not within 0 to 255', () =>
      world.setClass(0, 0, 1, 1, 256)],
    ['RangeError', 'World::set_class: class 0.5 is not an integer of 32 bits', () =>
      world.setClass(0, 0, 1, 1, 0.5)],
    ['TypeError', 'World::set_class: class undefined is not a number', () =>
      world.setClass(0, 0, 1, 1)],
    ['TypeError', 'World.classAt: y undefined is not a number', () => world.classAt(1)],
  ]) {
    rejects(name, `taut: ${words}`, call);
  }
  assert.equal(world.revision, 0);
  world.free();
  rejects('TypeError', 'taut: the world was freed', () => world.classAt(1, 1));
});

test('grounds that are none', () => {
  const world = new World(5, 5);
  for (const [name, words, call] of [
    ['RangeError', 'ground 256 is not within 0 to 255', () =>
      world.hasRoom(1, 1, { ground: 256 })],
    ['RangeError', 'ground -1 is not within 0 to 255', () =>
      world.find(1, 1, 2, 2, { ground: -1 })],
    ['RangeError', 'ground 1.5 is not an integer', () => world.prepare({ ground: 1.5 })],
    ['TypeError', 'ground "1" is not a number', () => world.find(1, 1, 2, 2, { ground: '1' })],
    ['TypeError', 'ground "1" is not a number', () =>
      world.areWalkableTurns(new Float64Array(7), 0.5, '1')],
    ['RangeError', 'World::set_ground: number 0 is not within 1 to 255', () =>
      world.setGround(0, {})],
    ['RangeError', 'World::set_ground: number 256 is not within 1 to 255', () =>
      world.setGround(256, {})],
    ['TypeError', 'World::set_ground: number "1" is not a number', () =>
      world.setGround('1', {})],
  ]) {
    rejects(name, `taut: ${words}`, call);
  }
  assert.equal(world.revision, 0);
  world.free();
  rejects('TypeError', 'taut: the world was freed', () => world.setGround(1, {}));
});

test('factors that are none', () => {
  const kNoTable = 'is not an object or a Map from classes to factors';
  const world = new World(5, 5);
  for (const [name, words, factors] of [
    ['TypeError', `factors undefined ${kNoTable}`, undefined],
    ['TypeError', `factors null ${kNoTable}`, null],
    ['TypeError', `factors an array ${kNoTable}`, [1, 2]],
    ['TypeError', `factors an object ${kNoTable}`, new Set([1])],
    ['TypeError', 'class "swamp" is not a number', { swamp: 2 }],
    ['TypeError', 'class "03" is not a number', { '03': 2 }],
    ['TypeError', 'class "3" is not a number', new Map([['3', 2]])],
    ['RangeError', 'class 256 is not within 0 to 255', { 256: 2 }],
    ['RangeError', 'class 1.5 is not an integer', { 1.5: 2 }],
    ['RangeError', 'class NaN is not within 0 to 255', new Map([[NaN, 2]])],
  ]) {
    rejects(name, `taut: World.setGround: ${words}`, () => world.setGround(1, factors));
  }
  for (const factor of [0, 256, 1e39, -Infinity, NaN]) {
    rejects('RangeError', `taut: Ground::set: factor ${factor} is not within 0.125 to 255`, () =>
      world.setGround(1, { 3: factor }));
  }
  rejects('TypeError', 'taut: Ground::set: factor "2" is not a number', () =>
    world.setGround(1, { 3: '2' }));
  assert.equal(world.revision, 0);
  rejects('RangeError', /no ground has the number 1$/, () => world.prepare({ ground: 1 }));
  world.free();
});

test('arguments that are missing or of another type', () => {
  const world = new World(5, 5);
  for (const [name, words, call] of [
    ['TypeError', 'World.set: walkable undefined is not a boolean', () => world.set(0, 0, 5, 5)],
    ['TypeError', 'World.set: walkable "no" is not a boolean', () => world.setTile(0, 0, 'no')],
    ['TypeError', 'World.setRects: walkable 0 is not a boolean', () =>
      world.setRects([0, 0, 1, 1], 0)],
    ['TypeError', 'World.setRects[1] "0" is not a number', () =>
      world.setRects([0, '0', 5, 5], false)],
    ['RangeError', 'World.setRects[0] NaN is not an integer of 32 bits', () =>
      world.setRects([NaN, 0, 5, 5], false)],
    ['RangeError', 'World.setRects[3] 2.5 is not an integer of 32 bits', () =>
      world.setRects(new Float32Array([0, 0, 5, 2.5]), false)],
    ['TypeError', 'World.findAll[2] undefined is not a number', () =>
      world.findAll([1, 1, undefined, 2])],
    ['TypeError', 'World.findAll "1122" is not an array', () => world.findAll('1122')],
    ['TypeError', 'World.isWalkablePath[3] null is not a number', () =>
      world.isWalkablePath([1, 1, 2, null])],
    ['TypeError', 'World.areWalkableTurns: the turns are no Float64Array', () =>
      world.areWalkableTurns([1, 1, 1, 1, 1, 1, 0], 0.5)],
    ['TypeError', 'out is not a Float32Array', () => world.findPath(1, 1, 2, 2, {}, [])],
    ['TypeError', 'out is not a Float32Array', () => world.findPath(1, 1, 9, 9, {}, null)],
    ['TypeError', 'out is not a Uint8Array', () => world.tiles(null)],
    ['RangeError', 'World.changesSince: revision 0.5 is not an integer', () =>
      world.changesSince(0.5)],
    ['RangeError', 'expansionLimit 1.5 is not an integer', () =>
      world.find(1, 1, 2, 2, { expansionLimit: 1.5 })],
    ['RangeError', 'budget 1.5 is not an integer', () => world.find(1, 1, 2, 2, { budget: 1.5 })],
    ['TypeError', 'agent "best" is not an object of options', () => world.prepare('best')],
    ['RangeError', 'radius of a point 0.4 is not within 0 to 0', () =>
      world.find(1, 1, 2, 2, { shape: 'point', radius: 0.4 })],
    ['RangeError', 'coordinate NaN is not within -32768 to 32768', () =>
      world.raycast(1, 1, NaN, 2)],
    ['RangeError', 'coordinate Infinity is not within -32768 to 32768', () =>
      world.nearestWalkable(1, Infinity)],
    ['RangeError', 'coordinate NaN is not within -32768 to 32768', () =>
      world.nearestPlace(1, 1, NaN, 2)],
    ['TypeError', 'a goal is undefined, not {x, y}', () => world.field(new Array(2))],
    ['TypeError', 'a goal is null, not {x, y}', () => world.field([null])],
    ['RangeError', 'deviation 0 is not within 0.000001 to Infinity', () =>
      world.field([{ x: 1, y: 1 }], { radius: 0.4, deviation: 0 })],
  ]) {
    rejects(name, `taut: ${words}`, call);
  }
  assert.equal(world.revision, 0);
  world.free();
});
