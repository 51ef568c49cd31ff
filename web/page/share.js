// The state of the page in the address, so that a link shows the same to others.

import { defaultMethod } from './route.js';
import { kMaxSide, TileMap } from './tiles.js';

const kMostCharacters = 30000;
const newNames = { over_cells: 'fast' };  // methods of older addresses
const kOverlayNames = ['tiles', 'cells', 'leaves', 'search', 'corridor', 'portals', 'funnel',
  'steps', 'contours', 'sight'];

// ---- edits ----

// The tiles that differ from the map's own, as runs: tiles skipped, length, kind; in base64url.
export function encodeEdits(base, tiles) {
  const bytes = [];
  const add = (number) => {
    let rest = number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
    bytes.push(rest);
  };
  let last = 0;
  for (let i = 0; i < tiles.length; ) {
    if (tiles[i] === base[i]) {
      ++i;
      continue;
    }
    const begin = i;
    while (i < tiles.length && tiles[i] === tiles[begin] && tiles[i] !== base[i]) ++i;
    add(begin - last);
    add(i - begin);
    add(tiles[begin]);
    last = i;
  }
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

// Writes the runs over `tiles`. What does not fit is ignored: links come from anywhere.
export function decodeEdits(text, tiles, kindCount) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')),
      (character) => character.charCodeAt(0));
  } catch {
    return;
  }
  let at = 0;
  const take = () => {
    let number = 0;
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++];
      number += (byte % 128) * scale;
      if (byte < 128) break;
    }
    return number;
  };
  for (let i = 0; at < bytes.length; ) {
    i += take();
    const end = Math.min(i + take(), tiles.length);
    const kind = take();
    if (kind < kindCount && i < end) tiles.fill(kind, i, end);
    i = end;
  }
}

// ---- the whole state ----

const place = ({ x, y }) => `${+x.toFixed(3)},${+y.toFixed(3)}`;

// x, y of all ends of links, where one was moved.
function formatLinks(links, own) {
  const format = (list) => list.map(({ from, to }) => `${place(from)},${place(to)}`).join(',');
  const text = format(links);
  return text === format(own) ? '' : text;
}

// The ends of as many links as the map has; else null.
export function readLinkEnds(text, count) {
  const numbers = (text ?? '').split(',').map(Number);
  if (!text || numbers.length !== 4 * count || !numbers.every(Number.isFinite)) return null;
  return Array.from({ length: count }, (_, i) => {
    const [x0, y0, x1, y1] = numbers.slice(4 * i);
    return { from: { x: x0, y: y0 }, to: { x: x1, y: y1 } };
  });
}

// `state`: {map, base, links, route, shown, agents, gathers, second, isCrowd}. `base` are the map's
// tiles as they were loaded, null for one that the page does not know; `links` where they are now.
// Returns {hash, isWhole}: the part after '#', and whether the tiles are in it, which do not fit if
// they are too many.
export function encodeState(state) {
  const { map, base, links = map.links, route, shown, agents, gathers } = state;
  const { second = null, isCrowd = false } = state;
  const words = new URLSearchParams();
  words.set('map', base ? map.name : `${map.width}x${map.height}`);
  words.set('start', place(route.start));
  words.set('goal', place(route.goal));
  if (route.method !== defaultMethod(map)) words.set('method', route.method);
  if (route.pull !== 'funnel') words.set('pull', route.pull);
  if (route.radius > 0) words.set('radius', String(route.radius));
  if (shown.size > 0) words.set('show', [...shown].join(','));
  if (second !== null) words.set('beside', second);
  if (agents > 0) words.set('agents', String(agents));
  if (gathers || isCrowd) words.set('gather', isCrowd ? '2' : '1');
  const moved = formatLinks(links, map.links);
  if (moved) words.set('links', moved);
  const edits = encodeEdits(base ?? new Uint8Array(map.tiles.length), map.tiles);
  const isWhole = edits.length <= kMostCharacters;
  if (edits.length > 0 && isWhole) words.set('tiles', edits);
  return { hash: words.toString().replace(/%2C/g, ','), isWhole };
}

function readRouteEnd(text) {
  const [x, y] = (text ?? '').split(',').map(Number);
  return Number.isFinite(x) && Number.isFinite(y) && text ? { x, y } : null;
}

function readNumber(text, low, high) {
  const value = Number(text ?? 0);
  return Number.isFinite(value) ? Math.min(Math.max(value, low), high) : low;
}

// What an address calls for; each part only if it is there and makes sense. Edits are those of the
// map that it names.
export function decodeState(hash, { methods, pulls, mapNames, mostAgents, mostRadius }) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const name = words.get('map');
  const size = /^(\d{1,4})x(\d{1,4})$/.exec(name ?? '');
  const sides = size ? size.slice(1).map(Number) : null;
  const isSize = sides?.every((side) => side >= 1 && side <= kMaxSide);
  const isKnown = mapNames.includes(name);
  const method = newNames[words.get('method')] ?? words.get('method');
  const pull = words.get('pull');
  return {
    mapName: isKnown ? name : null,
    ownMap: isSize ? new TileMap('own', sides[0], sides[1]) : null,
    start: readRouteEnd(words.get('start')),
    goal: readRouteEnd(words.get('goal')),
    method: methods.includes(method) ? method : null,
    second: ['steps', ...methods].includes(words.get('beside')) ? words.get('beside') : null,
    pull: pulls.includes(pull) ? pull : 'funnel',
    radius: readNumber(words.get('radius'), 0, mostRadius),
    shown: (words.get('show') ?? '').split(',').filter((name) => kOverlayNames.includes(name)),
    agents: Math.round(readNumber(words.get('agents'), 0, mostAgents)),
    gathers: words.get('gather') === '1',
    isCrowd: words.get('gather') === '2',
    links: words.get('links'),
    edits: isKnown || isSize ? words.get('tiles') : null,
  };
}
