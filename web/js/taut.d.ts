// taut: shortest paths through tile maps, around walls, for points, discs and squares.
//
//     import { init, World } from 'taut';
//     await init();
//
// Before init() every call throws an Error.
//
// One unit is one tile: tile (x, y) covers [x, x + 1] x [y, y + 1]. Points are pairs of numbers,
// x, y, x, y, ..., in typed arrays. An error of the caller is a TypeError (another type, an
// unknown word, a freed world) or a RangeError (a number out of range), in the words of the C++
// library. That a path does not exist is no error: it is empty, and explain() says why. A place
// that is not finite or lies outside the map is no error of a query either.
//
// Sizes: what a query needs for its agent is prepared at its first query. Each size of square and
// disc gets a mesh of its own, which every edit updates: use few of them.
//
// Memory: when there is none left, the library stops in the middle of its work. That call and all
// later ones, of all worlds, throw a RangeError; only a fresh page or worker helps.

declare global {
  // `using world = new World(...)`, also where `lib` is older than it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

// The class of a global of browsers and node, where `lib` declares it.
type Instance<Name extends string> = typeof globalThis extends {
  [name in Name]: { prototype: infer Type };
} ? Type : never;
type Module = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Type } };
} ? Type : never;

/** A module of taut.wasm, or its bytes. */
export type ModuleSource = Module | ArrayBuffer | ArrayBufferView;
/** Or what fetch() gave, or the address of the file. */
export type Source = ModuleSource | Instance<'Response'> | Instance<'URL'> | string;

/**
 * Loads the library, once: later calls change nothing. 'taut' has the bytes of taut.wasm inside.
 * 'taut/fetch' fetches the file, beside its script or where bundlers put it, unless it is given. An
 * Error when that fails; the next call tries again.
 */
export function init(source?: Source | PromiseLike<Source>): Promise<void>;

/**
 * The same at once. On the main thread of a page a browser may refuse to compile a module of this
 * size: there give it a WebAssembly.Module, or use init().
 */
export function initSync(source: ModuleSource): void;

/** "0.1.0": of the library inside. */
export const version: string;

/** Bytes of WebAssembly memory: that of all worlds, and what is free again. */
export function memoryBytes(): number;

export type Shape = 'point' | 'disc' | 'square';

/**
 * What moves. A radius alone is a disc, none a point. A square is axis-parallel and does not turn;
 * its radius is half its side. In tiles.
 */
export interface Agent {
  radius?: number;
  shape?: Shape;
  /**
   * The number of its ground, 0 to 255, which must be set: World.setGround(). 0, the default: all
   * classes of terrain are alike to it.
   */
  ground?: number;
}

/**
 * How a path is searched for. `optimal`: the shortest path. `fast`: A* over the cells of the mesh,
 * mostly less than 1 % longer. `best`, the default: `optimal`, and `fast` where that has taken 1000
 * expansions. Where tiles cost the agent differently (World.setGround()), all are one: a search by
 * cost, for every agent.
 */
export type Method = 'best' | 'optimal' | 'fast';

export interface FindOptions extends Agent {
  method?: Method;
  /** `nearest`: a goal that cannot be reached: the path to the reachable place nearest to it. */
  goal?: 'exact' | 'nearest';
  /** With `nearest`: how far from the goal the path may end, in tiles. */
  maxGoalDistance?: number;
  /**
   * `nearest`: a start without room, such as under a new building, is replaced by the nearest place
   * that has room: the path begins there.
   */
  start?: 'exact' | 'nearest';
  /** A longer path is no path; in tiles. */
  lengthLimit?: number;
  /** A search that would expand more nodes ends as `out_of_nodes`. */
  expansionLimit?: number;
  /**
   * Nodes that one call expands: a search that needs more is `unfinished`, and the same find() goes
   * on with it. An edit begins it again, another query of the world abandons it. findAll() takes
   * no budget.
   */
  budget?: number;
  /** How far the points of a disc's path may lie from its arcs, in tiles, from 1e-6; 0.01. */
  deviation?: number;
}

