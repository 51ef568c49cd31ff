// A* over tiles in plain JavaScript, with octile distances and without cut corners, as many games
// have it. The table compares it with the library.

const kDiagonal = Math.SQRT2;
const kSteps = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]];

function octile(dx, dy) {
  const low = Math.min(dx, dy);
  return Math.max(dx, dy) + (kDiagonal - 1) * low;
}

// A binary heap of [key, value] pairs, the least key first.
class TileHeap {
  constructor() {
    this.keys = [];
    this.values = [];
  }

  push(key, value) {
    const { keys, values } = this;
    let at = keys.length;
    keys.push(key);
    values.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent] <= key) break;
      keys[at] = keys[parent];
      values[at] = values[parent];
      at = parent;
    }
    keys[at] = key;
    values[at] = value;
  }

  pop() {
    const { keys, values } = this;
    const top = values[0];
    const key = keys.pop();
    const value = values.pop();
    const size = keys.length;
    if (size === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && keys[child + 1] < keys[child]) ++child;
      if (keys[child] >= key) break;
      keys[at] = keys[child];
      values[at] = values[child];
      at = child;
    }
    keys[at] = key;
    values[at] = value;
    return top;
  }

  get size() {
    return this.keys.length;
  }
}

// `walkable` is one byte per tile. Returns {points, length, order}, or null without a path; `order`
// are the tiles that it expanded.
export function findTileSteps(walkable, width, height, start, goal) {
  const from = Math.floor(start.y) * width + Math.floor(start.x);
  const to = Math.floor(goal.y) * width + Math.floor(goal.x);
  if (!walkable[from] || !walkable[to]) return null;
  const cost = new Float64Array(width * height).fill(Infinity);
  const parent = new Int32Array(width * height).fill(-1);
  const closed = new Uint8Array(width * height);
  const goalX = to % width;
  const goalY = (to - goalX) / width;
  const heap = new TileHeap();
  cost[from] = 0;
  heap.push(0, from);
  const order = [];
  while (heap.size > 0) {
    const tile = heap.pop();
    if (closed[tile]) continue;
    closed[tile] = 1;
    order.push(tile);
    if (tile === to) return { ...trace(parent, tile, width), length: cost[tile], order };
    const x = tile % width;
    const y = (tile - x) / width;
    for (const [dx, dy] of kSteps) {
      const nextX = x + dx;
      const nextY = y + dy;
      if (nextX < 0 || nextY < 0 || nextX >= width || nextY >= height) continue;
      const next = nextY * width + nextX;
      if (!walkable[next] || closed[next]) continue;
      const isDiagonal = dx !== 0 && dy !== 0;
      if (isDiagonal && !(walkable[tile + dx] && walkable[tile + dy * width])) continue;
      const length = cost[tile] + (isDiagonal ? kDiagonal : 1);
      if (length >= cost[next]) continue;
      cost[next] = length;
      parent[next] = tile;
      heap.push(length + octile(Math.abs(nextX - goalX), Math.abs(nextY - goalY)), next);
    }
  }
  return null;
}

function trace(parent, tile, width) {
  const points = [];
  for (let at = tile; at >= 0; at = parent[at]) {
    const x = at % width;
    points.push((at - x) / width + 0.5, x + 0.5); // y, x: reversed below
  }
  return { points: Float32Array.from(points.reverse()) };
}
