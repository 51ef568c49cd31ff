// The walkable tile nearest to a point, found leaf by leaf.
#pragma once

#include <optional>

#include <taut/detail/api.hpp>
#include <taut/quadtree.hpp>

TAUT_API_BEGIN
namespace taut {

// Finds the walkable tile whose square is nearest to `point` (distance 0 when the point lies on
// it). Ties: the least y, then x. find_leaf() of it is the nearest leaf. The point may lie in
// blocked tiles or outside the map. std::nullopt when no tile is walkable or a coordinate is not
// finite. Exact for lattice points.
// Cost      linear in the nodes nearer than the tile. Does not allocate.
[[nodiscard]] std::optional<Tile> find_nearest_walkable(const Quadtree& tree,
                                                        const Point& point) noexcept;

}  // namespace taut
TAUT_API_END