export type Status = 'ok' | 'no_path' | 'out_of_nodes' | 'invalid_input' | 'unfinished';

/** Why there is no path; `none`: there is one. World.explain() says it in a sentence. */
export type Reason =
  /** There is a path. */
  | 'none'
  /** The start is on no tile that the agent can enter, or not finite; the goal. */
  | 'start_blocked' | 'goal_blocked'
  /** The agent overlaps a wall at the start; at the goal. */
  | 'start_too_near' | 'goal_too_near'
  /** No way leads from start to goal. */
  | 'not_connected'
  /** Ways lead there, and the agent fits through none. */
  | 'too_narrow'
  /** A limit of FindOptions was reached. */
  | 'limit'
  /** Not of this package, which prepares agents itself. */
  | 'not_prepared' | 'bad_options'
  /** No place within maxGoalDistance can be reached. */
  | 'goal_too_far'
  /** Field.update() was not called since the goals or the world changed. */
  | 'stale'
  /** An edit ran out of memory. */
  | 'broken';

export interface FoundPath {
  isOk: boolean;
  status: Status;
  reason: Reason;
  /** The method that made the path. */
  method: Method;
  /** In tiles; Infinity where there is no path, or none yet. */
  length: number;
  /** Tiles times factor of the agent's ground, the length on 0; and links. Infinity as that. */
  cost: number;
  /** Nodes that the search expanded. */
  expanded: number;
  /** The revision of the world that was queried. */
  revision: number;
  /** x, y of each point, start and goal included; of a disc, arcs as chords. */
  points: Float32Array;
  /**
   * For a disc 7 numbers per turn: entry x, y; exit x, y; the corner x, y that it goes around; and
   * 0 at the start, 1 counter-clockwise, 2 clockwise, 3 at the goal. Null for others.
   */
  turns: Float64Array | null;
  /** The links that it passes, in order; World.link(). */
  links: PassedLink[];
}

/**
 * The path goes on at points[2 * exit], points[2 * exit + 1]; the point before is the entry.
 * Between the two nobody walks: walk, draw and check a path leg by leg.
 */
export interface PassedLink {
  link: number;
  exit: number;
}

/** Options of a link: what it costs to pass, 0; who passes it. */
export interface LinkOptions {
  /** In the unit of FoundPath.cost, 0 to 1e30. */
  cost?: number;
  /** In tiles: agents whose diameter is larger do not pass; Infinity. */
  width?: number;
  /** Only from (x0, y0) to (x1, y1); false. */
  oneWay?: boolean;
  /** A ground multiplies the cost by its factor for this class, or blocks the link; 0. */
  terrainClass?: number;
  /** A closed link is kept, and nobody passes it; true. */
  isOpen?: boolean;
  /** The game's own, 0 or more, an integer; 0. */
  userData?: number;
}

export interface Link extends Required<LinkOptions> {
  id: number;
  from: LinkEnd;
  to: LinkEnd;
}

/** The places between two; one place where they are equal. */
export interface LinkEnd {
  a: Place;
  b: Place;
}

export interface Ray {
  /** Whether the whole segment is walkable. */
  isVisible: boolean;
  /** Where the ray ended. */
  x: number;
  y: number;
  /** The last walkable tile. */
  tile: { x: number; y: number };
  /** The blocked tile that it met; it may lie outside the map. */
  blocker: { x: number; y: number } | null;
}

export interface Place {
  x: number;
  y: number;
}

export interface Answers {
  /** The path of query i is points[first[i]] to points[first[i + 1] - 1]. */
  first: Uint32Array;
  points: Float32Array;
  /** As FoundPath.length. */
  lengths: Float64Array;
  /** As FoundPath.cost. */
  costs: Float64Array;
  /** 3 numbers per link passed: the query, the link, and exit as that of PassedLink. */
  links: Uint32Array;
}

