/* Frames: from the user's units to tiles and back. The rules of taut.h hold. */
#ifndef TAUT_FRAME_H
#define TAUT_FRAME_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where a map lies in the user's world: its point (x, y) is at origin + tile_size * (x, y); where
 * the user's y grows upwards, at origin + tile_size * (x, -y). A radius or length in tiles is the
 * user's divided by tile_size. taut::WorldFrame documents rounding, and what becomes of values that
 * are not finite.
 *
 * Errors   of all functions TAUT_BAD_ARGUMENT: NULL; a tile size outside 1e-9 to 1e9, an origin
 *          that is not finite or beyond 1e12, a turn of an unknown kind. Nothing is written. */
typedef struct taut_frame {
  double origin_x;
  double origin_y;
  double tile_size;
  int32_t is_upwards; /* nonzero: the user's y grows against the order of rows */
  int32_t padding;
} taut_frame;

/* Converts `count` places; `out` may be `places`. */
TAUT_C_API taut_status taut_frame_to_tiles(const taut_frame* frame, const taut_point* places,
                                           uint32_t count, taut_point* out);
TAUT_C_API taut_status taut_frame_from_tiles(const taut_frame* frame, const taut_point* places,
                                             uint32_t count, taut_point* out);

/* The same for paths of discs. Where y grows upwards a left turn becomes a right one. */
TAUT_C_API taut_status taut_frame_turns_to_tiles(const taut_frame* frame, const taut_turn* turns,
                                                 uint32_t count, taut_turn* out);
TAUT_C_API taut_status taut_frame_turns_from_tiles(const taut_frame* frame, const taut_turn* turns,
                                                   uint32_t count, taut_turn* out);

/* The tiles that a rectangle overlaps; empty when it is inverted or has no area. */
TAUT_C_API taut_status taut_frame_rect_to_tiles(const taut_frame* frame, taut_point low,
                                                taut_point high, taut_rect* tiles);
/* The corners of a rectangle of tiles with the least and the largest coordinates. */
TAUT_C_API taut_status taut_frame_rect_from_tiles(const taut_frame* frame, taut_rect tiles,
                                                  taut_point* low, taut_point* high);

#ifdef __cplusplus
}
#endif

#endif
