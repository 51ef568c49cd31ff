// Links of a world, and where a field leads over them: objects of JavaScript to the structures of
// taut_links.h and back. `world` is a taut_world.

import {
  requireBoolean, requireCount, requireGroups, requireNumber, requireNumbers, requireOptions,
} from './checks.js';
import {
  c, check, kError, kOptions, kOut, memory, scratch, Status, withNumbers, writeList,
} from './engine.js';
import { kMostClass } from './map_input.js';

const kLinkBytes = 80;
const kMostId = 4294967295;
const kNames = ['cost', 'width', 'oneWay', 'terrainClass', 'isOpen', 'userData'];
const kDefaults = {
  cost: 0, width: Infinity, oneWay: false, terrainClass: 0, isOpen: true, userData: 0,
};

// Writes a taut_link_options to kOptions, and returns its place.
function writeLinkOptions(where, options) {
  const { f64, i32, u32 } = memory();
  const at = kOptions >>> 2;
  f64[kOptions >>> 3] = requireNumber(`${where}: cost`, options.cost);
  f64[(kOptions >>> 3) + 1] = requireNumber(`${where}: width`, options.width);
  requireCount(`${where}: userData`, options.userData, Number.MAX_SAFE_INTEGER);
  u32[at + 4] = options.userData % 2 ** 32;
  u32[at + 5] = Math.floor(options.userData / 2 ** 32);
  i32[at + 6] = requireBoolean(`${where}: oneWay`, options.oneWay) ? 1 : 0;
  i32[at + 7] = requireCount(`${where}: class`, options.terrainClass, kMostClass);
  i32[at + 8] = requireBoolean(`${where}: isOpen`, options.isOpen) ? 1 : 0;
  i32[at + 9] = 0;
  return kOptions;
}

const readEnd = ([ax, ay, bx, by]) => ({ a: { x: ax, y: ay }, b: { x: bx, y: by } });

// The options over others; what is undefined is not given.
function mergeOptions(base, options) {
  const given = Object.entries(requireOptions('options', options, kNames));
  return { ...base, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

// The taut_link at a place.
function readLink(pointer) {
  const { f64, f32, i32, u32 } = memory();
  const at = pointer >>> 2;
  return {
    id: u32[at + 18],
    from: readEnd(f32.subarray(at + 10)),
    to: readEnd(f32.subarray(at + 14)),
    cost: f64[pointer >>> 3],
    width: f64[(pointer >>> 3) + 1],
    oneWay: i32[at + 6] === 1,
    terrainClass: i32[at + 7],
    isOpen: i32[at + 8] === 1,
    userData: u32[at + 4] + 4294967296 * u32[at + 5],
  };
}

export function addLink(world, x0, y0, x1, y1, options = {}) {
  requireNumbers('World.link: coordinate', x0, y0, x1, y1);
  const place = writeLinkOptions('World::link', mergeOptions(kDefaults, options));
  check(c.taut_world_link(world, x0, y0, x1, y1, place, kOut, kError), true);
  return memory().u32[kOut >>> 2];
}

// `from` and `to` are x, y of both ends of a segment.
export function linkSegments(world, from, to, options = {}) {
  for (const end of [from, to]) {
    if (requireGroups('World.linkSegments: coordinate', end, 4) !== 1) {
      throw new RangeError(`taut: World.linkSegments: ${end.length} numbers are not 4`);
    }
  }
  return withNumbers('f32', [...Array.from(from), ...Array.from(to)], (ends) => {
    const place = writeLinkOptions('World::link', mergeOptions(kDefaults, options));
    check(c.taut_world_link_ends(world, ends, ends + 16, place, kOut, kError), true);
    return memory().u32[kOut >>> 2];
  });
}

// What is not given stays.
export function changeLink(world, id, options) {
  requireCount('World.changeLink: id', id, kMostId);
  requireOptions('options', options, kNames);
  const pointer = scratch(kLinkBytes);
  const isThere = check(c.taut_world_find_link(world, id, pointer)) === Status.ok;
  const place = writeLinkOptions('World::change_link',
    mergeOptions(isThere ? readLink(pointer) : kDefaults, options));
  return check(c.taut_world_change_link(world, id, place, kError), true) === Status.ok;
}

export function removeLink(world, id) {
  requireCount('World.unlink: id', id, kMostId);
  return check(c.taut_world_unlink(world, id)) === Status.ok;
}

export function listLinks(world) {
  const { pointer, count } = writeList(kLinkBytes, 64, (out, capacity, countPointer) =>
    c.taut_world_links(world, out, capacity, countPointer));
  return Array.from({ length: count }, (_, i) => readLink(pointer + kLinkBytes * i));
}

export function findLinkAt(field, x, y) {
  if (check(c.taut_field_link_at(field, x, y, kOut)) !== Status.ok) return null;
  const { f32, u32 } = memory();
  const at = kOut >>> 2;
  return {
    link: u32[at],
    entry: { x: f32[at + 1], y: f32[at + 2] },
    exit: { x: f32[at + 3], y: f32[at + 4] },
  };
}
