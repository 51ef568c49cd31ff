// Exact straight lines of sight over convex cells.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

struct MeshRaycastResult {
  Status status = Status::ok;  // ok; invalid_input: `from` lies in no cell, or `to` beyond any map
                               // (then is_visible is false)
  bool is_visible = false;     // the whole segment is walkable
  Point end{0.0F, 0.0F};       // where the ray stopped: `to`, or the place where it met a wall,
                               // rounded
  CellId cell = 0;             // the last cell it was in
  EdgeId wall = kNoEdge;       // a wall that contains `end`, when not visible
};

// Follows the segment from `from` to `to` until it is blocked, cell by cell. A ray may touch walls
// and slide along them. It may not pass between two obstacles that touch at a point: behind a
// vertex it continues only in a cell that is linked, around the vertex, to the cell it came from.
// On a mesh of a grid the answer is that of raycast() on the grid. Every decision is exact.
//
// Requires  both points and the vertices on one lattice (geometry.hpp).
// Cost      the edges of the cells passed, about 5 ns each. Does not allocate.
[[nodiscard]] MeshRaycastResult raycast(const ConvexMesh& mesh, const Point& from,
                                        const Point& to) noexcept;

// Whether the whole segment is walkable.
[[nodiscard]] bool is_visible(const ConvexMesh& mesh, const Point& from, const Point& to) noexcept;

}  // namespace taut
TAUT_API_END
