// Mean CPU time of a query in us: node web/js/bench/speed.js MAP SCEN [METHOD [ROUNDS]]. speed.c
// puts the same queries to the native library.

import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const { init, World } =
  await import(process.env.TAUT_JS ?? new URL('build/js/taut.js', root).href);
await init();

const [mapFile, scenarioFile, method = 'optimal', rounds = '7'] = process.argv.slice(2);
const world = World.read(readFileSync(mapFile, 'utf8'), mapFile);
const queries = readFileSync(scenarioFile, 'utf8').trim().split('\n').slice(1).map((line) => {
  const [sx, sy, gx, gy] = line.split('\t').slice(4, 8).map(Number);
  return [sx + 0.5, sy + 0.5, gx + 0.5, gy + 0.5];
});

const options = { method };
let best = Infinity;
let points = 0;
for (let round = 0; round < Number(rounds); ++round) {
  points = 0;
  const begin = process.cpuUsage();
  for (const [x0, y0, x1, y1] of queries) {
    points += world.findPath(x0, y0, x1, y1, options).length / 2;
  }
  const { user, system } = process.cpuUsage(begin);
  best = Math.min(best, (user + system) / queries.length);
}
console.log(`javascript ${method} ${best.toFixed(3)} us, ${points} points`);
