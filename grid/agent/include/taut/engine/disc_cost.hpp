// The cost of a disc's path on a grid with terrain costs.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/disc_path.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// The integral of the terrain cost over the path of the disc's centre: for legs and arcs the length
// inside each tile times the cost of the tile. Along the line between two tiles the cheaper
// walkable one counts. Without terrain costs that is disc_path_length(), but for rounding.
//
// Returns   0 for fewer than two turns; infinity when the path enters a blocked tile by more than
//           the tolerance of pull_disc() or leaves the map, the radius is invalid (is_radius()) or
//           above kMaxMapSide, or a place is not finite. The arc of the first turn does not count.
// Cost      linear in the tiles that the path crosses. Rounded. Does not allocate.
[[nodiscard]] double disc_path_cost(const Grid& grid, std::span<const DiscTurn> turns,
                                    double radius) noexcept;

// The same for a mover: tiles cost what the table says of their class. Tiles of blocked classes
// count as blocked.
[[nodiscard]] double disc_path_cost(const Grid& grid, const Ground& costs,
                                    std::span<const DiscTurn> turns, double radius) noexcept;

}  // namespace taut
TAUT_API_END
