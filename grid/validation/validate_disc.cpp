#include <taut/engine/validate.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <taut/engine/constants.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/words.hpp"

namespace taut {
namespace {

constexpr double kSmooth = 1e-5;
constexpr double kOverlap = 1e-4;
constexpr double kPiece = 16.0;  // of a leg, in tiles
constexpr double kFar = std::numeric_limits<double>::infinity();

double cross(const DiscPoint& a, const DiscPoint& b) noexcept { return a.x * b.y - a.y * b.x; }

// A closed axis-parallel rectangle.
struct Box {
  DiscPoint low;
  DiscPoint high;

  void include(const DiscPoint& p) noexcept {
    low = component_min(low, p);
    high = component_max(high, p);
  }
};

Box box_of(const Tile& tile) noexcept {
  const DiscPoint low{static_cast<double>(tile.x), static_cast<double>(tile.y)};
  return {low, low + DiscPoint{1.0, 1.0}};
}

double distance_to(const Box& box, const DiscPoint& p) noexcept {
  return norm(p - component_min(component_max(p, box.low), box.high));
}

// The least distance of the points from + s (to - from), 0 <= s <= 1, from a box. Along a segment
// the nearest point of the box changes between sides and corners where the segment crosses the
// lines of the box's sides; between these points the squared distance is a parabola in s, and its
// minimum is at the vertex or at an end.
double leg_distance(const DiscPoint& from, const DiscPoint& to, const Box& box) noexcept {
  const DiscPoint d = to - from;
  std::array<double, 6> cuts{0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
  std::size_t count = 1;
  for (double DiscPoint::*const axis : {&DiscPoint::x, &DiscPoint::y}) {
    if (d.*axis == 0.0) continue;
    for (const double line : {box.low.*axis, box.high.*axis}) {
      cuts[count++] = std::clamp((line - from.*axis) / (d.*axis), 0.0, 1.0);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  double least = kFar;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double middle = 0.5 * (cuts[i] + cuts[i + 1]);
    const DiscPoint at = from + middle * d;
    const DiscPoint away = at - component_min(component_max(at, box.low), box.high);
    // Only coordinates in which the piece lies outside the box count.
    DiscPoint change = d;
    if (away.x == 0.0) change.x = 0.0;
    if (away.y == 0.0) change.y = 0.0;
    const double steepness = squared_norm(change);
    const double turn = steepness > 0.0 ? middle - dot(away, change) / steepness : middle;
    for (const double s : {cuts[i], cuts[i + 1], std::clamp(turn, cuts[i], cuts[i + 1])}) {
      least = std::min(least, distance_to(box, from + s * d));
    }
  }
  return least;
}

// The angle from `in` to `direction`, in the direction of the arc, from 0 to 2 pi.
double angle_from(const DiscPoint& in, const DiscPoint& direction, CornerKind kind) noexcept {
  const double across = cross(in, direction);
  const double angle = std::atan2(kind == CornerKind::left ? across : -across, dot(in, direction));
  return angle < 0.0 ? angle + 2.0 * std::numbers::pi : angle;
}

// The angle of the arc. A slightly negative one counts as 0.
double find_angle(const DiscTurn& turn) noexcept {
  const DiscPoint center = widen(turn.center);
  const double angle = angle_from(turn.entry - center, turn.exit - center, turn.kind);
  return angle > 2.0 * std::numbers::pi - kSmooth ? 0.0 : angle;
}

// The least distance of an arc from a box: at an end of the arc, or where the line from its center
// to the nearest point of the box, a corner or along an axis, meets it.
double arc_distance(const DiscTurn& turn, double radius, double angle, const Box& box) noexcept {
  const DiscPoint center = widen(turn.center);
  const DiscPoint in = turn.entry - center;
  double least = std::min(distance_to(box, turn.entry), distance_to(box, turn.exit));
  const auto look_at = [&](const DiscPoint& direction) {
    const double length = norm(direction);
    if (length == 0.0 || angle_from(in, direction, turn.kind) > angle) return;
    least = std::min(least, distance_to(box, center + radius / length * direction));
  };
  for (const double sign : {1.0, -1.0}) {
    look_at({sign, 0.0});
    look_at({0.0, sign});
    for (const double x : {box.low.x, box.high.x}) {
      for (const double y : {box.low.y, box.high.y}) {
        look_at(sign * (DiscPoint{x, y} - center));
      }
    }
  }
  return least;
}

// The least distance to a blocked tile that comes nearer than `max_clearance` to the box.
template <class Distance>
double find_clearance(const Grid& grid, const Box& box, double max_clearance,
                      const Distance& distance) noexcept {
  double least = kFar;
  const auto tile_at = [](double at, int side) {
    return static_cast<int>(std::clamp(std::floor(at), -1.0, static_cast<double>(side)));
  };
  const int x0 = tile_at(box.low.x - max_clearance, grid.width());
  const int y0 = tile_at(box.low.y - max_clearance, grid.height());
  const int x1 = tile_at(box.high.x + max_clearance, grid.width());
  const int y1 = tile_at(box.high.y + max_clearance, grid.height());
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      if (!grid.is_walkable(x, y)) least = std::min(least, distance(box_of({x, y})));
    }
  }
  return least;
}

bool is_arc(const DiscTurn& turn) noexcept {
  return turn.kind == CornerKind::left || turn.kind == CornerKind::right;
}

// Whether a leg with direction `leg` touches the turn's circle at `touch` in the right sense of
// rotation.
bool is_smooth(const DiscTurn& turn, const DiscPoint& touch, const DiscPoint& leg) noexcept {
  if (!is_arc(turn) || norm(leg) < kSmooth) return true;
  const DiscPoint arm = touch - widen(turn.center);
  if (norm(arm) < kSmooth) return true;  // its direction is rounding
  const double size = norm(arm) * norm(leg);
  const double across = turn.kind == CornerKind::left ? cross(arm, leg) : cross(leg, arm);
  return std::abs(dot(arm, leg)) <= kSmooth * size && across > 0.0;
}

// Adds up what the parts of a path are like.
class DiscPathCheck {
 public:
  DiscPathCheck(const Grid& grid, double radius, double max_clearance) noexcept
      : grid_(grid), radius_(radius) {
    check_.clearance = max_clearance > radius ? max_clearance : radius;
  }

