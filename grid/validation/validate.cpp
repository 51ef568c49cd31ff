#include <taut/engine/validate.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>

#include "core/base/words.hpp"

namespace taut {

namespace {

// Points as whole lattice steps: no arithmetic is shared with what is checked.
constexpr std::int64_t kTileSteps = kLatticePerTile;

// Maps have at most 2^24 steps a side, so differences take 25 bits and products 50.
struct StepPoint {
  std::int64_t x = 0;
  std::int64_t y = 0;
  friend bool operator==(const StepPoint&, const StepPoint&) = default;
};

StepPoint operator-(StepPoint a, StepPoint b) noexcept { return {a.x - b.x, a.y - b.y}; }
std::int64_t cross(StepPoint a, StepPoint b) noexcept { return a.x * b.y - a.y * b.x; }
std::int64_t inner(StepPoint a, StepPoint b) noexcept { return a.x * b.x + a.y * b.y; }

// std::nullopt for a point that is not on the lattice or beyond the largest map.
std::optional<StepPoint> to_steps(const Point& point) noexcept {
  constexpr auto kMaxCoordinate = static_cast<float>(kMaxMapSide);
  if (!(std::abs(point.x) <= kMaxCoordinate && std::abs(point.y) <= kMaxCoordinate)) {
    return std::nullopt;
  }
  const float x = point.x * static_cast<float>(kTileSteps);
  const float y = point.y * static_cast<float>(kTileSteps);
  if (std::trunc(x) != x || std::trunc(y) != y) return std::nullopt;
  return StepPoint{static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)};
}

// Division rounded down and up, for d > 0.
std::int64_t divide_down(std::int64_t n, std::int64_t d) noexcept {
  return n / d - (n % d < 0 ? 1 : 0);
}
std::int64_t divide_up(std::int64_t n, std::int64_t d) noexcept {
  return n / d + (n % d > 0 ? 1 : 0);
}

bool is_free(const Grid& grid, std::int64_t x, std::int64_t y) noexcept {
  return x >= 0 && y >= 0 && x < grid.width() && y < grid.height() &&
         grid.is_walkable(static_cast<int>(x), static_cast<int>(y));
}

// The four tiles around a tile corner, seen from it: a quadrant holds the directions with the signs
// (sx, sy).
struct Quadrant {
  std::int64_t sx;
  std::int64_t sy;
};
constexpr std::array<Quadrant, 4> kQuadrants{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};

bool is_tile_corner(StepPoint p) noexcept { return p.x % kTileSteps == 0 && p.y % kTileSteps == 0; }

bool is_free(const Grid& grid, StepPoint corner, Quadrant quadrant) noexcept {
  return is_free(grid, corner.x / kTileSteps - (quadrant.sx < 0 ? 1 : 0),
                 corner.y / kTileSteps - (quadrant.sy < 0 ? 1 : 0));
}

// Whether a path that comes to the place `at` from direction `back` and leaves it in direction
// `ahead` (both seen from there) squeezes between two blocked tiles that touch only there. Both
// legs are known to be walkable beside it.
bool is_pinched(const Grid& grid, StepPoint at, StepPoint back, StepPoint ahead) noexcept {
  if (!is_tile_corner(at)) return false;
  std::array<bool, 4> free{};
  for (std::size_t i = 0; i < 4; ++i) free[i] = is_free(grid, at, kQuadrants[i]);
  if (free[0] != free[2] || free[1] != free[3] || free[0] == free[1]) return false;
  // Two opposite quadrants are free; each leg lies in one of them or along its side.
  const auto holds = [](Quadrant q, StepPoint way) {
    return q.sx * way.x >= 0 && q.sy * way.y >= 0;
  };
  const std::size_t first = free[0] ? 0 : 1;
  return holds(kQuadrants[first], back) != holds(kQuadrants[first], ahead);
}

// Whether every tile that the leg passes through is free and, where the leg runs along a grid line,
// one of the two tiles beside it.
bool is_leg_free(const Grid& grid, StepPoint a, StepPoint b) noexcept {
  if (a.y > b.y) std::swap(a, b);
  const StepPoint way = b - a;
  if (way.y == 0) {
    const std::int64_t row = divide_down(a.y, kTileSteps);
    const bool is_on_line = a.y % kTileSteps == 0;
    const std::int64_t end = divide_up(std::max(a.x, b.x), kTileSteps);
    for (std::int64_t column = divide_down(std::min(a.x, b.x), kTileSteps); column < end;
         ++column) {
      if (!is_free(grid, column, row) && !(is_on_line && is_free(grid, column, row - 1)))
        return false;
    }
    return true;
  }
  const std::int64_t last_row = divide_up(b.y, kTileSteps);
  for (std::int64_t row = divide_down(a.y, kTileSteps); row < last_row; ++row) {
    if (way.x == 0) {
      const std::int64_t column = divide_down(a.x, kTileSteps);
      const bool is_on_line = a.x % kTileSteps == 0;
      if (!is_free(grid, column, row) && !(is_on_line && is_free(grid, column - 1, row)))
        return false;
      continue;
    }
    // The part of the leg in the row, ends excluded, has low / way.y < x < high / way.y.
    const std::int64_t y_in = std::max(a.y, row * kTileSteps);
    const std::int64_t y_out = std::min(b.y, (row + 1) * kTileSteps);
    std::int64_t low = a.x * way.y + (y_in - a.y) * way.x;
    std::int64_t high = a.x * way.y + (y_out - a.y) * way.x;
    if (low > high) std::swap(low, high);
    const std::int64_t end = divide_up(high, way.y * kTileSteps);
    for (std::int64_t column = divide_down(low, way.y * kTileSteps); column < end; ++column) {
      if (!is_free(grid, column, row)) return false;
    }
  }
  return true;
}

// Whether the leg passes between two blocked tiles at a tile corner strictly inside it.
bool is_leg_pinched(const Grid& grid, StepPoint a, StepPoint b) noexcept {
  if (a.y > b.y) std::swap(a, b);
  const StepPoint way = b - a;
  const auto is_pinched_at = [&](StepPoint at) { return is_pinched(grid, at, a - at, b - at); };
  if (way.y == 0) {
    if (a.y % kTileSteps != 0) return false;
    const std::int64_t end = std::max(a.x, b.x);
    for (std::int64_t x = (divide_down(std::min(a.x, b.x), kTileSteps) + 1) * kTileSteps; x < end;
         x += kTileSteps) {
      if (is_pinched_at({x, a.y})) return true;
    }
    return false;
  }
  for (std::int64_t y = (divide_down(a.y, kTileSteps) + 1) * kTileSteps; y < b.y; y += kTileSteps) {
    const std::int64_t x_times_height = a.x * way.y + (y - a.y) * way.x;
    if (x_times_height % (way.y * kTileSteps) != 0) continue;
    if (is_pinched_at({x_times_height / way.y, y})) return true;
  }
  return false;
}

// Whether a path from `before` over `corner` to `after` bends around a blocked tile.
bool is_taut(const Grid& grid, StepPoint before, StepPoint corner, StepPoint after) noexcept {
  if (!is_tile_corner(corner)) return false;
  StepPoint from = before - corner;
  StepPoint to = after - corner;
  const std::int64_t turn = cross(from, to);
  if (turn == 0) return false;
  if (turn < 0) std::swap(from, to);
  for (const Quadrant& quadrant : kQuadrants) {
    const StepPoint middle{quadrant.sx, quadrant.sy};
    if (cross(from, middle) > 0 && cross(middle, to) > 0 && !is_free(grid, corner, quadrant))
      return true;
  }
  return false;
}

// Whether the point touches a walkable tile.
bool is_place_free(const Grid& grid, StepPoint at) noexcept {
  const std::int64_t x = divide_down(at.x, kTileSteps);
  const std::int64_t y = divide_down(at.y, kTileSteps);
  const bool is_on_column = at.x % kTileSteps == 0;
  const bool is_on_row = at.y % kTileSteps == 0;
  return is_free(grid, x, y) || (is_on_column && is_free(grid, x - 1, y)) ||
         (is_on_row && is_free(grid, x, y - 1)) ||
         (is_on_column && is_on_row && is_free(grid, x - 1, y - 1));
}

// The convex hull of up to four points, counter-clockwise, without points on its sides. One or two
// corners when they lie on one line.
struct Hull {
  std::array<StepPoint, 8> corners;
  std::size_t count = 0;
};

Hull make_hull(std::array<StepPoint, 4> places) noexcept {
  std::sort(places.begin(), places.end(),
            [](StepPoint a, StepPoint b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  Hull hull;
  const auto add = [&hull](StepPoint place, std::size_t first) {
    const auto& c = hull.corners;
    while (hull.count >= first + 2 &&
           cross(c[hull.count - 1] - c[hull.count - 2], place - c[hull.count - 1]) <= 0) {
      --hull.count;
    }
    if (hull.count == 0 || !(c[hull.count - 1] == place)) hull.corners[hull.count++] = place;
  };
  for (std::size_t i = 0; i < 4; ++i) add(places[i], 0);
  const std::size_t upper = hull.count - 1;
  for (std::size_t i = 4; i-- > 0;) add(places[i], upper);
  if (hull.count > 1 && hull.corners[hull.count - 1] == hull.corners[0]) --hull.count;
  return hull;
}

// Whether the interior of the hull meets the interior of a tile: no side of either separates them.
bool is_meeting(const Hull& hull, std::int64_t x, std::int64_t y) noexcept {
  const std::array<StepPoint, 4> square{{{x * kTileSteps, y * kTileSteps},
                                         {(x + 1) * kTileSteps, y * kTileSteps},
                                         {(x + 1) * kTileSteps, (y + 1) * kTileSteps},
                                         {x * kTileSteps, (y + 1) * kTileSteps}}};
  for (std::size_t i = 0; i < hull.count; ++i) {
    const StepPoint a = hull.corners[i];
    const StepPoint side = hull.corners[(i + 1) % hull.count] - a;
    if (std::all_of(square.begin(), square.end(),
                    [&](StepPoint c) { return cross(side, c - a) <= 0; })) {
      return false;
    }
  }
  // The tile overlaps the bounding box of the hull, so its own sides do not separate them.
  return true;
}

bool is_hull_free(const Grid& grid, const Hull& hull) noexcept {
  if (hull.count == 1) return is_place_free(grid, hull.corners[0]);
  if (hull.count == 2) {
    return is_leg_free(grid, hull.corners[0], hull.corners[1]) &&
           !is_leg_pinched(grid, hull.corners[0], hull.corners[1]);
  }
  StepPoint low = hull.corners[0];
  StepPoint high = low;
  for (std::size_t i = 1; i < hull.count; ++i) {
    low = {std::min(low.x, hull.corners[i].x), std::min(low.y, hull.corners[i].y)};
    high = {std::max(high.x, hull.corners[i].x), std::max(high.y, hull.corners[i].y)};
  }
  for (std::int64_t y = divide_down(low.y, kTileSteps); y < divide_up(high.y, kTileSteps); ++y) {
    for (std::int64_t x = divide_down(low.x, kTileSteps); x < divide_up(high.x, kTileSteps); ++x) {
      if (!is_free(grid, x, y) && is_meeting(hull, x, y)) return false;
    }
  }
  return true;
}

struct StepPortal {
  StepPoint left;
  StepPoint right;
};

bool is_within(StepPoint a, StepPoint b, StepPoint p) noexcept {
  return cross(b - a, p - a) == 0 && inner(a - p, b - p) < 0;
}

// Whether two portals, each with both ends on one side of the other, have more in common than ends
// of both: they lie on one line and overlap.
bool is_intersecting(const StepPortal& p, const StepPortal& q) noexcept {
  return is_within(p.left, p.right, q.left) || is_within(p.left, p.right, q.right) ||
         is_within(q.left, q.right, p.left) || is_within(q.left, q.right, p.right) ||
         (p.left == q.left && p.right == q.right) || (p.left == q.right && p.right == q.left);
}

// > 0 on the side of the portal to which the walk leads.
std::int64_t side_of(const StepPortal& portal, StepPoint place) noexcept {
  return cross(portal.right - portal.left, place - portal.left);
}

}  // namespace

const char* to_string(PathFault fault) noexcept {
  return detail::word_of<PathFault::pinched_corner>(
      fault, {"none", "empty", "off_lattice", "wrong_start", "wrong_goal", "repeated_point",
              "straight_point", "blocked_leg", "pinched_corner"});
}

const char* to_string(PortalFault fault) noexcept {
  return detail::word_of<PortalFault::blocked>(
      fault, {"none", "off_lattice", "no_length", "wrong_side", "intersecting", "blocked"});
}

PathCheck validate_path(const Grid& grid, const Point& start, const Point& goal,
                        std::span<const Point> path) noexcept {
  if (path.empty()) return {PathFault::empty, 0, 0, 0};
  if (path.front() != start) return {PathFault::wrong_start, 0, 0, 0};
  if (path.back() != goal) return {PathFault::wrong_goal, path.size() - 1, 0, 0};

  std::size_t open_corners = 0;
  StepPoint before{};  // the point before `here`, if any
  StepPoint here{};
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::optional<StepPoint> next = to_steps(path[i]);
    if (!next) return {PathFault::off_lattice, i, 0, 0};
    if (i == 0) {
      if (!is_place_free(grid, *next)) return {PathFault::blocked_leg, 0, 0, 0};
    } else {
      if (*next == here) return {PathFault::repeated_point, i, 0, 0};
      if (i > 1) {
        const StepPoint in = here - before;
        const StepPoint out = *next - here;
        if (cross(in, out) == 0 && inner(in, out) > 0)
          return {PathFault::straight_point, i - 1, 0, 0};
      }
      if (!is_leg_free(grid, here, *next)) return {PathFault::blocked_leg, i - 1, 0, 0};
      if (i > 1) {
        if (is_pinched(grid, here, before - here, *next - here)) {
          return {PathFault::pinched_corner, i - 1, 0, 0};
        }
        if (!is_taut(grid, before, here, *next)) ++open_corners;
      }
      if (is_leg_pinched(grid, here, *next)) return {PathFault::pinched_corner, i - 1, 0, 0};
    }
    before = here;
    here = *next;
  }
  return {PathFault::none, 0, path.size() > 2 ? path.size() - 2 : 0, open_corners};
}

PortalCheck validate_portals(const Grid& grid, const Point& start, const Point& goal,
                             std::span<const Portal> portals) noexcept {
  const std::optional<StepPoint> first = to_steps(start);
  const std::optional<StepPoint> last = to_steps(goal);
  if (!first) return {PortalFault::off_lattice, 0};
  if (!last) return {PortalFault::off_lattice, portals.size()};

  StepPortal before{*first, *first};
  for (std::size_t i = 0; i <= portals.size(); ++i) {
    StepPortal here{*last, *last};
    if (i < portals.size()) {
      const std::optional<StepPoint> left = to_steps(portals[i].left);
      const std::optional<StepPoint> right = to_steps(portals[i].right);
      if (!left || !right) return {PortalFault::off_lattice, i};
      if (*left == *right) return {PortalFault::no_length, i};
      here = {*left, *right};
      if (side_of(here, before.left) > 0 || side_of(here, before.right) > 0) {
        return {PortalFault::wrong_side, i};
      }
    }
    if (i > 0 && (side_of(before, here.left) < 0 || side_of(before, here.right) < 0)) {
      return {PortalFault::wrong_side, i - 1};
    }
    if (i > 0 && i < portals.size() && is_intersecting(before, here)) {
      return {PortalFault::intersecting, i};
    }
    if (!is_hull_free(grid, make_hull({before.left, before.right, here.left, here.right}))) {
      return {PortalFault::blocked, i};
    }
    before = here;
  }
  return {};
}

// ---- squares ----

namespace {

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
bool is_meeting(StepPoint a, StepPoint b, std::int64_t x, std::int64_t y,
                std::int64_t width) noexcept {
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

bool is_leg_free(const Grid& grid, StepPoint a, StepPoint b, std::int64_t width) noexcept {
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
bool is_taut(const Grid& grid, StepPoint before, StepPoint at, StepPoint after,
             std::int64_t width) noexcept {
  const StepPoint in = at - before;
  const StepPoint out = after - at;
  for (const std::int64_t sx : {-1, 1}) {
    for (const std::int64_t sy : {-1, 1}) {
      const StepPoint corner{at.x + sx * width, at.y + sy * width};
      if (corner.x % kTileSteps != 0 || corner.y % kTileSteps != 0) continue;
      const std::int64_t x = corner.x / kTileSteps - (sx < 0 ? 1 : 0);
      const std::int64_t y = corner.y / kTileSteps - (sy < 0 ? 1 : 0);
      if (grid.is_walkable(static_cast<int>(x), static_cast<int>(y))) continue;
      const StepPoint middle{sx, sy};
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
  PathCheck check;
  const auto fail = [&](PathFault fault, std::size_t at) { return PathCheck{fault, at, 0, 0}; };
  if (path.empty()) return fail(PathFault::empty, 0);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!to_steps(path[i])) return fail(PathFault::off_lattice, i);
  }
  if (path.front() != start) return fail(PathFault::wrong_start, 0);
  if (path.back() != goal) return fail(PathFault::wrong_goal, path.size() - 1);
  // A square of another size fits nowhere.
  if (!(half_width >= 0.0 && half_width <= kMaxMapSide)) return fail(PathFault::blocked_leg, 0);
  const auto width = static_cast<std::int64_t>(half_width * static_cast<double>(kTileSteps));
  const auto step = [&](std::size_t i) { return *to_steps(path[i]); };
  if (!is_leg_free(grid, step(0), step(0), width)) return fail(PathFault::blocked_leg, 0);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const StepPoint at = step(i);
    const StepPoint to = step(i + 1);
    if (at == to) return fail(PathFault::repeated_point, i + 1);
    if (!is_leg_free(grid, at, to, width)) return fail(PathFault::blocked_leg, i);
    if (i == 0) continue;
    const StepPoint before = step(i - 1);
    if (cross(at - before, to - at) == 0 && inner(at - before, to - at) > 0) {
      return fail(PathFault::straight_point, i);
    }
    ++check.corners;
    if (!is_taut(grid, before, at, to, width)) ++check.open_corners;
  }
  return check;
}

}  // namespace taut
