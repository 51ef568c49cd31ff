// The walkable tile nearest to a point, found by leaves.
#pragma once

#include <optional>

#include <taut/quadtree.hpp>

namespace taut {

// Finds the walkable tile whose square is nearest to `point` (0 when the point stands on it); of
// equally near ones the first of the first row. find_leaf() of it is the nearest leaf. The point
// may lie in blocked tiles or outside the map. Nothing when no tile is walkable or a coordinate is
// not finite. Exact for lattice points.
// Cost      the nodes nearer than the tile. Does not allocate.
[[nodiscard]] std::optional<Tile> find_nearest_walkable(const Quadtree& tree,
                                                        const Point& point) noexcept;

}  // namespace taut
