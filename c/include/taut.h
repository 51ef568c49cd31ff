/* taut for C: shortest paths through tile maps, around walls, for points, discs and squares.
 *
 * Units    One unit is one tile. Tile (x, y) covers [x, x + 1] x [y, y + 1]; tiles are stored row
 *          by row, index y * width + x. Queries snap start and goal to the lattice of 1/1024 tile.
 * Status   Functions that can fail return a taut_status. TAUT_BAD_ARGUMENT: a pointer is NULL that
 *          must not be, an enumerator is unknown; of functions that make or edit something, of
 *          rays and of nearest places also a value that is not finite or outside its range. To a
 *          query such a value is TAUT_INVALID_INPUT with a reason. A place more than 32768 tiles
 *          from 0 counts as not finite.
 *          TAUT_OUT_OF_MEMORY: from any function that allocates; the call may be repeated. But when
 *          taut_world_set(), _set_rects(), _set_class() or _set_ground() returns it, the world may
 *          be broken, edited in part: destroy it. Edits of it are TAUT_BAD_ARGUMENT, queries
 *          TAUT_INVALID_INPUT. Builds without exceptions, as for WebAssembly, end the program.
 *          Nothing is thrown or global.
 * Errors   A function with an `error` writes there, in words and with the value, why it returned
 *          TAUT_BAD_ARGUMENT. The pointer may be NULL. Otherwise `error` is not changed.
 * Buffers  A function with `capacity` and `count` writes at most `capacity` elements. *count is
 *          the number of all elements, also when they are more: then the status is TAUT_TRUNCATED
 *          and the first ones are written. So a call with capacity 0 tells the size; the buffer may
 *          then be NULL. `count` may be NULL. After another error *count is 0.
 * Queries  That a path does not exist is no error: taut_path has status and reason,
 *          taut_explain() says it in words.
 * Threads  Functions that take a const handle are safe from any number of threads at one time. An
 *          edit needs the world for itself: no other call on it or on what was made of it. A
 *          finder, batch, field or crowd serves one thread at a time; const calls any number.
 * Lifetime A finder, batch, field or crowd keeps its world alive, a crowd also the fields that its
 *          units follow: handles may be destroyed in any order. destroy functions take NULL. In
 *          libraries with assertions (CMAKE_BUILD_TYPE=Debug) a handle that was destroyed, or is
 *          another thing, is an error as NULL is, until a new handle has its address.
 */
#ifndef TAUT_H
#define TAUT_H

#include <stdint.h> /* NOLINT(modernize-deprecated-headers): C */

/* A shared library exports only what is declared with it. */
#if defined(__GNUC__) && !defined(_WIN32)
#define TAUT_C_API __attribute__((visibility("default")))
#else
#define TAUT_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version, status, words -------------------------------------------------------------- */

/* "0.1.0": of the library that is linked. Static memory. */
TAUT_C_API const char* taut_version(void);

typedef int32_t taut_status;
enum {
  TAUT_OK = 0,
  TAUT_TRUNCATED = 1,     /* the buffer was too small: it holds the first elements */
  TAUT_NO_PATH = 2,       /* the goal cannot be reached */
  TAUT_OUT_OF_NODES = 3,  /* a limit of the search was met first */
  TAUT_INVALID_INPUT = 4, /* the query does not fit the world: see taut_path.reason */
  TAUT_UNFINISHED = 5,    /* the budget of the call is spent: the same call goes on */
  TAUT_BAD_ARGUMENT = 6,
  TAUT_OUT_OF_MEMORY = 7,
  TAUT_FAILURE = 8 /* an error of the library that has no other status: please report it */
};

/* "ok", "no_path", ...; "unknown status" for other values. Static memory. */
TAUT_C_API const char* taut_status_text(taut_status status);

