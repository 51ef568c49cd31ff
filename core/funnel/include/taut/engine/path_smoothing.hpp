// Path smoothing: moves a corridor to where its path can be taut.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// What a map supplies for path smoothing.
//
//   bends_around_obstacle(map, before, corner, after)
//     Whether a path that comes from `before` and goes on to `after` turns at `corner` because an
//     obstacle there lies inside the turn.
//   is_bend_walkable(map, before, corner, after)
//     Whether a path of two walkable legs may turn at `corner`: not between two obstacles that
//     touch there.
//   find_detour(map, from, to, side)
//     std::nullopt when the segment from `from` to `to` is walkable. Else the corner, seen from
//     `from`, farthest to that side of the segment, of the first obstacle that it meets; `from`
//     itself when the obstacle has no corner strictly on that side.
template <class Map>
concept HasDetours = requires(const Map& map, const Point& p, Side side) {
  { bends_around_obstacle(map, p, p, p) } -> std::same_as<bool>;
  { is_bend_walkable(map, p, p, p) } -> std::same_as<bool>;
  { find_detour(map, p, p, side) } -> std::same_as<std::optional<Point>>;
};

// The size of `work` that smooth_path() needs for a path of `points` points.
[[nodiscard]] constexpr std::size_t max_smoothing_points(std::size_t points) noexcept {
  return 2 * points + 64;
}

namespace detail {

// Writes the corners of a convex detour from `from` to `to` around the obstacles that its rays
// meet, on one side: gift wrapping, with rays instead of a list of points. std::nullopt when there
// is no such detour, `out` is full or `rays_left` runs out.
template <HasDetours Map>
[[nodiscard]] std::optional<std::size_t> find_way_round(const Map& map, const Point& from,
                                                        const Point& to, Side side,
                                                        std::size_t& rays_left,
                                                        std::span<Point> out) noexcept {
  const double bend = side == Side::right ? 1.0 : -1.0;  // the right side is passed by left turns
  std::size_t count = 0;
  Point at = from;
  Point next = to;
  for (;;) {
    for (;;) {
      if (rays_left == 0) return std::nullopt;
      --rays_left;
      const std::optional<Point> detour = find_detour(map, at, next, side);
      if (!detour) break;
      if (*detour == at) return std::nullopt;
      next = *detour;
    }
    if (count > 0) {
      const Point behind = count > 1 ? out[count - 2] : from;
      if (bend * orient(behind, at, next) <= 0.0) {  // `next` lies farther out than `at`
        --count;
        at = behind;
        continue;
      }
    }
    if (next == to) return count;
    if (count == out.size()) return std::nullopt;
    out[count++] = next;
    at = next;
    next = to;
  }
}

}  // namespace detail

// Makes a walkable path taut by rays. A turn in open space is cut off: straight on if the next
// corner is visible, else around the corners of the obstacles that the rays meet on the side of the
// turn, until no turn in open space is left. A turn is kept when cutting it off would make the path
// longer or takes too many rays. Every leg of the result is walkable, and it is never longer than
// `path`.
//
// Requires  path canonical and walkable; path may be the front of work.
// Writes    the points of the result to the front of `work`; returns how many: 0 when `work` has no
//           room for max_smoothing_points(path.size()). Rounded lengths serve only to reject longer
//           detours; all else is exact.
// Cost      a few rays per turn in open space. Does not allocate.
// Source    Mononen's advice in the discussion of his article (2010) was to raycast past a corner
//           and, when the next one is visible, replace that part of the corridor; going around what
//           the ray meets is our own.
template <HasDetours Map>
[[nodiscard]] std::size_t smooth_path(const Map& map, std::span<const Point> path,
                                      std::span<Point> work) noexcept {
  if (work.size() < max_smoothing_points(path.size())) return 0;
  work = work.first(max_smoothing_points(path.size()));  // near memory is fast memory
  std::size_t kept = 0;                                  // work[0, kept): the path so far
  std::size_t ahead = work.size() - path.size();         // work[ahead, end): the points to come
  std::copy(path.begin(), path.end(), work.begin() + static_cast<std::ptrdiff_t>(ahead));
  // Each cut shortens the path, so the loop terminates; the budget bounds it in proportion to the
  // path.
  std::size_t rays_left = kSmoothingRaysPerPoint * path.size();

  while (ahead < work.size()) {
    if (kept < 2) {
      work[kept++] = work[ahead++];
      continue;
    }
    const Point before = work[kept - 2];
    const Point corner = work[kept - 1];
    const Point after = work[ahead];
    const double turn = orient(before, corner, after);
    if (turn == 0.0) {  // a cut made the path straight, or go back on itself
      --kept;
      if (after == before) ++ahead;
      continue;
    }
    if (rays_left == 0 || bends_around_obstacle(map, before, corner, after)) {
      work[kept++] = work[ahead++];
      continue;
    }

    // The corners of the detour are written into the gap between the two parts.
    const Side side = turn > 0.0 ? Side::right : Side::left;
    const std::optional<std::size_t> corners = detail::find_way_round(
        map, before, after, side, rays_left, work.subspan(kept, ahead - kept));
    const auto is_better = [&](std::span<const Point> way) {
      double length = 0.0;
      Point behind = kept > 2 ? work[kept - 3] : before;
      Point at = before;
      for (std::size_t i = 0; i <= way.size(); ++i) {
        const Point next = i < way.size() ? way[i] : after;
        if (behind != at && !is_bend_walkable(map, behind, at, next)) return false;
        length += distance(at, next);
        behind = at;
        at = next;
      }
      return length < distance(before, corner) + distance(corner, after) &&
             (ahead + 1 == work.size() || is_bend_walkable(map, behind, after, work[ahead + 1]));
    };
    if (corners && is_better(work.subspan(kept, *corners))) {
      const auto at = [&](std::size_t i) { return work.begin() + static_cast<std::ptrdiff_t>(i); };
      std::copy_backward(at(kept), at(kept + *corners), at(ahead));
      ahead -= *corners;
      --kept;
    } else {
      work[kept++] = work[ahead++];
    }
  }
  return kept;
}

}  // namespace taut
TAUT_API_END
