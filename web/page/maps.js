// The maps of the menu: ours, inlined by the bundler, two floors, and an empty one.

import { inflate } from '../js/inflate.js';
import { mapData } from './map_data.js';
import { parseMap, TileMap } from './tiles.js';
import { makeTower } from './tower.js';

const kEmptySide = 64;
// The terrain of maps/README.md.
const kLegends = { marsh: { G: 'road', S: 'swamp', W: 'ford' } };

export const mapNames = [...Object.keys(mapData), 'floors', 'empty'];

export async function loadMap(name) {
  if (name === 'empty') return new TileMap('empty', kEmptySide, kEmptySide);
  if (name === 'floors') return makeTower(name);
  const bytes = await inflate(mapData[name]);
  return parseMap(new TextDecoder().decode(bytes), name, kLegends[name]);
}
