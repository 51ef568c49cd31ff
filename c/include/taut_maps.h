/* Maps as text whose letters are classes of terrain, and maps of numbers: distances, exploring,
 * escape, turns of creatures. The rules of taut.h hold. */
#ifndef TAUT_MAPS_H
#define TAUT_MAPS_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a letter of a map stands for. */
typedef struct taut_letter {
  int32_t letter;        /* printable ASCII */
  int32_t terrain_class; /* 0 to 255 */
  int32_t walkable;      /* 0: the tiles are blocked */
} taut_letter;

/* taut_world_read() by letters: those that are not given are what they always are, of class 0.
 * Errors   also for letters that are not printable, or given twice, and for other classes. */
TAUT_C_API taut_status taut_world_read_letters(const char* text, uint32_t length, const char* name,
                                               const taut_letter* letters, uint32_t letter_count,
                                               taut_world** world, taut_error* error);
/* Writes the tiles as a MovingAI map, without a zero byte: each as the first letter that stands for
 * it, those of class 0 without one as `.` and `@`, or, if these stand for something else, as
 * another that taut_world_read() knows. taut_world_read_letters() reads back the same tiles and
 * classes by the same letters. *length: of the whole text.
 * Errors   as for reading, and for a tile for which no letter stands; `error` names it. */
TAUT_C_API taut_status taut_world_write(const taut_world* world, const taut_letter* letters,
                                        uint32_t letter_count, char* text, uint32_t capacity,
                                        uint32_t* length, taut_error* error);

/* ---- Numbers of tiles -------------------------------------------------------------------- */

/* The frontier of what is known, where unknown tiles are those of one class: the tiles, by index,
 * that are walkable on a ground, of other classes, and share an edge with one of this class.
 * Errors   TAUT_BAD_ARGUMENT: a ground that was not set, another class. */
TAUT_C_API taut_status taut_frontier(const taut_world* world, int32_t ground, int32_t unknown_class,
                                     uint32_t* out, uint32_t capacity, uint32_t* count,
                                     taut_error* error);

enum { /* diagonal steps are made: */
       TAUT_DIAGONAL_NO_OBSTACLES =
           0, /* where both tiles beside it are walkable, as a point can walk */
       TAUT_DIAGONAL_NEVER = 1,
       TAUT_DIAGONAL_ONE_FREE = 2, /* where one of them is */
       TAUT_DIAGONAL_ALWAYS = 3
};
enum { TAUT_DIAGONAL_SQRT2 = 0, TAUT_DIAGONAL_1 = 1 }; /* their length; 1 as a king in chess */

enum {                          /* which ways the numbers are of: */
       TAUT_WAYS_TO_GOALS = 0,  /* from each tile to the goals: for taut_downhill_step() */
       TAUT_WAYS_FROM_GOALS = 1 /* from the goals to each tile: where others can be */
};

/* How one walks from tile to tile. A step costs its length times the mean factor of its tiles. The
 * links of the world (taut_links.h) are passed where a point of this ground may pass them: so the
 * maps reach over floors. */
typedef struct taut_tile_steps {
  double limit;            /* tiles with larger numbers are not reached */
  int32_t ground;          /* what classes cost, and which are walls */
  int32_t diagonal;        /* TAUT_DIAGONAL_NO_OBSTACLES, ... */
  int32_t diagonal_length; /* TAUT_DIAGONAL_SQRT2 or TAUT_DIAGONAL_1 */
  int32_t ways;            /* TAUT_WAYS_TO_GOALS, ...: of links that go one way */
} taut_tile_steps;

/* No limit, ground 0, TAUT_DIAGONAL_NO_OBSTACLES, TAUT_DIAGONAL_SQRT2, TAUT_WAYS_TO_GOALS. NULL
 * steps mean the same. */
TAUT_C_API void taut_tile_steps_init(taut_tile_steps* steps);

typedef struct taut_tile_goal {
  int32_t x, y;
  float value; /* the number begins with it; from -268435456 to 268435456 */
} taut_tile_goal;

typedef struct taut_tile {
  int32_t x, y;
} taut_tile;

/* For each tile, row by row, the least number of a goal plus the cost of the tile path to it;
 * INFINITY where there is none. Goals on tiles that cannot be walked are left out. count: width x
 * height.
 * Errors   TAUT_INVALID_INPUT: all goals are left out, or a value is NaN or out of range.
 *          TAUT_BAD_ARGUMENT: a ground that was not set, an unknown enumerator. */
TAUT_C_API taut_status taut_tile_distances(const taut_world* world, const taut_tile_steps* steps,
                                           const taut_tile_goal* goals, uint32_t goal_count,
                                           float* out, uint32_t capacity, uint32_t* count,
                                           taut_error* error);
/* The escape map: where a number is below 0, steps downhill lead to an exit over tiles on none of
 * which others can be as soon; `theirs` are their distances, width x height, times 1 / s if they
 * are s times as fast. Else there is no such way; INFINITY: no way at all. The values of exits are
 * the time that they take to open.
 * Errors   also TAUT_INVALID_INPUT for a NaN or a number below 0 of theirs on a walkable tile. */
TAUT_C_API taut_status taut_escape_map(const taut_world* world, const taut_tile_steps* steps,
                                       const taut_tile_goal* exits, uint32_t exit_count,
                                       const float* theirs, float* out, uint32_t capacity,
                                       uint32_t* count, taut_error* error);
/* The tile to step to from (x, y): of the neighbours, and the tiles to which links lead from it,
 * with lower numbers that for which number and cost of the step have the least sum. `values`: width
 * x height.
 * Errors   TAUT_NO_PATH: there is none. TAUT_INVALID_INPUT: (x, y) is outside the map. */
TAUT_C_API taut_status taut_downhill_step(const taut_world* world, const taut_tile_steps* steps,
                                          const float* values, int32_t x, int32_t y,
                                          taut_tile* next, taut_error* error);

/* ---- Turns of creatures ------------------------------------------------------------------ */

/* What stands on a square of tiles. */
typedef struct taut_tile_creature {
  const float* values; /* the numbers, width x height, that it walks down; NULL: it goes nowhere */
  int32_t x, y;        /* of a larger one the tile with the least x and y, whose number it reads */
  int32_t size;        /* tiles a side, 1 to 16 */
  int32_t ground;      /* what classes cost it, and which are walls to it */
  int32_t rank;        /* 0 to 255: the larger one goes first */
  int32_t stays;       /* not 0: moves for nobody */
  uint32_t waited;     /* turns since it was last at a goal: counted, begin with 0 */
} taut_tile_creature;

/* One tile, ground 0, all else 0 and NULL. */
TAUT_C_API void taut_tile_creature_init(taut_tile_creature* creature);
/* One turn: each creature makes at most one step, down its numbers or out of the way of one that
 * goes first (step_tiles.hpp). No two overlap after it, and none has passed another. Writes x, y
 * and waited, and to *moved how many have moved. Of `steps` the rule and length of diagonal steps
 * count for all; links are passed that a point of its ground may pass. Of creatures with one
 * pointer none pushes another away from their goal.
 * Errors   TAUT_INVALID_INPUT, and nothing changes: creatures overlap each other or the outside, or
 *          have another size. TAUT_BAD_ARGUMENT: a ground that was not set, another rank, an
 *          unknown enumerator. */
TAUT_C_API taut_status taut_step_tiles(const taut_world* world, const taut_tile_steps* steps,
                                       taut_tile_creature* creatures, uint32_t creature_count,
                                       uint32_t* moved, taut_error* error);

#ifdef __cplusplus
}
#endif

#endif
