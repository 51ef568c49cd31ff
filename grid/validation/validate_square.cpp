#include <taut/engine/validate.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "grid/validation/lattice_step.hpp"

namespace taut {
namespace {

using validators::cross;
using validators::inner;
using validators::kTileSteps;
using validators::Step;
using validators::to_steps;

// The parameters of a leg, 0 to 1 in units of 1 / `parts`, at which one coordinate lies strictly
// between two bounds: after `from`, before `to`.
struct Moments {
  std::int64_t from;
  std::int64_t to;
  std::int64_t parts;
};

Moments find_moments(std::int64_t at, std::int64_t way, std::int64_t low,
                     std::int64_t high) noexcept {
  if (way == 0) return at > low && at < high ? Moments{-1, 2, 1} : Moments{0, 0, 1};
  return way > 0 ? Moments{low - at, high - at, way} : Moments{at - high, at - low, -way};
}

// Whether a point of the closed leg lies strictly inside the tile grown by `width` on all sides.
bool is_meeting(Step a, Step b, std::int64_t x, std::int64_t y, std::int64_t width) noexcept {
  const Moments in_x =
      find_moments(a.x, b.x - a.x, x * kTileSteps - width, (x + 1) * kTileSteps + width);
  const Moments in_y =
      find_moments(a.y, b.y - a.y, y * kTileSteps - width, (y + 1) * kTileSteps + width);
  const auto has_room = [](const Moments& m) {
    return m.from < m.to && m.from < m.parts && m.to > 0;
  };
  // Both coordinates at the same parameter.
  return has_room(in_x) && has_room(in_y) && in_x.from * in_y.parts < in_y.to * in_x.parts &&
         in_y.from * in_x.parts < in_x.to * in_y.parts;
}

bool is_leg_free(const Grid& grid, Step a, Step b, std::int64_t width) noexcept {
  // Not rounded down for points outside the map: they are not free in any tile.
  const std::int64_t first_x = (std::min(a.x, b.x) - width) / kTileSteps - 1;
  const std::int64_t first_y = (std::min(a.y, b.y) - width) / kTileSteps - 1;
  const std::int64_t last_x = (std::max(a.x, b.x) + width) / kTileSteps + 1;
  const std::int64_t last_y = (std::max(a.y, b.y) + width) / kTileSteps + 1;
  for (std::int64_t y = first_y; y <= last_y; ++y) {
    for (std::int64_t x = first_x; x <= last_x; ++x) {
      if (grid.is_walkable(static_cast<int>(x), static_cast<int>(y))) continue;
      if (is_meeting(a, b, x, y, width)) return false;
    }
  }
  return true;
}

// Whether the path bends around a blocked tile that touches the square with a corner.
bool is_taut(const Grid& grid, Step before, Step at, Step after, std::int64_t width) noexcept {
  const Step in = at - before;
  const Step out = after - at;
  for (const std::int64_t sx : {-1, 1}) {
    for (const std::int64_t sy : {-1, 1}) {
      const Step corner{at.x + sx * width, at.y + sy * width};
      if (corner.x % kTileSteps != 0 || corner.y % kTileSteps != 0) continue;
      const std::int64_t x = corner.x / kTileSteps - (sx < 0 ? 1 : 0);
      const std::int64_t y = corner.y / kTileSteps - (sy < 0 ? 1 : 0);
      if (grid.is_walkable(static_cast<int>(x), static_cast<int>(y))) continue;
      const Step middle{sx, sy};
      const std::int64_t turn = cross(in, out);
      if (turn > 0 && cross(in, middle) > 0 && cross(out, middle) > 0) return true;
      if (turn < 0 && cross(in, middle) < 0 && cross(out, middle) < 0) return true;
    }
  }
  return false;
}

}  // namespace

PathCheck validate_square_path(const Grid& grid, const Point& start, const Point& goal,
                               std::span<const Point> path, double half_width) noexcept {
  const auto width = static_cast<std::int64_t>(half_width * static_cast<double>(kTileSteps));
  PathCheck check;
  const auto fail = [&](PathFault fault, std::size_t at) { return PathCheck{fault, at, 0, 0}; };
  if (path.empty()) return fail(PathFault::empty, 0);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!to_steps(path[i])) return fail(PathFault::off_lattice, i);
  }
  if (path.front() != start) return fail(PathFault::wrong_start, 0);
  if (path.back() != goal) return fail(PathFault::wrong_goal, path.size() - 1);
  const auto step = [&](std::size_t i) { return *to_steps(path[i]); };
  if (!is_leg_free(grid, step(0), step(0), width)) return fail(PathFault::blocked_leg, 0);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Step at = step(i);
    const Step to = step(i + 1);
    if (at == to) return fail(PathFault::repeated_point, i + 1);
    if (!is_leg_free(grid, at, to, width)) return fail(PathFault::blocked_leg, i);
    if (i == 0) continue;
    const Step before = step(i - 1);
    if (cross(at - before, to - at) == 0 && inner(at - before, to - at) > 0) {
      return fail(PathFault::straight_point, i);
    }
    ++check.corners;
    if (!is_taut(grid, before, at, to, width)) ++check.open_corners;
  }
  return check;
}

}  // namespace taut
