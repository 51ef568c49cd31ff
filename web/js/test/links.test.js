// Links: their edits, and paths, batches and fields over them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { unitStates, World } from './support.js';

// Two rooms, 10 x 10 each, with a wall of two tiles between.
function makeRooms() {
  const world = new World(22, 10);
  world.set(10, 0, 12, 10, false);
  return world;
}

function makeEnd(x, y, toX = x, toY = y) {
  return { a: { x, y }, b: { x: toX, y: toY } };
}

test('links are added, changed, listed and removed', () => {
  const world = makeRooms();
  const before = world.revision;
  assert.deepEqual(world.links(), []);
  const stairs = world.link(8.5, 5.5, 13.5, 8.5);
  const options = {
    cost: 3, width: 0.9, oneWay: true, terrainClass: 255, isOpen: false, userData: 2 ** 53 - 1,
  };
  const lift = world.link(1.5, 1.0002, 2.5, 1.5, options);
  assert.deepEqual([stairs, lift, world.revision], [0, 1, before + 2]);
  const first = {
    id: 0, from: makeEnd(8.5, 5.5), to: makeEnd(13.5, 8.5), cost: 0, width: Infinity,
    oneWay: false, terrainClass: 0, isOpen: true, userData: 0,
  };
  const second = { id: 1, from: makeEnd(1.5, 1), to: makeEnd(2.5, 1.5), ...options };
  assert.deepEqual(world.links(), [first, second]);
  assert.equal(world.changeLink(lift, { isOpen: true }), true);
  assert.deepEqual(world.links()[1], { ...second, isOpen: true });
  const others = { cost: 1, width: 2, oneWay: false, terrainClass: 3, userData: 2 ** 33 + 4 };
  assert.equal(world.changeLink(lift, others), true);
  assert.deepEqual(world.links()[1], { ...second, isOpen: true, ...others });
  assert.equal(world.unlink(stairs), true);
  assert.equal(world.unlink(stairs), false);
  assert.equal(world.changeLink(stairs, { cost: 1 }), false);
  assert.deepEqual(world.links().map(({ id }) => id), [lift]);
  for (let i = 0; i < 100; ++i) world.link(1.5, 1.5, 2.5 + i / 16, 2.5, { cost: i });
  assert.deepEqual(world.links().map(({ cost }) => cost).slice(1),
    Array.from({ length: 100 }, (_, i) => i));
  world.free();
});

test('paths of points and discs pass a link', () => {
  const world = makeRooms();
  const link = world.link(8.5, 5.5, 13.5, 8.5, { cost: 3, width: 0.9 });
  for (const agent of [{}, { radius: 0.4 }]) {
    const path = world.find(1.5, 5.5, 20.5, 8.5, agent);
    assert.deepEqual([path.length, path.cost], [14, 17]);
    assert.deepEqual([...path.points], [1.5, 5.5, 8.5, 5.5, 13.5, 8.5, 20.5, 8.5]);
    assert.deepEqual(path.links, [{ link, exit: 2 }]);
  }
  const wide = world.find(1.5, 5.5, 20.5, 8.5, { shape: 'square', radius: 0.5 });
  assert.equal(wide.reason, 'too_narrow');
  assert.deepEqual(wide.links, []);
  world.changeLink(link, { oneWay: true });
  assert.equal(world.find(1.5, 5.5, 20.5, 8.5).isOk, true);
  assert.equal(world.find(20.5, 8.5, 1.5, 5.5).isOk, false);
  world.changeLink(link, { isOpen: false });
  assert.equal(world.find(1.5, 5.5, 20.5, 8.5).reason, 'not_connected');
  world.free();
});

