// The page's state and what changes it. Everything that a user can do goes through here: keyboard,
// pointer, panel and tests call the same functions.

import { World } from '../js/taut.js';
import { Agents, kMostAgents } from './agents.js';
import { Camera } from './camera.js';
import { Contours } from './contours.js';
import { CrowdUnits } from './crowd_units.js';
import { Ground } from './ground.js';
import { History } from './history.js';
import { Overlays } from './overlays.js';
import { Pace } from './pace.js';
import { Painter } from './painter.js';
import { Passages } from './passages.js';
import { themes } from './palette.js';
import { pathCost } from './path_cost.js';
import { Player } from './player.js';
import { defaultMethod, Route, routeMethods } from './route.js';
import { SearchPlayer } from './search_player.js';
import { Stages } from './stages.js';
import {
  classOf, findChanges, kFactors, kFloor, kGround, kindOfName, kinds, kWall, TileMap,
} from './tiles.js';
import { Timing } from './timing.js';

export const kMostRadius = 1.5;
export const kMostBrush = 9;  // tiles a side
const kStillTime = 350;     // ms without a change until the page counts as still
const kGap = 16;            // pixels between the map and what is beside it
const kManyRectangles = 400; // more changes than these: a new world

export class App {
  constructor(canvas) {
    this.canvas = canvas;
    this.camera = new Camera();
    this.painter = new Painter(canvas);
    this.ground = new Ground();
    this.history = new History();
    this.overlays = new Overlays();
    this.contours = new Contours();
    this.contourPace = new Pace();
    this.passages = new Passages();
    this.agents = new Agents();
    this.crowd = new CrowdUnits();
    this.player = new Player();
    this.searchPlayer = new SearchPlayer();
    this.route = new Route();
    this.timing = new Timing();
    this.themeName = 'light';
    this.theme = themes.light;
    this.shown = new Set();
    this.tool = 'wall';
    this.terrain = 'sand';
    this.brush = 1;
    this.map = null;
    this.base = null;      // the map's tiles as they were loaded, where it is one of the menu
    this.world = null;
    this.stages = null;    // of the world
    this.hasTerrain = false;  // once there was some
    this.tileSteps = null;
    this.second = null;    // a method, or 'steps': shown beside that of the route
    this.secondPath = null;
    this.grip = null;      // 'start', 'goal' or a grip of links: dragged or under the pointer
    this.hover = null;
    this.cursor = null;    // the tile to draw on by keyboard: {x, y}
    this.margin = { left: 16, right: 16, top: 16, bottom: 16 };
    this.onChange = () => {};  // for panel and address: a part of the state has changed
    this.frames = [];      // times of the last frames, for tests
    this.changedAt = 0;
    this.isStale = true;   // draw a frame
    this.isRouteStale = true;
  }

  // ---- map and world ----

  setMap(map, isOwn = false) {
    this.map = map;
    this.cursor = null;
    this.base = isOwn ? null : map.tiles.slice();
    this.history.clear();
    this.passages.list = map.links;
    this.route.hasLinks = map.links.length > 0;
    const hadTerrain = this.hasTerrain;
    this.makeWorld();
    const isOffered = this.offersMethod(this.route.method);
    if (hadTerrain !== this.hasTerrain || !isOffered) this.setMethod(defaultMethod(map));
    if (!this.offersSecond(this.second)) this.setSecond(null);
    this.agents.reset(this);
    this.route.choose(map, this.world);
    this.fit();
  }

  makeWorld() {
    const { map } = this;
    this.contours.drop();
    this.agents.dropFields();
    this.crowd.stop();
    this.stages?.free();
    this.world?.free();
    this.world = new World(map.width, map.height, map.walkableBytes());
    this.world.setGround(kGround, kFactors);
    this.hasTerrain = map.hasTerrain();
    const floor = new TileMap('floor', map.width, map.height);
    for (const { x0, y0, x1, y1, kind } of findChanges(floor, map)) {
      if (classOf(kind) !== 0) this.world.setClass(x0, y0, x1, y1, classOf(kind));
    }
    this.passages.reset(this.passages.list, this.world);
    this.stages = new Stages(this.world);
    this.ground.reset(map, this.theme);
    this.touch(true);
  }

  // The first terrain of a map switches to the method that minds it.
  editWorld({ x0, y0, x1, y1, kind }) {
    this.world.set(x0, y0, x1, y1, kinds[kind].walkable);
    this.world.setClass(x0, y0, x1, y1, classOf(kind));
    if (this.hasTerrain || classOf(kind) === 0) return;
    this.hasTerrain = true;
    this.setMethod('cheapest');
  }