  DiscCheck fail(DiscFault fault, std::size_t at) noexcept {
    check_.fault = fault;
    check_.at = at;
    return check_;
  }

  void add_leg(const DiscPoint& from, const DiscPoint& to) noexcept {
    const double length = norm(to - from);
    check_.length += length;
    if (!is_inside(from) || !is_inside(to)) {
      check_.clearance = 0.0;
      return;
    }
    // Pieces, because the box of a long leg has many tiles that are far from it.
    const double pieces = std::floor(length / kPiece) + 1.0;
    for (double i = 0.0; i < pieces; i += 1.0) {
      Box box{from + i / pieces * (to - from), from + i / pieces * (to - from)};
      box.include(from + (i + 1.0) / pieces * (to - from));
      come_near(box, [&](const Box& b) { return leg_distance(from, to, b); });
    }
  }

  void add_arc(const DiscTurn& turn) noexcept {
    const double angle = find_angle(turn);
    const DiscPoint center = widen(turn.center);
    const double around = norm(turn.entry - center);
    check_.length += around * angle;
    const DiscPoint extent{around, around};
    come_near({center - extent, center + extent},
              [&](const Box& b) { return arc_distance(turn, around, angle, b); });
  }

  [[nodiscard]] bool overlaps() const noexcept { return check_.clearance < radius_ - kOverlap; }
  [[nodiscard]] const DiscCheck& result() const noexcept { return check_; }

 private:
  [[nodiscard]] bool is_inside(const DiscPoint& p) const noexcept {
    return p.x >= 0.0 && p.x <= grid_.width() && p.y >= 0.0 && p.y <= grid_.height();
  }

  // Looks at the tiles within the radius, and farther as long as none is as near.
  template <class Distance>
  void come_near(const Box& box, const Distance& distance) noexcept {
    for (double max_clearance = radius_;; max_clearance = std::max(2.0 * max_clearance, 1.0)) {
      const double least = find_clearance(grid_, box, max_clearance, distance);
      check_.clearance = std::min(check_.clearance, least);
      if (check_.clearance <= max_clearance) return;
    }
  }

