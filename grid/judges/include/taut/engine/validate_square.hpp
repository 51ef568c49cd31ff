// Validates paths of a square agent, independently of the code that makes them: for tests and
// tools.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/validate.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// Checks that a path leads from start to goal, is canonical, and that the open square of half-width
// `half_width` around the centre, swept along it, meets no blocked tile and nothing outside the map
// (else blocked_leg). Decides in 64-bit integers on lattice points, leg against tile. `corners` and
// `open_corners`, those where the square does not bend around a corner of a blocked tile, are set
// when there is no fault. Cost: the tiles in the bounding box of each leg. Does not allocate.
//
// Requires  a half-width that is a multiple of 1/1024 tile, as snap_radius() gives.
[[nodiscard]] PathCheck validate_square_path(const Grid& grid, const Point& start,
                                             const Point& goal, std::span<const Point> path,
                                             double half_width) noexcept;

}  // namespace taut
TAUT_API_END
