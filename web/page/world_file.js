// World files of the program (docs/formats.md): a map with its links. The page writes one beside
// the map, and reads those of one floor together with their map.

const kMostLinks = 1000;
const kLinkKeys = ['id', 'from', 'to', 'cost', 'one_way'];

// `links` are {from, to, cost, oneWay}.
export function formatWorld(mapFile, links) {
  const end = ({ x, y }) => [0, x, y, x, y];
  const world = {
    floors: [{ map: mapFile, origin: [0, 0] }],
    links: links.map(({ from, to, cost, oneWay }, i) => ({ id: i + 1, from: end(from), to: end(to),
      cost, one_way: oneWay })),
  };
  return `${JSON.stringify(world, null, 2)}\n`;
}

function readLinkEnd(value, where) {
  const isEnd = Array.isArray(value) && value.length === 5 && value.every(Number.isFinite);
  if (!isEnd || value[0] !== 0) {
    throw new Error(`${where}: ${JSON.stringify(value)} is not [0, x0, y0, x1, y1]`);
  }
  const [, x0, y0, x1, y1] = value;
  if (x0 !== x1 || y0 !== y1) throw new Error(`${where}: the page knows links of points only`);
  return { x: x0, y: y0 };
}

// {mapFile, links} of a text. Throws an Error that names the file and the value.
export function parseWorld(text, name) {
  let world;
  try {
    world = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  const floors = world?.floors;
  if (!Array.isArray(floors) || floors.length !== 1 || typeof floors[0]?.map !== 'string') {
    throw new Error(`${name}: the page opens worlds of one floor`);
  }
  const links = world.links ?? [];
  if (!Array.isArray(links) || links.length > kMostLinks) {
    throw new Error(`${name}: "links" is no list of at most ${kMostLinks}`);
  }
  return {
    mapFile: floors[0].map.replace(/^.*[\\/]/, ''),
    links: links.map((link, i) => {
      const where = `${name}: link ${link?.id ?? i + 1}`;
      const other = Object.keys(link ?? {}).find((key) => !kLinkKeys.includes(key));
      if (other !== undefined) throw new Error(`${where}: the page knows no "${other}" of links`);
      const cost = link?.cost ?? 0;
      if (!(cost >= 0 && cost < Infinity)) throw new Error(`${where}: a cost of ${cost}`);
      return { from: readLinkEnd(link?.from, where), to: readLinkEnd(link?.to, where), cost,
        oneWay: link?.one_way === true };
    }),
  };
}
