// The lattice point nearest to another where an agent may be (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/tile_bits.hpp>

#include "core/tile/lattice_ray.hpp"

namespace taut::detail {

[[nodiscard]] inline Point to_point(const LatticePoint& at) noexcept {
  constexpr float kStep = 1.0F / static_cast<float>(kLatticePerTile);
  return {static_cast<float>(at.x) * kStep, static_cast<float>(at.y) * kStep};
}

// The lattice point nearest to another of those that it is shown. Ties: the least y, then x.
class NearestPoint {
 public:
  // Only points at most `max_distance` tiles away count. Requires max_distance >= 0.
  NearestPoint(const Point& point, double max_distance) noexcept : at_(to_lattice(point)) {
    const double steps = std::min(max_distance, 4.0 * kMaxMapSide) * kLatticePerTile;
    bound_ = static_cast<std::int64_t>(steps * steps);
  }

  // Whether the point would be the best one.
  [[nodiscard]] bool is_better(const LatticePoint& p) const noexcept {
    const std::int64_t away = square_from(p);
    if (away != bound_ || !has_best_) return away <= bound_;
    return p.y < best_.y || (p.y == best_.y && p.x < best_.x);
  }
  void offer(const LatticePoint& p) noexcept {
    if (!is_better(p)) return;
    bound_ = square_from(p);
    best_ = p;
    has_best_ = true;
  }

  [[nodiscard]] const LatticePoint& at() const noexcept { return at_; }
  // The squared distance of the best one, in steps; of the max_distance while there is none.
  [[nodiscard]] std::int64_t bound() const noexcept { return bound_; }
  [[nodiscard]] std::int64_t square_from(const LatticePoint& p) const noexcept {
    return (p.x - at_.x) * (p.x - at_.x) + (p.y - at_.y) * (p.y - at_.y);
  }
  [[nodiscard]] std::optional<Point> best() const noexcept {
    if (!has_best_) return std::nullopt;
    return to_point(best_);
  }

 private:
  LatticePoint at_;
  std::int64_t bound_;
  LatticePoint best_{0, 0};
  bool has_best_ = false;
};

// The lattice points from `low` to `high`, both included.
struct LatticeBox {
  LatticePoint low;
  LatticePoint high;

  [[nodiscard]] LatticePoint nearest(const LatticePoint& p) const noexcept {
    return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y)};
  }
  [[nodiscard]] std::array<Point, 4> corners() const noexcept {
    return {to_point(low), to_point({high.x, low.y}), to_point(high), to_point({low.x, high.y})};
  }
};

// Whether one blocked tile is too near to all of the box for a disc. Of the grid's library too.
TAUT_API_BEGIN
[[nodiscard]] bool is_too_near(const TileBits& walkable, const LatticeBox& box,
                               double radius) noexcept;
TAUT_API_END

// Branch and bound: offers the nearest point of a box for which may_be_at(Point) is true, unless it
// is no better than the best one. may_hold(box) may be false where it is false for all points.
template <class MayHold, class MayBeAt>
void look_in(const LatticeBox& box, const MayHold& may_hold, const MayBeAt& may_be_at,
             NearestPoint& nearest) noexcept {
  // No other point of the box is as near.
  const LatticePoint near = box.nearest(nearest.at());
  if (!nearest.is_better(near)) return;
  if (may_be_at(to_point(near))) return nearest.offer(near);
  const std::int64_t width = box.high.x - box.low.x;
  const std::int64_t height = box.high.y - box.low.y;
  if ((width == 0 && height == 0) || !may_hold(box)) return;
  LatticeBox first = box;
  LatticeBox second = box;
  if (width >= height) {
    first.high.x = box.low.x + width / 2;
    second.low.x = first.high.x + 1;
    if (nearest.at().x > first.high.x) std::swap(first, second);
  } else {
    first.high.y = box.low.y + height / 2;
    second.low.y = first.high.y + 1;
    if (nearest.at().y > first.high.y) std::swap(first, second);
  }
  look_in(first, may_hold, may_be_at, nearest);
  look_in(second, may_hold, may_be_at, nearest);
}

}  // namespace taut::detail
