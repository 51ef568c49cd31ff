// Cheap paths on grids with terrain costs, from the path of a tile search (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/path_query.hpp>
#include <taut/grid.hpp>

#include "core/terrain/terrain_memory.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

// Upper bound on the points of such a path in a corridor of `tiles` tiles.
[[nodiscard]] std::size_t max_terrain_points(std::size_t tiles) noexcept;

// Writes the path from start to goal through the centres of the tiles of `steps`; start and goal
// replace those of the first and last tile. With Smoothing::raycast they do not: the line from
// there along a long step might leave its tiles.
[[nodiscard]] Result write_steps(const Grid& grid, const Point& start, const Point& goal,
                                 std::span<const TileId> steps, Smoothing smoothing,
                                 std::span<Point> out) noexcept;

// Writes a path from start to goal that is never more expensive than that of write_steps(). The
// steps are those of DiagonalRule::only_if_no_obstacles or never; with Smoothing::raycast also the
// long ones of TerrainGraph. With Smoothing::raycast it moves the corridor to where the path is
// cheaper; with Smoothing::none it stays inside. Returns status, count, length and cost.
[[nodiscard]] PathResult find_terrain_path(const detail::MoverTiles& tiles, const Point& start,
                                           const Point& goal, std::span<const TileId> steps,
                                           Smoothing smoothing, TerrainMemory& memory,
                                           std::span<Point> out) noexcept;

}  // namespace taut