/** A tile; the number of the map begins with `value`, 0 by default. */
export interface TileCreature {
  /** The tile; of a larger creature that with the least x and y. */
  x: number;
  y: number;
  /** The numbers that it walks down, as of tileDistances(); none: it goes nowhere of its own. */
  values?: ArrayLike<number> | null;
  /** Tiles a side, 1 to 16. */
  size?: number;
  ground?: number;
  /** The larger one goes first. */
  rank?: number;
  /** Whether it moves for nobody. */
  stays?: boolean;
  /** Turns since it was last at a goal: counted. */
  waited?: number;
}
export interface TileGoal {
  x: number;
  y: number;
  value?: number;
}

/**
 * How one walks from tile to tile. A step costs its length times the factors of its ground. Links
 * are passed where a point of this ground may pass them: so the maps reach over floors.
 */
export interface TileSteps {
  ground?: number;
  /** Diagonal steps: where both tiles beside are walkable (default), never, one is, always. */
  diagonal?: 'no_obstacles' | 'never' | 'one_free' | 'always';
  diagonalLength?: 'sqrt2' | 'one';
  /** Tiles with larger numbers are not reached. */
  limit?: number;
  /** Where links go one way: to the goals (default), or from them, where others can be. */
  ways?: 'to_goals' | 'from_goals';
}

/** What letters of a map stand for: walkable tiles, and blocked ones, each with its class. */
export interface Letters {
  classes?: { [letter: string]: number };
  walls?: { [letter: string]: number };
}

/**
 * The tiles of a map, everything that queries derive from them, and the queries. An edit keeps all
 * of it in line. Free a world by free() or `using`; else the garbage collector does, late.
 */
export class World {
  /** One element per tile, row by row: nonzero = walkable. Without tiles all are walkable. */
  constructor(width: number, height: number, tiles?: ArrayLike<number | boolean>);
  /**
   * A MovingAI map, or a drawing with a row per line in which `.`, `G` and `S` are walkable, and
   * all is of class 0, but for the letters that are given.
   */
  static read(text: string, name?: string, letters?: Letters): World;
  /**
   * A MovingAI map, from which read() makes the same world by the same letters. A tile for which no
   * letter stands is a RangeError.
   */
  toText(letters?: Letters): string;

  /**
   * The world of what save() gave. It answers as one that is made of these tiles with the same
   * calls of setGround, prepare, keepLandmarks and keepIndex. A RangeError for damaged bytes.
   */
  static readSave(bytes: Uint8Array, name?: string): World;

  /**
   * Tiles, classes, grounds, agents, revision, and what is kept of landmarks and index. 'full':
   * also meshes, landmarks and indexes: larger, and loaded faster.
   */
  save(form?: 'light' | 'full'): Uint8Array;
  free(): void;
  [Symbol.dispose](): void;
  readonly isFreed: boolean;
  /** What console.log() of node prints: size, floors, links, revision. save() has the world. */
  toJSON(): object;

  readonly width: number;
  readonly height: number;
  /** Grows by one with each edit that changes a tile, a class, a ground or a link. */
  readonly revision: number;
  readonly memoryBytes: number;

