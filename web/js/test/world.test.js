// Worlds, edits, questions and queries.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  builtPackage, clearanceOf, lengthOf, makeRandom, randomTiles, readMapText, readOptima, version,
  World,
} from './support.js';

const kCross = '.@...\n.@.@.\n...@.\n';

test('the version is that of package.json', async () => {
  const { default: text } = await import('node:fs').then((fs) => ({
    default: fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  }));
  assert.equal(JSON.parse(text).version, version);
});

test('the first path', () => {
  const world = new World(5, 3, [1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1]);
  const path = world.findPath(0.5, 0.5, 4.5, 2.5);
  assert.ok(path instanceof Float32Array);
  assert.deepEqual([...path.slice(0, 2)], [0.5, 0.5]);
  assert.deepEqual([...path.slice(-2)], [4.5, 2.5]);
  assert.ok(lengthOf(path) <= 6.577);
  assert.deepEqual([...World.read(kCross).findPath(0.5, 0.5, 4.5, 2.5)], [...path]);
  assert.equal(world.isWalkablePath(path), true);
  world.set(2, 0, 3, 1, false);
  assert.equal(world.isWalkablePath(path), false);
  assert.equal(world.findPath(0.5, 0.5, 4.5, 2.5).length, 0);
  world.free();
});

for (const name of ['arena', 'dungeon', 'caves']) {
  test(`optimal paths are as short as those of the visibility graph: ${name}`, () => {
    const world = World.read(readMapText(name), name);
    for (const { sx, sy, gx, gy, anyAngle } of readOptima(name)) {
      const found = world.find(sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5, { method: 'optimal' });
      assert.ok(found.isOk);
      assert.equal(found.method, 'optimal');
      assert.ok(Math.abs(found.length - anyAngle) < 1e-5 * (1 + anyAngle));
      assert.ok(Math.abs(lengthOf(found.points) - found.length) < 1e-3);
      for (const method of ['best', 'fast']) {
        const other = world.find(sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5, { method });
        assert.ok(other.isOk);
        assert.ok(other.length > anyAngle - 1e-4);
        assert.ok(other.length < 1.3 * anyAngle + 1);
        assert.ok(world.isWalkablePath(other.points));
      }
    }
    world.free();
  });
}

test('discs and squares keep their distance from walls', () => {
  const random = makeRandom(7);
  let found = 0;
  for (let turn = 0; turn < 60; ++turn) {
    const tiles = randomTiles(16, 12, 0.15, random);
    const world = new World(16, 12, tiles);
    for (const radius of [0.3, 0.45, 0.9]) {
      const at = Array.from({ length: 4 }, (_, i) => (i % 2 ? 12 : 16) * random());
      const path = world.find(...at, { radius, goal: 'nearest' });
      if (!path.isOk) continue;
      ++found;
      assert.ok(clearanceOf(16, 12, tiles, path.points) > radius - 1 / 64);
      assert.ok(world.areWalkableTurns(path.turns, radius));
      assert.ok(world.hasRoom(at[0], at[1], { radius }));
    }
    const square = world.find(1 + random(), 1 + random(), 12.5, 9.5,
      { radius: 0.75, shape: 'square' });
    if (square.isOk) {
      assert.equal(square.turns, null);
      assert.ok(clearanceOf(16, 12, tiles, square.points) > 0.75 - 1e-3);
      assert.ok(world.isWalkablePath(square.points, { radius: 0.75, shape: 'square' }));
    }
    world.free();
  }
  assert.ok(found > 40, `${found} paths`);
});

test('a second large disc is searched for on a mesh of its own', () => {
  const world = World.read(readMapText('caves'));
  const { sx, sy, gx, gy } = readOptima('caves').at(-1);
  const at = [sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5];
  const countExpanded = (radius) => world.find(...at, { radius, goal: 'nearest' }).expanded;
  countExpanded(0.9);
  const expanded = countExpanded(0.7);
  world.findAll(at, { radius: 0.6 });
  world.find(...at, { radius: 0.55, budget: 0 });
  const field = world.field([{ x: at[2], y: at[3] }], { radius: 1.1 });
  assert.notEqual(field.lastUpdate.reason, 'not_prepared');
  field.free();
  const fresh = World.read(readMapText('caves'));
  assert.equal(expanded, fresh.find(...at, { radius: 0.7, goal: 'nearest' }).expanded);
  fresh.free();
  world.free();
});

