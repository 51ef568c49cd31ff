// Published ways to straighten a path through a corridor, kept for comparison.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/path_writer.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// A map that tells whether the straight segment between two points is walkable.
template <class Map>
concept HasLineOfSight = requires(const Map& map, const Point& a, const Point& b) {
  { is_visible(map, a, b) } -> std::same_as<bool>;
};

// Midpoint of a portal. Exact while the portal's ends are multiples of two lattice steps, as tile
// corners are.
[[nodiscard]] inline Point midpoint(const Portal& portal) noexcept {
  return {0.5F * portal.left.x + 0.5F * portal.right.x,
          0.5F * portal.left.y + 0.5F * portal.right.y};
}

// Midpoint-and-raycast: goes from each kept point straight to the farthest portal midpoint (or the
// goal) that is visible from it, and drops all points between. Tries the goal first and then ever
// nearer points, so visibility need not be monotonic along the corridor.
//
// Requires  consecutive midpoints visible from each other, as in a corridor of convex cells.
// Writes    at most max_path_points(portals.size()) points in canonical form; truncated when `out`
//           is smaller.
// Cost      up to n^2 / 2 raycasts for n portals. Does not allocate.
template <HasLineOfSight Map>
[[nodiscard]] Result midpoint_raycast(const Map& map, const Point& start, const Point& goal,
                                      std::span<const Portal> portals,
                                      std::span<Point> out) noexcept {
  const std::size_t last = portals.size() + 1;  // index 0 is the start, index `last` the goal
  const auto place = [&](std::size_t i) noexcept -> Point {
    if (i == 0) return start;
    if (i == last) return goal;
    return midpoint(portals[i - 1]);
  };
  PathWriter path(out);
  if (!path.append(start)) return {Status::truncated, 0};
  for (std::size_t i = 0; i < last;) {
    const Point from = place(i);
    std::size_t next = last;
    while (next > i + 1 && !is_visible(map, from, place(next))) --next;
    if (!path.append(place(next))) return {Status::truncated, path.count()};
    i = next;
  }
  return {Status::ok, path.count()};
}

// The "simple stupid funnel algorithm" (M. Mononen, 2010) as its author published it: float areas,
// points equal within 0.001 units, a scan that restarts at each corner. It is a common reference,
// so it keeps its faults; string_pull() has none of them:
//
// - the path may be longer than the shortest, or wrong, when start or goal lies on a portal line or
//   when portals lie along one line;
// - points may be repeated (the goal most of all) or lie where the direction does not change;
// - coordinates in units where 0.001 is not small are merged;
// - it may not end where coordinates are not finite;
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
