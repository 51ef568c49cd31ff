// find_disc_step(): the first leg of pull_disc(), to a lattice point.
#include <taut/engine/tile_disc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <optional>

#include "core/tile/tile_corners.hpp"
#include "disc_inflate.hpp"
#include "near_points.hpp"

namespace taut {
namespace {

using detail::LatticePoint;
using detail::Vector;

// A step goes round at most so much of an arc, in radians: 1.3 % longer than the arc.
constexpr double kArcStep = std::numbers::pi / 8.0;
constexpr double kLatticeStep = 1.0 / kLatticePerTile;
// By how much more than the disc's width a gap may be wider and have hardly a lattice point.
constexpr double kGapSlack = 4.0 * kLatticeStep;

// Tangents of an arc meet outside it: a disc that walks from one such point to the next touches the
// circle, and enters it nowhere. Tangent points are no lattice points. One beside the tangent, on
// its outer side, does as well.
class StepSearch {
 public:
  StepSearch(const TileBits& walkable, const Point& from, double radius) noexcept
      : walkable_(walkable), from_(from), radius_(radius) {}

  // For the path that begins with these turns.
  [[nodiscard]] std::optional<Point> find(std::span<const DiscTurn> turns) const noexcept {
    for (std::size_t i = 1; i < turns.size(); ++i) {
      const bool is_last = i + 1 == turns.size();
      const bool is_circle = detail::side_of(turns[i].kind) != 0.0 && radius_ > 0.0;
      const std::optional<Point> step =
          is_circle ? find_round(turns[i], is_last) : find_place(turns[i].center);
      if (step) return step;
    }
    const bool is_round = turns.size() > 1 && detail::side_of(turns[1].kind) != 0.0;
    return is_round ? find_narrow(turns[1]) : std::nullopt;
  }

 private:
  // To a place where the path bends or ends.
  [[nodiscard]] std::optional<Point> find_place(const Point& place) const noexcept {
    if (place == from_) return std::nullopt;
    if (is_step(place)) return place;
    const std::optional<Point> clear =
        find_clear_point(walkable_, place, radius_, std::max(1.0, 2.0 * radius_));
    if (clear && is_step(*clear)) return clear;
    return std::nullopt;
  }

  // Round an obstacle, whose last exit is not known where the turn is the last one.
  [[nodiscard]] std::optional<Point> find_round(const DiscTurn& turn, bool is_last) const noexcept {
    const double angle = is_last ? kArcStep : arc_angle(turn);
    double part = angle / std::ceil(std::max(angle / kArcStep, 1.0));
    for (int i = 0; i < 3; ++i) {
      const Vector at = place_on_tangent(turn, std::tan(0.5 * part));
      if (const std::optional<Point> step = find_near(at)) return step;
      part = i == 0 ? 0.25 * part : 0.0;
    }
    return std::nullopt;
  }

  // Half way, where the leg passes close to another corner; along the tangent, where the arc hardly
  // turns; or in a gap.
  [[nodiscard]] std::optional<Point> find_narrow(const DiscTurn& turn) const noexcept {
    const Vector from = detail::to_vector(from_);
    const Vector leg = detail::to_vector(turn.entry) - from;
    for (double share = 0.5; share > 0.05; share *= 0.5) {
      if (const std::optional<Point> step = find_near(from + share * leg)) return step;
    }
    for (double share = 4.0 * kLatticeStep / radius_; share < kArcStep; share *= 2.0) {
      const Vector at = place_on_tangent(turn, share);
      if (const std::optional<Point> step = find_near(at)) return step;
    }
    return find_in_gap(turn);
  }

  // Ahead of the entry of a turn, by a number of radii.
  [[nodiscard]] static Vector place_on_tangent(const DiscTurn& turn, double ahead) noexcept {
    const Vector entry = detail::to_vector(turn.entry);
    const Vector arm = entry - detail::to_vector(turn.center);
    ahead *= detail::side_of(turn.kind);
    return {entry.x - ahead * arm.y, entry.y + ahead * arm.x};
  }

  // Between the corner and what is just as far from it as the disc is wide: only the line between
  // their circles has lattice points there.
  [[nodiscard]] std::optional<Point> find_in_gap(const DiscTurn& turn) const noexcept {
    const double reach = 2.0 * radius_ + kGapSlack;
    const Vector center = detail::to_vector(turn.center);
    const std::array<Vector, 4> box = detail::box_around(center, reach);
    std::optional<Point> step;
    (void)detail::for_each_blocked_tile(walkable_, box, [&](const Tile& tile) {
      const LatticePoint low{tile.x, tile.y};
      const auto x = static_cast<std::int64_t>(turn.center.x);
      const auto y = static_cast<std::int64_t>(turn.center.y);
      step = find_between(turn, {std::clamp(x, low.x, low.x + 1), std::clamp(y, low.y, low.y + 1)});
      return !step;
    });
    return step;
  }

