/* Groups: the paths of many units to one goal. The rules of taut.h hold. */
#ifndef TAUT_GROUP_H
#define TAUT_GROUP_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The memory and the answers of taut_find_group(), used again by each call. A group serves one
 * thread at a time. */
typedef struct taut_group taut_group;

typedef struct taut_group_unit {
  taut_point start;
  taut_agent agent;
} taut_group_unit;

/* Where the paths end. */
enum {
  TAUT_ENDS_GOAL = 0,  /* at the goal */
  TAUT_ENDS_SPREAD = 1 /* discs and squares on free places around it, no two overlapping */
};
/* How the paths are found. */
enum {
  TAUT_GROUP_BEST = 0,     /* as one of those below, whichever is cheaper by measured costs */
  TAUT_GROUP_SEARCHES = 1, /* a search for each unit */
  TAUT_GROUP_FIELD = 2     /* a field for each size that can have one */
};

typedef struct taut_group_options {
  taut_find_options find; /* rules, limits and the budget of a call; `agent` is the unit's */
  int32_t ends;
  int32_t method;
} taut_group_options;

/* taut_find_options_init(), TAUT_ENDS_GOAL, TAUT_GROUP_BEST. NULL options mean the same. */
TAUT_C_API void taut_group_options_init(taut_group_options* options);

TAUT_C_API taut_status taut_group_create(taut_group** group);
TAUT_C_API void taut_group_destroy(taut_group* group);

/* What a group cost. */
typedef struct taut_group_result {
  uint32_t found; /* units with a path */
  uint32_t searches;
  uint32_t fields; /* built for the paths */
  uint32_t padding;
} taut_group_result;

/* Finds a path for each unit, at the cost of few searches: that of taut_find(), or another of the
 * same length, where TAUT_METHOD_BEST is optimal; taut::GroupPaths documents the details. The
 * finder has no path afterwards. `result` may be NULL.
 * Returns  TAUT_OK when all units have their answers, with or without a path. TAUT_UNFINISHED: the
 *          budget is spent; the same call goes on with the search.
 * Errors   TAUT_BAD_ARGUMENT: unknown enumerators, grounds outside 0 to 255. */
TAUT_C_API taut_status taut_find_group(taut_finder* finder, const taut_group_unit* units,
                                       uint32_t unit_count, float goal_x, float goal_y,
                                       const taut_group_options* options, taut_group* group,
                                       taut_group_result* result);

/* Units of the last group; 0 for NULL. */
TAUT_C_API uint32_t taut_group_size(const taut_group* group);
/* Hands the path of a unit to a finder of the same world, which keeps a copy of it until its next
 * find, as that of taut_find(); there are no pictures of it.
 * Returns  as taut_find(); TAUT_UNFINISHED for a unit that a budget did not come to.
 * Errors   TAUT_BAD_ARGUMENT: no such unit, a finder of another world. */
TAUT_C_API taut_status taut_group_path(const taut_group* group, uint32_t unit, taut_finder* finder,
                                       taut_path* path);
/* Where the path of a unit ends or would end.
 * Errors   TAUT_BAD_ARGUMENT: no such unit. */
TAUT_C_API taut_status taut_group_end(const taut_group* group, uint32_t unit, taut_point* end);

#ifdef __cplusplus
}
#endif

#endif
