// Corridor following on grids: the requirements of HasCells (path_corridor.hpp).
#pragma once

#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>
#include <taut/path_corridor.hpp>
#include <taut/raycast.hpp>
#include <taut/tile_portals.hpp>

TAUT_API_BEGIN
namespace taut {

static_assert(max_portals(2) == kMaxPortalsPerStep);

// Whether the tile is walkable and the point lies in it or on its border. False for NaN.
[[nodiscard]] bool holds(const Grid& grid, TileId tile, const Point& place) noexcept;

// Whether both tiles are walkable and neighbours; diagonal neighbours only where both orthogonal
// tiles are walkable (DiagonalRule::only_if_no_obstacles).
[[nodiscard]] bool is_step_walkable(const Grid& grid, TileId from, TileId to) noexcept;

// The walkable neighbour of a tile, by such a step, that contains the point; orthogonal neighbours
// come first.
[[nodiscard]] std::optional<TileId> find_cell_beside(const Grid& grid, TileId tile,
                                                     const Point& place) noexcept;

// Whether three tiles of a corridor lead back at once: to the same tile, or by a diagonal step to a
// tile that shares an edge with the first (see extract_portals()).
[[nodiscard]] bool is_spur(const Grid& grid, TileId before, TileId tile, TileId after) noexcept;

[[nodiscard]] inline Result extract_step_portals(const Grid& grid, std::span<const TileId> corridor,
                                                 std::span<Portal> out) noexcept {
  return extract_portals(grid, corridor, out);
}

static_assert(HasRayCorridors<Grid>);

}  // namespace taut
TAUT_API_END
