/* Crowd: units that walk, give way and never overlap. The rules of taut.h hold. */
#ifndef TAUT_CROWD_H
#define TAUT_CROWD_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Units, discs of any sizes, that the caller orders and taut_crowd_advance() moves. They never
 * overlap each other, nor a wall, nor a tile of a class that their ground blocks; taut::Crowd
 * documents all that holds. A unit is named by a number, from 0 on, until it is removed; a later
 * one may have the number again. */
typedef struct taut_crowd taut_crowd;

typedef struct taut_crowd_options {
  uint32_t expansions;   /* of searches per tick, at least 1 */
  int32_t goal_rule;     /* of goals that cannot be reached */
  uint32_t microseconds; /* of searches per tick, too; TAUT_NO_LIMIT: no clock is read, and the same
                          * calls give the same places */
} taut_crowd_options;

/* 8192, TAUT_GOAL_NEAREST, TAUT_NO_LIMIT. NULL options mean the same. */
TAUT_C_API void taut_crowd_options_init(taut_crowd_options* options);

typedef struct taut_unit_options {
  double speed;        /* tiles per second, 1/64 to 64 */
  double acceleration; /* tiles per second and second, 1e-37 or more, INFINITY: no limit */
  int32_t rank;        /* 0 to 255: the larger one has the right of way */
  int32_t gives_way;   /* 0: does not move for others when it has arrived or has no order */
} taut_unit_options;

/* 2, INFINITY, 0, 1. NULL options mean the same. */
TAUT_C_API void taut_unit_options_init(taut_unit_options* options);

typedef uint8_t taut_unit_state;
enum {
  TAUT_UNIT_IDLE = 0,    /* without an order */
  TAUT_UNIT_WAITING = 1, /* for its path */
  TAUT_UNIT_WALKING = 2,
  TAUT_UNIT_BLOCKED = 3,  /* others have held it up for a while */
  TAUT_UNIT_YIELDING = 4, /* out of the way of one that goes first */
  TAUT_UNIT_ARRIVED = 5,
  TAUT_UNIT_NO_WAY = 6,  /* taut_crowd_reason() tells why */
  TAUT_UNIT_AT_LINK = 7, /* taut_crowd_pass_link() in taut_links.h */
  TAUT_UNIT_NONE = 255   /* no unit has this number */
};
/* "idle", "waiting", ...; "unknown state" for other values. Static memory. */
TAUT_C_API const char* taut_unit_state_text(taut_unit_state state);

TAUT_C_API taut_status taut_crowd_create(taut_world* world, const taut_crowd_options* options,
                                         taut_crowd** crowd, taut_error* error);
TAUT_C_API void taut_crowd_destroy(taut_crowd* crowd);

/* Adds a unit and writes its number. Prepares the world for the agent, a disc of radius 1/32 to 32:
 * an edit, see Threads. NULL options: the defaults.
 * Errors   TAUT_INVALID_INPUT: a wall or another unit is there, or the place is not finite.
 *          TAUT_BAD_ARGUMENT: another agent or other options. */
TAUT_C_API taut_status taut_crowd_add(taut_crowd* crowd, const taut_agent* agent, float x, float y,
                                      const taut_unit_options* options, uint32_t* unit,
                                      taut_error* error);

/* Removes a unit. Errors, here and below: TAUT_INVALID_INPUT: there is no such unit, or the place
 * or velocity is not finite. Then nothing changes. */
TAUT_C_API taut_status taut_crowd_remove(taut_crowd* crowd, uint32_t unit);
/* Sends it to a goal. */
TAUT_C_API taut_status taut_crowd_order(taut_crowd* crowd, uint32_t unit, float x, float y);
/* It walks with this velocity, in tiles per second, at most as fast as its speed. */
TAUT_C_API taut_status taut_crowd_steer(taut_crowd* crowd, uint32_t unit, float x, float y);
/* It has no order from now on. */
TAUT_C_API taut_status taut_crowd_stop(taut_crowd* crowd, uint32_t unit);

/* Sends several units to one goal, around which they come to rest. *sent, here and below: how many
 * were sent; numbers without a unit are passed over. May be NULL. */
TAUT_C_API taut_status taut_crowd_order_group(taut_crowd* crowd, const uint32_t* units,
                                              uint32_t count, float x, float y, uint32_t* sent);
