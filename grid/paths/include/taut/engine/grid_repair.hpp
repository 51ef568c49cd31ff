// Corridor repair on grids.
#pragma once

#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/repair.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Repairs the corridor of a pulled path: makes the path taut by rays (see repair_path() in
// repair.hpp) and writes the tiles that the taut path crosses. Portals and string_pull() over them
// give that path; it is never longer than `path`.
//
// Requires  path canonical, walkable, on the lattice; path may be the front of work.
// Writes    to `out` a tile corridor for extract_portals(). When `out` is too small the status is
//           truncated and `out` holds a corridor along the first part of the path; it may have
//           fewer tiles than fit.
// Errors    invalid_input when a leg of the path is not walkable, work.size() is below
//           max_repair_points(path.size()), or the grid has terrain costs, which this ignores.
// Cost      a few rays per corner in open space, and the tiles of the path. Does not allocate.
[[nodiscard]] Result repair_corridor(const Grid& grid, std::span<const Point> path,
                                     std::span<Point> work, std::span<TileId> out) noexcept;

// Writes the tiles that a walkable path crosses, as a corridor for extract_portals(); errors and
// capacity as above. Where the path goes back through the tile it came from, the corridor omits
// that detour.
[[nodiscard]] Result extract_corridor(const Grid& grid, std::span<const Point> path,
                                      std::span<TileId> out) noexcept;

// The requirements of HasDetours; their contracts are in repair.hpp.
[[nodiscard]] bool bends_around_obstacle(const Grid& grid, const Point& before, const Point& corner,
                                         const Point& after) noexcept;
[[nodiscard]] bool is_bend_walkable(const Grid& grid, const Point& before, const Point& corner,
                                    const Point& after) noexcept;
[[nodiscard]] std::optional<Point> find_detour(const Grid& grid, const Point& from, const Point& to,
                                               Side side) noexcept;

// The same for a mover: tiles of classes that the table blocks count as blocked.
[[nodiscard]] bool is_bend_walkable(const Grid& grid, const TerrainCosts& costs,
                                    const Point& before, const Point& corner,
                                    const Point& after) noexcept;

}  // namespace taut
TAUT_API_END