/* Why there is no path. Names as taut::Reason, which documents them. */
typedef int32_t taut_reason;
enum {
  TAUT_REASON_NONE = 0,           /* there is a path */
  TAUT_REASON_START_BLOCKED = 1,  /* the start lies on no walkable tile, or is not finite */
  TAUT_REASON_GOAL_BLOCKED = 2,   /* the goal does */
  TAUT_REASON_START_TOO_NEAR = 3, /* the agent overlaps a wall at the start */
  TAUT_REASON_GOAL_TOO_NEAR = 4,  /* or at the goal */
  TAUT_REASON_NOT_CONNECTED = 5,  /* no way leads from start to goal */
  TAUT_REASON_TOO_NARROW = 6,     /* routes lead there, but the agent fits through none */
  TAUT_REASON_LIMIT = 7,          /* a limit of the options was reached, or of memory */
  TAUT_REASON_NOT_PREPARED = 8,   /* the world was not prepared for this agent */
  TAUT_REASON_BAD_OPTIONS = 9,    /* an invalid agent, max_goal_distance or length limit */
  TAUT_REASON_GOAL_TOO_FAR = 11,  /* no place on its floor within max_goal_distance is reached */
  TAUT_REASON_STALE = 13,         /* no taut_field_update() since the goals or the world changed */
  TAUT_REASON_BROKEN = 14         /* an edit of the world ran out of memory: see Status */
};

/* "start_blocked", ...; "unknown reason" for other values. Static memory. */
TAUT_C_API const char* taut_reason_text(taut_reason reason);

/* Words for an error, cut off where they do not fit, ended by a zero byte. */
typedef struct taut_error {
  char text[256];
} taut_error;

/* ---- Points, rectangles, agents ---------------------------------------------------------- */

typedef struct taut_point {
  float x, y;
} taut_point;

/* The tiles with x0 <= x < x1 and y0 <= y < y1. */
typedef struct taut_rect {
  int32_t x0, y0, x1, y1;
} taut_rect;

enum { TAUT_AGENT_POINT = 0, TAUT_AGENT_DISC = 1, TAUT_AGENT_SQUARE = 2 };
/* What moves: a point, a disc, or an axis-parallel square that does not turn, of which `radius` is
 * half the side. Radii of discs are 0 to 32 tiles, of squares above 0 and up to 16384, of points 0:
 * others are errors. `ground` is the number of its ground, taut_world_set_ground(): what classes of
 * terrain cost it, and which it cannot enter; 0: all are alike to it. */
typedef struct taut_agent {
  double radius;  /* tiles, rounded up to a multiple of 1/1024; for a point 0 */
  int32_t shape;  /* TAUT_AGENT_POINT, TAUT_AGENT_DISC or TAUT_AGENT_SQUARE */
  int32_t ground; /* 0 to 255 */
} taut_agent;

/* ---- World ------------------------------------------------------------------------------- */

/* The tiles of a map and everything that queries derive from them; always consistent. */
typedef struct taut_world taut_world;

#define TAUT_MAX_MAP_SIDE 16384 /* the longest side of a map, in tiles */

/* Makes a world of width x height tiles from one byte per tile: nonzero = walkable. The bytes are
 * copied. NULL: all tiles are walkable.
 * Errors   TAUT_BAD_ARGUMENT: a side not in 1 to TAUT_MAX_MAP_SIDE. Then *world is NULL. */
TAUT_C_API taut_status taut_world_create(int32_t width, int32_t height, const uint8_t* walkable,
                                         taut_world** world, taut_error* error);
/* Makes a world from `length` bytes of text: a MovingAI map or a drawing, one row per line, in
 * which `.`, `G` and `S` are walkable. `name` stands for the file in errors; NULL: "map".
 * Errors   TAUT_BAD_ARGUMENT: the text is no map; `error` says where: "map:3:5: ...". */
TAUT_C_API taut_status taut_world_read(const char* text, uint32_t length, const char* name,
                                       taut_world** world, taut_error* error);
TAUT_C_API void taut_world_destroy(taut_world* world);

/* 0 for NULL, here and below. */
TAUT_C_API int32_t taut_world_width(const taut_world* world);
TAUT_C_API int32_t taut_world_height(const taut_world* world);
/* Grows by one with each edit that changes a tile, a class, a ground or a link. */
TAUT_C_API uint64_t taut_world_revision(const taut_world* world);
TAUT_C_API uint64_t taut_world_memory_bytes(const taut_world* world);

/* Edits. The part of a rectangle outside the map is ignored. `walkable`: 0 blocks the tiles, any
 * other value opens them. Cost: some 10 to 60 us for rectangles up to 8 x 8. */
