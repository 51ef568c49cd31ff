// What a path costs over the terrain of a map, whichever method has found it: lengths inside tiles
// times their factors.

// Places between 0 and 1 where a coordinate that goes from `a` to `b` is an integer.
function crossings(a, b, out) {
  const step = Math.sign(b - a);
  if (step === 0) return;
  for (let at = step > 0 ? Math.floor(a) + 1 : Math.ceil(a) - 1; step * (b - at) > 0; at += step) {
    out.push((at - a) / (b - a));
  }
}

// A place on an edge costs what the cheaper tile beside it does.
function costAt(map, x, y) {
  let least = Infinity;
  for (const tileX of Number.isInteger(x) ? [x - 1, x] : [Math.floor(x)]) {
    for (const tileY of Number.isInteger(y) ? [y - 1, y] : [Math.floor(y)]) {
      if (map.isWalkable(tileX, tileY)) least = Math.min(least, map.cost(tileX, tileY));
    }
  }
  return Number.isFinite(least) ? least : 1;
}

export function pathCost(map, points) {
  let cost = 0;
  for (let i = 2; i < points.length; i += 2) {
    const [x0, y0, x1, y1] = points.subarray(i - 2, i + 2);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const places = [0, 1];
    crossings(x0, x1, places);
    crossings(y0, y1, places);
    places.sort((a, b) => a - b);
    for (let k = 1; k < places.length; ++k) {
      const share = places[k] - places[k - 1];
      const middle = (places[k] + places[k - 1]) / 2;
      if (share <= 0) continue;
      cost += share * length * costAt(map, x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle);
    }
  }
  return cost;
}
