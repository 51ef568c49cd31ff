// What worlds are made from, tiles and the letters of texts, and places of their answers.

import {
  describe, requireArray, requireBytes, requireCount, requireOptions, requireText, requireWithin,
} from './checks.js';
import { c, check, kError, kOut, memory, Status, withNumbers, withText } from './engine.js';

export const kMostSide = 16384;

export const kMostClass = 255;
const kLetterNames = ['classes', 'walls'];
const kShownLetters = 20;

function shorten(text) {
  const isShort = text.length <= kShownLetters;
  return describe(isShort ? text : `${text.slice(0, kShownLetters)}...`);
}

// Texts and lists of rows, which other libraries take.
function refuseRows(tiles) {
  if (typeof tiles === 'string') {
    throw new TypeError(`taut: World: tiles ${shorten(tiles)} is a text: World.read(text) reads ` +
      'drawings and maps');
  }
  const row = tiles?.[0];
  if (typeof row === 'string' && row.length > 1) {
    throw new TypeError(`taut: World: tiles has a text as its row 0, ${shorten(row)}: ` +
      "World.read(rows.join('\\n')) reads it");
  }
  if (typeof row === 'object' && Number.isInteger(row?.length)) {
    throw new TypeError('taut: World: tiles is an array of rows: pass one array, row by row, as ' +
      'rows.flat()');
  }
}

export function toBytes(width, height, tiles) {
  requireWithin('Grid: width', width, 1, kMostSide);
  requireWithin('Grid: height', height, 1, kMostSide);
  refuseRows(tiles);
  requireArray('World: tiles', tiles);
  requireWithin('Grid::from_bytes: bytes', tiles.length, width * height, width * height);
  if (tiles instanceof Uint8Array || tiles instanceof Uint8ClampedArray) return tiles;
  const bytes = new Uint8Array(tiles.length);
  for (let i = 0; i < bytes.length; ++i) {
    const tile = tiles[i];
    if (typeof tile !== 'boolean' && (typeof tile !== 'number' || Number.isNaN(tile))) {
      throw new TypeError(`taut: World: tile ${i} is ${describe(tile)}, not a number or a boolean`);
    }
    bytes[i] = tile ? 1 : 0;
  }
  return bytes;
}

// The taut_world of the bytes of a save.
export function readSaved(bytes, name) {
  requireBytes('World.readSave', bytes);
  requireText('World.readSave: name', name);
  withText(name, (namePointer) => withNumbers('u8', bytes, (pointer) =>
    check(c.taut_world_read_save(pointer, bytes.length, namePointer, kOut, kError), true)));
  return memory().u32[kOut >>> 2];
}

// Calls use(pointer, count) with the taut_letters in memory: of classes, that are walkable, and of
// walls.
export function withLetters(letters, use) {
  const { classes = {}, walls = {} } = requireOptions('letters', letters, kLetterNames);
  const numbers = [];
  for (const [kind, isWalkable] of [[classes, 1], [walls, 0]]) {
    if (typeof kind !== 'object' || kind === null || Symbol.iterator in kind) {
      throw new TypeError(`taut: letters ${describe(kind)} is no object of letters and classes`);
    }
    for (const [letter, terrainClass] of Object.entries(kind)) {
      if (letter.length !== 1 || letter.charCodeAt(0) > 127) {
        throw new RangeError(`taut: letter ${describe(letter)} is not one character of ASCII`);
      }
      requireCount('letter: class', terrainClass, kMostClass);
      numbers.push(letter.charCodeAt(0), terrainClass, isWalkable);
    }
  }
  return withNumbers('i32', numbers, (pointer) => use(pointer, numbers.length / 3));
}

export function readPlace(status) {
  if (status !== Status.ok) return null;
  const { f32 } = memory();
  return { x: f32[kOut >>> 2], y: f32[(kOut >>> 2) + 1] };
}