test('the exit of a disc is that among its points, behind arcs', () => {
  const world = makeRooms();
  world.set(4, 0, 5, 8, false);
  world.set(16, 2, 17, 10, false);
  const first = world.link(8.5, 1.5, 13.5, 8.5);
  const second = world.link(20.5, 8.5, 1.5, 8.5, { oneWay: true });
  const agent = { radius: 0.4, deviation: 1e-4 };
  const path = world.find(1.5, 1.5, 20.5, 1.5, agent);
  assert.equal(path.links.length, 1);
  const [{ link, exit }] = path.links;
  assert.equal(link, first);
  assert.ok(exit > 4 && exit < path.points.length / 2 - 4);
  assert.deepEqual([...path.points.subarray(2 * exit - 2, 2 * exit + 2)], [8.5, 1.5, 13.5, 8.5]);
  const batch = world.findAll(
    [1.5, 1.5, 2.5, 1.5, 1.5, 1.5, 20.5, 1.5, 20.5, 8.5, 1.5, 8.5], agent);
  assert.deepEqual([...batch.links], [1, first, exit, 2, second, 1]);
  world.free();
});

test('a batch has links', () => {
  const world = makeRooms();
  const link = world.link(8.5, 5.5, 13.5, 8.5);
  const { first, links, costs } = world.findAll(
    [1.5, 5.5, 20.5, 8.5, 3.5, 5.5, 4.5, 5.5, 20.5, 8.5, 1.5, 5.5]);
  assert.deepEqual([...links], [0, link, 2, 2, link, 2]);
  assert.deepEqual([...first], [0, 8, 12, 20]);
  assert.deepEqual([...costs], [14, 1, 14]);
  world.free();
});

test('grounds price and block links', () => {
  const world = makeRooms();
  world.setGround(1, { 7: 4 });
  world.setGround(2, { 7: Infinity });
  world.link(8.5, 5.5, 13.5, 8.5, { cost: 3, terrainClass: 7 });
  assert.equal(world.find(1.5, 5.5, 20.5, 8.5, { ground: 1 }).cost, 26);
  assert.equal(world.find(1.5, 5.5, 20.5, 8.5, { ground: 2 }).isOk, false);
  world.free();
});

test('a field leads to the entries of links', () => {
  const world = makeRooms();
  const link = world.link(13.5, 8.5, 8.5, 5.5, { cost: 2 });
  const field = world.field([{ x: 20.5, y: 8.5 }]);
  assert.equal(field.distance(1.5, 5.5), 16);
  assert.deepEqual(field.nextCorner(1.5, 5.5), { x: 8.5, y: 5.5 });
  assert.equal(field.linkAt(1.5, 5.5), null);
  assert.deepEqual(field.linkAt(8.5, 5.5),
    { link, entry: { x: 8.5, y: 5.5 }, exit: { x: 13.5, y: 8.5 } });
  assert.equal(field.linkAt(13.5, 8.5), null);
  assert.deepEqual(field.find(1.5, 5.5).links, [{ link, exit: 2 }]);
  field.free();
  world.free();
});

test('a unit waits at a link', () => {
  const world = makeRooms();
  world.link(8.5, 5.5, 13.5, 8.5);
  const crowd = world.crowd();
  const unit = crowd.add(4.5, 5.5, { radius: 0.4 });
  assert.equal(crowd.passLink(unit), false);
  crowd.order(unit, 18.5, 8.5);
  for (let i = 0; i < 200; ++i) crowd.advance(0.05);
  assert.equal(unitStates[crowd.states()[unit]], 'at_link');
  assert.equal(crowd.passLink(unit), true);
  assert.deepEqual([...crowd.places()].slice(0, 2), [13.5, 8.5]);
  for (let i = 0; i < 200; ++i) crowd.advance(0.05);
  assert.equal(unitStates[crowd.states()[unit]], 'arrived');
  assert.equal(crowd.passLink(unit + 1), false);
  crowd.free();
  world.free();
});

test('a segment is passed where that costs least', () => {
  const world = makeRooms();
  const stairs = world.linkSegments([9, 1, 9, 9], [13, 1, 13, 9], { cost: 1 });
  const [link] = world.links();
  assert.deepEqual([link.from, link.to], [makeEnd(9, 1, 9, 9), makeEnd(13, 1, 13, 9)]);
  const path = world.find(1.5, 6.25, 20.5, 6.25);
  assert.deepEqual([path.length, path.cost, path.links], [15, 16, [{ link: stairs, exit: 2 }]]);
  assert.deepEqual([...path.points.subarray(2, 6)], [9, 6.25, 13, 6.25]);
  const refused = (call, message) => assert.throws(call, { name: 'RangeError', message });
  refused(() => world.linkSegments([9, 1, 9, 99], [13, 1, 13, 9]),
    'taut: World::link: from (9, 99) is on no walkable tile');
  refused(() => world.linkSegments([9, 1, 9, 9, 1, 1, 1, 1], [13, 1, 13, 9]),
    'taut: World.linkSegments: 8 numbers are not 4');
  world.free();
});

