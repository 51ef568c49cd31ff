// Paths through corridors of a ConvexMesh.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// A lattice point inside a cell, near its middle: a mean of its vertices whose weights make it one.
// Exact where the vertices are tile corners, else rounded to a float. Requires cell < cell_count().
[[nodiscard]] Point center(const ConvexMesh& mesh, CellId cell) noexcept;

// Writes start, goal, and between them the centres of the corridor's inner cells and the midpoints
// of its portals: without these a line between centres could leave the cells at T-junctions.
//
// Requires  portals of this corridor (extract_portals()).
// Writes    a canonical path; truncated with its first points when `out` is smaller.
//           max_path_points(2 * corridor.size()) is always enough. Does not allocate.
[[nodiscard]] Result join_centers(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                  std::span<const CellId> corridor, std::span<const Portal> portals,
                                  std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
