// Corridor following on grids: what HasCells asks of a map (path_corridor.hpp).
#pragma once

#include <optional>

#include <taut/grid.hpp>
#include <taut/path_corridor.hpp>
#include <taut/raycast.hpp>
#include <taut/tile_portals.hpp>

namespace taut {

static_assert(max_portals(2) == kMaxPortalsPerStep);

// Whether the tile is walkable and the place lies in it or on its edge. False for NaN.
[[nodiscard]] bool holds(const Grid& grid, TileId tile, const Point& place) noexcept;

// Whether both tiles are walkable and neighbours, a diagonal step being allowed where both
// orthogonal tiles are walkable (DiagonalRule::only_if_no_obstacles).
[[nodiscard]] bool is_step_walkable(const Grid& grid, TileId from, TileId to) noexcept;

// The walkable neighbour of a tile, by such a step, that holds the place; of several an orthogonal
// one.
[[nodiscard]] std::optional<TileId> find_cell_beside(const Grid& grid, TileId tile,
                                                     const Point& place) noexcept;

// Whether three tiles of a corridor lead back at once: to the same tile, or by a diagonal step to a
// tile that shares an edge with the first (see extract_portals()).
[[nodiscard]] bool is_spur(const Grid& grid, TileId before, TileId tile, TileId after) noexcept;

}  // namespace taut
