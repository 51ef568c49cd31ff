// World: tiles, everything that queries derive from them, and the queries.

import {
  requireBoolean, requireCount, requireGroups, requireInteger, requireNumber, requireNumbers,
  requirePlaces, requireText, requireWithin, requireWord,
} from './checks.js';
import {
  allocate, c, check, copyOut, kCount, kError, kHandle, kOptions, kOut, kPath, memory,
  readCharacters, readText, release, scratch, Status, watch, withNumbers, withText, writeList,
} from './engine.js';
import { findAtOnce, findEach } from './batch.js';
import { Crowd } from './crowd.js';
import { makeField } from './field.js';
import { finishClass } from './finish_class.js';
import { joinFloors, placeOnFloor, pointOnFloor } from './floors.js';
import { kReasonAt, readFound, readPoints, turnBytes, writeTurns } from './found_path.js';
import { addLink, changeLink, linkSegments, listLinks, removeLink } from './links.js';
import { kMostSide, readPlace, readSaved, toBytes, withLetters } from './map_input.js';
import {
  deviationOf, isPlainPoint, isPoint, requireAgent, requireGroundOptions, requirePlaceOptions,
  saveForms, toFactors, writeAgent, writeOptions, writeWholeOptions,
} from './options.js';
import {
  downhillStep, escapeMap, frontier, stepTiles, tileDistances, visibilityPolygon, visibleTiles,
} from './sight.js';

const kMostLandmarks = 64;
const kLandmarksByMap = 0xffffffff;

// Stands for a width of a world that C has made.
const kOpened = Symbol('opened');

export class World {
  #handles = [];
  #world = 0;
  #finder = 0;
  #batch = 0;       // of findAll(), once it is called
  #discFinder = 0;  // of its discs
  // The last find() or findPath(), for explain(): start, goal, options, reason.
  #last = [0, 0, 0, 0, null, 0];

  constructor(width, height, tiles) {
    if (width === kOpened) {
      this.#open(height);
      return;
    }
    requireInteger('Grid: width', width);
    requireInteger('Grid: height', height);
    const bytes = tiles === undefined ? null : toBytes(width, height, tiles);
    const make = (pointer) =>
      check(c.taut_world_create(width, height, pointer, kOut, kError), true);
    if (bytes === null) make(0);
    else withNumbers('u8', bytes, make);
    this.#open(memory().u32[kOut >>> 2]);
  }

  static read(text, name = 'map', letters = {}) {
    requireText('World.read: text', text);
    requireText('World.read: name', name);
    withLetters(letters, (list, count) =>
      withText(name, (namePointer) =>
        withText(text, (pointer, bytes) =>
          check(c.taut_world_read_letters(
            pointer, bytes, namePointer, list, count, kOut, kError), true))));
    return new World(kOpened, memory().u32[kOut >>> 2]);
  }

  toText(letters = {}) {
    const world = this.#live;
    const text = withLetters(letters, (list, count) =>
      writeList(1, 4096, (pointer, capacity, length) =>
        check(c.taut_world_write(world, list, count, pointer, capacity, length, kError), true)));
    return readCharacters(text.pointer, text.count);
  }

  static readSave(bytes, name = 'save') {
    return new World(kOpened, readSaved(bytes, name));
  }

  static ofFloors(worlds, origins) {
    return new World(kOpened, joinFloors(worlds, origins));
  }

  #open(world) {
    this.#world = world;
    this.#handles.push([c.taut_world_destroy, world]);
    watch(this, this.#handles);
    this.#finder = this.#makeFinder();
  }

