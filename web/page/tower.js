// A map of two floors, drawn beside each other, and the links that join them.

import { parseMap } from './tiles.js';

// Stairs join equal digits; a teleporter leads from a capital letter to the same small one.
const kTowerRows = [
  '.................@............@.........@....................',
  '.................@............@.........@....................',
  '.................@............@.........@....................',
  '.....@@@......................@...1.....@....@@@@............',
  '.....@@@..................1...@.........@....@@@@............',
  '.....@@@.........@............@..............@@@@....@.......',
  '.................@............@..............@@@@....@.......',
  '.................@............@.........@............@.......',
  '@@@@@@@..@@@@@@@@@............@.........@............@.......',
  '...........@..................@.........@....................',
  '...........@..........@@@.....@.........@........a...........',
  '...........@..........@@@.....@.........@............@.......',
  '...........@..........@@@.....@.........@............@.......',
  '...........@..................@.........@@@@@@..@@@@@@.......',
  '...........@@..@@@@@@@@@@@@@@@@......................@.......',
  '...........@........@.........@......................@.......',
  '...........@........@.........@...@@@@...............@.......',
  '....................@.........@...@@@@.....@.@@@@@@@@@.......',
  '....................@.........@...@@@@...............@.......',
  '...A.......@........@.....2...@......................@....2..',
  '...........@........@.........@......................@.......',
  '...........@........@.........@......................@.......',
];
const kStairsCost = 3;
const kTeleporterCost = 1;

function placeOf(glyph, after = -1) {
  const at = kTowerRows.join('').indexOf(glyph, after + 1);
  const [{ length }] = kTowerRows;
  return { at, x: (at % length) + 0.5, y: Math.floor(at / length) + 0.5 };
}

function linkBetween(first, second, isTeleporter) {
  const { at, ...from } = placeOf(first);
  const { x, y } = placeOf(second, isTeleporter ? -1 : at);
  const cost = isTeleporter ? kTeleporterCost : kStairsCost;
  return { from, to: { x, y }, cost, oneWay: isTeleporter };
}

export function makeTower(name) {
  const [{ length }] = kTowerRows;
  const tiles = kTowerRows.join('\n').replace(/[^.@\n]/g, '.');
  const map = parseMap(`height ${kTowerRows.length}\nwidth ${length}\nmap\n${tiles}\n`, name);
  map.links = [linkBetween('1', '1', false), linkBetween('2', '2', false),
    linkBetween('A', 'a', true)];
  return map;
}
