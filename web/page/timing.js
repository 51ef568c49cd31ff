// The table of methods: length or cost over the optimum, and microseconds, measured as the page
// runs, one method per turn.

import { routeMethods } from './route.js';
import { findTileSteps } from './tile_search.js';

const kMeasureTime = 1.5;       // ms per turn; the clock of browsers is coarse
const kMostRuns = 400;
const kMostMeasurements = 40;  // of a route: then the page rests
const kSlowTurns = 6;           // turns between two measurements of tile steps
const kLastSlowTurn = 30;
const kSlowTime = 3000;         // us: such a query is measured when the page is still
const kSlowMeasurements = 3;
const kShownRuns = 3;          // measurements until a time is shown
const kSlowTiles = 70000;       // on larger maps only when the page is still

export class Timing {
  constructor() {
    this.turn = 0;
    this.rows = new Map();  // by method: {isOk, excess, time, best, count, version}
    this.version = 0;
    this.clear();
  }

  // For another route. A time is shown until its method is measured again.
  clear() {
    ++this.version;
    this.optimum = null;
    this.sinceChange = 0;
  }

  // One turn. `isStill`: nobody drags or draws. Returns whether a row has changed.
  measure(app, isStill) {
    if (!app.route.path?.isOk) return false;
    this.needOptimum(app);
    const turn = this.turn++ % (routeMethods.length + 1);
    if (turn === routeMethods.length) return this.measureTileSteps(app, isStill);
    const { method } = routeMethods[turn];
    if ((method === 'cheapest' && !app.hasTerrain) || !app.offersMethod(method)) return false;
    if (this.rows.get(method)?.best > kSlowTime && !isStill) return false;
    const row = this.rowOf(app, method);
    const isSlow = row.best > kSlowTime;
    if (!row.isOk || row.count >= (isSlow ? kSlowMeasurements : kMostMeasurements)) return false;
    this.addTime(row, this.meanTime(app, method));
    return true;
  }

  // The first runs are those of cold code: the time of another route is shown meanwhile, or none.
  addTime(row, time) {
    row.best = row.count === 0 ? time : Math.min(row.best, time);
    ++row.count;
    if (row.count >= kShownRuns) row.time = row.best;
  }

  needOptimum(app) {
    if (this.optimum !== null) return;
    const path = app.route.run(app, app.comparesCost() ? 'cheapest' : 'optimal', 'funnel');
    this.optimum = app.measure(path);
  }

  rowOf(app, method) {
    const old = this.rows.get(method);
    if (old?.version === this.version) return old;
    const path = app.route.run(app, method);
    const { isOk } = path;
    const excess = isOk ? app.measure(path) / this.optimum - 1 : 0;
    const row = { isOk, excess, time: old?.time ?? null, best: old?.best ?? null, count: 0,
      version: this.version };
    this.rows.set(method, row);
    return row;
  }

  // In us: the clock of browsers is coarse, so the query is repeated.
  meanTime(app, method) {
    const { engine, ends, options } = app.route.query(app, method);
    const begin = performance.now();
    let runs = 0;
    let time = 0;
    do {
      engine.findPath(...ends, options);
      ++runs;
      time = performance.now() - begin;
    } while (time < kMeasureTime && runs < kMostRuns);
    return (1000 * time) / runs;
  }

  // The steps of plain A* over tiles, which know neither sizes nor places between the centres.
  measureTileSteps(app, isStill) {
    if (!app.passages.isEmpty) return false;
    this.needOptimum(app);
    const { map, world, route } = app;
    const isLarge = map.tiles.length > kSlowTiles;
    if (this.sinceChange++ % kSlowTurns > 0 || this.sinceChange > kLastSlowTurn) return false;
    if (isLarge && !isStill) {
      this.sinceChange = 0;
      return false;
    }
    const from = route.from(world);
    const begin = performance.now();
    const found = findTileSteps(map.walkableBytes(), map.width, map.height, from, route.goal);
    const time = 1000 * (performance.now() - begin);
    app.tileSteps = found;
    const old = this.rows.get('steps');
    const isOk = found !== null && route.radius === 0;
    const isSame = old?.isOk && old.version === this.version;
    const row = isSame ? old : { time: old?.time ?? null, count: 0, version: this.version };
    row.isOk = isOk;
    row.excess = isOk ? app.measure(found) / this.optimum - 1 : 0;
    if (isOk) this.addTime(row, time);
    else row.time = null;
    this.rows.set('steps', row);
    return true;
  }
}

export function formatTime(microseconds) {
  if (microseconds === null || microseconds === undefined) return '';
  if (microseconds >= 9950) return `${(microseconds / 1000).toFixed(0)} ms`;
  if (microseconds >= 995) return `${(microseconds / 1000).toFixed(1)} ms`;
  return `${microseconds >= 99.5 ? microseconds.toFixed(0) : microseconds.toFixed(1)} µs`;
}

// "+0.3 %"; for the best one `none`.
export function formatExcess(excess, none = 'shortest') {
  const percent = 100 * excess;
  if (percent < 0.005) return none;
  return `+${percent < 0.095 ? percent.toFixed(2) : percent.toFixed(1)} %`;
}