  #makeFinder() {
    check(c.taut_finder_create(this.#world, kOut));
    const finder = memory().u32[kOut >>> 2];
    this.#handles.push([c.taut_finder_destroy, finder]);
    return finder;
  }

  // The handle, which is 0 once the world is freed.
  get #live() {
    if (this.#world === 0) throw new TypeError('taut: the world was freed');
    return this.#world;
  }

  // For crowds, and the page, which needs more of the library than the package does.
  get [kHandle]() {
    return this.#live;
  }

  free() {
    release(this.#handles);
    this.#world = 0;
  }

  get isFreed() {
    return this.#world === 0;
  }

  toJSON() {
    if (this.isFreed) return { isFreed: true };
    const { width, height, floorCount, revision } = this;
    return { width, height, floorCount, linkCount: this.links().length, revision };
  }

  get width() { return c.taut_world_width(this.#live); }
  get height() { return c.taut_world_height(this.#live); }
  get revision() { return Number(c.taut_world_revision(this.#live)); }

  get memoryBytes() {
    return Number(c.taut_world_memory_bytes(this.#live) +
      c.taut_finder_memory_bytes(this.#finder));
  }

  // ---- edits ----

  set(x0, y0, x1, y1, walkable) {
    for (const value of [x0, y0, x1, y1]) requireInteger('World.set: side', value);
    requireBoolean('World.set: walkable', walkable);
    check(c.taut_world_set(this.#live, x0, y0, x1, y1, walkable ? 1 : 0));
  }

  setTile(x, y, walkable) {
    this.set(x, y, x + 1, y + 1, walkable);
  }

  setRects(rects, walkable) {
    const count = requireGroups('World.setRects', rects, 4, requireInteger);
    requireBoolean('World.setRects: walkable', walkable);
    withNumbers('i32', rects, (pointer) =>
      check(c.taut_world_set_rects(this.#live, pointer, count, walkable ? 1 : 0)));
  }

  setClass(x0, y0, x1, y1, terrainClass) {
    for (const value of [x0, y0, x1, y1]) requireInteger('World.setClass: side', value);
    requireInteger('World::set_class: class', terrainClass);
    check(c.taut_world_set_class(this.#live, x0, y0, x1, y1, terrainClass, kError), true);
  }

  setGround(number, factors, options = {}) {
    const { margin = 0, marginFactor = 1 } = requireGroundOptions(options);
    requireInteger('World::set_ground: number', number);
    requireInteger('Ground::set_margin: tiles', margin);
    requireNumber('Ground::set_margin: factor', marginFactor);
    withNumbers('f32', toFactors(factors), (pointer) =>
      check(c.taut_world_set_ground_margin(this.#live, number, pointer, margin, marginFactor,
        kError), true));
  }

  get floorCount() { return c.taut_world_floor_count(this.#live); }
  toPoint(floor, x, y) { return pointOnFloor(this.#live, floor, x, y); }
  toPlace(x, y) { return placeOnFloor(this.#live, x, y); }

  link(x0, y0, x1, y1, options) {
    return addLink(this.#live, x0, y0, x1, y1, options);
  }

  linkSegments(from, to, options) { return linkSegments(this.#live, from, to, options); }
  changeLink(id, options) { return changeLink(this.#live, id, options); }
  unlink(id) { return removeLink(this.#live, id); }
  links() { return listLinks(this.#live); }

  keepLandmarks(count = kLandmarksByMap) {
    if (count !== kLandmarksByMap) {
      requireCount('World.keepLandmarks: count', count, kMostLandmarks);
    }
    check(c.taut_world_keep_landmarks(this.#live, count, kError), true);
  }

  refreshLandmarks(fields = 1) {
    requireCount('World.refreshLandmarks: fields', fields);
    check(c.taut_world_refresh_landmarks(this.#live, fields, kOut));
    return memory().u32[kOut >>> 2];
  }

  keepIndex(maxBytes = 2 ** 28) {
    requireCount('World.keepIndex: maxBytes', maxBytes, Number.MAX_SAFE_INTEGER);
    check(c.taut_world_keep_index(this.#live, BigInt(maxBytes)));
  }

  refreshIndex(agents = 1) {
    requireCount('World.refreshIndex: agents', agents);
    check(c.taut_world_refresh_index(this.#live, agents, kOut));
    return memory().u32[kOut >>> 2];
  }

  prepare(agent) {
    writeAgent(kOptions, requireAgent(agent));
    check(c.taut_world_prepare_agent(this.#live, kOptions, kError), true);
  }

  // Agents that are requested are prepared here, so that no caller has to think of it. Requires
  // `place`, the options, from writeOptions().
  #prepareFor(world, place) {
    if (place === 0 || isPlainPoint(place)) return;
    check(c.taut_world_prepare_agent(world, place, kError), true);
  }

  // For questions. Writes the agent to kOptions.
  #prepareQuestion(agent) {
    writeAgent(kOptions, requireAgent(agent));
    if (c.taut_world_is_prepared(this.#live, kOptions) === 0) {
      check(c.taut_world_prepare_agent(this.#live, kOptions, kError), true);
    }
  }

  // ---- questions ----

  isWalkable(x, y) {
    requireInteger('World.isWalkable: x', x);
    requireInteger('World.isWalkable: y', y);
    return c.taut_world_is_walkable(this.#live, x, y) === 1;
  }

  classAt(x, y) {
    requireInteger('World.classAt: x', x);
    requireInteger('World.classAt: y', y);
    return c.taut_world_class(this.#live, x, y);
  }

  hasRoom(x, y, agent = {}) {
    requireNumber('x', x);
    requireNumber('y', y);
    this.#prepareQuestion(agent);
    return c.taut_world_has_room(this.#live, kOptions, x, y) === 1;
  }

  isReachable(x0, y0, x1, y1, agent = {}) {
    requireNumbers('coordinate', x0, y0, x1, y1);
    this.#prepareQuestion(agent);
    return c.taut_world_is_reachable(this.#live, kOptions, x0, y0, x1, y1) === 1;
  }

  wouldCut(rects, starts, goals, agent = {}) {
    const rectCount = requireGroups('World.wouldCut: rects', rects, 4, requireInteger);
    const startCount = requireGroups('World.wouldCut: starts', starts, 2);
    const goalCount = requireGroups('World.wouldCut: goals', goals, 2);
    this.#prepareQuestion(agent);
    withNumbers('i32', rects, (rectangles) => withNumbers('f32', starts, (from) =>
      withNumbers('f32', goals, (to) => check(c.taut_world_would_cut(this.#live, kOptions,
        rectangles, rectCount, from, startCount, to, goalCount, kOut)))));
    return memory().i32[kOut >>> 2] === 1;
  }

  hasIndex(agent = {}) {
    writeAgent(kOptions, requireAgent(agent));
    return c.taut_world_has_index(this.#live, kOptions) === 1;
  }

  isWalkablePath(points, agent = {}) {
    const count = requireGroups('World.isWalkablePath', points, 2);
    this.#prepareQuestion(agent);
    return withNumbers('f32', points, (pointer) =>
      c.taut_world_is_walkable_path(this.#live, kOptions, pointer, count) === 1);
  }

  areWalkableTurns(turns, radius, ground = 0) {
    const count = requireGroups('World.areWalkableTurns', turns, 7);
    if (!(turns instanceof Float64Array)) {
      throw new TypeError('taut: World.areWalkableTurns: the turns are no Float64Array');
    }
    requireWithin('World.areWalkableTurns: radius', radius, 0, kMostSide);
    // C takes a ground that was not set for one without walls of its own.
    if (ground !== 0) this.#prepareQuestion({ ground });
    const pointer = allocate(turnBytes(turns));
    try {
      writeTurns(pointer, turns);
      writeAgent(kOptions, { radius, shape: 'disc', ground });
      return c.taut_world_is_walkable_disc(this.#live, kOptions, pointer, count) === 1;
    } finally {
      c.free(pointer);
    }
  }

  tiles(out) {
    const world = this.#live;
    const list = writeList(1, this.width * this.height, (pointer, capacity, count) =>
      c.taut_world_tiles(world, pointer, capacity, count));
    return copyOut(memory().u8, list.pointer, list.count, out);
  }

  classes(out) {
    const world = this.#live;
    const list = writeList(1, this.width * this.height, (pointer, capacity, count) =>
      c.taut_world_classes(world, pointer, capacity, count));
    return copyOut(memory().u8, list.pointer, list.count, out);
  }

  save(form = 'light') {
    const [world, number] = [this.#live, requireWord('World.save: form', form, saveForms)];
    const list = writeList(1, Math.ceil(this.width * this.height / 8) + 4096,
      (pointer, capacity, count) => c.taut_world_save(world, number, pointer, capacity, count));
    return copyOut(memory().u8, list.pointer, list.count);
  }

  changesSince(revision) {
    const world = this.#live;
    requireCount('World.changesSince: revision', revision, Number.MAX_SAFE_INTEGER);
    const list = writeList(16, 64, (pointer, capacity, count) =>
      c.taut_world_changes_since(world, BigInt(revision), pointer, capacity, count));
    return list.status === Status.ok ? copyOut(memory().i32, list.pointer, 4 * list.count) : null;
  }

  raycast(x0, y0, x1, y1, ground = 0) {
    requirePlaces('coordinate', x0, y0, x1, y1);
    this.#prepareQuestion({ ground });
    const status = check(c.taut_raycast(this.#live, ground, x0, y0, x1, y1, kOut));
    if (status !== Status.ok) return null;
    const { f32, i32 } = memory();
    const at = kOut >>> 2;
    const isVisible = i32[at + 2] === 1;
    return {
      isVisible,
      x: f32[at],
      y: f32[at + 1],
      tile: { x: i32[at + 3], y: i32[at + 4] },
      blocker: isVisible ? null : { x: i32[at + 5], y: i32[at + 6] },
    };
  }

  visibleTiles(x, y, radius, ground = 0, out = undefined) {
    this.#prepareQuestion({ ground });
    return visibleTiles(this.#live, x, y, radius, ground, out);
  }

  visibilityPolygon(x, y, radius, ground = 0, out = undefined) {
    this.#prepareQuestion({ ground });
    return visibilityPolygon(this.#live, x, y, radius, ground, out);
  }

  frontier(unknownClass, ground = 0, out = undefined) {
    return frontier(this.#live, unknownClass, ground, out);
  }

  tileDistances(goals, options = {}, out = undefined) {
    return tileDistances(this.#live, this.width * this.height, goals, options, out);
  }

  escapeMap(exits, theirs, options = {}, out = undefined) {
    return escapeMap(this.#live, this.width * this.height, exits, theirs, options, out);
  }

  downhillStep(values, x, y, options = {}) {
    return downhillStep(this.#live, this.width * this.height, values, x, y, options);
  }

  stepTiles(creatures, options = {}) {
    return stepTiles(this.#live, this.width * this.height, creatures, options);
  }

  nearestWalkable(x, y, ground = 0) {
    requirePlaces('coordinate', x, y);
    this.#prepareQuestion({ ground });
    return readPlace(check(c.taut_nearest_walkable(this.#live, ground, x, y, kOut)));
  }

  nearestPlace(fromX, fromY, x, y, options = {}) {
    const { maxDistance = Infinity, ...agent } = requirePlaceOptions(options);
    requirePlaces('coordinate', fromX, fromY, x, y);
    requireWithin('World.nearestPlace: maxDistance', maxDistance, 0, Infinity);
    writeAgent(kOptions, agent);
    this.#prepareQuestion(agent);
    return readPlace(
      check(c.taut_nearest_place(this.#live, kOptions, fromX, fromY, x, y, maxDistance, kOut)));
  }

  // ---- queries ----

  findPath(x0, y0, x1, y1, options, out) {
    const deviation = this.#find(x0, y0, x1, y1, options);
    return readPoints(this.#finder, deviation, out);
  }

  find(x0, y0, x1, y1, options) {
    return readFound(this.#finder, this.#find(x0, y0, x1, y1, options));
  }

  // Returns the deviation of the options.
  #find(x0, y0, x1, y1, options) {
    const deviation = deviationOf(options);
    const place = this.#takeQuery(x0, y0, x1, y1, options);
    check(c.taut_find(this.#finder, x0, y0, x1, y1, place, kPath));
    this.#last[5] = memory().i32[(kPath >>> 2) + kReasonAt];
    return deviation;
  }

  // Checks, prepares and remembers. Returns the place of the options.
  #takeQuery(x0, y0, x1, y1, options) {
    if (typeof x0 !== 'number' || typeof y0 !== 'number' || typeof x1 !== 'number' ||
        typeof y1 !== 'number') {
      requireNumbers('coordinate', x0, y0, x1, y1);
    }
    const world = this.#live;
    const place = writeOptions(options);
    this.#prepareFor(world, place);
    const last = this.#last;
    last[0] = x0;
    last[1] = y0;
    last[2] = x1;
    last[3] = y1;
    last[4] = options && { ...options };
    last[5] = 0;
    return place;
  }

  explain() {
    const world = this.#live;
    const [x0, y0, x1, y1, options, reason] = this.#last;
    const place = writeOptions(options);
    const list = writeList(1, 512, (text, capacity, length) =>
      c.taut_explain(world, reason, x0, y0, x1, y1, place, text, capacity, length));
    return readText(list.pointer);
  }

  findAll(queries, options) {
    const world = this.#live;
    const count = requireGroups('World.findAll', queries, 4);
    const place = writeWholeOptions(options);
    this.#prepareFor(world, place);
    if (!isPoint(options) && options.shape !== 'square') {
      if (this.#discFinder === 0) this.#discFinder = this.#makeFinder();
      return findEach(this.#discFinder, queries, count, place, deviationOf(options));
    }
    if (this.#batch === 0) {
      check(c.taut_batch_create(world, 1, kOut, kError), true);
      this.#batch = memory().u32[kOut >>> 2];
      this.#handles.push([c.taut_batch_destroy, this.#batch]);
    }
    return findAtOnce(this.#batch, queries, count, place);
  }

  field(goals, options) {
    return makeField(this, goals, options);
  }

  crowd(options) { return new Crowd(this, options); }

  readCrowd(bytes) { return new Crowd(this, {}, bytes); }

  // ---- pictures ----

  mesh(agent = {}) {
    this.#prepareQuestion(agent);
    const world = this.#live;
    check(c.taut_world_mesh(world, kOptions, 0, 0, kCount, 0, 0, kCount + 4));
    const [firstCount, pointCount] = memory().u32.subarray(kCount >>> 2, (kCount >>> 2) + 2);
    const first = scratch(4 * firstCount + 8 * pointCount);
    const points = first + 4 * firstCount;
    check(c.taut_world_mesh(
      world, kOptions, first, firstCount, kCount, points, pointCount, kCount + 4));
    const { u32, f32 } = memory();
    return { first: copyOut(u32, first, firstCount), points: copyOut(f32, points, 2 * pointCount) };
  }

  corridor() {
    return this.#picture(c.taut_path_corridor, 'u32', 1);
  }

  portals() {
    return this.#picture(c.taut_path_portals, 'f32', 4);
  }

  cones() {
    return this.#picture(c.taut_path_cones, 'f32', 6);
  }

  // A list about the last path, of `size` numbers of 4 bytes each; null where it has none.
  #picture(call, view, size) {
    this.#live;
    const list = writeList(4 * size, 256, (pointer, capacity, count) =>
      call(this.#finder, pointer, capacity, count));
    return list.status === Status.ok
      ? copyOut(memory()[view], list.pointer, size * list.count)
      : null;
  }
}

finishClass(World, 'World');