  /** Opens or blocks the tiles x0 <= x < x1, y0 <= y < y1. Tiles outside the map are ignored. */
  set(x0: number, y0: number, x1: number, y1: number, walkable: boolean): void;
  setTile(x: number, y: number, walkable: boolean): void;
  /** Several rectangles, x0, y0, x1, y1 each. */
  setRects(rects: ArrayLike<number>, walkable: boolean): void;
  /** The class of terrain of these tiles, 0 to 255: swamp, water, a door; 0 at first. */
  setClass(x0: number, y0: number, x1: number, y1: number, terrainClass: number): void;
  /**
   * Sets or replaces a ground, 1 to 255, of the agents that have its number: for some classes the
   * factor on the length walked inside their tiles, 0.125 to 255, or Infinity: they are walls to
   * these agents. Other classes cost 1. Where tiles cost differently, paths of all agents are cheap
   * ones, and distances of fields costs. A ground that blocks classes has a copy of the tiles. Its
   * agents, and those of one with costs, have meshes of their own. Tiles within `margin` tiles of a
   * wall, 0 to 8, cost `marginFactor` times as much: agents keep off walls where the way around
   * costs less.
   */
  setGround(
    number: number, factors: Readonly<Record<number, number>> | ReadonlyMap<number, number>,
    options?: { margin?: number; marginFactor?: number },
  ): void;
  /**
   * A world whose floors are the tiles and classes of others; links join them. `origins`: x and y
   * of the first tile of each floor in your plane; else all 0. toPoint() leads from a place of a
   * floor to a place of the world, toPlace() back; null where it is on no such floor.
   */
  static ofFloors(worlds: readonly World[], origins?: ArrayLike<number>): World;
  readonly floorCount: number;
  toPoint(floor: number, x: number, y: number): Place | null;
  toPlace(x: number, y: number): { floor: number; x: number; y: number } | null;
  /**
   * Adds a link between two places on walkable tiles: stairs, a ladder, a teleporter. Paths and
   * fields of all agents use it where that costs less. Returns its id.
   */
  link(x0: number, y0: number, x1: number, y1: number, options?: LinkOptions): number;
  /**
   * The same between segments of at most 64 tiles, ax, ay, bx, by each, as of wide stairs. Who
   * enters at a place of one leaves at that of the other that divides it in the same ratio.
   */
  linkSegments(from: ArrayLike<number>, to: ArrayLike<number>, options?: LinkOptions): number;
  /** Opens, closes or prices a link: what is not given stays. Whether there is one. */
  changeLink(id: number, options: LinkOptions): boolean;
  /** Whether there was such a link. */
  unlink(id: number): boolean;
  /** By growing id. */
  links(): Link[];
  /** Builds what an agent needs, ahead of the query that would do so. */
  prepare(agent: Agent): void;
  /**
   * Makes `count` landmarks for each agent, at most 64, or none; by default as many as make its
   * searches faster on the map as it is now, at most 32. They follow edits, which makes them
   * weaker; answers remain as short.
   */
  keepLandmarks(count?: number): void;
  /**
   * Rebuilds at most `fields` landmarks that were made before the last edit, 1 by default, for a
   * budget per tick. Returns how many of them are left.
   */
  refreshLandmarks(fields?: number): number;
  /**
   * Makes a corner index for each agent, of at most `maxBytes`, by default 256 MiB, or none where
   * that is 0: `best` and `optimal` answer by it without a search. An edit outdates it: queries
   * search until it is rebuilt. Takes seconds on large maps.
   */
  keepIndex(maxBytes?: number): void;
  /**
   * Makes the indexes of at most `agents` agents again that edits outdated, 1 by default. Returns
   * how many of them are left.
   */
  refreshIndex(agents?: number): number;