TAUT_C_API taut_status taut_world_set(taut_world* world, int32_t x0, int32_t y0, int32_t x1,
                                      int32_t y1, int32_t walkable);
/* Several, in their order. */
TAUT_C_API taut_status taut_world_set_rects(taut_world* world, const taut_rect* rects,
                                            uint32_t count, int32_t walkable);

/* The class of terrain of these tiles, 0 to 255, such as swamp, water or a door; 0 at first.
 * Errors   TAUT_BAD_ARGUMENT: another class. */
TAUT_C_API taut_status taut_world_set_class(taut_world* world, int32_t x0, int32_t y0, int32_t x1,
                                            int32_t y1, int32_t terrain_class, taut_error* error);
/* That of a tile; 0 outside the map. */
TAUT_C_API int32_t taut_world_class(const taut_world* world, int32_t x, int32_t y);

#define TAUT_GROUND_CLASSES 256

/* Sets or replaces the ground of a number, 1 to 255: for each of the TAUT_GROUND_CLASSES classes
 * the factor on the length walked inside its tiles, from 0.125 to 255, or INFINITY: they are walls
 * to its agents. Where tiles cost differently, paths of all agents are cheap ones, and distances of
 * fields costs. Agents that are prepared stay so.
 * Errors   TAUT_BAD_ARGUMENT: another number or factor. */
TAUT_C_API taut_status taut_world_set_ground(taut_world* world, int32_t number,
                                             const float* factors, taut_error* error);

#define TAUT_MOST_MARGIN 8

/* The same with a margin: tiles within `tiles` of a wall, diagonally too, cost `factor` times as
 * much, at most 255. Agents keep off walls where the way around costs less. The border of the map
 * and classes that the ground blocks are walls. 0 tiles: none.
 * Errors   also for tiles outside 0 to TAUT_MOST_MARGIN, and for a factor outside 1 to 255. */
TAUT_C_API taut_status taut_world_set_ground_margin(taut_world* world, int32_t number,
                                                    const float* factors, int32_t tiles,
                                                    float factor, taut_error* error);

/* How a path is searched for. Where tiles cost the agent differently, all are one: by cost. */
enum {
  TAUT_METHOD_BEST = 0,    /* optimal; fast where that has taken 1000 expansions */
  TAUT_METHOD_OPTIMAL = 1, /* the shortest path */
  TAUT_METHOD_FAST = 2     /* A* over the cells of the mesh: mostly less than 1 % longer */
};

/* Builds the space of an agent, unless it exists: the mesh of the places where it may be. Each
 * query of an agent needs it; that of a point always exists. Edits keep it up to date. An edit of
 * the world: see Threads. */
TAUT_C_API taut_status taut_world_prepare_agent(taut_world* world, const taut_agent* agent,
                                                taut_error* error);
/* Makes `count` landmarks for each agent, at most 64, or none, or as many as make its searches
 * faster on the map as it is now, at most 32. Edits weaken them; answers remain as short. An edit:
 * see Threads. */
#define TAUT_LANDMARKS_BY_MAP UINT32_MAX
TAUT_C_API taut_status taut_world_keep_landmarks(taut_world* world, uint32_t count,
                                                 taut_error* error);
/* Makes at most `fields` of those again that the last edit outdated. *count: how many are left. */
TAUT_C_API taut_status taut_world_refresh_landmarks(taut_world* world, uint32_t fields,
                                                    uint32_t* count);

/* Makes a corner index for each agent, of at most `max_bytes` each, such as 256 MB, or none for 0:
 * TAUT_METHOD_BEST and _OPTIMAL answer by it without a search, until an edit outdates it. It
 * takes seconds on large maps. An edit: see Threads. */
TAUT_C_API taut_status taut_world_keep_index(taut_world* world, uint64_t max_bytes);
/* Rebuilds the indexes of at most `most` agents that edits outdated. *count: how many are left. */
TAUT_C_API taut_status taut_world_refresh_index(taut_world* world, uint32_t most, uint32_t* count);

/* Questions answered 1 or 0; 0 also for a world or points that are NULL, unknown values, and places
 * that are not finite. agent NULL: a point. */