test('questions prepare squares and large discs', () => {
  const world = new World(12, 12);
  const squareOf = (radius) => ({ radius, shape: 'square' });
  assert.equal(world.hasRoom(5.5, 5.5, { radius: 0.9 }), true);
  assert.equal(world.hasRoom(5.5, 5.5, squareOf(0.75)), true);
  assert.equal(world.hasRoom(NaN, 5.5, squareOf(0.75)), false);
  assert.deepEqual(world.nearestPlace(5.5, 5.5, 6.5, 5.5, squareOf(0.6)), { x: 6.5, y: 5.5 });
  assert.deepEqual(world.nearestPlace(5.5, 5.5, 6.5, 0, { radius: 0.75 }), { x: 6.5, y: 0.75 });
  assert.equal(world.isWalkablePath([5.5, 5.5, 6.5, 5.5], squareOf(0.65)), true);
  world.free();
});

test('edits are as fresh worlds', () => {
  const random = makeRandom(11);
  const tiles = randomTiles(40, 30, 0.3, random);
  const world = new World(40, 30, tiles);
  for (let turn = 0; turn < 300; ++turn) {
    const x = Math.floor(40 * random());
    const y = Math.floor(30 * random());
    const walkable = random() < 0.6;
    const before = world.revision;
    world.set(x, y, x + 3, y + 2, walkable);
    for (let row = y; row < Math.min(y + 2, 30); ++row) {
      for (let column = x; column < Math.min(x + 3, 40); ++column) {
        tiles[row * 40 + column] = walkable ? 1 : 0;
      }
    }
    assert.ok(world.revision - before <= 1);
    if (turn % 10 > 0) continue;
    assert.deepEqual(world.tiles(), tiles);
    const fresh = new World(40, 30, tiles);
    const at = [40 * random(), 30 * random(), 40 * random(), 30 * random()];
    const options = { method: 'optimal' };
    assert.equal(world.find(...at, options).length, fresh.find(...at, options).length);
    fresh.free();
  }
  assert.equal(world.changesSince(world.revision).length, 0);
  const changes = world.changesSince(world.revision - 2);
  assert.equal(changes.length, 8);
  assert.ok(changes instanceof Int32Array);
  world.setRects([0, 0, 2, 2, 4, 4, 6, 6], false);
  assert.equal(world.isWalkable(5, 5), false);
  world.setTile(5, 5, true);
  assert.equal(world.isWalkable(5, 5), true);
  assert.equal(world.isWalkable(-1, 5), false);
  world.free();
});

test('an index answers until an edit outdates it', () => {
  const [world, plain] = [World.read(readMapText('arena')), World.read(readMapText('arena'))];
  assert.equal(world.hasIndex(), false);
  world.keepIndex();
  const { sx, sy, gx, gy } = readOptima('arena').at(-1);
  const at = [sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5];
  const compare = () => {
    const [found, wanted] = [world, plain].map((each) => each.find(...at, { method: 'optimal' }));
    assert.ok(Math.abs(found.length - wanted.length) <= 1e-9 * wanted.length);
    assert.equal(found.expanded === 0, world.hasIndex());
  };
  assert.equal(world.hasIndex(), true);
  compare();
  for (const each of [world, plain]) each.set(sx + 1, sy, sx + 2, sy + 3, false);
  assert.equal(world.hasIndex(), false);
  compare();
  assert.equal(world.refreshIndex(0), 1);
  assert.equal(world.refreshIndex(), 0);
  compare();
  const disc = { shape: 'disc', radius: 0.25 };
  assert.equal(world.hasIndex(disc), false);
  world.prepare(disc);
  assert.equal(world.hasIndex(disc), true);
  for (const bad of [-1, 1.5, NaN, Infinity]) assert.throws(() => world.keepIndex(bad), RangeError);
  for (const bad of [-1, 0.5]) assert.throws(() => world.refreshIndex(bad), RangeError);
  world.keepIndex(16);
  assert.equal(world.hasIndex(), false);
  world.keepIndex(0);
  assert.equal(world.refreshIndex(), 0);
  world.free();
  plain.free();
});

