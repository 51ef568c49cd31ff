/* Pictures: meshes, searches and fields as points to draw. The rules of taut.h hold. */
#ifndef TAUT_PICTURES_H
#define TAUT_PICTURES_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The cells of the mesh of an agent, which must be prepared; NULL: of a point. They are convex and
 * counter-clockwise in (x, y). The corners of cell i are
 * points[first[i]] to points[first[i + 1] - 1]; ids that no cell has are empty. `first` has room
 * for first_capacity entries; *first_count is the number of ids and one more. TAUT_TRUNCATED when
 * one of the two is too small: then the beginning of both is written. */
TAUT_C_API taut_status taut_world_mesh(const taut_world* world, const taut_agent* agent,
                                       uint32_t* first, uint32_t first_capacity,
                                       uint32_t* first_count, taut_point* points,
                                       uint32_t point_capacity, uint32_t* point_count);
typedef struct taut_portal {
  taut_point left;
  taut_point right;
} taut_portal;

/* The triangle of an expanded node: what is visible from its apex through a part of an edge. */
typedef struct taut_cone {
  taut_point apex;
  taut_point right;
  taut_point left;
} taut_cone;

/* For the path of the last find, if it was found over the mesh of its agent, and the world was not
 * edited since: the ids of its cells from start to goal; the edges between them, one fewer.
 * Errors   TAUT_INVALID_INPUT: it was not. */
TAUT_C_API taut_status taut_path_corridor(taut_finder* finder, uint32_t* out, uint32_t capacity,
                                          uint32_t* count);
TAUT_C_API taut_status taut_path_portals(taut_finder* finder, taut_portal* out, uint32_t capacity,
                                         uint32_t* count);
/* The cones that the last find expanded, in order; only of TAUT_METHOD_OPTIMAL, where tiles do
 * not cost differently.
 * Errors   TAUT_INVALID_INPUT as above. */
TAUT_C_API taut_status taut_path_cones(taut_finder* finder, taut_cone* out, uint32_t capacity,
                                       uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
