// Rays over tiles: what raycast() of every map of tiles has in common.
#pragma once

#include <cstddef>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

// A ray is walkable under the rule of a point agent (the any-angle rule of MovingAI): it may touch
// corners of blocked tiles and slide along walls; it may not enter a blocked tile, pass between two
// blocked tiles that touch only at a corner, or slip along the line between two blocked tiles that
// share an edge.

// Upper bound on the cells, tiles or leaves, that a ray crosses.
[[nodiscard]] std::size_t max_ray_cells(const Point& from, const Point& to) noexcept;

}  // namespace taut
TAUT_API_END