test('landmarks follow edits', () => {
  const [world, plain] = [World.read(readMapText('arena')), World.read(readMapText('arena'))];
  assert.equal(world.refreshLandmarks(), 0);
  world.keepLandmarks(4);
  const { sx, sy, gx, gy } = readOptima('arena').at(-1);
  const at = [sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5];
  for (const each of [world, plain]) each.set(sx + 1, sy, sx + 2, sy + 3, false);
  const left = world.refreshLandmarks(0);
  assert.ok(left >= 4);
  const lengths = [world, plain].map((each) => each.find(...at, { method: 'optimal' }).length);
  assert.ok(Math.abs(lengths[0] - lengths[1]) <= 1e-9 * lengths[1]);
  assert.equal(world.refreshLandmarks(), left - 1);
  assert.equal(world.refreshLandmarks(left), 0);
  for (const bad of [-1, 65, 1.5, NaN, Infinity]) {
    assert.throws(() => world.keepLandmarks(bad), /^RangeError: taut: World.keepLandmarks: count/);
  }
  for (const bad of [-1, 0.5]) assert.throws(() => world.refreshLandmarks(bad), RangeError);
  world.keepLandmarks(0);
  assert.equal(world.refreshLandmarks(), 0);
  world.keepLandmarks(); // on the arena they save nothing
  world.set(sx + 1, sy, sx + 2, sy + 3, true);
  assert.equal(world.refreshLandmarks(0), 0);
  const coast = World.read(readMapText('coast'));
  coast.keepLandmarks();
  coast.set(0, 0, 2, 2, false);
  coast.set(0, 0, 2, 2, true);
  assert.equal(coast.refreshLandmarks(0), 16);
  coast.free();
  world.free();
  plain.free();
});

test('terrain costs lead around', () => {
  const world = new World(20, 9);
  const at = [0.5, 4.5, 19.5, 4.5];
  const straight = [...at];
  world.setGround(1, { 5: 9 });
  assert.deepEqual([...world.findPath(...at, { ground: 1 })], straight);
  world.setClass(5, 0, 15, 8, 5);
  assert.deepEqual([world.classes()[10], world.classes()[19]], [5, 0]);
  const into = new Uint8Array(180);
  assert.equal(world.classes(into), into);
  assert.deepEqual([world.classAt(10, 0), into[10]], [5, 5]);
  for (const agent of [{}, { radius: 0.4 }, { radius: 0.4, shape: 'square' }]) {
    const options = { ...agent, ground: 1 };
    for (const method of ['best', 'optimal', 'fast']) {
      const found = world.find(...at, { ...options, method });
      assert.ok(found.points.some((value, i) => i % 2 === 1 && value >= 8));
      assert.ok(found.cost >= found.length && found.length > 19 && found.cost < 25);
      const { costs, lengths } = world.findAll([...at, 0.5, 4.5, 99, 4.5], { ...options, method });
      assert.deepEqual([...costs], [found.cost, Infinity]);
      assert.deepEqual([...lengths], [found.length, Infinity]);
    }
    const { cost } = world.find(...at, options);
    const field = world.field([{ x: 19.5, y: 4.5 }], options);
    assert.ok(Math.abs(field.distance(0.5, 4.5) / cost - 1) < 0.02);
    assert.ok(Math.abs(field.find(0.5, 4.5).cost / cost - 1) < 0.02);
    field.free();
    const other = world.find(...at, agent);
    assert.deepEqual([other.cost, other.length], [19, 19]);
  }
  world.setClass(0, 0, 20, 9, 0);
  const plain = world.find(...at, { ground: 1 });
  assert.deepEqual([plain.cost, plain.length], [19, 19]);
  world.free();
  const flat = new World(20, 9);
  const discs = flat.findAll([2, 2, 9, 2, 0, 0, 9, 2], { radius: 0.5 });
  assert.deepEqual([...discs.lengths], [7, Infinity]);
  assert.deepEqual([...discs.costs], [7, Infinity]);
  flat.free();
});

// Two halls with a door between them, of class 3, which is shut to the ground 1.
test('a margin keeps off walls', () => {
  const world = new World(40, 9);
  const at = [0.5, 0.5, 39.5, 0.5];
  world.setGround(2, {}, { margin: 2, marginFactor: 1.3 });
  const found = world.find(...at, { ground: 2 });
  assert.ok(found.length > 39 && found.cost < 1.3 * 39);
  world.setGround(2, {});
  assert.equal(world.find(...at, { ground: 2 }).cost, 39);
  assert.throws(() => world.setGround(2, {}, { margin: 9 }), /tiles 9 is not within 0 to 8/);
  assert.throws(() => world.setGround(2, {}, { marginFactor: 0.5 }), /factor 0.5/);
  assert.throws(() => world.setGround(2, {}, { margins: 1 }), /margins/);
});

