// Corridor following on meshes: what HasCells asks of a map (path_corridor.hpp).
#pragma once

#include <span>

#include <taut/convex_mesh.hpp>
#include <taut/detail/api.hpp>
#include <taut/linked_cells.hpp>
#include <taut/mesh_raycast.hpp>
#include <taut/path_corridor.hpp>

TAUT_API_BEGIN
namespace taut {

// Whether the id is a cell's and the place lies in it or on its edge. False for NaN.
[[nodiscard]] inline bool holds(const ConvexMesh& mesh, CellId cell, const Point& place) noexcept {
  return mesh.is_cell(cell) && place.allFinite() && mesh.holds(cell, place);
}

// Whether accept(CellId) takes a cell beyond an edge of `cell`; asked in the order of the edges.
template <class Accept>
bool has_neighbor(const ConvexMesh& mesh, CellId cell, const Accept& accept) noexcept {
  if (!mesh.is_cell(cell)) return false;
  for (const MeshEdge& edge : mesh.edges(cell)) {
    if (!edge.is_wall() && accept(mesh.cell_of(edge.twin()))) return true;
  }
  return false;
}

[[nodiscard]] inline Result extract_step_portals(const ConvexMesh& mesh,
                                                 std::span<const CellId> corridor,
                                                 std::span<Portal> out) noexcept {
  return extract_portals(mesh, corridor, out);
}

static_assert(HasRayCorridors<ConvexMesh>);

}  // namespace taut
TAUT_API_END