  /** Whether the tile (x, y), two integers, is walkable; outside the map none is. */
  isWalkable(x: number, y: number): boolean;
  /** The class of the tile (x, y), two integers; 0 outside the map. */
  classAt(x: number, y: number): number;
  /** Whether the agent may be there; false where a coordinate is not finite. */
  hasRoom(x: number, y: number, agent?: Agent): boolean;
  /** Whether a path leads from one place to the other, without a search. */
  isReachable(x0: number, y0: number, x1: number, y1: number, agent?: Agent): boolean;
  /**
   * Whether blocking rectangles, 4 numbers each, would part one of the starts, 2 numbers each, from
   * a goal that the agent can reach from there now. The world stays as it is.
   */
  wouldCut(
    rects: ArrayLike<number>, starts: ArrayLike<number>, goals: ArrayLike<number>, agent?: Agent,
  ): boolean;
  /** Whether an index answers the agent's queries now: not if it is outdated or too large. */
  hasIndex(agent?: Agent): boolean;
  /** Whether a path of a point or a square is walkable as the world is now; false for a disc. */
  isWalkablePath(points: ArrayLike<number>, agent?: Agent): boolean;
  /** The same for the turns of a path of a disc, which has this ground. */
  areWalkableTurns(turns: Float64Array, radius: number, ground?: number): boolean;
  /** One byte per tile, 1 = walkable. With `out` they are written there. */
  tiles(out?: Uint8Array): Uint8Array;
  /** The class of each tile, as tiles(). */
  classes(out?: Uint8Array): Uint8Array;
  /** The rectangles changed since a revision, 4 numbers each; null when they are not known. */
  changesSince(revision: number): Int32Array | null;
  /** Null when the ray begins on no walkable tile or ends outside the map. */
  raycast(x0: number, y0: number, x1: number, y1: number, ground?: number): Ray | null;
  /**
   * The tiles that are seen from the tile (x, y), two integers, up to a radius between centres: y *
   * width + x of each. Tiles see each other or neither does; of those that stop sight, as they stop
   * rays, all are seen of which a point is. Null when (x, y) stops sight or is outside the map.
   */
  visibleTiles(
    x: number, y: number, radius: number, ground?: number, out?: Uint32Array,
  ): Uint32Array | null;
  /**
   * The corners x, y, x, y, ... of the polygon that is seen from (x, y), in the square of half the
   * side `radius` around it. Null when (x, y) lies on no tile that lets sight through.
   */
  visibilityPolygon(
    x: number, y: number, radius: number, ground?: number, out?: Float32Array,
  ): Float32Array | null;
  /**
   * The tiles, y * width + x of each, of other classes than this one, walkable on the ground, that
   * share an edge with a tile of it. To explore, walk to the nearest of them.
   */
  frontier(unknownClass: number, ground?: number, out?: Uint32Array): Uint32Array;
  /**
   * The distance of each tile, row by row, to the nearest goal by tile steps; Infinity where there
   * is none. Null when no goal can be walked, or a value is out of range.
   */
  tileDistances(
    goals: TileGoal[], options?: TileSteps, out?: Float32Array,
  ): Float32Array | null;
  /**
   * Where it is below 0, steps downhill lead to an exit over tiles on none of which others can be
   * as soon. `theirs`: their distances. Null also when one of them is NaN or below 0.
   */
  escapeMap(
    exits: TileGoal[], theirs: ArrayLike<number>, options?: TileSteps, out?: Float32Array,
  ): Float32Array | null;
  /** The tile to step to from (x, y) over such a map: a neighbour, or a link's end; or null. */
  downhillStep(values: ArrayLike<number>, x: number, y: number, options?: TileSteps): Place | null;
  /**
   * One turn: each creature makes at most one step, down its values or out of the way of one that
   * goes first. No two overlap after it, and none has passed another. Writes x, y and waited of the
   * creatures; returns how many have moved, null where they overlapped each other or the outside.
   * The rule of steps counts for all; links are passed that a point of its ground may pass.
   */
  stepTiles(creatures: TileCreature[], options?: TileSteps): number | null;
  nearestWalkable(x: number, y: number, ground?: number): Place | null;
  /**
   * The place nearest to (x, y) that the agent reaches from (fromX, fromY) without links, at most
   * `maxDistance` tiles from (x, y). Null when there is none, or when the agent cannot be at
   * (fromX, fromY).
   */
  nearestPlace(
    fromX: number, fromY: number, x: number, y: number, options?: Agent & { maxDistance?: number },
  ): Place | null;