function makeHouse() {
  const world = World.read('....@....\n....@....\n.........\n....@....\n....@....\n');
  world.setClass(4, 2, 5, 3, 3);
  world.setGround(1, { 3: Infinity });
  world.setGround(2, new Map());
  return world;
}

test('a door that one ground cannot pass', () => {
  const world = makeHouse();
  const at = [1.5, 2.5, 7.5, 2.5];
  const shapes = [{}, { radius: 0.375 }, { radius: 0.375, shape: 'square' }];
  for (const ground of [0, 1, 2]) {
    const length = ground === 1 ? Infinity : 6;
    const { isVisible, x: end, y } = world.raycast(...at, ground);
    assert.deepEqual([isVisible, end, y], ground === 1 ? [false, 4, 2.5] : [true, 7.5, 2.5]);
    assert.deepEqual(world.nearestWalkable(4.25, 2.5, ground),
      { x: ground === 1 ? 4 : 4.25, y: 2.5 });
    for (const shape of shapes) {
      const agent = { ...shape, ground };
      const found = world.find(...at, agent);
      assert.deepEqual([found.isOk, found.length], [ground !== 1, length]);
      assert.equal(found.reason === 'none', found.isOk);
      assert.deepEqual([...world.findAll([...at, ...at], agent).lengths], [length, length]);
      assert.equal(world.hasRoom(4.5, 2.5, agent), found.isOk);
      const field = world.field([{ x: 7.5, y: 2.5 }], agent);
      assert.deepEqual([field.distance(1.5, 2.5), field.find(1.5, 2.5).length], [length, length]);
      field.free();
      const x = found.isOk ? 7.5 : 4 - (shape.radius ?? 0);
      assert.deepEqual(world.nearestPlace(...at, agent), { x, y: 2.5 });
      assert.equal(world.find(...at, { ...agent, goal: 'nearest' }).length, x - 1.5);
      if (shape.radius && !shape.shape) {
        const { turns } = world.find(...at, shape);
        assert.equal(world.areWalkableTurns(turns, shape.radius, ground), found.isOk);
      } else {
        assert.equal(world.isWalkablePath(at, agent), found.isOk);
      }
    }
  }
  assert.deepEqual(world.mesh({ ground: 2 }), world.mesh());
  assert.notDeepEqual(world.mesh({ ground: 1 }), world.mesh());
  world.free();
});

test('grounds follow edits and cost', () => {
  const world = makeHouse();
  const at = [1.5, 2.5, 7.5, 2.5];
  const thief = { radius: 0.4, ground: 1 };
  assert.deepEqual([world.classAt(4, 2), world.classAt(3, 2), world.classAt(-1, 2)], [3, 0, 0]);
  const field = world.field([{ x: 7.5, y: 2.5 }], thief);
  const { revision } = world;
  world.setGround(1, {});
  assert.deepEqual([world.revision, field.isCurrent], [revision + 1, false]);
  assert.deepEqual([...world.changesSince(revision)], [0, 0, 9, 5]);
  assert.deepEqual([field.update().isOk, field.distance(1.5, 2.5)], [true, 6]);
  world.setGround(1, new Map([[3, Infinity], [1, 2.5]]));
  assert.equal(world.find(...at, thief).isOk, false);
  assert.match(world.explain(), /No way/);
  world.setClass(4, 2, 5, 3, 0);
  assert.equal(world.find(...at, thief).length, 6);
  world.setClass(5, 0, 9, 5, 1);
  const found = world.find(...at, { ground: 1 });
  assert.equal(found.length, 6);
  assert.ok(Math.abs(found.cost - (3.5 + 2.5 * 2.5)) < 1e-9);
  assert.equal(world.find(...at).cost, 6);
  const priced = world.field([{ x: 7.5, y: 2.5 }], { ground: 1 });
  assert.ok(priced.lastUpdate.isOk);
  assert.ok(Math.abs(priced.distance(1.5, 2.5) - found.cost) < 1e-3 * found.cost);
  world.free();
});

