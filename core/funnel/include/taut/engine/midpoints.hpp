// Baselines for smoothing paths: portal midpoints, as they are or straightened by rays.
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

}  // namespace taut
TAUT_API_END
