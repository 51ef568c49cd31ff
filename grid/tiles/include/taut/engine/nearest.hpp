// The walkable tile nearest to a point.
#pragma once

#include <optional>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// Finds the walkable tile whose square is nearest to `point` (distance 0 when the point lies on
// it). Ties: the smallest id. The point may lie in blocked tiles or outside the map. std::nullopt
// when no tile is walkable or a coordinate is not finite. Exact for lattice points.
// Cost      proportional to the rows scanned, 64 tiles at a time. Does not allocate.
[[nodiscard]] std::optional<Tile> find_nearest_walkable(const Grid& grid,
                                                        const Point& point) noexcept;

}  // namespace taut
TAUT_API_END
