// The place of a mesh nearest to a point.
#pragma once

#include <optional>

#include <taut/convex_mesh.hpp>
#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

struct NearestPlace {
  CellId cell = 0;
  Point point{0.0F,
              0.0F};  // the nearest point of the cell, rounded to float: on a wall that is not
                      // axis-parallel it may lie outside the cell by the rounding error
};

// Finds the cell nearest to `point` (one that holds it, if any does); of equally near ones the one
// with the smallest id. Nothing when the mesh has no cell or a coordinate is not finite. Exact for
// a point on a lattice of the mesh's vertices (geometry.hpp).
// Cost      the edges of the cells in a square around the point that reaches about twice as far as
//           the cell found, and at least one tile. Does not allocate.
[[nodiscard]] std::optional<NearestPlace> find_nearest_walkable(const ConvexMesh& mesh,
                                                                const Point& point) noexcept;

// The same among the cells that are connected to `from`. Nothing when `from` is no cell.
[[nodiscard]] std::optional<NearestPlace> find_nearest_connected(const ConvexMesh& mesh,
                                                                 CellId from,
                                                                 const Point& point) noexcept;

}  // namespace taut
TAUT_API_END
