// The published funnel, kept for comparison.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// The "simple stupid funnel algorithm" (M. Mononen, 2010) as its author published it: float areas,
// points equal within 0.001 units, a scan that restarts at each corner. It is a common reference,
// so it keeps its faults; string_pull() has none of them:
//
// - the path may be longer than the shortest, or wrong, when start or goal lies on a portal line or
//   when portals lie along one line;
// - points may be repeated (the goal most of all) or lie where the direction does not change;
// - coordinates in units where 0.001 is not small are merged;
// - quadratic on a long curve before a wide hall.
//
// Writes    at most max_path_points(portals.size()) points, start and goal included; truncated with
//           the first points of the path when `out` is smaller.
// Cost      linear on tile corridors, quadratic at worst. Does not allocate.
[[nodiscard]] Result simple_funnel(const Point& start, const Point& goal,
                                   std::span<const Portal> portals, std::span<Point> out) noexcept;

// The same path in canonical form (path_writer.hpp): without repeated points and without points
// where the direction does not change. Its length is the same.
[[nodiscard]] Result simple_funnel_canonical(const Point& start, const Point& goal,
                                             std::span<const Portal> portals,
                                             std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