  // Between the corner and another point of obstacles, both in tiles.
  [[nodiscard]] std::optional<Point> find_between(const DiscTurn& turn,
                                                  const LatticePoint& other) const noexcept {
    const LatticePoint center{static_cast<std::int64_t>(turn.center.x),
                              static_cast<std::int64_t>(turn.center.y)};
    const LatticePoint across{center.x - other.x, center.y - other.y};
    const double gap = std::hypot(across.x, across.y);
    if (gap == 0.0 || gap > 2.0 * radius_ + kGapSlack) return std::nullopt;
    const std::int64_t unit = std::gcd(across.x, across.y);
    const std::int64_t side = turn.kind == CornerKind::left ? 1 : -1;
    const LatticePoint along{side * across.y / unit, -side * across.x / unit};
    const LatticePoint middle{(center.x + other.x) * kLatticePerTile / 2,
                              (center.y + other.y) * kLatticePerTile / 2};
    const LatticePoint from = detail::to_lattice(from_);
    const auto step_to = [&](std::int64_t by) -> std::optional<Point> {
      const LatticePoint at{middle.x + by * along.x, middle.y + by * along.y};
      const bool is_ahead = (at.x - from.x) * along.x + (at.y - from.y) * along.y > 0;
      const Point place = detail::to_point(at);
      return is_ahead && is_step(place) ? std::optional(place) : std::nullopt;
    };
    const double length = gap / static_cast<double>(unit) * kLatticeStep;
    const auto most = static_cast<std::int64_t>(radius_ * kArcStep / length) + 1;
    std::optional<Point> step;
    for (std::int64_t by = most; by > 0 && !step; by /= 2) step = step_to(by);
    for (std::int64_t by = 0; by <= 4 * most && !step; by = 2 * by + 1) step = step_to(-by);
    return step;
  }

  // To a lattice point next to a place, the nearest first; not to one beside the disc.
  [[nodiscard]] std::optional<Point> find_near(const Vector& place) const noexcept {
    const Vector way = place - detail::to_vector(from_);
    if (detail::dot(way, way) < 4.0 * kLatticeStep * kLatticeStep) return std::nullopt;
    const double x = place.x * kLatticePerTile;
    const double y = place.y * kLatticePerTile;
    const LatticePoint near{std::llround(x), std::llround(y)};
    const double dx = x - static_cast<double>(near.x);
    const double dy = y - static_cast<double>(near.y);
    const LatticePoint beside_x{near.x + (dx < 0.0 ? -1 : 1), near.y};
    const LatticePoint beside_y{near.x, near.y + (dy < 0.0 ? -1 : 1)};
    const bool is_x_nearer = std::abs(dx) > std::abs(dy);
    for (const LatticePoint& at :
         {near, is_x_nearer ? beside_x : beside_y, is_x_nearer ? beside_y : beside_x,
          LatticePoint{beside_x.x, beside_y.y}}) {
      const Point step = detail::to_point(at);
      if (is_step(step)) return step;
    }
    return std::nullopt;
  }

  // A path of a point may touch walls.
  [[nodiscard]] bool is_step(const Point& to) const noexcept {
    if (radius_ == 0.0) return to != from_;
    return to != from_ && has_clearance(walkable_, to, radius_) &&
           has_clearance(walkable_, from_, to, radius_);
  }

  const TileBits& walkable_;
  Point from_;
  double radius_;
};

}  // namespace

std::optional<Point> find_disc_step(const TileBits& walkable, std::span<const Point> path,
                                    double radius) noexcept {
  if (path.empty() || !has_clearance(walkable, path.front(), radius)) return std::nullopt;
  path = path.first(std::min(path.size(), kMaxStepPoints));
  std::array<Point, max_smoothing_points(kMaxStepPoints)> work;
  std::array<DiscTurn, kMaxStepPoints + 8> turns;  // it may be cut off
  const Result tight = tighten(walkable, path, work);
  if (tight.status != Status::ok) return std::nullopt;
  if (radius <= kDiscSlack) radius = 0.0;  // as in pull_disc()
  const std::span<const Point> front = std::span<const Point>(work).first(tight.count);
  const Result inflated = detail::inflate(walkable, front, radius, turns, 3).turns;
  return StepSearch(walkable, path.front(), radius)
      .find(std::span<const DiscTurn>(turns).first(inflated.count));
}

}  // namespace taut
