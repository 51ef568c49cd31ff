// Corridor following on quadtrees: the calls of HasCells (path_corridor.hpp).
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/linked_cells.hpp>
#include <taut/path_corridor.hpp>
#include <taut/quadtree.hpp>
#include <taut/quadtree_portals.hpp>
#include <taut/quadtree_raycast.hpp>

TAUT_API_BEGIN
namespace taut {

// Whether the id is a leaf's and the place lies in it or on its edge. False for NaN.
[[nodiscard]] inline bool holds(const Quadtree& tree, LeafId leaf, const Point& place) noexcept {
  if (!tree.is_leaf(leaf)) return false;
  const TileRect square = tree.rect(leaf);
  return place.x() >= static_cast<float>(square.x0) && place.x() <= static_cast<float>(square.x1) &&
         place.y() >= static_cast<float>(square.y0) && place.y() <= static_cast<float>(square.y1);
}

// Whether accept(LeafId) is true for a neighbour of the leaf, tried in the order of neighbors().
template <class Accept>
bool has_neighbor(const Quadtree& tree, LeafId leaf, const Accept& accept) noexcept {
  if (!tree.is_leaf(leaf)) return false;
  for (const LeafLink& link : tree.neighbors(leaf)) {
    if (accept(link.to)) return true;
  }
  return false;
}

// One portal per step. extract_portals() joins leaves to rectangles, so its portals depend on the
// leaves that follow.
[[nodiscard]] inline Result extract_step_portals(const Quadtree& tree,
                                                 std::span<const LeafId> corridor,
                                                 std::span<Portal> out) noexcept {
  return extract_edges(tree, corridor, out);
}

static_assert(HasRayCorridors<Quadtree>);

}  // namespace taut
TAUT_API_END