  /**
   * The points of a path; empty when there is none, or none yet. With `out` they are written there,
   * and the part that they fill is returned.
   */
  findPath(
    x0: number, y0: number, x1: number, y1: number, options?: FindOptions, out?: Float32Array,
  ): Float32Array;
  /** The path with its length, the reason when there is none, and the turns of a disc. */
  find(x0: number, y0: number, x1: number, y1: number, options?: FindOptions): FoundPath;
  /** One sentence: why the last find() or findPath() found no path. */
  explain(): string;

  /** Many queries, x0, y0, x1, y1 each. It leaves the last path and an unfinished query alone. */
  findAll(queries: ArrayLike<number>, options?: FindOptions): Answers;

  /**
   * The ways from everywhere to the nearest goal, updated: lastUpdate tells whether it answers.
   * `lengthLimit`: as that of setGoals(). `deviation`: as that of FindOptions.
   */
  field(goals: Goal[], options?: Agent & { lengthLimit?: number; deviation?: number }): Field;

  /**
   * Units on this world. `expansions`, 8192: of searches per tick. `goal`: whether a goal that
   * cannot be reached is replaced by the `nearest` place, the default, or not: `exact`.
   * `microseconds`, Infinity: of searches per tick, too; then equal calls need not give equal
   * places.
   */
  crowd(options?: {
    expansions?: number;
    goal?: 'exact' | 'nearest';
    microseconds?: number;
  }): Crowd;
  /**
   * The crowd that Crowd.save() wrote, on the world that was saved with it. It goes on with the
   * same bits.
   */
  readCrowd(bytes: Uint8Array): Crowd;

  /**
   * Cells of the agent's mesh: cell i has the corners points[2 first[i]] to
   * points[2 first[i + 1] - 1].
   */
  mesh(agent?: Agent): { first: Uint32Array; points: Float32Array };
  /** The ids of the cells of the world's last path, if it was found over its agent's mesh. */
  corridor(): Uint32Array | null;
  /** The same: left x, y, right x, y of each edge that the path passes. */
  portals(): Float32Array | null;
  /** Apex, right, left of each triangle that the last path by `optimal` searched. */
  cones(): Float32Array | null;
}

/** `cost`, in tiles, counts beside the length of a path to the goal. */
export interface Goal {
  x: number;
  y: number;
  cost?: number;
}

export interface FieldUpdate {
  isOk: boolean;
  /** `none`, or why the field does not answer: `goal_blocked`, `goal_too_near`, ... */
  reason: Reason;
  /** Goals where the agent cannot be. */
  leftOut: number;
  /** Nodes expanded; 0 if nothing was built. */
  expanded: number;
}

/**
 * Distances, next corners and paths from everywhere to the nearest of some goals: for points,
 * squares, and discs up to a radius of 32, on every ground. Where tiles cost differently, distances
 * are costs. Made by World.field() and Crowd.field(). After an edit call update(). A field has a
 * finder of its own: the world's last path and an unfinished query are left alone.
 */
export class Field {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  toJSON(): object;

  /** Other goals, and update(). Farther than `lengthLimit` tiles from them nothing is reached. */
  setGoals(goals: Goal[], lengthLimit?: number): FieldUpdate;
  /** Prepares the agent, and builds the field unless it is current. */
  update(): FieldUpdate;
  /** What the last update() answered, also that of World.field() or setGoals(); else null. */
  readonly lastUpdate: FieldUpdate | null;
  /** Whether it answers: the last update was ok, and nothing was edited since. */
  readonly isCurrent: boolean;
  readonly memoryBytes: number;

  /** In tiles, or as a cost; Infinity where there is no path. */
  distance(x: number, y: number): number;
  reason(x: number, y: number): Reason;
  /** Where to walk straight from (x, y), for every agent; null where there is no path. */
  nextCorner(x: number, y: number): Place | null;
  /** The index of the goal that the path leads to; -1 where there is none. */
  nearestGoal(x: number, y: number): number;
  /** The link that a unit at (x, y) takes; null where it walks. nextCorner() leads to entries. */
  linkAt(x: number, y: number): { link: number; entry: Place; exit: Place } | null;
  /** Those of the centres of all tiles, row by row. */
  distances(out?: Float32Array): Float32Array;
  /** The whole path, without a search, with its length, turns and reason. */
  find(x: number, y: number): FoundPath;
  /** Its points. */
  findPath(x: number, y: number, out?: Float32Array): Float32Array;
}