  // Tiles of one kind, and all that is made of them. Part of the stroke, if one has begun.
  setTiles(rect) {
    const { map } = this;
    const x0 = Math.max(rect.x0, 0);
    const y0 = Math.max(rect.y0, 0);
    const x1 = Math.min(rect.x1, map.width);
    const y1 = Math.min(rect.y1, map.height);
    if (x0 >= x1 || y0 >= y1) return;
    let isChanged = false;
    for (let y = y0; y < y1; ++y) {
      for (let i = y * map.width + x0; i < y * map.width + x1; ++i) {
        if (map.tiles[i] === rect.kind) continue;
        if (this.history.stroke) this.history.record(i, map.tiles[i], rect.kind);
        map.tiles[i] = rect.kind;
        isChanged = true;
      }
    }
    if (!isChanged) return;
    const inside = { x0, y0, x1, y1, kind: rect.kind };
    this.editWorld(inside);
    this.passages.edited(this.world);
    this.ground.paint(x0, y0, x1, y1);
    this.agents.edited(this, inside, !kinds[rect.kind].walkable);
    this.touch(true);
  }

  brushKind() {
    if (this.tool === 'wall') return kWall;
    return this.tool === 'terrain' ? kindOfName.get(this.terrain) : kFloor;
  }

  // The tiles under the brush at a place.
  brushRect({ x, y }) {
    const x0 = Math.floor(x - (this.brush - 1) / 2);
    const y0 = Math.floor(y - (this.brush - 1) / 2);
    return { x0, y0, x1: x0 + this.brush, y1: y0 + this.brush, kind: this.brushKind() };
  }

  // The tiles under the brush; terrain leaves walls.
  stamp(rect) {
    if (this.tool !== 'terrain') {
      this.setTiles(rect);
      return;
    }
    for (let y = rect.y0; y < rect.y1; ++y) {
      for (let x = rect.x0; x < rect.x1; ++x) {
        const first = x;
        while (x < rect.x1 && this.map.isWalkable(x, y)) ++x;
        if (x > first) this.setTiles({ ...rect, x0: first, y0: y, x1: x, y1: y + 1 });
      }
    }
  }

  // Along the line between two places, without gaps.
  paintLine(from, to) {
    const steps = Math.max(Math.ceil(2 * Math.hypot(to.x - from.x, to.y - from.y)), 1);
    let last = null;
    for (let i = 0; i <= steps; ++i) {
      const share = i / steps;
      const rect = this.brushRect({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      });
      if (last && last.x0 === rect.x0 && last.y0 === rect.y0) continue;
      this.stamp(rect);
      last = rect;
    }
  }

  undo() {
    this.setEach(this.history.undo());
  }

  redo() {
    this.setEach(this.history.redo());
  }

  cancelStroke() {
    this.setEach(this.history.cancel());
  }

  setEach(tiles) {
    if (!tiles) return;
    const { map } = this;
    const before = map.copy();
    const after = map.copy();
    for (const [index, kind] of tiles) after.tiles[index] = kind;
    this.change(before, after);
  }

  // Changes the map from one state to another, by edits, or by a new world if they are many.
  change(before, after) {
    const rects = findChanges(before, after);
    if (rects.length > kManyRectangles) {
      this.map.tiles.set(after.tiles);
      this.makeWorld();
      this.agents.moveTo(this);
    } else {
      for (const rect of rects) this.setTiles(rect);
    }
    this.onChange('history');
  }

  // Sets all tiles to floor, or to the tiles given. Can be undone.
  clearMap(tiles = null) {
    const after = this.map.copy();
    if (tiles) after.tiles.set(tiles);
    else after.tiles.fill(kFloor);
    this.history.begin();
    after.tiles.forEach((kind, i) => {
      if (kind !== this.map.tiles[i]) this.history.record(i, this.map.tiles[i], kind);
    });
    this.history.end();
    this.change(this.map.copy(), after);
  }

  // ---- what is queried and shown ----

  setEnd(which, x, y) {
    const { map } = this;
    const place = {
      x: Math.min(Math.max(x, 0.01), map.width - 0.01),
      y: Math.min(Math.max(y, 0.01), map.height - 0.01),
    };
    this.route[which] = place;
    if (which === 'goal' && this.agents.gathers) this.agents.goalMoved();
    if (which === 'goal') this.crowd.goalMoved(this);
    this.touch(true);
  }

  // Links are passed by what the world finds, not by the searches of single stages.
  offersMethod(method) {
    return this.passages.isEmpty || method === 'optimal' || method === 'cheapest';
  }

  offersSecond(second) {
    if (second === null) return true;
    if (second === 'cheapest' && !this.hasTerrain) return false;
    return second === 'steps' ? this.passages.isEmpty : this.offersMethod(second);
  }

  // Another method, in a view of its own; or null.
  setSecond(second) {
    this.second = this.offersSecond(second) ? second : null;
    this.split();
    this.fit();
    this.touch(true);
    this.onChange('second');
  }

  secondLabel() {
    return routeMethods.find(({ method }) => method === this.second)?.label ?? 'Tile steps';
  }

  showsTileSearch() {
    return this.shown.has('steps') || this.second === 'steps';
  }

  // Where terrain counts, methods are compared by cost; links have one of their own.
  comparesCost() {
    return this.hasTerrain && this.passages.isEmpty;
  }

  // What a path is compared by.
  measure({ length, points }) {
    return this.comparesCost() ? pathCost(this.map, points) : length;
  }

