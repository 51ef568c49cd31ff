// String pulling for a disc: the tangent funnel.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/disc_path.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Upper bound on the turns of a disc path through `portals` portals: start, goal, both ends of
// each.
[[nodiscard]] constexpr std::size_t max_disc_turns(std::size_t portals) noexcept {
  return 2 * portals + 2;
}

// The tangent funnel: the shortest path of a disc's centre from start to goal through the portals
// in their order, at least `radius` from their ends. The ends are circles; the path runs straight
// from circle to circle and around them. radius == 0 gives the points of string_pull(), exactly.
//
// Each portal end counts as an obstacle, and nothing else does. That keeps the disc out of walls if
// the cells' angles at portal ends are 90 degrees or more, and start and goal have clearance. For
// other walls, or portal ends in open space, use pull_disc() (tile_disc.hpp), which tests the map.
//
// Requires  what string_pull() does; fewer than 2^32 portals.
// Writes    the turns; `portal` is the portal whose end the disc goes around (as in Corner).
//           truncated with the first turns when `out` is smaller; the last exit is then not final,
//           and fewer may be written than fit. max_disc_turns(portals.size()) is always enough.
// Errors    no_path when a portal is shorter than the disc is wide, or start or goal lies nearer
//           than the radius to a portal end that the path must go around. invalid_input when the
//           radius is invalid (is_radius()). out_of_nodes when `work` is too small for the path of
//           string_pull(): max_path_points(portals.size()) is always enough.
// Cost      string_pull(), and the portals between two corners once for each turn added between
//           them. Does not allocate.
// Source    portal ends as circles: Demyen (2006). Keeping the turns of the point's path and only
//           adding others, and the search for them, are our own: disc_inflate.hpp.
[[nodiscard]] Result string_pull_disc(const Point& start, const Point& goal,
                                      std::span<const Portal> portals, double radius,
                                      std::span<Corner> work, std::span<DiscTurn> out) noexcept;

}  // namespace taut
TAUT_API_END