/** A disc. Lengths in tiles, times in seconds. */
export interface Unit {
  /** 1/32 to 32. */
  radius: number;
  /** A tile of a class that it blocks is a wall for this unit. */
  ground?: number;
  /** The most that it chooses, 1/64 to 64; 2. */
  speed?: number;
  /** How much the velocity may change in a second, above 0; Infinity. */
  acceleration?: number;
  /** 0 to 255: the larger one has the right of way; 0. */
  rank?: number;
  /** Whether it moves for others when it has arrived or has no order; true. */
  givesWay?: boolean;
}

/** `waiting` for its path, `blocked` by others. */
export type UnitState =
  'idle' | 'waiting' | 'walking' | 'blocked' | 'yielding' | 'arrived' | 'no_way' | 'at_link';

/** The words of Crowd.states(). */
export const unitStates: readonly UnitState[];

/**
 * Units that walk to their goals, give way to each other and never overlap each other or a wall.
 * Made by World.crowd(). A unit is a number, from 0 on; a later one may have it again.
 */
export class Crowd {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  toJSON(): object;
  /** The crowd as bytes, without its world: World.save() has that. */
  save(): Uint8Array;

  /** Its number; -1 where it has no room: a wall or another unit is there. */
  add(x: number, y: number, unit: Unit): number;
  /** Whether there was such a unit, here and below. */
  remove(unit: number): boolean;
  /** Sends units to a goal; several come to rest around it. Returns how many were sent. */
  order(units: number | ArrayLike<number>, x: number, y: number): number;
  /** To places, x and y each, one a unit, given out so that no two would swap them. */
  order(units: number | ArrayLike<number>, places: ArrayLike<number>): number;
  /**
   * Along a field of this world: to the nearest of its goals, also after it was updated. Units of
   * another agent than the field's are passed over.
   */
  order(units: number | ArrayLike<number>, field: Field): number;
  /**
   * The field that a unit walks along; null where there is none. A crowd that was read has fields
   * of its own: update() them. Free what is returned.
   */
  field(unit: number): Field | null;
  /** Lets a unit walk with a velocity, in tiles per second. */
  steer(unit: number, x: number, y: number): boolean;
  /** The unit has no order from now on. */
  stop(unit: number): boolean;
  /**
   * Sets a unit that waits at a link on its exit, from where it walks on. False, and nothing
   * changes, where it is at none, may not pass it, or has no room at the exit.
   */
  passLink(unit: number): boolean;
  /**
   * The path of a unit to (x, y) past the others, but allies: past all where they are now, those at
   * rest, or those of them that do not give way or stand for long. `goal`: where the goal is taken
   * or cannot be reached.
   */
  findAround(unit: number, x: number, y: number, options?: {
    obstacles?: 'all' | 'at_rest' | 'standing';
    allies?: ArrayLike<number>;
    goal?: 'exact' | 'nearest';
    deviation?: number;
  }): FoundPath;
  /** One tick, of at most 0.25 seconds. */
  advance(seconds: number): void;

  readonly size: number;
  /** Requests for paths that are not answered yet. */
  readonly searchesWaiting: number;
  has(unit: number): boolean;
  /** Whether a unit overlaps these tiles: a building there would bury it. */
  isOccupied(x0: number, y0: number, x1: number, y1: number): boolean;
  /** `none`, or why a unit has no way. */
  reason(unit: number): Reason;
  /** Null where there is no such unit. */
  agent(unit: number): Required<Agent> | null;
  /** x and y of all units: those of unit i are at 2 i; 0 where there is none. */
  places(out?: Float32Array): Float32Array;
  /** In tiles per second, in the last tick. */
  velocities(out?: Float32Array): Float32Array;
  /** unitStates has the words; 255 where there is no unit. */
  states(out?: Uint8Array): Uint8Array;
}

