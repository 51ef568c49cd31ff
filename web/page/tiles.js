// The tiles of the page's map: their kinds, the format of MovingAI, runs of changed tiles.

export const kMaxSide = 4096;  // of a map on this page; the library takes 16 384

// `color` is a name in palette.js. The characters of the file format, the first is written.
export const kinds = [
  { name: 'floor', characters: '.G', walkable: true, cost: 1, color: 'floor' },
  { name: 'wall', characters: '@O', walkable: false, cost: 1, color: 'wall' },
  { name: 'tree', characters: 'T', walkable: false, cost: 1, color: 'tree' },
  { name: 'water', characters: 'W', walkable: false, cost: 1, color: 'water' },
  { name: 'shallows', characters: 'S', walkable: true, cost: 1, color: 'shallows' },
  { name: 'road', characters: 'r', walkable: true, cost: 0.5, color: 'road' },
  { name: 'sand', characters: 's', walkable: true, cost: 2, color: 'sand' },
  { name: 'swamp', characters: 'w', walkable: true, cost: 4, color: 'swamp' },
  { name: 'ford', characters: 'f', walkable: true, cost: 10, color: 'ford' },
];

// The class of a kind in the world: its place in `kinds` where it costs more or less than floor.
export const classOf = (kind) => (kinds[kind].cost === 1 ? 0 : kind);

// The ground of all that minds terrain; to ground 0 all is alike.
export const kGround = 1;
export const kFactors = Object.fromEntries(kinds.map(({ cost }, i) => [classOf(i), cost]));

export const kFloor = 0;
export const kWall = 1;
export const kindOfName = new Map(kinds.map((kind, i) => [kind.name, i]));

const kindOfCharacter = new Map();
kinds.forEach((kind, i) => {
  for (const character of kind.characters) kindOfCharacter.set(character, i);
});

export class TileMap {
  constructor(name, width, height, tiles = new Uint8Array(width * height)) {
    this.name = name;
    this.width = width;
    this.height = height;
    this.tiles = tiles;
    this.links = [];  // {from, to, cost, oneWay}
  }

  isInside(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  isWalkable(x, y) {
    return this.isInside(x, y) && kinds[this.tiles[y * this.width + x]].walkable;
  }

  cost(x, y) {
    return kinds[this.tiles[y * this.width + x]].cost;
  }

  hasTerrain() {
    return this.tiles.some((kind) => classOf(kind) !== 0);
  }

  // One byte per tile, 1 where it is walkable.
  walkableBytes() {
    const walkable = kinds.map((kind) => (kind.walkable ? 1 : 0));
    return this.tiles.map((kind) => walkable[kind]);
  }

  copy() {
    const copy = new TileMap(this.name, this.width, this.height, this.tiles.slice());
    copy.links = this.links;
    return copy;
  }
}

// Reads a map of MovingAI. `legend`: names of kinds by character, where they differ from those
// above. Throws an Error that names the line and the value.
export function parseMap(text, name, legend = {}) {
  const lines = text.split(/\r?\n/);
  const sides = { height: 0, width: 0 };
  let row = 0;
  for (; row < lines.length && lines[row].trim() !== 'map'; ++row) {
    const [word, value] = lines[row].trim().split(/\s+/);
    if (word === 'type' || word === '') continue;
    if (!(word in sides)) throw new Error(`${name}:${row + 1}: unknown word "${lines[row]}"`);
    const side = Number(value);
    if (!Number.isInteger(side) || side < 1 || side > kMaxSide) {
      throw new Error(`${name}:${row + 1}: ${word} "${value}" is not within 1 to ${kMaxSide}`);
    }
    sides[word] = side;
  }
  if (row === lines.length) throw new Error(`${name}: there is no line "map"`);
  if (!sides.width || !sides.height) throw new Error(`${name}: width or height is missing`);
  const map = new TileMap(name, sides.width, sides.height);
  for (let y = 0; y < sides.height; ++y) {
    const line = lines[row + 1 + y] ?? '';
    if (line.length !== sides.width) {
      throw new Error(`${name}:${row + 2 + y}: ${line.length} tiles, not ${sides.width}`);
    }
    for (let x = 0; x < sides.width; ++x) {
      const kind = kindOfName.get(legend[line[x]]) ?? kindOfCharacter.get(line[x]);
      if (kind === undefined) throw new Error(`${name}:${row + 2 + y}: unknown tile "${line[x]}"`);
      map.tiles[y * sides.width + x] = kind;
    }
  }
  return map;
}

// The map as a file of MovingAI.
export function formatMap(map) {
  const lines = ['type octile', `height ${map.height}`, `width ${map.width}`, 'map'];
  for (let y = 0; y < map.height; ++y) {
    let line = '';
    for (let x = 0; x < map.width; ++x) {
      line += kinds[map.tiles[y * map.width + x]].characters[0];
    }
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

// The tiles that differ, as rectangles {x0, y0, x1, y1, kind} of one kind of the map `to` each:
// runs of a row, joined with equal runs of the rows above.
export function findChanges(from, to) {
  const { width, height } = to;
  const done = [];
  let open = new Map();
  for (let y = 0; y < height; ++y) {
    const runs = new Map();
    for (let x = 0; x < width; ) {
      const kind = to.tiles[y * width + x];
      if (from.tiles[y * width + x] === kind) {
        ++x;
        continue;
      }
      const x0 = x;
      while (x < width && to.tiles[y * width + x] === kind && from.tiles[y * width + x] !== kind) {
        ++x;
      }
      const key = `${x0},${x},${kind}`;
      const above = open.get(key);
      if (above) above.y1 = y + 1;
      const run = above ?? { x0, y0: y, x1: x, y1: y + 1, kind };
      if (!above) done.push(run);
      runs.set(key, run);
    }
    open = runs;
  }
  return done;
}
