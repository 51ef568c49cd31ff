// The walkable tile nearest to a point.
#pragma once

#include <optional>

#include <taut/grid.hpp>

namespace taut {

// Finds the walkable tile whose square is nearest to `point` (0 when the point stands on it); of
// equally near ones the one with the smallest id. The point may lie in blocked tiles or outside the
// map. Nothing when no tile is walkable or a coordinate is not finite. Exact for lattice points.
// Cost      proportional to the rows looked at, 64 tiles at a time. Does not allocate.
[[nodiscard]] std::optional<Tile> find_nearest_walkable(const Grid& grid,
                                                        const Point& point) noexcept;

// The same among the tiles that are connected to `from` (Grid::is_connected()): where an agent that
// stands there can go. Nothing when `from` is not walkable.
// Cost      proportional to the walkable tiles in the rows looked at.
[[nodiscard]] std::optional<Tile> find_nearest_connected(const Grid& grid, Tile from,
                                                         const Point& point) noexcept;

}  // namespace taut
