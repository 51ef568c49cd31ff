// Parts of the page that need no browser: the funnel's steps, walks, the address, maps, colours.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { makeRandom, randomTiles, readMapText, World } from '../js/test/support.js';
import { funnelSteps, withoutStraights } from '../page/funnel.js';
import { History } from '../page/history.js';
import { pathCost } from '../page/path_cost.js';
import { mapOfPixels } from '../page/picture.js';
import { SearchPlayer } from '../page/search_player.js';
import { Timing } from '../page/timing.js';
import { sharedColors, themes } from '../page/palette.js';
import { decodeEdits, decodeState, encodeEdits, encodeState } from '../page/share.js';
import { findTileSteps } from '../page/tile_search.js';
import {
  classOf, findChanges, formatMap, kFactors, kGround, kindOfName, kinds, kMaxSide, parseMap,
  TileMap,
} from '../page/tiles.js';
import { Walk } from '../page/walk.js';
import { formatWorld, parseWorld } from '../page/world_file.js';

test('the colours are those of the program', () => {
  const file = new URL('../../tools/pictures/palette.hpp', import.meta.url);
  const palette = readFileSync(file, 'utf8');
  for (const [ours, theirs] of Object.entries(sharedColors)) {
    const [, digits] = new RegExp(`${theirs} = 0x([0-9A-F]{6})`).exec(palette);
    assert.equal(themes.light[ours], `#${digits.toLowerCase()}`, ours);
  }
  assert.deepEqual(Object.keys(themes.dark).sort(), Object.keys(themes.light).sort());
  for (const { color } of kinds) assert.ok(themes.light[color] && themes.dark[color], color);
});

test('no two colours of areas are alike', () => {
  const areas = ['floor', 'wall', 'tree', 'water', 'shallows', 'road', 'sand', 'swamp', 'ford',
    'seen', 'passed', 'tileSeen', 'sight'];
  const parts = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  for (const theme of [themes.light, themes.dark]) {
    areas.forEach((one, i) => areas.slice(0, i).forEach((other) => {
      const [a, b] = [parts(theme[one]), parts(theme[other])];
      assert.ok(Math.hypot(...a.map((value, k) => value - b[k])) > 18, `${one}, ${other}`);
    }));
  }
});

test('links are saved as a world file, and read', () => {
  const links = [{ from: { x: 1.5, y: 2.5 }, to: { x: 7.25, y: 0.5 }, cost: 3, oneWay: true },
    { from: { x: 0.5, y: 0.5 }, to: { x: 3.5, y: 3.5 }, cost: 0, oneWay: false }];
  const text = formatWorld('mine.map', links.map((link, id) => ({ ...link, id })));
  assert.deepEqual(parseWorld(text, 'mine.json'), { mapFile: 'mine.map', links });
  const refused = (change, words) => {
    const world = JSON.parse(text);
    change(world);
    assert.throws(() => parseWorld(JSON.stringify(world), 'a.json'), words);
  };
  assert.throws(() => parseWorld('{', 'a.json'), /^Error: a\.json: /);
  refused((world) => world.floors.push({ map: 'b.map' }), /a\.json: the page opens worlds of one/);
  refused((world) => (world.links[0].from = [0, 1, 2]), /a\.json: link 1: \[0,1,2\] is not/);
  refused((world) => (world.links[1].to[4] = 9), /link 2: the page knows links of points/);
  refused((world) => (world.links[1].cost = -1), /link 2: a cost of -1/);
  refused((world) => (world.links[1].enabled = false), /link 2: the page knows no "enabled"/);
  refused((world) => (world.links = 7), /"links" is no list/);
  refused((world) => (world.links = [null]), /link 1: undefined is not/);
});

test('the last step of the funnel is the path of the engine', () => {
  const random = makeRandom(2);
  let compared = 0;
  for (let turn = 0; turn < 400; ++turn) {
    const tiles = randomTiles(24, 18, 0.3, random);
    const world = new World(24, 18, tiles);
    const at = Array.from({ length: 4 }, (_, i) => (i % 2 ? 18 : 24) * random());
    for (const method of ['optimal', 'fast']) {
      const found = world.find(...at, { method, goal: 'nearest' });
      const portals = world.portals();
      if (!found.isOk || !portals) continue;
      ++compared;
      const { points } = found;
      const start = { x: points[0], y: points[1] };
      const goal = { x: points[points.length - 2], y: points[points.length - 1] };
      const steps = funnelSteps(start, portals, goal);
      assert.equal(steps.length, portals.length / 4 + 1);
      const pulled = withoutStraights(steps.at(-1).done).flatMap(({ x, y }) => [x, y]);
      if (points.length > 2) assert.deepEqual(pulled, [...points]);
      for (const { apex, left, right, done } of steps) assert.ok(apex && left && right && done);
    }
    world.free();
  }
  assert.ok(compared > 300, `${compared} paths`);
});