  const Grid& grid_;
  double radius_;
  DiscCheck check_;
};

// Whether a turn that is no arc may be there: an end of the path, or a bend.
bool may_stand(std::span<const DiscTurn> turns, std::size_t i) noexcept {
  if (i == 0 || i + 1 == turns.size()) return true;
  return turns[i].kind == CornerKind::start && turns[i].entry == widen(turns[i].center);
}

// Whether the arc lies on a circle of the radius, or less than a lattice step beyond it, as that of
// a size that was rounded up.
bool is_on_circle(const DiscTurn& turn, double radius) noexcept {
  const DiscPoint center = widen(turn.center);
  const double in = norm(turn.entry - center);
  const double out = norm(turn.exit - center);
  constexpr double kStep = 1.0 / kLatticePerTile;
  return in >= radius - kSmooth && in <= radius + kStep + kSmooth && std::abs(in - out) <= kSmooth;
}

}  // namespace

const char* to_string(DiscFault fault) noexcept {
  return detail::word_of<DiscFault::overlap>(
      fault, {"none", "empty", "wrong_start", "wrong_goal", "off_circle", "kink", "overlap"});
}

DiscCheck validate_disc_path(const Grid& grid, const Point& start, const Point& goal,
                             std::span<const DiscTurn> turns, double radius) noexcept {
  DiscPathCheck check(grid, radius, 0.0);
  if (turns.empty()) return check.fail(DiscFault::empty, 0);
  if (!is_radius(radius)) return check.fail(DiscFault::off_circle, 0);
  const auto is_place = [](const DiscTurn& turn, const Point& place) {
    return turn.center == place && turn.entry == widen(place) && turn.exit == turn.entry &&
           !is_arc(turn);
  };
  if (!is_place(turns.front(), start)) return check.fail(DiscFault::wrong_start, 0);
  if (!is_place(turns.back(), goal)) return check.fail(DiscFault::wrong_goal, turns.size() - 1);
  return validate_disc_path(grid, turns, radius);
}

DiscCheck validate_disc_path(const Grid& grid, std::span<const DiscTurn> turns, double radius,
                             double max_clearance) noexcept {
  DiscPathCheck check(grid, radius, max_clearance);
  if (turns.empty()) return check.fail(DiscFault::empty, 0);
  if (!is_radius(radius)) return check.fail(DiscFault::off_circle, 0);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const DiscTurn& turn = turns[i];
    if (is_arc(turn)) {
      if (!is_on_circle(turn, radius)) return check.fail(DiscFault::off_circle, i);
    } else if (!is_finite(turn.entry)) {
      return check.fail(DiscFault::overlap, i);
    } else if (turn.exit != turn.entry || !may_stand(turns, i)) {
      return check.fail(DiscFault::kink, i);
    }
    const DiscPoint from = i > 0 ? turns[i - 1].exit : turn.entry;
    const DiscPoint leg = turn.entry - from;
    check.add_leg(from, turn.entry);
    if (i > 0 && !is_smooth(turns[i - 1], from, leg)) return check.fail(DiscFault::kink, i - 1);
    if (!is_smooth(turn, turn.entry, leg)) return check.fail(DiscFault::kink, i);
    if (is_arc(turn)) check.add_arc(turn);
    if (check.overlaps()) return check.fail(DiscFault::overlap, i);
  }
  return check.result();
}

DiscCheck validate_disc_path(const Grid& grid, std::span<const DiscPoint> line, double radius,
                             double max_clearance) noexcept {
  DiscPathCheck check(grid, radius, max_clearance);
  if (line.empty()) return check.fail(DiscFault::empty, 0);
  if (!is_radius(radius)) return check.fail(DiscFault::off_circle, 0);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!is_finite(line[i])) return check.fail(DiscFault::overlap, i);
    check.add_leg(line[i > 0 ? i - 1 : 0], line[i]);
    if (check.overlaps()) return check.fail(DiscFault::overlap, i);
  }
  return check.result();
}

}  // namespace taut
