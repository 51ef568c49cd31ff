// The funnel algorithm step by step, for the player: Lee and Preparata's, which keeps the shortest
// paths to both ends of the current portal. On lattice points all decisions are exact.

// Above 0: c lies to the left of the line from a to b, counter-clockwise in (x, y).
export function orient(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function areEqual(a, b) {
  return a.x === b.x && a.y === b.y;
}

// One side of the funnel gets a new end: `side` is 1 for the left and -1 for the right.
function widen(funnel, point, side) {
  const own = side > 0 ? funnel.left : funnel.right;
  const other = side > 0 ? funnel.right : funnel.left;
  if (own.length > 0 && areEqual(own.at(-1), point)) return;
  while (own.length > 0) {
    const before = own.length > 1 ? own.at(-2) : funnel.apex;
    if (side * orient(before, own.at(-1), point) > 0) break;
    own.pop();
  }
  if (own.length === 0) {
    while (other.length > 0 && side * orient(funnel.apex, other[0], point) < 0) {
      funnel.apex = other.shift();
      funnel.done.push(funnel.apex);
    }
  }
  if (!areEqual(funnel.apex, point)) own.push(point);
}

// The funnel after each portal, and after the goal: {portal, apex, left, right, done}; `done` are
// the points that are certain. `portals` has left x, y, right x, y of each.
export function funnelSteps(start, portals, goal) {
  const funnel = { apex: start, left: [], right: [], done: [start] };
  const steps = [];
  const keep = (portal) => steps.push({
    portal,
    apex: funnel.apex,
    left: [...funnel.left],
    right: [...funnel.right],
    done: [...funnel.done],
  });
  for (let i = 0; i < portals.length; i += 4) {
    widen(funnel, { x: portals[i], y: portals[i + 1] }, 1);
    widen(funnel, { x: portals[i + 2], y: portals[i + 3] }, -1);
    keep(i / 4);
  }
  widen(funnel, goal, 1);
  funnel.done.push(...funnel.left);
  if (!areEqual(funnel.done.at(-1), goal)) funnel.done.push(goal);
  funnel.left = [];
  funnel.right = [];
  funnel.apex = goal;
  keep(portals.length / 4);
  return steps;
}

// The points at which a polyline turns, and its ends.
export function withoutStraights(points) {
  return points.filter((point, i) => {
    if (i === 0 || i + 1 === points.length) return true;
    return orient(points[i - 1], point, points[i + 1]) !== 0;
  });
}
