/* Links: ways between two places that do not lead over tiles. The rules of taut.h hold. */
#ifndef TAUT_LINKS_H
#define TAUT_LINKS_H

#include <taut.h>
#include <taut_crowd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Links of a world -------------------------------------------------------------------- */

typedef struct taut_link_options {
  double cost;           /* to pass, in the unit of taut_path.cost; 0 to 1e30 */
  double width;          /* tiles, 0 or more: agents whose diameter is larger do not pass */
  uint64_t user_data;    /* the game's own */
  int32_t one_way;       /* 0: both ways */
  int32_t terrain_class; /* 0 to 255: a ground multiplies the cost by its factor, or blocks it */
  int32_t is_open;       /* 0: it is kept, and nobody passes it, as a locked door */
  int32_t padding;
} taut_link_options;

/* 0, INFINITY, 0, 0, 0, 1. NULL options mean the same. */
TAUT_C_API void taut_link_options_init(taut_link_options* options);

/* An end of a link: the places between two points, as of wide stairs, or one place, where they are
 * equal. */
typedef struct taut_link_end {
  taut_point a;
  taut_point b;
} taut_link_end;

/* Stairs, a ladder, a lift, a teleporter. Who enters at a place of one end leaves at the place of
 * the other that divides it in the same ratio: a leads to a, b to b. An agent passes where it has
 * room at both: a wall closes the places that it stands on, until it is gone. */
typedef struct taut_link {
  taut_link_options options;
  taut_link_end from; /* snapped */
  taut_link_end to;
  uint32_t id; /* grows with each link of the world; none is used twice */
  uint32_t padding;
} taut_link;

/* Adds a link and writes its id. Paths and fields of all agents use it where that costs less. An
 * edit: see Threads.
 * Errors   TAUT_BAD_ARGUMENT: an end that is on no walkable tile, ends that are one place, other
 *          options. */
TAUT_C_API taut_status taut_world_link(taut_world* world, float from_x, float from_y, float to_x,
                                       float to_y, const taut_link_options* options, uint32_t* link,
                                       taut_error* error);
/* The same between segments of at most 64 tiles, both ends of which are on walkable tiles.
 * Errors   also a segment that is longer, or lies on two floors. */
TAUT_C_API taut_status taut_world_link_ends(taut_world* world, const taut_link_end* from,
                                            const taut_link_end* to,
                                            const taut_link_options* options, uint32_t* link,
                                            taut_error* error);
/* Replaces all options of a link: it opens, closes or prices it.
 * Errors   TAUT_INVALID_INPUT: there is no such link; here and below. */
TAUT_C_API taut_status taut_world_change_link(taut_world* world, uint32_t link,
                                              const taut_link_options* options, taut_error* error);
TAUT_C_API taut_status taut_world_unlink(taut_world* world, uint32_t link);

TAUT_C_API taut_status taut_world_find_link(const taut_world* world, uint32_t link, taut_link* out);
/* All links, by growing id. */
TAUT_C_API taut_status taut_world_links(const taut_world* world, taut_link* out, uint32_t capacity,
                                        uint32_t* count);

/* ---- Floors ------------------------------------------------------------------------------- */

/* Makes a world whose floors are the tiles and classes of `count` other worlds; links join them.
 * `origins` has x and y of the first tile of each floor in the game's plane; NULL: all are (0, 0).
 * Floors may overlap there. The world lays them out side by side, with walls between: its tiles,
 * places and paths are those of this layout.
 * Errors   TAUT_BAD_ARGUMENT: no floor, NULL for one, or all together are too large. */
TAUT_C_API taut_status taut_world_create_floors(const taut_world* const* floors,
                                                const int32_t* origins, uint32_t count,
                                                taut_world** world, taut_error* error);
/* 1, unless the world was made of floors; 0 for NULL. */
TAUT_C_API uint32_t taut_world_floor_count(const taut_world* world);
/* From a place of a floor, in the game's plane, to a place of the world, and back.
 * Errors   TAUT_INVALID_INPUT: it is on no such floor. */
TAUT_C_API taut_status taut_world_to_point(const taut_world* world, int32_t floor, float x, float y,
                                           taut_point* point);
TAUT_C_API taut_status taut_world_to_place(const taut_world* world, float x, float y,
                                           int32_t* floor, taut_point* place);

/* ---- Links on a path ---------------------------------------------------------------------- */

/* Between the point before `exit` and that at `exit` nobody walks: a caller that walks, draws or
 * checks a path does so leg by leg. */
typedef struct taut_passed_link {
  uint32_t link;
  uint32_t exit; /* the index of the point, of a disc that of the turn, where the next leg begins */
} taut_passed_link;

/* The links of the last path of a finder, in order. */
TAUT_C_API taut_status taut_path_links(const taut_finder* finder, taut_passed_link* out,
                                       uint32_t capacity, uint32_t* count);
/* Those of all answers, one after the other; paths[i].link_count of each. `exit` counts from the
 * first point or turn of its path. */
TAUT_C_API taut_status taut_batch_links(const taut_batch* batch, taut_passed_link* out,
                                        uint32_t capacity, uint32_t* count);

/* A link that a unit takes: the caller moves it from the entry to the exit. */
typedef struct taut_link_step {
  uint32_t link;
  taut_point entry;
  taut_point exit;
} taut_link_step;

/* The link that a unit at (x, y) takes now: taut_field_next_corner() is the place itself.
 * Errors   TAUT_NO_PATH: it takes none there. */
TAUT_C_API taut_status taut_field_link_at(const taut_field* field, float x, float y,
                                          taut_link_step* step);

/* The link at which a unit waits: its state is TAUT_UNIT_AT_LINK.
 * Errors   TAUT_NO_PATH: it is at none. TAUT_INVALID_INPUT: there is no such unit; here and below.
 */
TAUT_C_API taut_status taut_crowd_link(const taut_crowd* crowd, uint32_t unit,
                                       taut_link_step* step);
/* Sets it on the exit, from where it walks on.
 * Errors   TAUT_NO_PATH, and nothing changes: it is at none, may no longer pass it, or has no room
 *          at the exit. */
TAUT_C_API taut_status taut_crowd_pass_link(taut_crowd* crowd, uint32_t unit);

#ifdef __cplusplus
}
#endif

#endif