test('no path is infinitely long', () => {
  // Two halls without a way between them.
  const world = World.read('....@....\n....@....\n....@....\n....@....\n');
  const queries = [1, 1, 7, 2, -1, 1, 7, 2, 1, 1, 4.5, 2];
  const square = { radius: 0.75, shape: 'square' };
  for (const agent of [{}, { radius: 0.4 }, { radius: 0.9 }, square]) {
    const { first, lengths, costs } = world.findAll(queries, agent);
    assert.deepEqual([...first], [0, 0, 0, 0]);
    assert.deepEqual([...lengths, ...costs], Array(6).fill(Infinity));
    const field = world.field([{ x: 7, y: 2 }], agent);
    for (let i = 0; i < queries.length; i += 4) {
      const at = queries.slice(i, i + 4);
      const found = world.find(...at, agent);
      for (const each of [found, field.find(at[0], at[1])]) {
        assert.deepEqual([each.isOk, each.length, each.cost], [false, Infinity, Infinity]);
      }
    }
    assert.equal(field.distance(1, 1), Infinity);
    field.free();
    const limited = world.find(1, 1, 3, 3, { ...agent, lengthLimit: 1 });
    assert.deepEqual([limited.reason, limited.length], ['limit', Infinity]);
  }
  world.free();
});

test('the nearest places, rays and reasons', () => {
  const world = World.read(kCross);
  assert.equal(world.find(1.25, 0.5, 0.5, 0.5).reason, 'start_blocked');
  const out = world.findPath(1.25, 0.5, 0.5, 0.5, { start: 'nearest' });
  assert.deepEqual([...out], [1, 0.5, 0.5, 0.5]);
  assert.throws(() => world.find(0.5, 0.5, 0.5, 0.5, { start: 'near' }), TypeError);
  assert.deepEqual(world.nearestWalkable(1.25, 0.5), { x: 1, y: 0.5 });
  assert.deepEqual(world.nearestPlace(0.5, 0.5, 1.25, 0.5), { x: 1, y: 0.5 });
  assert.deepEqual(world.nearestPlace(0.5, 0.5, 1.25, 0.5, { shape: 'disc' }), { x: 1, y: 0.5 });
  assert.equal(world.nearestPlace(0.5, 0.5, 1.25, 0.5, { radius: 0.75 }), null);
  assert.equal(world.nearestPlace(0.5, 0.5, 1.5, 0.5, { maxDistance: 0.25 }), null);
  const ray = world.raycast(0.5, 0.5, 4.5, 0.5);
  assert.equal(ray.isVisible, false);
  assert.deepEqual(ray.blocker, { x: 1, y: 0 });
  assert.equal(ray.x, 1);
  assert.equal(world.raycast(2.5, 0.5, 4.5, 0.5).isVisible, true);
  assert.equal(world.raycast(1.5, 0.5, 4.5, 0.5), null);
  assert.deepEqual([...world.visibleTiles(0, 0, 1)], [0, 1, 5]);
  assert.deepEqual([...world.visibleTiles(0, 0, 1, 0, new Uint32Array(9))], [0, 1, 5]);
  assert.equal(world.visibleTiles(1, 0, 1), null);
  assert.deepEqual([...world.visibilityPolygon(0.5, 0.5, 0.5)], [1, 1, 0, 1, 0, 0, 1, 0]);
  assert.equal(world.visibilityPolygon(1.5, 0.5, 4), null);

  const found = world.find(0.5, 0.5, 1.5, 0.5);
  assert.deepEqual([found.isOk, found.status, found.reason, found.points.length],
    [false, 'invalid_input', 'goal_blocked', 0]);
  assert.match(world.explain(), /goal/i);
  for (const options of [{ radius: -1 }, { radius: 0.3, deviation: 0 }, { maxGoalDistance: -1 }]) {
    assert.throws(() => world.find(0.5, 0.5, 4.5, 2.5, options), RangeError);
    assert.match(world.explain(), /goal/i);
  }
  const near = world.find(0.5, 0.5, 1.5, 0.5, { goal: 'nearest' });
  assert.deepEqual([...near.points], [0.5, 0.5, 1, 0.5]);
  assert.equal(world.find(0.5, 0.5, NaN, 0.5).status, 'invalid_input');
  world.free();
});

