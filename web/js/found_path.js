// What a query answers: its fields, points, turns, links.

import { c, copyOut, kPath, memory, readText, writeList } from './engine.js';
import { methods, statuses } from './options.js';

// A taut_path has length, cost (f64) and revision (u64), then these numbers of 32 bits.
export const kPathBytes = 56;
export const kStatusAt = 6;
export const kReasonAt = 7;
const kMethodAt = 8;
export const kPointCountAt = 9;
const kTurnCountAt = 10;
const kExpandedAt = 11;
export const kLinkCountAt = 12;

// The taut_path at kPath.
export function readPath() {
  const { f64, i32, u32 } = memory();
  const at = kPath >>> 2;
  const status = statuses[i32[at + kStatusAt]];
  return {
    isOk: status === 'ok',
    status,
    reason: readText(c.taut_reason_text(i32[at + kReasonAt])),
    method: methods[i32[at + kMethodAt]],
    length: f64[kPath >>> 3],
    cost: f64[(kPath >>> 3) + 1],
    expanded: u32[at + kExpandedAt],
    revision: u32[at + 4] + 4294967296 * u32[at + 5],
  };
}

// The points of the finder's last path, x, y, x, y, ...; of a disc, arcs as chords.
export function readPoints(finder, deviation, out) {
  const { f32, u32 } = memory();
  const count = u32[(kPath >>> 2) + kPointCountAt];
  if (count > 0) return copyOut(f32, c.taut_path_point_data(finder), 2 * count, out);
  const turns = u32[(kPath >>> 2) + kTurnCountAt];
  if (turns === 0) return copyOut(f32, 0, 0, out);
  const list = writeList(8, 8 * turns + 16, (pointer, capacity, countPointer) =>
    c.taut_path_polyline(finder, deviation, pointer, capacity, countPointer));
  return copyOut(memory().f32, list.pointer, 2 * list.count, out);
}

// The turns of the finder's last path: entry x, y, exit x, y, center x, y, kind for each.
const kTurnNumbers = 7;
const kTurnBytes = 48;
export function readTurns(finder) {
  const turns = memory().u32[(kPath >>> 2) + kTurnCountAt];
  const list = writeList(kTurnBytes, turns, (pointer, capacity, count) =>
    c.taut_path_turns(finder, pointer, capacity, count));
  const { f64, f32, i32 } = memory();
  const out = new Float64Array(kTurnNumbers * list.count);
  for (let i = 0; i < list.count; ++i) {
    const at = list.pointer + kTurnBytes * i;
    out.set(f64.subarray(at >>> 3, (at >>> 3) + 4), kTurnNumbers * i);
    out[kTurnNumbers * i + 4] = f32[(at >>> 2) + 8];
    out[kTurnNumbers * i + 5] = f32[(at >>> 2) + 9];
    out[kTurnNumbers * i + 6] = i32[(at >>> 2) + 10];
  }
  return out;
}

// The links of the finder's last path, which has these points. `exit` is the point where the path
// goes on. Of a disc C gives the turn: the ends of a link are points of the chords, too, one after
// the other.
export function readLinks(finder, points) {
  if (memory().u32[(kPath >>> 2) + kLinkCountAt] === 0) return [];
  const list = writeList(8, 16, (pointer, capacity, count) =>
    c.taut_path_links(finder, pointer, capacity, count));
  const numbers = memory().u32.slice(list.pointer >>> 2, (list.pointer >>> 2) + 2 * list.count);
  const turns = readTurns(finder);
  const links = [];
  let at = 0;
  for (let i = 0; i < list.count; ++i) {
    const [link, exit] = numbers.subarray(2 * i);
    at = turns.length === 0 ? exit : findExit(points, turns, exit, at);
    links.push({ link, exit: at });
  }
  return links;
}

// The point behind `from` that is a turn, and follows that of the turn before it.
function findExit(points, turns, exit, from) {
  const wanted = [turns[kTurnNumbers * exit - 5], turns[kTurnNumbers * exit - 4],
    turns[kTurnNumbers * exit], turns[kTurnNumbers * exit + 1]];
  for (let i = from + 1; i < points.length / 2; ++i) {
    if (wanted.every((number, k) => number === points[2 * i - 2 + k])) return i;
  }
  throw new Error('taut: a failure of the library');
}

// All of the finder's last path.
export function readFound(finder, deviation) {
  const path = readPath();
  const points = readPoints(finder, deviation);
  const turns = readTurns(finder);
  const links = readLinks(finder, points);
  return { ...path, points, turns: turns.length > 0 ? turns : null, links };
}

// Writes turns as readTurns() makes them. Requires room for turns.length / 7 of them.
export function writeTurns(pointer, turns) {
  const { f64, f32, i32 } = memory();
  for (let i = 0; i < turns.length / kTurnNumbers; ++i) {
    const at = pointer + kTurnBytes * i;
    const turn = turns.subarray(kTurnNumbers * i, kTurnNumbers * (i + 1));
    f64.set(turn.subarray(0, 4), at >>> 3);
    f32[(at >>> 2) + 8] = turn[4];
    f32[(at >>> 2) + 9] = turn[5];
    i32[(at >>> 2) + 10] = turn[6];
  }
}

export function turnBytes(turns) {
  return kTurnBytes * (turns.length / kTurnNumbers);
}