test('a walk has the length of its path, and its places are on it', () => {
  const world = World.read(readMapText('caves'));
  for (const radius of [0, 0.4, 0.9]) {
    const found = world.find(14.5, 12.5, 71.5, 39.5, { radius });
    assert.ok(found.isOk);
    const walk = new Walk(found);
    assert.ok(Math.abs(walk.length - found.length) < 1e-3);
    const place = { x: found.points[0], y: found.points[1] };
    let last = { ...place };
    while (!walk.isDone) {
      walk.advance(0.05, place);
      assert.ok(Math.hypot(place.x - last.x, place.y - last.y) < 0.05 + 1e-6);
      assert.ok(world.hasRoom(place.x, place.y, { radius: Math.max(radius - 0.002, 0) }));
      last = { ...place };
    }
    assert.ok(walk.left < 1e-9);
    assert.ok(Math.hypot(place.x - found.points.at(-2), place.y - found.points.at(-1)) < 1e-3);
  }
  world.free();
});

test('the comparison finds the tile steps that our maps are listed with', () => {
  const map = parseMap(readMapText('arena'), 'arena');
  const walkable = map.walkableBytes();
  const scenario = readFileSync(new URL('../../maps/arena.map.scen', import.meta.url), 'utf8');
  for (const line of scenario.trim().split('\n').slice(1)) {
    const [sx, sy, gx, gy, length] = line.split('\t').slice(4).map(Number);
    const found = findTileSteps(walkable, map.width, map.height,
      { x: sx + 0.5, y: sy + 0.5 }, { x: gx + 0.5, y: gy + 0.5 });
    assert.ok(Math.abs(found.length - length) < 1e-4);
    assert.deepEqual([...found.points.slice(0, 2)], [sx + 0.5, sy + 0.5]);
    assert.deepEqual([...found.points.slice(-2)], [gx + 0.5, gy + 0.5]);
  }
});

test('the cost of a path over terrain is that of the library', () => {
  const map = parseMap(readMapText('marsh'), 'marsh', { G: 'road', S: 'swamp', W: 'ford' });
  const world = new World(map.width, map.height, map.walkableBytes());
  for (const { x0, y0, x1, y1, kind } of findChanges(new TileMap('', map.width, map.height), map)) {
    if (classOf(kind) !== 0) world.setClass(x0, y0, x1, y1, classOf(kind));
  }
  world.setGround(kGround, kFactors);
  const random = makeRandom(11);
  let compared = 0;
  for (let turn = 0; turn < 60; ++turn) {
    const at = Array.from({ length: 4 }, (_, i) => (i % 2 ? map.height : map.width) * random());
    const path = world.find(...at, { ground: kGround });
    if (!path.isOk) continue;
    ++compared;
    assert.ok(Math.abs(pathCost(map, path.points) / path.cost - 1) < 1e-4, at);
  }
  assert.ok(compared > 30);
  const plain = new TileMap('', 4, 4);
  plain.tiles[5] = kindOfName.get('swamp');
  assert.equal(pathCost(plain, Float32Array.of(0.5, 1.5, 3.5, 1.5)), 6);
  assert.equal(pathCost(plain, Float32Array.of(1, 0, 1, 4)), 4);  // along an edge of the swamp
});

test('times are shown after three runs', () => {
  const timing = new Timing();
  const row = { time: null, count: 0 };
  const shown = [9, 7, 8, 5].map((time) => {
    timing.addTime(row, time);
    return row.time;
  });
  assert.deepEqual(shown, [null, null, 7, 5]);
  const next = { time: 5, count: 0 };
  timing.addTime(next, 40);
  assert.equal(next.time, 5);
});