  // An end of a link is dragged: to the last place on floor.
  moveLink(grip, x, y) {
    if (!this.passages.moveEnd(grip, x, y, this.world)) return;
    this.agents.linksChanged();
    this.touch(true);
  }

  setMethod(method) {
    this.route.method = method;
    this.touch(true);
    this.onChange('method');
  }

  setPull(pull) {
    this.route.pull = pull;
    this.touch(true);
    this.onChange('pull');
  }

  setRadius(radius) {
    this.route.radius = Math.min(Math.max(radius, 0), kMostRadius);
    this.touch(true);
    this.onChange('radius');
  }

  setShown(name, isOn) {
    if (isOn) this.shown.add(name);
    else this.shown.delete(name);
    if (name === 'contours' && !isOn) this.contours.drop();
    if (name === 'funnel' && !isOn) this.player.pause();
    if (name === 'search' && !isOn) this.searchPlayer.pause();
    this.touch(true);
    this.onChange('shown');
  }

  setAgents(count) {
    this.agents.setCount(this, Math.min(Math.max(count, 0), kMostAgents));
    this.crowd.isOld = true;
    this.touch(false);
    this.onChange('agents');
  }

  setGathers(gathers) {
    this.agents.setGathers(this, gathers);
    this.touch(false);
    this.onChange('agents');
  }

  // Agents are units of a crowd, or walk alone again from where they are.
  setCrowd(isOn) {
    if (this.crowd.isOn && !isOn) {
      this.crowd.stop();
      this.agents.moveTo(this);
    }
    this.crowd.isOn = isOn;
    this.crowd.isOld = true;
    this.touch(false);
    this.onChange('agents');
  }

  setTool(tool) {
    this.tool = tool;
    this.hover = null;
    this.touch(false);
    this.onChange('tool');
  }

  setBrush(size) {
    this.brush = Math.min(Math.max(size, 1), kMostBrush);
    this.touch(false);
    this.onChange('tool');
  }

  setTheme(name) {
    this.themeName = name;
    this.theme = themes[name];
    if (this.map) this.ground.reset(this.map, this.theme);
    this.contours.drop();
    this.touch(true);
    this.onChange('theme');
  }

  // ---- frames ----

  resize(width, height, density) {
    this.camera.resize(width, height);
    this.painter.resize(width, height, density);
    this.split();
    this.touch(false);
  }

  // Two views share what the panel leaves.
  split() {
    const { camera, margin } = this;
    const free = camera.width - margin.right + kGap;
    camera.half = this.second === null ? 0 : Math.round(free / 2);
  }

  fit() {
    const { camera, margin, map } = this;
    const right = camera.half > 0 ? camera.width - camera.half + kGap : margin.right;
    camera.fit(0, 0, map.width, map.height, { ...margin, right });
    this.touch(false);
  }

  // `isRoute`: the path may be another one.
  touch(isRoute) {
    this.isStale = true;
    if (!isRoute) return;
    this.isRouteStale = true;
    this.changedAt = performance.now();
  }

  get isStill() {
    return performance.now() - this.changedAt > kStillTime;
  }

  // The path and the overlays, as the world is now.
  updateRoute() {
    this.isRouteStale = false;
    this.route.find(this);
    this.timing.clear();
    this.tileSteps = null;
    if (this.showsTileSearch()) this.timing.measureTileSteps(this, false);
    const isMethod = this.second !== null && this.second !== 'steps';
    this.secondPath = isMethod ? this.route.run(this, this.second) : null;
    this.overlays.update(this, this.shown);
    if (this.shown.has('search')) {
      const tiles = this.showsTileSearch() ? this.tileSteps?.order : null;
      this.searchPlayer.load(this.overlays.cones, tiles);
    }
    if (this.shown.has('funnel')) this.player.load(this.overlays.portals, this.overlays.ends);
    this.updateContours();
    this.onChange('route');
  }

  updateContours() {
    if (!this.shown.has('contours')) return;
    if (this.contourPace.run(() => this.contours.update(this, this.theme))) this.isStale = true;
  }

  // One frame: `time` in ms.
  frame(time) {
    const seconds = Math.max(time - (this.lastFrame ?? time), 0) / 1000;
    this.lastFrame = time;
    const begin = performance.now();
    if (this.agents.list.length > 0) {
      (this.crowd.isOn ? this.crowd : this.agents).step(this, seconds);
      this.isStale = true;
    }
    if (this.player.step(seconds)) {
      this.isStale = true;
      this.onChange('player');
    }
    if (this.searchPlayer.step(seconds)) {
      this.isStale = true;
      this.onChange('search');
    }
    if (this.isRouteStale) this.updateRoute();
    else if (this.contourPace.isDue) this.updateContours();
    if (this.isStill && !this.contourPace.isDue && this.shown.has('contours') &&
        this.contours.refine(this.map, this.theme)) {
      this.isStale = true;
    }
    if (this.isStale) {
      this.isStale = false;
      this.painter.draw(this);
    }
    if (this.timing.measure(this, this.isStill)) this.onChange('timing');
    this.frames.push(performance.now() - begin);
    if (this.frames.length > 240) this.frames.shift();
  }
}
