// The package beside other libraries of JavaScript, on our maps: node web/js/bench/peers.js FOLDER
// [MAP]..., where FOLDER/node_modules has them; ./run js --peers installs them. Prints a table: the
// time to prepare a map, that of a query (mean, best round), the mean excess of lengths over the
// shortest paths, and the paths that are missing or pass through walls.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const root = new URL('../../../', import.meta.url);
const { init, World } = await import(new URL('build/js/taut.js', root).href);
await init();

const [folder, ...names] = process.argv.slice(2);
const require = createRequire(resolve(folder, 'package.json'));
const PF = require('pathfinding');
const EasyStar = require('easystarjs');
const { NavMesh, buildPolysFromGridMap } = require('navmesh');

const kMaps = ['caves', 'city', 'rts'];
const kQueries = 60;
const kRounds = 3;       // at least
const kLeastTime = 300;  // ms of a library

// ---- the libraries: prepare(rows, text) returns find(x0, y0, x1, y1), which returns x, y... ----

const centres = (tiles) => tiles.flatMap(([x, y]) => [x + 0.5, y + 0.5]);

function tautBy(method) {
  return (rows, text) => {
    const world = World.read(text);
    return (...query) => world.findPath(...query, { method });
  };
}

// A search leaves its marks in the grid: a query has a copy of it, as its authors advise.
function pathFinding(make, isSmoothed) {
  return (rows) => {
    const grid = new PF.Grid(rows.map((row) => row.map((tile) => 1 - tile)));
    const finder = make();
    return (...query) => {
      const tiles = finder.findPath(...query.map(Math.floor), grid.clone());
      return centres(isSmoothed && tiles.length > 0 ? PF.Util.smoothenPath(grid, tiles) : tiles);
    };
  };
}

const kDiagonal = { diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles };

function easyStar(rows) {
  const finder = new EasyStar.js();
  finder.setGrid(rows);
  finder.setAcceptableTiles([1]);
  finder.enableDiagonals();
  finder.disableCornerCutting();
  finder.enableSync();
  return (...query) => {
    let found = [];
    finder.findPath(...query.map(Math.floor), (tiles) => {
      found = tiles?.map(({ x, y }) => [x, y]) ?? [];
    });
    finder.calculate();
    return centres(found);
  };
}

function navmesh(rows) {
  const mesh = new NavMesh(buildPolysFromGridMap(rows, 1, 1));
  return (x0, y0, x1, y1) =>
    mesh.findPath({ x: x0, y: y0 }, { x: x1, y: y1 })?.flatMap(({ x, y }) => [x, y]) ?? [];
}

const kLibraries = [
  ['taut, best', tautBy('best')],
  ['taut, fast', tautBy('fast')],
  ['PathFinding.js, A*', pathFinding(() => new PF.AStarFinder(kDiagonal), false)],
  ['PathFinding.js, A*, smoothed', pathFinding(() => new PF.AStarFinder(kDiagonal), true)],
  ['PathFinding.js, jump points', pathFinding(() => new PF.JumpPointFinder(kDiagonal), false)],
  ['EasyStar', easyStar],
  ['navmesh', navmesh],
];

// ---- the table ----

function readMap(name) {
  const read = (ending) => readFileSync(new URL(`maps/${name}${ending}`, root), 'utf8');
  const text = read('.map');
  const rows = text.trimEnd().split('\n').slice(4).map((row) =>
    [...row].map((letter) => ('.GS'.includes(letter) ? 1 : 0)));
  const all = read('.map.scen').trim().split('\n').slice(1)
    .map((line) => line.split('\t').slice(4, 8).map((tile) => Number(tile) + 0.5));
  const queries = Array.from({ length: kQueries },
    (_, i) => all[Math.floor((i + 0.5) * all.length / kQueries)]);
  return { text, rows, queries };
}

function lengthOf(points) {
  let length = 0;
  for (let i = 2; i < points.length; i += 2) {
    length += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  }
  return length;
}

// Milliseconds, and what the call returned.
function time(call) {
  const begin = performance.now();
  const value = call();
  return { took: performance.now() - begin, value };
}

function measure(prepare, { rows, text, queries }, world) {
  const { took: preparing, value: find } = time(() => prepare(rows, text));
  let best = Infinity;
  let paths = [];
  let spent = 0;
  for (let round = 0; round < kRounds || spent < kLeastTime; ++round) {
    const { took, value } = time(() => queries.map((query) => find(...query)));
    spent += took;
    best = Math.min(best, took / queries.length);
    paths = value;
  }
  let excess = 0;
  let count = 0;
  let wrong = 0;
  paths.forEach((points, i) => {
    if (points.length === 0 || !world.isWalkablePath(points)) {
      ++wrong;
      return;
    }
    const shortest = world.find(...queries[i], { method: 'optimal' }).length;
    excess += lengthOf(points) / shortest - 1;
    ++count;
  });
  return { preparing, best, excess: count > 0 ? 100 * excess / count : NaN, wrong };
}

console.log(`| map | library | prepare, ms | query, us | too long, % | wrong of ${kQueries} |`);
console.log('|---|---|---|---|---|---|');
for (const name of names.length > 0 ? names : kMaps) {
  const map = readMap(name);
  const world = World.read(map.text);
  for (const [library, prepare] of kLibraries) {
    const { preparing, best, excess, wrong } = measure(prepare, map, world);
    const cells = [name, library, preparing.toFixed(1), (1000 * best).toFixed(1),
      excess.toFixed(2), wrong];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
