// The cost of a path on a grid with terrain costs.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// The integral of the terrain cost over the path: for each leg the length inside each tile times
// the cost of the tile. Along the line between two tiles the cheaper walkable one counts. Without
// terrain costs that is the length of the path.
//
// Requires  points on the lattice, as those of every path of the library.
// Returns   0 for fewer than two points; infinity when a leg enters a blocked tile, leaves the map,
//           passes between two blocked tiles, or has an end that is not finite. A turn between two
//           blocked tiles that touch at a corner is not noticed: validate_path() notices it.
// Cost      linear in the tiles that the path crosses. Which tiles these are is decided exactly;
//           only lengths are rounded. Does not allocate.
[[nodiscard]] double path_cost(const Grid& grid, std::span<const Point> path) noexcept;

// The same for a mover: tiles cost what the table says of their class. Tiles of blocked classes
// count as blocked.
[[nodiscard]] double path_cost(const Grid& grid, const Ground& costs,
                               std::span<const Point> path) noexcept;

}  // namespace taut
TAUT_API_END
