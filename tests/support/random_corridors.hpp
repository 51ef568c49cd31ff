// Random sequences of convex cells: corridors for string pulling.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "support/lattice.hpp"
#include "support/random.hpp"

namespace taut::test {

// Convex cells, counter-clockwise, and the portals between them: portals[i] leads from cells[i] to
// cells[i + 1]. Cells may overlap one another; no portal is left by the edge through which its cell
// was entered.
struct CellRow {
  std::vector<std::vector<LatticePoint>> cells;
  std::vector<LatticePortal> portals;
};

// Unit tiles, orthogonal steps.
CellRow make_tile_row(Random& random, std::size_t steps);

// Straight runs of unit tiles, one cell each: the corridors of compressed portals.
CellRow make_run_row(Random& random, std::size_t steps);

// Unit tiles, orthogonal and diagonal steps; a diagonal step passes the corner, a portal without
// length.
CellRow make_diagonal_tile_row(Random& random, std::size_t steps);

// Rectangles that share parts of their sides, so that portals meet in T-junctions; a row may leave
// a rectangle by the side through which it came, beside that portal.
CellRow make_rectangle_row(Random& random, std::size_t steps);

// Rectangles above and below one wall, all portals on its line.
CellRow make_wall_row(Random& random, std::size_t steps);

// Triangles; long fans round one corner are frequent.
CellRow make_triangle_row(Random& random, std::size_t steps);

// Convex polygons of 3 to 6 corners, some of them on the straight between their neighbours.
CellRow make_polygon_row(Random& random, std::size_t steps);

// A long curve before a wide hall.
CellRow make_curve_row(Random& random, std::size_t steps);

// One of the kinds of rows.
struct RowKind {
  const char* name;
  CellRow (*make)(Random& random, std::size_t steps);
};

inline constexpr std::array<RowKind, 8> kRowKinds{{{"tiles", make_tile_row},
                                                   {"runs", make_run_row},
                                                   {"diagonal tiles", make_diagonal_tile_row},
                                                   {"rectangles", make_rectangle_row},
                                                   {"wall", make_wall_row},
                                                   {"triangles", make_triangle_row},
                                                   {"polygons", make_polygon_row},
                                                   {"curve", make_curve_row}}};

// Chooses start and goal in the first and last cell: inside, on a side, on a corner, on the portal
// or its ends. In each cell between, with a probability of `pin_percent`, a portal without length
// is added. The coordinates are 4 times those of the row.
LatticeCorridor place_ends(Random& random, const CellRow& row, int pin_percent);

// The corridor under the map (x, y) -> (a x + b y, c x + d y). Requires a d - b c > 0, so that left
// stays left.
LatticeCorridor transform(const LatticeCorridor& corridor, std::int64_t a, std::int64_t b,
                          std::int64_t c, std::int64_t d);

// The corridor after a random map of determinant 1 that makes coordinates as large as `limit`
// allows: what was a unit triangle becomes a sliver of the same area.
LatticeCorridor shear(Random& random, const LatticeCorridor& corridor, std::int64_t limit);

// The largest absolute value of a coordinate.
std::int64_t max_coordinate(const LatticeCorridor& corridor);

// The same corridor mirrored at the y axis, at x = y, or walked from its goal.
LatticeCorridor mirror(const LatticeCorridor& corridor);
LatticeCorridor transpose(const LatticeCorridor& corridor);
LatticeCorridor reverse(const LatticeCorridor& corridor);

}  // namespace taut::test