/* Whether a tile is walkable; outside the map none is. */
TAUT_C_API int32_t taut_world_is_walkable(const taut_world* world, int32_t x, int32_t y);
/* Whether queries of this agent are answered. */
TAUT_C_API int32_t taut_world_is_prepared(const taut_world* world, const taut_agent* agent);
/* Whether an index answers them now; 0 also where it would take more than its `max_bytes`. */
TAUT_C_API int32_t taut_world_has_index(const taut_world* world, const taut_agent* agent);
/* Whether the agent may be at a place, which is snapped: it stands on a walkable tile, a disc or
 * square overlaps no wall. 0 for an agent that the world is not prepared for. */
TAUT_C_API int32_t taut_world_has_room(const taut_world* world, const taut_agent* agent, float x,
                                       float y);
/* Whether a path of the agent leads from one place to the other, without a search: whether
 * taut_find() without limits has one. 0 for an agent that the world is not prepared for. */
TAUT_C_API int32_t taut_world_is_reachable(const taut_world* world, const taut_agent* agent,
                                           float x0, float y0, float x1, float y1);
/* Whether blocking the tiles of some rectangles would part a start from a goal that the agent can
 * reach from there now, or leave it no room at one of them: *is_cut is 1, else 0. The world stays
 * as it is.
 * Errors   TAUT_INVALID_INPUT: the world is not prepared for the agent. */
TAUT_C_API taut_status taut_world_would_cut(const taut_world* world, const taut_agent* agent,
                                            const taut_rect* rects, uint32_t rect_count,
                                            const taut_point* starts, uint32_t start_count,
                                            const taut_point* goals, uint32_t goal_count,
                                            int32_t* is_cut);
/* Whether a path is walkable as the world is now, every leg and every turn: of a point (agent NULL
 * or TAUT_AGENT_POINT), or of a prepared square. 0 for a disc: see taut_world_is_walkable_disc().
 * Points are snapped. A path of one point is walkable where the agent has room; an empty one is
 * not. */
TAUT_C_API int32_t taut_world_is_walkable_path(const taut_world* world, const taut_agent* agent,
                                               const taut_point* points, uint32_t count);

/* One byte per tile, row by row: 1 = walkable, 0 = blocked. count: width x height. */
TAUT_C_API taut_status taut_world_tiles(const taut_world* world, uint8_t* out, uint32_t capacity,
                                        uint32_t* count);
/* The class of terrain of each tile, row by row. */
TAUT_C_API taut_status taut_world_classes(const taut_world* world, uint8_t* out, uint32_t capacity,
                                          uint32_t* count);
/* The rectangles that edits changed after `revision`, oldest first. The last 1024 are always kept.
 * Errors   TAUT_INVALID_INPUT: some are no longer kept, or the world has not had this revision. */
TAUT_C_API taut_status taut_world_changes_since(const taut_world* world, uint64_t revision,
                                                taut_rect* out, uint32_t capacity, uint32_t* count);

typedef struct taut_ray {
  taut_point end;     /* where the ray stopped: its end, or where it met the obstacle, rounded */
  int32_t is_visible; /* 1: the whole segment is walkable */
  int32_t tile_x, tile_y;       /* the last walkable tile it was in */
  int32_t blocker_x, blocker_y; /* the blocked tile it met, if not visible; maybe outside the map */
} taut_ray;

/* Follows the segment from (x0, y0) to (x1, y1), both snapped, until it meets a wall, or a tile of
 * a class that the ground blocks: which classes stop an arrow, or hide what is behind them, is a
 * ground of its own. Exact. 0: no class stops it.
 * Errors   TAUT_INVALID_INPUT: (x0, y0) lies on no walkable tile or an end is outside the map.
 *          TAUT_BAD_ARGUMENT: the ground was not set. */
TAUT_C_API taut_status taut_raycast(const taut_world* world, int32_t ground, float x0, float y0,
                                    float x1, float y1, taut_ray* ray);

/* The tiles, by index, that a tile sees up to a radius between centres: of those that stop rays,
 * and so sight, all of which a point is seen, others by their centres; and the polygon, counter-
 * clockwise, that (x, y) sees in the square of half the side `radius`. TAUT_INVALID_INPUT: no tile
 * there lets sight through. TAUT_BAD_ARGUMENT: a ground not set, a radius not in 0 to 16384. */
