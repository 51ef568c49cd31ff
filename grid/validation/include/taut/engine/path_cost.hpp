// What a path costs an agent to whom tiles cost differently.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/disc_path.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// The integral of what tiles cost over the path: for each leg the length inside each tile times the
// factor of the tile's class. Along the line between two tiles the cheaper walkable one counts.
// Tiles of blocked classes count as blocked.
//
// Requires  points on the lattice, as those of every path of the library.
// Returns   0 for fewer than two points; infinity when a leg enters a blocked tile, leaves the map,
//           passes between two blocked tiles, or has an end that is not finite. A turn between two
//           blocked tiles that touch at a corner is not noticed: validate_path() notices it.
// Cost      linear in the tiles that the path crosses. Which tiles these are is decided exactly;
//           only lengths are rounded. Does not allocate.
[[nodiscard]] double path_cost(const Grid& grid, const Ground& costs,
                               std::span<const Point> path) noexcept;

// The integral of what tiles cost over the path of the disc's centre: for legs and arcs the length
// inside each tile times the factor of the tile's class. Along the line between two tiles the
// cheaper walkable one counts. Tiles of blocked classes count as blocked.
//
// Returns   0 for fewer than two turns; infinity when the path enters a blocked tile by more than
//           the tolerance of pull_disc() or leaves the map, the radius is invalid (is_radius()) or
//           above kMaxMapSide, or a place is not finite. The arc of the first turn does not count.
// Cost      linear in the tiles that the path crosses. Rounded. Does not allocate.
[[nodiscard]] double disc_path_cost(const Grid& grid, const Ground& costs,
                                    std::span<const DiscTurn> turns, double radius) noexcept;

}  // namespace taut
TAUT_API_END