test('a query within budgets answers as one without', () => {
  const world = World.read(readMapText('caves'));
  const { sx, sy, gx, gy } = readOptima('caves').at(-1);
  const at = [sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5];
  for (const options of [{ method: 'optimal' }, { method: 'fast' }, {}, { radius: 0.4 }]) {
    const whole = world.find(...at, options);
    let calls = 1;
    let path = world.find(...at, { ...options, budget: 10 });
    for (; path.status === 'unfinished'; ++calls) {
      assert.deepEqual([path.isOk, path.reason, path.length, path.cost, path.points.length],
        [false, 'none', Infinity, Infinity, 0]);
      path = world.find(...at, { ...options, budget: 10 });
    }
    assert.ok(calls > 3, `${calls} calls`);
    assert.deepEqual(path, whole);
  }
  // Another query abandons it.
  const begin = () => world.find(...at, { method: 'optimal', budget: 10 });
  const first = begin();
  assert.equal(first.status, 'unfinished');
  assert.ok(begin().expanded > first.expanded);
  world.findPath(1, 1, 1, 1);
  assert.equal(begin().expanded, first.expanded);
  assert.equal(world.findPath(...at, { budget: 10 }).length, 0);
  assert.deepEqual([...world.findAll(at, { budget: 10 }).lengths], [world.find(...at).length]);
  const limited = world.find(...at, { method: 'optimal', expansionLimit: 5 });
  assert.deepEqual([limited.status, limited.reason], ['out_of_nodes', 'limit']);
  world.free();
});

test('a batch answers as single queries', () => {
  const world = World.read(readMapText('dungeon'));
  const optima = readOptima('dungeon');
  const queries = new Float32Array(
    optima.flatMap(({ sx, sy, gx, gy }) => [sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5]));
  queries[0] = -5;
  const { first, lengths, points } = world.findAll(queries, { method: 'optimal' });
  assert.equal(lengths[0], Infinity);
  optima.forEach((_, i) => {
    const single = world.findPath(...queries.subarray(4 * i, 4 * i + 4), { method: 'optimal' });
    assert.deepEqual(points.subarray(first[i], first[i + 1]), single);
  });
  const discs = world.findAll(queries, { radius: 0.4, goal: 'nearest' });
  const single = world.findPath(...queries.subarray(8, 12), { radius: 0.4, goal: 'nearest' });
  assert.deepEqual(discs.points.subarray(discs.first[2], discs.first[3]), single);
  assert.equal(world.findAll([]).points.length, 0);
  world.free();
});

test('an array of the caller takes the points', () => {
  const world = new World(8, 8);
  const out = new Float32Array(64);
  const path = world.findPath(0.5, 0.5, 7.5, 3.5, undefined, out);
  assert.equal(path.buffer, out.buffer);
  assert.deepEqual([...path], [0.5, 0.5, 7.5, 3.5]);
  assert.throws(() => world.findPath(0.5, 0.5, 7.5, 3.5, undefined, new Float32Array(3)),
    { name: 'RangeError', message: /3 is not within 4 to/ });
  world.free();
});

test('lists and sentences of any length', async () => {
  const { memory, readText, writeList } = await import(new URL('engine.js', builtPackage));
  const words = 'w'.repeat(700);
  const bytes = new TextEncoder().encode(words);
  let calls = 0;
  // As taut_explain(): the count has no zero byte, the capacity has.
  const list = writeList(1, 512, (pointer, capacity, count) => {
    assert.ok(++calls <= 2);
    const { u8, u32 } = memory();
    const written = Math.min(capacity - 1, bytes.length);
    u8.set(bytes.subarray(0, written), pointer);
    u8[pointer + written] = 0;
    u32[count >> 2] = bytes.length;
    return bytes.length < capacity ? 0 : 1;
  });
  assert.equal(readText(list.pointer), words);
});

test('pictures: cells, corridor, portals, cones', () => {
  const world = World.read(readMapText('dungeon'));
  const walkable = world.tiles().reduce((sum, tile) => sum + tile, 0);
  const { first, points } = world.mesh();
  let area = 0;
  for (let i = 0; i + 1 < first.length; ++i) {
    for (let k = first[i]; k < first[i + 1]; ++k) {
      const next = k + 1 < first[i + 1] ? k + 1 : first[i];
      area += points[2 * k] * points[2 * next + 1] - points[2 * next] * points[2 * k + 1];
    }
  }
  assert.equal(area / 2, walkable);
  const { sx, sy, gx, gy } = readOptima('dungeon').at(-1);
  assert.ok(world.find(sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5, { method: 'optimal' }).isOk);
  const corridor = world.corridor();
  assert.equal(world.portals().length, 4 * (corridor.length - 1));
  assert.equal(world.cones().length % 6, 0);
  assert.ok(world.cones().length > 0);
  for (const cell of corridor) assert.ok(first[cell + 1] - first[cell] >= 3);
  world.setTile(0, 0, true);
  assert.equal(world.corridor(), null);
  world.free();
});