TAUT_C_API taut_status taut_visible_tiles(const taut_world* world, int32_t ground, int32_t x,
                                          int32_t y, double radius, uint32_t* out,
                                          uint32_t capacity, uint32_t* count);
TAUT_C_API taut_status taut_visibility_polygon(const taut_world* world, int32_t ground, float x,
                                               float y, double radius, taut_point* out,
                                               uint32_t capacity, uint32_t* count);

/* The place on tiles that are walkable on a ground nearest to (x, y), which may lie anywhere. Ties:
 * the least y, then x.
 * Errors   TAUT_NO_PATH: no tile is walkable. TAUT_BAD_ARGUMENT: the ground was not set. */
TAUT_C_API taut_status taut_nearest_walkable(const taut_world* world, int32_t ground, float x,
                                             float y, taut_point* place);
/* The place nearest to (x, y) that an agent can reach from (from_x, from_y) without links, at most
 * `max_distance` tiles from (x, y); INFINITY: any distance. agent NULL: a point. Ties: the least y,
 * then x.
 * Errors   TAUT_NO_PATH: there is none. TAUT_INVALID_INPUT: the agent cannot be at from, or is not
 *          prepared. */
TAUT_C_API taut_status taut_nearest_place(const taut_world* world, const taut_agent* agent,
                                          float from_x, float from_y, float x, float y,
                                          double max_distance, taut_point* place);

/* ---- Finder: the queries of one thread --------------------------------------------------- */

/* The memory of queries, and the last answer. Follows the world's edits. */
typedef struct taut_finder taut_finder;

TAUT_C_API taut_status taut_finder_create(const taut_world* world, taut_finder** finder);
TAUT_C_API void taut_finder_destroy(taut_finder* finder);
TAUT_C_API uint64_t taut_finder_memory_bytes(const taut_finder* finder);

enum {
  TAUT_GOAL_EXACT = 0,  /* a goal that cannot be reached has no path */
  TAUT_GOAL_NEAREST = 1 /* then the path leads to the nearest place on its floor that can be */
};
enum {
  TAUT_START_EXACT = 0,  /* a start where the agent has no room is TAUT_INVALID_INPUT */
  TAUT_START_NEAREST = 1 /* then the path begins at the nearest place on its floor where it has */
};

#define TAUT_NO_LIMIT UINT32_MAX

typedef struct taut_find_options {
  taut_agent agent;
  double max_goal_distance; /* TAUT_GOAL_NEAREST: tiles from the goal to the end, at most */
  double length_limit;      /* in tiles: a longer path is TAUT_NO_PATH; where links or costs of
                               tiles count, the cheapest decides; elsewhere TAUT_METHOD_OPTIMAL, of
                               points and squares, finds a path whenever there is one within it */
  uint32_t expansion_limit; /* a search that would expand more is TAUT_OUT_OF_NODES */
  uint32_t budget; /* expansions of one call; a search that needs more is TAUT_UNFINISHED */
  int32_t method;  /* ignored for discs and squares */
  int32_t goal_rule;
  int32_t start_rule;
  int32_t padding;
} taut_find_options;

/* A point, TAUT_METHOD_BEST, TAUT_GOAL_EXACT, TAUT_START_EXACT; no limits. NULL options mean the
 * same. */
TAUT_C_API void taut_find_options_init(taut_find_options* options);

/* Writes one sentence why there is no path, for the options of the query; for a field its agent is
 * enough: at most capacity - 1 bytes and a zero byte. *length: of the whole sentence, without the
 * zero byte; may be NULL. TAUT_TRUNCATED as for buffers. */
TAUT_C_API taut_status taut_explain(const taut_world* world, taut_reason reason, float start_x,
                                    float start_y, float goal_x, float goal_y,
                                    const taut_find_options* options, char* text, uint32_t capacity,
                                    uint32_t* length);

