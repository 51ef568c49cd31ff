// Corridor repair: moves a corridor to where its path can be taut.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <taut/portal.hpp>
#include <taut/status.hpp>

namespace taut {

// Which side of a line something lies on.
enum class Side : std::uint8_t { left, right };

// What a map supplies to have its paths made taut.
//
//   bends_around_obstacle(map, before, corner, after)
//     Whether a path that comes from `before` and goes on to `after` turns at `corner` because an
//     obstacle there lies inside the turn.
//   is_bend_walkable(map, before, corner, after)
//     Whether a path of two walkable legs may pass `corner` that way: not between two obstacles
//     that touch there.
//   find_detour(map, from, to, side)
//     Nothing when the segment from `from` to `to` is walkable. Else, of the obstacle that it meets
//     first, the corner seen from `from` farthest to that side of the segment; `from` itself when
//     the obstacle has no corner strictly on that side.
template <class Map>
concept HasDetours = requires(const Map& map, const Point& p, Side side) {
  { bends_around_obstacle(map, p, p, p) } -> std::same_as<bool>;
  { is_bend_walkable(map, p, p, p) } -> std::same_as<bool>;
  { find_detour(map, p, p, side) } -> std::same_as<std::optional<Point>>;
};

// Room that tauten() needs to work on a path of `points` points.
[[nodiscard]] constexpr std::size_t max_repair_points(std::size_t points) noexcept {
  return 2 * points + 64;
}

// Makes a walkable path taut by rays. Where it turns at a place in open space, the turn is cut off:
// straight on if the next corner is seen past it, else round the corners of the obstacles that the
// rays hit on the side of the turn, until nothing in open space is left (or what is left resists: a
// turn is kept when cutting it off would make the path longer or takes too many rays). Every leg of
// the result is walkable, and it is never longer than `path`.
//
// Requires  path canonical and walkable, work.size() >= max_repair_points(path.size()); path may be
//           the front of work.
// Writes    the points of the result to the front of `work`; returns how many. Works in rounded
//           lengths only to refuse what is longer; all else is exact.
// Cost      a few rays per turn in open space. Does not allocate.
// Source    Mononen's advice in the discussion of his article (2010) was to raycast past a corner
//           and, when the next one is seen, replace that stretch of the corridor; going round what
//           the ray hits is our own.
template <HasDetours Map>
[[nodiscard]] std::size_t tauten(const Map& map, std::span<const Point> path,
                                 std::span<Point> work) noexcept {
  work = work.first(max_repair_points(path.size()));  // near memory is fast memory
  std::size_t kept = 0;                               // work[0, kept): the path so far
  std::size_t ahead = work.size() - path.size();      // work[ahead, end): the points to come
  std::copy(path.begin(), path.end(), work.begin() + static_cast<std::ptrdiff_t>(ahead));
  // Each cut shortens the path, so there is an end to them; the budget keeps it in proportion to
  // the path.
  std::size_t rays_left = kRepairRaysPerPoint * path.size();

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

    // Corners of the way round, from `before` to `after`, into the gap between the two parts.
    const Side side = turn > 0.0 ? Side::right : Side::left;
    std::size_t end = kept;
    double length = 0.0;
    bool is_found = false;
    Point from = before;
    // Where the path comes from on its way to `from`; `from` itself when that is the start.
    Point behind = kept > 2 ? work[kept - 3] : before;
    while (rays_left > 0 && end < ahead) {
      Point to = after;
      std::optional<Point> detour = find_detour(map, from, to, side);
      for (--rays_left; detour && *detour != from && rays_left > 0; --rays_left) {
        to = *detour;
        detour = find_detour(map, from, to, side);
      }
      if (detour) break;  // no way round on this side, or too long a search
      if (behind != from && !is_bend_walkable(map, behind, from, to)) break;
      length += distance(from, to);
      if (to == after) {
        is_found = ahead + 1 == work.size() || is_bend_walkable(map, from, after, work[ahead + 1]);
        break;
      }
      work[end++] = to;
      behind = from;
      from = to;
    }
    if (is_found && length < distance(before, corner) + distance(corner, after)) {
      const auto at = [&](std::size_t i) { return work.begin() + static_cast<std::ptrdiff_t>(i); };
      std::copy_backward(at(kept), at(end), at(ahead));
      ahead -= end - kept;
      --kept;
    } else {
      work[kept++] = work[ahead++];
    }
  }
  return kept;
}

}  // namespace taut