/** A request of one FindQueue, until release(). */
export interface Ticket {
  readonly words: readonly number[];
  readonly deviation: number;
}

/**
 * Many queries, answered within a time budget per frame, in order of submission; but each step of
 * priority lets a request overtake up to 100 others.
 */
export class FindQueue {
  constructor(world: World);
  /** Prepares the world for the agent. priority: 0 to 255. A budget is not used. */
  submit(x0: number, y0: number, x1: number, y1: number, options?: FindOptions | null,
         priority?: number): Ticket;
  /** Answers until none is left or the time is over. Returns how many requests are left. */
  run(milliseconds: number): number;
  /** Null while there is none. Throws for a ticket that was released. */
  answer(ticket: Ticket): FoundPath | null;
  release(ticket: Ticket): void;
  /** Requests without an answer. */
  readonly waiting: number;
  free(): void;
  [Symbol.dispose](): void;
  toJSON(): object;
}

export interface GroupUnit extends Agent {
  x: number;
  y: number;
}

export interface GroupOptions {
  /** `spread`: discs and squares end on free places around the goal, no two overlapping. */
  ends?: 'goal' | 'spread';
  /** `searches`: one for each unit; `field`: one for each size; `best`: what is cheaper. */
  method?: 'best' | 'searches' | 'field';
  goal?: 'exact' | 'nearest';
  maxGoalDistance?: number;
  lengthLimit?: number;
  expansionLimit?: number;
  deviation?: number;
}

/** The paths of many units to one goal, at the cost of few searches. */
export class Group {
  constructor(world: World);
  /** The path of each unit, and where it ends or would end. */
  find(units: GroupUnit[], x: number, y: number,
       options?: GroupOptions): Array<FoundPath & { end: Place }>;
  free(): void;
  [Symbol.dispose](): void;
  toJSON(): object;
}

/**
 * `no_path` and those after it: search again. `off_path`: the unit was pushed too far away,
 * `goal_lost`: its goal moved too far, `cut`: an edit blocked what is left of the path.
 */
export type FollowStatus = 'on_path' | 'maybe_shorter' | 'arrived' | 'at_link' | 'no_path'
  | 'off_path' | 'goal_lost' | 'cut';

/** The path of a walking unit, kept up to date. Each call first applies the edits of the world. */
export class Follower {
  /** maxDetour: how far the unit may be pushed, and its goal move at once; 2 tiles. */
  constructor(world: World, agent?: Agent, maxDetour?: number);
  /** Finds a path for the agent, as World.find(), and follows it. */
  search(
    x0: number, y0: number, x1: number, y1: number, options?: Omit<FindOptions, keyof Agent>,
  ): FoundPath;
  /** The unit is at (x, y) now: it walked, or was pushed. */
  move(x: number, y: number): FollowStatus;
  /** Its goal is at (x, y) now. */
  moveGoal(x: number, y: number): FollowStatus;
  update(): FollowStatus;
  /** The unit stands at the exit of the link that it was at. */
  passLink(): FollowStatus;
  /**
   * The position on the path, the length of the path ahead, the share of it that lies behind, and
   * the status of the last call.
   */
  readonly state: {
    x: number; y: number; length: number; progress: number; status: FollowStatus;
  };
  /** The point so many tiles ahead, or the end of the path; null without one. */
  placeAhead(tiles: number): Place | null;
  /** The next link of the path. */
  nextLink(): { link: number; entry: Place; exit: Place } | null;
  free(): void;
  [Symbol.dispose](): void;
  toJSON(): object;
}