/* The answer to a query: what there is to know but the points. */
typedef struct taut_path {
  double length;        /* tiles; INFINITY without a path */
  double cost;          /* tiles times factor of the ground, the length on ground 0; and links */
  uint64_t revision;    /* of the world of the query */
  taut_status status;   /* as the call returned */
  taut_reason reason;   /* why there is no path */
  int32_t method;       /* that made the path */
  uint32_t point_count; /* of a point or a square; else 0 */
  uint32_t turn_count;  /* of a disc; else 0 */
  uint32_t expanded;    /* nodes expanded */
  uint32_t link_count;  /* that it passes: taut_path_links() in taut_links.h; mostly 0 */
  uint32_t padding;
} taut_path;

/* Finds a path from start to goal. The finder keeps it until its next find. Options and places that
 * do not fit are TAUT_INVALID_INPUT with a reason; unknown enumerators are TAUT_BAD_ARGUMENT with
 * TAUT_REASON_BAD_OPTIONS. After TAUT_UNFINISHED the same call, with the same places and options,
 * goes on, and ends with the answer of one call without a budget, bit for bit; an edit in between
 * begins again. Any other find of the finder abandons the query. */
TAUT_C_API taut_status taut_find(taut_finder* finder, float start_x, float start_y, float goal_x,
                                 float goal_y, const taut_find_options* options, taut_path* path);

/* The points of the last path of a point or a square, start and goal included. */
TAUT_C_API taut_status taut_path_points(const taut_finder* finder, taut_point* out,
                                        uint32_t capacity, uint32_t* count);
/* The same without a copy: the finder's memory, valid until its next find or destroy. NULL when
 * there are none. */
TAUT_C_API const taut_point* taut_path_point_data(const taut_finder* finder);

enum { TAUT_TURN_START = 0, TAUT_TURN_LEFT = 1, TAUT_TURN_RIGHT = 2, TAUT_TURN_GOAL = 3 };

/* A turn of the centre of a disc: it arrives straight at `entry`, goes around `center` at the
 * distance of its radius, and leaves straight from `exit`. At start, goal and bends all are one
 * point; a bend, over terrain, is a TAUT_TURN_START inside. Left is counter-clockwise in (x, y). */
typedef struct taut_turn {
  double entry_x;
  double entry_y;
  double exit_x;
  double exit_y;
  taut_point center; /* the obstacle corner */
  int32_t kind;      /* TAUT_TURN_LEFT: the corner is on the left, the arc counter-clockwise */
  int32_t padding;
} taut_turn;

/* The turns of the last path of a disc. */
TAUT_C_API taut_status taut_path_turns(const taut_finder* finder, taut_turn* out, uint32_t capacity,
                                       uint32_t* count);
/* The last path as a polyline for drawing: its points; of a disc, arcs become chords of a circle
 * that is larger by at most `deviation`, so that no point is nearer to the corner than the arc is.
 * Rounded to float.
 * Errors   TAUT_BAD_ARGUMENT: a deviation below 1e-6 or not finite, or too small for the radius. */
TAUT_C_API taut_status taut_path_polyline(taut_finder* finder, double deviation, taut_point* out,
                                          uint32_t capacity, uint32_t* count);
/* Whether a disc's path is walkable as the world is now: its clearance is kept. 1 or 0. The disc
 * need not be prepared. */
TAUT_C_API int32_t taut_world_is_walkable_disc(const taut_world* world, const taut_agent* agent,
                                               const taut_turn* turns, uint32_t count);

/* ---- Batch: many queries on several threads ---------------------------------------------- */

/* A finder for each thread, and the answers of the last taut_find_all(). */
typedef struct taut_batch taut_batch;

typedef struct taut_query {
  taut_point start;
  taut_point goal;
  uint32_t options; /* index into the options of taut_find_all(); 0 if there are none */
} taut_query;

/* threads: 1 to 256. Builds without threads (WebAssembly) use one. */
TAUT_C_API taut_status taut_batch_create(const taut_world* world, uint32_t threads,
                                         taut_batch** batch, taut_error* error);
TAUT_C_API void taut_batch_destroy(taut_batch* batch);

/* Answers the queries, each as one taut_find() without a budget, into paths[0] to
 * paths[query_count - 1]. The points are kept until the next call. `options` may be NULL when
 * option_count is 0.
 * Returns  TAUT_OK when all were answered, with or without a path.
 * Errors   TAUT_BAD_ARGUMENT: an unknown enumerator, an index beyond the options; nothing is
 *          answered. */
