// The pull of find_path() on every map.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/path_writer.hpp>
#include <taut/engine/baselines.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// Pulls a path through portals by one of the methods that need only portals and raycasts.
//
// Requires  pull != Pull::none.
// Writes    a canonical path, as the methods' own functions do; truncated with its first points
//           when `out` is smaller. max_path_points(portals.size()) is always enough. Does not
//           allocate.
template <HasLineOfSight Map>
[[nodiscard]] Result pull_portals(const Map& map, const Point& start, const Point& goal,
                                  std::span<const Portal> portals, Pull pull,
                                  std::span<Point> out) noexcept {
  if (pull == Pull::funnel) return string_pull(start, goal, portals, out);
  if (pull == Pull::simple) return simple_funnel_canonical(start, goal, portals, out);
  if (pull == Pull::raycast) return midpoint_raycast(map, start, goal, portals, out);
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = 0; fits && i < portals.size(); ++i) fits = path.append(midpoint(portals[i]));
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

}  // namespace taut::detail
TAUT_API_END
