// Pulling and path smoothing on the tiles of a mover (internal). As those on grids
// (grid_path.hpp).
#pragma once

#include <optional>
#include <span>

#include <taut/engine/path_query.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

#include "grid/tiles/mover_tiles.hpp"

namespace taut::detail {

[[nodiscard]] Result extract_corridor(const MoverTiles& tiles, std::span<const Point> path,
                                      std::span<TileId> out) noexcept;

// The requirements of smooth_path().
[[nodiscard]] bool bends_around_obstacle(const MoverTiles& tiles, const Point& before,
                                         const Point& corner, const Point& after) noexcept;
[[nodiscard]] bool is_bend_walkable(const MoverTiles& tiles, const Point& before,
                                    const Point& corner, const Point& after) noexcept;
[[nodiscard]] std::optional<Point> find_detour(const MoverTiles& tiles, const Point& from,
                                               const Point& to, Side side) noexcept;

[[nodiscard]] Result smooth_corridor(const MoverTiles& tiles, std::span<const Point> path,
                                     std::span<Point> work, std::span<TileId> out) noexcept;

[[nodiscard]] Result pull_corridor(const MoverTiles& tiles, const Point& start, const Point& goal,
                                   std::span<const TileId> corridor,
                                   std::span<const Portal> portals, Pull pull,
                                   std::span<Point> out) noexcept;

}  // namespace taut::detail