/* To places, one each, given out so that no two would swap them; as many as there are of both. */
TAUT_C_API taut_status taut_crowd_order_places(taut_crowd* crowd, const uint32_t* units,
                                               uint32_t count, const taut_point* places,
                                               uint32_t place_count, uint32_t* sent);
/* Along a field of this world: to the nearest of its goals, also after it was updated. Units of
 * another agent than the field's are passed over.
 * Errors   TAUT_BAD_ARGUMENT: also for a field of another world. */
TAUT_C_API taut_status taut_crowd_order_field(taut_crowd* crowd, const uint32_t* units,
                                              uint32_t count, const taut_field* field,
                                              uint32_t* sent);
/* Makes a handle of the field that a unit walks along; *field is NULL where there is none. A loaded
 * crowd has fields of its own: update them by such handles. */
TAUT_C_API taut_status taut_crowd_field(const taut_crowd* crowd, uint32_t unit, taut_field** field);

/* One tick of `seconds`, above 0 and at most 0.25, fewer than 1e-6 count as that: reads the world
 * and the fields that are followed. Nothing happens on a broken world.
 * Errors   TAUT_BAD_ARGUMENT: other seconds. TAUT_OUT_OF_MEMORY: units may have moved. A unit whose
 *          search has no memory is TAUT_UNIT_NO_WAY with TAUT_REASON_LIMIT. */
TAUT_C_API taut_status taut_crowd_advance(taut_crowd* crowd, double seconds, taut_error* error);

/* 0 for NULL. Units, and requests for paths that are not answered yet. */
TAUT_C_API uint32_t taut_crowd_size(const taut_crowd* crowd);
TAUT_C_API uint32_t taut_crowd_searches_waiting(const taut_crowd* crowd);
/* 1 or 0. */
TAUT_C_API int32_t taut_crowd_contains(const taut_crowd* crowd, uint32_t unit);
/* 1 or 0: whether a unit overlaps these tiles; a building there would bury it. */
TAUT_C_API int32_t taut_crowd_is_occupied(const taut_crowd* crowd, int32_t x0, int32_t y0,
                                          int32_t x1, int32_t y1);
/* Why a unit is TAUT_UNIT_NO_WAY; else TAUT_REASON_NONE. */
TAUT_C_API taut_reason taut_crowd_reason(const taut_crowd* crowd, uint32_t unit);
/* The agent of a unit; its radius is rounded up. */
TAUT_C_API taut_status taut_crowd_agent(const taut_crowd* crowd, uint32_t unit, taut_agent* agent);

/* What all units have, here and below: element i is that of unit i, 0 or TAUT_UNIT_NONE where there
 * is none. count: one more than the largest number that was ever given. */
TAUT_C_API taut_status taut_crowd_places(const taut_crowd* crowd, taut_point* out,
                                         uint32_t capacity, uint32_t* count);
/* In tiles per second, in the last tick. */
TAUT_C_API taut_status taut_crowd_velocities(const taut_crowd* crowd, taut_point* out,
                                             uint32_t capacity, uint32_t* count);
TAUT_C_API taut_status taut_crowd_states(const taut_crowd* crowd, taut_unit_state* out,
                                         uint32_t capacity, uint32_t* count);

enum { /* which units are obstacles of a query, where they are now */
       TAUT_OBSTACLES_ALL = 0,
       TAUT_OBSTACLES_AT_REST = 1, /* idle, arrived, or without a way */
       TAUT_OBSTACLES_STANDING = 2 /* those of them that do not give way, or stand for long */
};

/* taut_find() for a disc, led past units but those of `except`, such as the one that the path is
 * for, and its allies. The finder, of the world of the crowd, keeps a copy of the path until its
 * next find; pictures (taut_path_corridor() and others) are still those of the find before.
 * Errors   those of taut_find(), and TAUT_NO_PATH with TAUT_REASON_NOT_CONNECTED where no way past
 *          the units was found. TAUT_BAD_ARGUMENT: also for a finder of another world. */
TAUT_C_API taut_status taut_crowd_find(taut_crowd* crowd, taut_finder* finder, float start_x,
                                       float start_y, float goal_x, float goal_y,
                                       const taut_find_options* options, int32_t obstacles,
                                       const uint32_t* except, uint32_t except_count,
                                       taut_path* path);

#ifdef __cplusplus
}
#endif

#endif
