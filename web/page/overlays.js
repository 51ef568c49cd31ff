// Pictures of the engine at work: cells, leaves, the corridor with its portals, the part searched.
// They are collected as Path2D in tiles, when the world or the route has changed, and drawn each
// frame.

import { isSameAgent } from './route.js';

const kSightRadius = 64;  // tiles

function addPolygon(path, points, first, last) {
  path.moveTo(points[2 * first], points[2 * first + 1]);
  for (let i = first + 1; i < last; ++i) path.lineTo(points[2 * i], points[2 * i + 1]);
  path.closePath();
}

export class Overlays {
  constructor() {
    this.revision = -1;
    this.agent = {};
    this.cellLines = null;
    this.leafLines = null;
    this.mesh = null;
    this.clearRoute();
  }

  clearRoute() {
    this.corridor = null;
    this.corridorLines = null;
    this.portals = null;
    this.cones = null;  // as World.cones()
    this.sight = null;
  }

  // `shown` are the names of the overlays that are on.
  update(app, shown) {
    const { world, route } = app;
    const agent = route.agent();
    const isOther = this.world !== world || !isSameAgent(this.agent, agent);
    if (isOther || this.revision !== world.revision) {
      this.world = world;
      this.revision = world.revision;
      this.agent = agent;
      this.mesh = null;
      this.cellLines = null;
      this.leafLines = null;
    }
    const needsMesh = shown.has('cells') || shown.has('corridor');
    if (needsMesh && !this.mesh) this.mesh = world.mesh(agent);
    if (shown.has('cells') && !this.cellLines) this.cellLines = this.allCells();
    if (shown.has('leaves') && !this.leafLines) this.leafLines = leafPath(app.stages.leaves());
    this.clearRoute();
    if (!route.path?.isOk) return;
    if (shown.has('search')) this.collectCones(app);
    if (shown.has('sight')) this.collectSight(app);
    if (shown.has('corridor') || shown.has('portals') || shown.has('funnel')) {
      this.collectCorridor(app, shown);
    }
  }

  allCells() {
    const { first, points } = this.mesh;
    const path = new Path2D();
    for (let i = 0; i + 1 < first.length; ++i) {
      if (first[i + 1] > first[i]) addPolygon(path, points, first[i], first[i + 1]);
    }
    return path;
  }

  collectCones(app) {
    if (app.route.runWorld(app.world, 'optimal').isOk) this.cones = app.world.cones();
  }

  collectSight({ world, route }) {
    const { x, y } = route.from(world);
    const points = world.visibilityPolygon(x, y, kSightRadius);
    if (!points || points.length === 0) return;
    this.sight = new Path2D();
    addPolygon(this.sight, points, 0, points.length / 2);
  }

  // The corridor is that of the method, or of the optimal one where it has none over the mesh.
  collectCorridor(app, shown) {
    const { world, route } = app;
    const found = route.runWorld(world, route.method === 'fast' ? 'fast' : 'optimal');
    const cells = world.corridor();
    this.portals = world.portals();
    this.ends = found.isOk ? [pointAt(found.points, 0), pointAt(found.points, -1)] : null;
    if (!cells || !shown.has('corridor')) return;
    const { first, points } = this.mesh;
    const path = new Path2D();
    for (const cell of cells) addPolygon(path, points, first[cell], first[cell + 1]);
    this.corridor = path;
  }

  drawAreas(context, theme) {
    if (this.sight) {
      context.fillStyle = theme.sight;
      context.fill(this.sight);
    }
    if (this.corridor) {
      context.fillStyle = theme.passed;
      context.fill(this.corridor);
    }
  }

  // `pixel` is the size of a CSS pixel in tiles.
  drawLines(context, theme, pixel, shown) {
    context.strokeStyle = theme.side;
    if (shown.has('cells') && this.cellLines) {
      context.lineWidth = 0.75 * pixel;
      context.stroke(this.cellLines);
    }
    if (shown.has('leaves') && this.leafLines) {
      context.lineWidth = 0.75 * pixel;
      context.setLineDash([3 * pixel, 2 * pixel]);
      context.stroke(this.leafLines);
      context.setLineDash([]);
    }
    if (shown.has('portals') && this.portals) this.drawPortals(context, theme, pixel);
  }

  drawPortals(context, theme, pixel) {
    context.strokeStyle = theme.portal;
    context.lineWidth = 1.75 * pixel;
    context.lineCap = 'round';
    context.beginPath();
    for (let i = 0; i < this.portals.length; i += 4) {
      context.moveTo(this.portals[i], this.portals[i + 1]);
      context.lineTo(this.portals[i + 2], this.portals[i + 3]);
    }
    context.stroke();
  }
}

function leafPath(leaves) {
  const path = new Path2D();
  for (let i = 0; i < leaves.length; i += 4) {
    path.rect(leaves[i], leaves[i + 1], leaves[i + 2] - leaves[i], leaves[i + 3] - leaves[i + 1]);
  }
  return path;
}

function pointAt(points, index) {
  const i = index < 0 ? points.length + 2 * index : 2 * index;
  return { x: points[i], y: points[i + 1] };
}

// The lines between tiles that are in sight.
export function drawTileLines(context, theme, camera, map) {
  const from = camera.toTiles(0, 0);
  const to = camera.toTiles(camera.width, camera.height);
  const x0 = Math.max(Math.floor(from.x), 0);
  const y0 = Math.max(Math.floor(from.y), 0);
  const x1 = Math.min(Math.ceil(to.x), map.width);
  const y1 = Math.min(Math.ceil(to.y), map.height);
  context.strokeStyle = theme.gridLine;
  context.lineWidth = 1 / camera.scale;
  context.beginPath();
  for (let x = x0; x <= x1; ++x) {
    context.moveTo(x, y0);
    context.lineTo(x, y1);
  }
  for (let y = y0; y <= y1; ++y) {
    context.moveTo(x0, y);
    context.lineTo(x1, y);
  }
  context.stroke();
}
