/* Followers: the path of a walking unit, kept up to date. The rules of taut.h hold. */
#ifndef TAUT_FOLLOWER_H
#define TAUT_FOLLOWER_H

#include <taut.h>
#include <taut_links.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A copy of the path of a point, disc or square, kept up to date while the unit walks and is
 * pushed, its goal moves and the world changes; taut::PathFollower documents the details. As long
 * as its status does not call for a search, the path ahead is walkable in the world of the last
 * call. A follower serves one thread at a time, and keeps its world alive. */
typedef struct taut_follower taut_follower;

typedef int32_t taut_follow_status;
enum {
  TAUT_FOLLOW_ON_PATH = 0,       /* go on */
  TAUT_FOLLOW_MAYBE_SHORTER = 1, /* go on; an edit may have made a shorter path possible */
  TAUT_FOLLOW_ARRIVED = 2,
  TAUT_FOLLOW_AT_LINK = 3,   /* move the unit, and call taut_follower_pass_link() */
  TAUT_FOLLOW_NO_PATH = 4,   /* no path was set; search, for this and those below */
  TAUT_FOLLOW_OFF_PATH = 5,  /* the unit was pushed out of sight of its path, or too far away */
  TAUT_FOLLOW_GOAL_LOST = 6, /* the goal moved out of sight of the path, or too far away */
  TAUT_FOLLOW_CUT = 7,       /* an edit blocked what is left of the path */
  TAUT_FOLLOW_NONE = 255     /* the follower is NULL */
};
/* "on_path", "maybe_shorter", ...; "unknown status" for other values. Static memory. */
TAUT_C_API const char* taut_follow_status_text(taut_follow_status status);

/* agent NULL: a point. max_detour, 0 to TAUT_MAX_MAP_SIDE: how far, in tiles, the unit may be
 * pushed off its path, and its goal move in one call, without a new search; such as 2. */
TAUT_C_API taut_status taut_follower_create(const taut_world* world, const taut_agent* agent,
                                            double max_detour, taut_follower** follower,
                                            taut_error* error);
TAUT_C_API void taut_follower_destroy(taut_follower* follower);

/* Copies the last path of a finder of the same world, found for this agent. After a search that
 * failed there is no path. No other call of a follower allocates, and this one only for a path
 * with more points than those before it.
 * Errors   TAUT_BAD_ARGUMENT: a path of another agent, a finder of another world. */
TAUT_C_API taut_status taut_follower_set(taut_follower* follower, const taut_finder* finder);

/* The unit is at (x, y) now: it walked on its path, or was pushed, and rejoins it by sight.
 * Returns  TAUT_FOLLOW_OFF_PATH, and changes nothing, where it cannot. */
TAUT_C_API taut_follow_status taut_follower_move(taut_follower* follower, float x, float y);
/* The goal is at (x, y) now, near the one before.
 * Returns  TAUT_FOLLOW_GOAL_LOST, and changes nothing, where the path cannot be led there. */
TAUT_C_API taut_follow_status taut_follower_move_goal(taut_follower* follower, float x, float y);
/* Applies the edits since the last call; the others do so first. */
TAUT_C_API taut_follow_status taut_follower_update(taut_follower* follower);
/* The unit has passed the next link, and stands at its exit. Without a link ahead nothing changes.
 */
TAUT_C_API taut_follow_status taut_follower_pass_link(taut_follower* follower);
/* taut_follower_update() of many. Writes the indices of those that are TAUT_FOLLOW_CUT, in order.
 * NULL in the list is passed over. */
TAUT_C_API taut_status taut_followers_update(taut_follower* const* followers,
                                             uint32_t follower_count, uint32_t* out,
                                             uint32_t capacity, uint32_t* count);

typedef struct taut_follower_state {
  double x, y;               /* the unit's position on its path */
  double length;             /* the length of the path ahead, in tiles, without links */
  double progress;           /* the share of the path that lies behind, 0 to 1 */
  uint32_t turns;            /* how many turns lie ahead */
  taut_follow_status status; /* what the last call returned */
} taut_follower_state;

TAUT_C_API taut_status taut_follower_read(const taut_follower* follower,
                                          taut_follower_state* state);
/* The turns ahead, the goal or the entry of the next link last; of a point or a square entry, exit
 * and center are one point. The unit goes straight to the entry of the first one. */
TAUT_C_API taut_status taut_follower_ahead(const taut_follower* follower, taut_turn* out,
                                           uint32_t capacity, uint32_t* count);
/* The point `tiles` ahead on the path, or its end when that is nearer.
 * Errors   TAUT_NO_PATH. TAUT_BAD_ARGUMENT: a number that is negative or not finite. */
TAUT_C_API taut_status taut_follower_place_ahead(const taut_follower* follower, double tiles,
                                                 double* x, double* y);
/* The next link of the path.
 * Errors   TAUT_NO_PATH: none lies ahead. */
TAUT_C_API taut_status taut_follower_next_link(const taut_follower* follower, taut_link_step* step);
/* The index of the first of the turns ahead at which, or on the way to which, the agent would touch
 * these tiles.
 * Errors   TAUT_NO_PATH: it would touch them nowhere. */
TAUT_C_API taut_status taut_follower_find_touched(const taut_follower* follower, int32_t x0,
                                                  int32_t y0, int32_t x1, int32_t y1,
                                                  uint32_t* turn);
/* Where a search for a unit at (x, y) begins: the nearest lattice point where the agent has room,
 * at most two steps away; else (x, y), snapped. Places on a path are rounded, so the agent may
 * overlap a wall by a step there. */
TAUT_C_API taut_status taut_follower_find_start(const taut_follower* follower, float x, float y,
                                                taut_point* start);

#ifdef __cplusplus
}
#endif

#endif