test('a search is played in its order, at its speed', () => {
  const player = new SearchPlayer();
  player.load(new Float32Array(6 * 40), Int32Array.from({ length: 100 }, (_, i) => i));
  assert.deepEqual([player.count, player.at], [100, 100]);
  player.play();
  assert.equal(player.at, 0);
  player.speed = 0;
  assert.deepEqual([player.step(0.05), player.at], [false, 0]);
  assert.deepEqual([player.step(0.05), player.at], [true, 1]);
  assert.match(player.words(), /^Optimal: 1 of 40 nodes; tile steps: 1 of 100 tiles\.$/);
  player.speed = 1;
  player.step(1);
  assert.deepEqual([player.at, player.isPlaying, player.isWhole], [100, false, true]);
  player.go(7);
  player.load(new Float32Array(6 * 5), null);
  assert.equal(player.at, 5);
});

test('pictures as maps: dark and clear pixels are walls', () => {
  const pixels = Uint8ClampedArray.of(0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 0,
    10, 250, 10, 255);
  assert.deepEqual([...mapOfPixels(pixels, 2, 2, 'a').tiles], [1, 0, 1, 0]);
  assert.throws(() => mapOfPixels(pixels, 5000, 2, 'a.png'),
    { message: 'a.png: 5000 × 2 is not within 1 to 4096 tiles a side' });
});

test('maps: read, written, wrong', () => {
  const text = readMapText('dungeon');
  assert.equal(formatMap(parseMap(text, 'dungeon')), text);
  const head = 'type octile\nheight 1\nwidth 3\nmap\n';
  assert.throws(() => parseMap(`${head}..\n`, 'a'), { message: 'a:5: 2 tiles, not 3' });
  assert.throws(() => parseMap(`${head}..x\n`, 'a'), { message: 'a:5: unknown tile "x"' });
  assert.throws(() => parseMap('height 0\nmap\n', 'a'), /a:1: height "0" is not within/);
  assert.throws(() => parseMap('hello', 'a'), /a:1: unknown word "hello"/);
  assert.throws(() => parseMap('', 'a'), /no line "map"/);
  const marsh = parseMap(`${head}GS.\n`, 'a', { G: 'road', S: 'swamp' });
  assert.deepEqual([0, 1, 2].map((x) => marsh.cost(x, 0)), [0.5, 4, 1]);
});

test('a walk waits at a link as long as it costs, and goes on at its exit', () => {
  const points = Float32Array.of(1, 1, 3, 1, 10, 5, 10, 7);
  const walk = new Walk({ turns: null, points, links: [{ link: 4, exit: 2 }] },
    (link) => (link === 4 ? 2.5 : 0));
  assert.equal(walk.length, 6.5);
  const place = { x: 1, y: 1 };
  walk.advance(2, place);
  assert.deepEqual(place, { x: 3, y: 1 });
  walk.advance(2.25, place);
  assert.deepEqual([place, walk.hasLinkAhead], [{ x: 3, y: 1 }, true]);
  walk.advance(1.25, place);
  assert.deepEqual([place, walk.hasLinkAhead, walk.left], [{ x: 10, y: 6 }, false, 1]);
  const calls = [];
  walk.trace({ moveTo: (x, y) => calls.push(['move', x, y]),
    lineTo: (x, y) => calls.push(['line', x, y]) });
  assert.deepEqual(calls, [['move', 1, 1], ['line', 3, 1], ['move', 10, 5], ['line', 10, 7]]);
  assert.ok(!walk.meets({ x0: 5, y0: 2, x1: 8, y1: 4 }, 0.1));
});

test('a cancelled stroke leaves no trace', () => {
  const history = new History();
  const paint = (...tiles) => {
    history.begin();
    for (const [index, before, after] of tiles) history.record(index, before, after);
  };
  paint([3, 0, 1]);
  history.end();
  assert.deepEqual(history.undo(), [[3, 0]]);
  paint([4, 0, 1], [5, 2, 1], [4, 1, 3]);
  assert.deepEqual(history.cancel(), [[4, 0], [5, 2]]);
  assert.deepEqual(history.cancel(), []);
  assert.deepEqual([history.canUndo, history.end()], [false, false]);
  assert.deepEqual(history.redo(), [[3, 1]]);
});

test('changes as rectangles', () => {
  const random = makeRandom(9);
  for (let turn = 0; turn < 200; ++turn) {
    const before = new TileMap('a', 13, 9);
    const after = before.copy();
    for (let i = 0; i < 40; ++i) after.tiles[Math.floor(117 * random())] = Math.floor(4 * random());
    for (const { x0, y0, x1, y1, kind } of findChanges(before, after)) {
      for (let y = y0; y < y1; ++y) {
        for (let x = x0; x < x1; ++x) {
          assert.notEqual(before.tiles[y * 13 + x], kind);
          before.tiles[y * 13 + x] = kind;
        }
      }
    }
    assert.deepEqual(before.tiles, after.tiles);
  }
});

