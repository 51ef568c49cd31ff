// Whether blocking tiles would part places.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/space.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

// Whether blocking all tiles of some rectangles would part a start from a goal: whether the agent
// of the space can walk from one to the other now, and could not any more after Grid::set() and
// Space::update(); also where it would have no room at one of them. Places are snapped; those where
// the agent has no room now, or that are not finite, are parted from nothing.
//
// Cost      the box of the rectangles; runs of free cells around, from all sides of what would be
//           covered, until they meet or all but one are complete; starts times goals. Allocates.
[[nodiscard]] bool would_cut(const Space& space, std::span<const TileRect> rectangles,
                             std::span<const Point> starts, std::span<const Point> goals);

}  // namespace taut
TAUT_API_END
