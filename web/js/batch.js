// Many queries at once: World.findAll().

import {
  allocate, c, check, copyOut, kError, kPath, memory, Status, withNumbers, writeList,
} from './engine.js';
import {
  kLinkCountAt, kPathBytes, kPointCountAt, kStatusAt, readLinks, readPoints,
} from './found_path.js';

// For discs, whose points are made from turns. `options`: their place.
export function findEach(finder, queries, count, options, deviation) {
  const first = new Uint32Array(count + 1);
  const lengths = new Float64Array(count).fill(Infinity);
  const costs = new Float64Array(count).fill(Infinity);
  const links = [];
  let points = new Float32Array(64 * count);
  for (let i = 0; i < count; ++i) {
    const [x0, y0, x1, y1] = Array.prototype.slice.call(queries, 4 * i, 4 * i + 4);
    check(c.taut_find(finder, x0, y0, x1, y1, options, kPath));
    const path = readPoints(finder, deviation);
    if (path.length > 0) [lengths[i], costs[i]] = memory().f64.subarray(kPath >>> 3);
    for (const { link, exit } of readLinks(finder, path)) links.push(i, link, exit);
    first[i + 1] = first[i] + path.length;
    if (first[i + 1] > points.length) {
      const larger = new Float32Array(2 * first[i + 1]);
      larger.set(points);
      points = larger;
    }
    points.set(path, first[i]);
  }
  return {
    first, lengths, costs, points: points.slice(0, first[count]), links: Uint32Array.from(links),
  };
}

// For points and squares.
export function findAtOnce(batch, queries, count, options) {
  const paths = allocate(kPathBytes * count);
  try {
    withNumbers('f32', spread(queries, count), (pointer) =>
      check(c.taut_find_all(batch, pointer, count, options, options === 0 ? 0 : 1, paths, kError),
        true));
    const { linkCounts, ...answers } = readAnswers(paths, count);
    const total = answers.first[count] / 2;
    const list = writeList(8, total, (pointer, capacity, out) =>
      c.taut_batch_points(batch, pointer, capacity, out));
    const points = copyOut(memory().f32, list.pointer, 2 * list.count);
    return { ...answers, points, links: readBatchLinks(batch, linkCounts) };
  } finally {
    c.free(paths);
  }
}

// Query, link and exit of each.
function readBatchLinks(batch, counts) {
  const list = writeList(8, 64, (pointer, capacity, out) =>
    c.taut_batch_links(batch, pointer, capacity, out));
  const { u32 } = memory();
  const links = new Uint32Array(3 * list.count);
  let k = 0;
  for (let i = 0; i < counts.length; ++i) {
    for (let left = counts[i]; left > 0; --left, ++k) {
      const at = (list.pointer >>> 2) + 2 * k;
      links.set([i, u32[at], u32[at + 1]], 3 * k);
    }
  }
  return links;
}

// Four numbers per query to those of a taut_query, whose fifth is the index of the options: 0.
function spread(queries, count) {
  const spaced = new Float32Array(5 * count);
  for (let i = 0; i < count; ++i) {
    for (let k = 0; k < 4; ++k) spaced[5 * i + k] = queries[4 * i + k];
  }
  return spaced;
}

// The answers without their points: that of query i has the numbers first[i] to first[i + 1] - 1.
function readAnswers(paths, count) {
  const first = new Uint32Array(count + 1);
  const lengths = new Float64Array(count).fill(Infinity);
  const costs = new Float64Array(count).fill(Infinity);
  const linkCounts = new Uint32Array(count);
  const { f64, i32, u32 } = memory();
  for (let i = 0; i < count; ++i) {
    const at = paths + kPathBytes * i;
    if (i32[(at >>> 2) + kStatusAt] === Status.ok) {
      lengths[i] = f64[at >>> 3];
      costs[i] = f64[(at >>> 3) + 1];
    }
    linkCounts[i] = u32[(at >>> 2) + kLinkCountAt];
    first[i + 1] = first[i] + 2 * u32[(at >>> 2) + kPointCountAt];
  }
  return { first, lengths, costs, linkCounts };
}
