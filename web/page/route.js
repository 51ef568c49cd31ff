// The route that the page shows: start, goal, agent and method, and the path between them.

import { findRoom } from './room.js';
import { kGround } from './tiles.js';

const kMaxRoomDistance = 6;  // tiles

export const routeMethods = [
  { method: 'optimal', label: 'Optimal', hint: 'the shortest path, over convex cells' },
  { method: 'fast', label: 'Fast', hint: 'A* over convex cells, then pulled taut' },
  { method: 'over_leaves', label: 'A* over leaves', hint: 'A* over a quadtree, then pulled taut' },
  { method: 'over_tiles', label: 'A* over tiles', hint: 'A* over tiles, then pulled taut' },
  { method: 'cheapest', label: 'Cheapest', hint: 'by the costs of terrain, which others ignore' },
];

export const routePulls = ['funnel', 'simple', 'raycast', 'midpoint', 'none'];

export function defaultMethod(map) {
  return map.hasTerrain() ? 'cheapest' : 'optimal';
}

export function isSameAgent(a, b) {
  return a.radius === b.radius && a.ground === b.ground;
}

export class Route {
  constructor() {
    this.start = { x: 0.5, y: 0.5 };
    this.goal = { x: 0.5, y: 0.5 };
    this.radius = 0;
    this.method = 'optimal';
    this.pull = 'funnel';
    this.path = null;  // FoundPath
    this.words = '';   // why there is no path
    this.reachedGoal = true;
    this.hasLinks = false;  // the map has some
  }

  // Searches and pulls can be chosen for points that do not mind terrain, on maps without links.
  hasChoice(method = this.method) {
    return this.radius === 0 && method !== 'cheapest' && !this.hasLinks;
  }

  pullFor(method = this.method) {
    return this.hasChoice(method) ? this.pull : 'funnel';
  }

  // What moves, for the world.
  agent(method = this.method) {
    return { radius: this.radius, ground: method === 'cheapest' ? kGround : 0 };
  }

  // A start inside a wall, or too near to one, is moved for the query.
  from(world) {
    const { x, y } = this.start;
    if (this.radius > 0) {
      return findRoom(world, this.start, this.agent(), kMaxRoomDistance) ?? this.start;
    }
    return world.hasRoom(x, y) ? this.start : world.nearestWalkable(x, y) ?? this.start;
  }

  // Start and goal as arguments of a query.
  ends(world) {
    const { x, y } = this.from(world);
    return [x, y, this.goal.x, this.goal.y];
  }

  // What a method queries: {engine, ends, options}, for engine.find(...ends, options).
  query(app, method = this.method, pull = this.pullFor(method)) {
    const ends = this.ends(app.world);
    if (this.hasChoice(method)) return { engine: app.stages, ends, options: { method, pull } };
    const options = { ...this.agent(method), goal: 'nearest' };
    if (this.hasLinks && method === 'optimal') options.method = 'optimal';
    return { engine: app.world, ends, options };
  }

  run(app, method, pull) {
    const { engine, ends, options } = this.query(app, method, pull);
    return engine.find(...ends, options);
  }

  find(app) {
    this.path = this.run(app);
    this.words = '';
    if (!this.path.isOk) {
      this.path = this.runWorld(app.world, 'best');
      this.words = app.world.explain();
    }
    const { points } = this.path;
    const last = points.length - 2;
    this.reachedGoal = this.path.isOk &&
      Math.hypot(points[last] - this.goal.x, points[last + 1] - this.goal.y) < 2 / 1024;
    return this.path;
  }

  // A method of the package: then the world's corridor, portals and cones are those of its path.
  runWorld(world, method) {
    return world.find(...this.ends(world), { ...this.agent(), method, goal: 'nearest' });
  }

  turnCount() {
    if (!this.path?.isOk) return 0;
    const { turns, points, links = [] } = this.path;
    return (turns ? turns.length / 7 : points.length / 2) - 2 - 2 * links.length;
  }

  // Puts start and goal far apart on connected walkable tiles.
  choose(map, world) {
    const { width, height } = map;
    const places = [[0.18, 0.72], [0.82, 0.2], [0.8, 0.8], [0.2, 0.25], [0.5, 0.1], [0.5, 0.9]]
      .map(([x, y]) => world.nearestWalkable(x * width, y * height))
      .filter((place) => place !== null)
      .map(({ x, y }) => insideTile(map, x, y));
    let longest = -1;
    for (const start of places) {
      for (const goal of places) {
        const { length, isOk } = world.find(start.x, start.y, goal.x, goal.y);
        if (!isOk || length <= longest) continue;
        longest = length;
        this.start = start;
        this.goal = goal;
      }
    }
  }
}

// The centre of the walkable tile that a place touches.
function insideTile(map, x, y) {
  for (const dx of [0, -1]) {
    for (const dy of [0, -1]) {
      const tileX = Math.floor(x) + (Number.isInteger(x) ? dx : 0);
      const tileY = Math.floor(y) + (Number.isInteger(y) ? dy : 0);
      if (map.isWalkable(tileX, tileY)) return { x: tileX + 0.5, y: tileY + 0.5 };
    }
  }
  return { x, y };
}