test('mistakes about links are errors with the value', () => {
  const world = makeRooms();
  const link = world.link(1, 1, 2, 1, { cost: 5 });
  const refused = (call, type, message) => assert.throws(call, { name: type, message });
  refused(() => world.link(-1, 2, 2, 2), 'RangeError',
    'taut: World::link: from (-1, 2) is on no walkable tile');
  refused(() => world.link(2, 2, 11, 3.5), 'RangeError',
    'taut: World::link: to (11, 3.5) is on no walkable tile');
  refused(() => world.link(2, 2, 2, 2), 'RangeError', 'taut: World::link: both ends are (2, 2)');
  refused(() => world.link(2, 2, 3, 2, { cost: -1 }), 'RangeError',
    'taut: World::link: cost -1 is not within 0 to 1e+30');
  refused(() => world.changeLink(link, { width: NaN }), 'RangeError',
    'taut: World::change_link: width nan is not 0 or more');
  refused(() => world.link(2, 2, 3, 2, { terrainClass: 256 }), 'RangeError',
    'taut: World::link: class 256 is not within 0 to 255');
  refused(() => world.link(2, 2, 3, 2, { userData: -1 }), 'RangeError',
    `taut: World::link: userData -1 is not within 0 to ${Number.MAX_SAFE_INTEGER}`);
  refused(() => world.link(2, 2, 3, 2, { isOpen: 1 }), 'TypeError',
    'taut: World::link: isOpen 1 is not a boolean');
  refused(() => world.link(2, 2, 3, 2, { oneway: true }), 'TypeError',
    'taut: options: no option is called "oneway": is oneWay meant?');
  refused(() => world.link('2', 2, 3, 2), 'TypeError',
    'taut: World.link: coordinate "2" is not a number');
  refused(() => world.changeLink(-1, {}), 'RangeError',
    'taut: World.changeLink: id -1 is not within 0 to 4294967295');
  refused(() => world.unlink(0.5), 'RangeError', 'taut: World.unlink: id 0.5 is not an integer');
  assert.deepEqual(world.links().map(({ cost }) => cost), [5]);
  world.free();
  refused(() => world.links(), 'TypeError', 'taut: the world was freed');
});

test('floors are joined by links', () => {
  const cellar = new World(10, 6);
  const hall = new World(5, 5);
  const world = World.ofFloors([cellar, hall], [-4, 0, 0, 0]);
  assert.equal(world.floorCount, 2);
  assert.equal(cellar.floorCount, 1);
  const stairs = world.toPoint(0, -3.5, 1.5);
  const landing = world.toPoint(1, 1.5, 1.5);
  assert.deepEqual(world.toPlace(landing.x, landing.y), { floor: 1, x: 1.5, y: 1.5 });
  assert.equal(world.toPoint(0, 7, 1), null);
  assert.equal(world.toPoint(2, 1, 1), null);
  assert.equal(world.toPlace(-1, 0), null);
  const goal = world.toPoint(1, 3.5, 1.5);
  assert.equal(world.find(stairs.x, stairs.y, goal.x, goal.y).reason, 'not_connected');
  world.link(stairs.x, stairs.y, landing.x, landing.y, { cost: 2 });
  assert.equal(world.find(stairs.x, stairs.y, goal.x, goal.y).cost, 4);
  assert.throws(() => World.ofFloors([]), { name: 'RangeError', message: /there is no floor/ });
  assert.throws(() => World.ofFloors([cellar], [1]), { name: 'RangeError' });
  assert.throws(() => World.ofFloors([cellar], [0.5, 1]), { name: 'RangeError' });
  for (const each of [world, cellar, hall]) each.free();
});