TAUT_C_API taut_status taut_find_all(taut_batch* batch, const taut_query* queries,
                                     uint32_t query_count, const taut_find_options* options,
                                     uint32_t option_count, taut_path* paths, taut_error* error);

/* The points of all answers, one after the other; paths[i].point_count of each. */
TAUT_C_API taut_status taut_batch_points(const taut_batch* batch, taut_point* out,
                                         uint32_t capacity, uint32_t* count);
/* The turns, paths[i].turn_count of each. */
TAUT_C_API taut_status taut_batch_turns(const taut_batch* batch, taut_turn* out, uint32_t capacity,
                                        uint32_t* count);

/* ---- Field: distances from everywhere to the nearest goal -------------------------------- */

/* The ways of one agent, which the world is prepared for, from everywhere to the nearest of some
 * goals. Where tiles cost the agent differently, distances and their limits are costs. */
typedef struct taut_field taut_field;

typedef struct taut_goal {
  taut_point at;
  double cost; /* counts beside the length of a path to it; 0 to 1e30 */
} taut_goal;

/* agent NULL: a point. */
TAUT_C_API taut_status taut_field_create(const taut_agent* agent, taut_field** field,
                                         taut_error* error);
TAUT_C_API void taut_field_destroy(taut_field* field);

/* Replaces the goals, which are copied. Places farther than length_limit tiles from all goals are
 * not reached; INFINITY: no limit. Until the next update there are no answers.
 * Errors   TAUT_BAD_ARGUMENT: a cost outside 0 to 1e30, a limit that is negative or NaN. */
TAUT_C_API taut_status taut_field_set_goals(taut_field* field, const taut_goal* goals,
                                            uint32_t count, double length_limit, taut_error* error);

typedef struct taut_field_result {
  taut_status status;
  taut_reason reason;
  uint32_t left_out; /* goals where the agent cannot be */
  uint32_t expanded; /* 0 if nothing was built */
} taut_field_result;

/* Builds the field unless it is current for this world. Call it after edits. `result` may be NULL.
 * Errors   TAUT_INVALID_INPUT with a reason: not_prepared for the agent; goal_blocked or
 *          goal_too_near when it can be at no goal. */
TAUT_C_API taut_status taut_field_update(taut_field* field, const taut_world* world,
                                         taut_field_result* result);

/* 1 or 0: whether the field answers. */
TAUT_C_API int32_t taut_field_is_current(const taut_field* field);
TAUT_C_API uint64_t taut_field_memory_bytes(const taut_field* field);

/* The length of the shortest path from a place to a goal, plus its cost; INFINITY where there is
 * none. For a disc that on its mesh: no path of the disc is shorter by more than a lattice step or
 * two. */
TAUT_C_API double taut_field_distance(const taut_field* field, float x, float y);
/* TAUT_REASON_NONE where there is a path. */
TAUT_C_API taut_reason taut_field_reason(const taut_field* field, float x, float y);
/* The point to which the agent may walk straight from a place on its way. One that walks from
 * answer to answer keeps clear of walls, and reaches the goal.
 * Errors   TAUT_NO_PATH: no path. */
TAUT_C_API taut_status taut_field_next_corner(const taut_field* field, float x, float y,
                                              taut_point* corner);
/* The index of the goal that a place's path leads to, as in taut_field_set_goals(). */
TAUT_C_API taut_status taut_field_nearest_goal(const taut_field* field, float x, float y,
                                               uint32_t* goal);
/* The distances of the centres of all tiles, row by row, INFINITY where there is none. count: width
 * x height of the world of the last update.
 * Errors   TAUT_INVALID_INPUT: the field is not current. */
TAUT_C_API taut_status taut_field_distances(const taut_field* field, float* out, uint32_t capacity,
                                            uint32_t* count);

/* The whole path from a place to the nearest goal, for the field's agent: kept by the finder as
 * that of taut_find().
 * Errors   TAUT_BAD_ARGUMENT: also for a field of another world than the finder's. */
TAUT_C_API taut_status taut_find_by_field(taut_finder* finder, const taut_field* field,
                                          float start_x, float start_y, taut_path* path);

#ifdef __cplusplus
}
#endif

#endif