test('the address holds the state', () => {
  const random = makeRandom(4);
  for (let turn = 0; turn < 100; ++turn) {
    const base = Uint8Array.from({ length: 4000 }, () => Math.floor(3 * random()));
    const tiles = base.map((kind) =>
      (random() < 0.05 ? Math.floor(kinds.length * random()) : kind));
    const text = encodeEdits(base, tiles);
    assert.match(text, /^[\w-]*$/);
    const copy = base.slice();
    decodeEdits(text, copy, kinds.length);
    assert.deepEqual(copy, tiles);
  }
  const known = { methods: ['optimal', 'fast'], pulls: ['funnel', 'none'],
    mapNames: ['arena'], mostAgents: 1000, mostRadius: 1.5 };
  const map = new TileMap('arena', 5, 4);
  map.tiles[7] = 1;
  const route = { start: { x: 0.5, y: 1.25 }, goal: { x: 4.5, y: 2 }, method: 'fast',
    pull: 'none', radius: 0.4 };
  const { hash, isWhole } = encodeState({ map, base: new Uint8Array(20), route, agents: 30,
    gathers: true, shown: new Set(['cells', 'portals']) });
  assert.equal(isWhole, true);
  const state = decodeState(`#${hash}`, known);
  assert.deepEqual(
    [state.mapName, state.start, state.goal, state.method, state.pull, state.radius],
    ['arena', route.start, route.goal, 'fast', 'none', 0.4]);
  assert.equal(state.agents, 30);
  assert.deepEqual([state.shown, state.gathers], [['cells', 'portals'], true]);
  assert.equal(decodeState('#map=arena&method=over_cells', known).method, 'fast');
  const ownOf = (shared) => encodeState({ map: shared, base: null, route, agents: 0,
    gathers: false, shown: new Set() });
  for (const [width, height] of [[5, 4], [1025, 2], [3, kMaxSide]]) {
    const own = decodeState(`#${ownOf(new TileMap('own', width, height)).hash}`, known).ownMap;
    assert.deepEqual([own.width, own.height], [width, height]);
  }
  // Too many edits for an address: it has none, and says so.
  const noisy = new TileMap('own', 300, 300);
  noisy.tiles.forEach((_, i) => (noisy.tiles[i] = Math.floor(4 * random())));
  const tooLong = ownOf(noisy);
  assert.deepEqual([tooLong.isWhole, decodeState(tooLong.hash, known).edits], [false, null]);
  // The usual method is not written; that of a map with terrain is another one.
  const methodOf = (method) => new URLSearchParams(encodeState({ map, base: null, agents: 0,
    route: { ...route, method }, gathers: false, shown: new Set() }).hash).get('method');
  assert.deepEqual([methodOf('optimal'), methodOf('cheapest')], [null, 'cheapest']);
  map.tiles[3] = kindOfName.get('swamp');
  assert.deepEqual([methodOf('optimal'), methodOf('cheapest')], ['optimal', null]);
});

test('an address that makes no sense is a page as ever', () => {
  const known = { methods: ['optimal'], pulls: ['funnel'], mapNames: ['arena'], mostAgents: 1000,
    mostRadius: 1.5 };
  const state = decodeState(
    '#map=x&start=a,b&radius=-3&agents=1e9&show=cells,y&method=z&pull=rope&tiles=AAEB', known);
  assert.deepEqual(state, { mapName: null, ownMap: null, start: null, goal: null,
    method: null, second: null, pull: 'funnel', radius: 0, shown: ['cells'], agents: 1000,
    gathers: false, isCrowd: false,
    links: null, edits: null });
  for (const map of ['0x5', `${kMaxSide + 1}x5`, 'dungeon', '']) {
    const { ownMap, edits } = decodeState(`#map=${map}&tiles=AAEB`, known);
    assert.deepEqual([ownMap, edits], [null, null], map);
  }
  assert.equal(decodeState('#map=arena&tiles=AAEB', known).edits, 'AAEB');
  const tiles = new Uint8Array(10);
  decodeEdits('%%%', tiles, 8);
  decodeEdits('____________', tiles, 8);
  assert.deepEqual(tiles, new Uint8Array(10));
});
