// The nearest of some lattice points, and of points of the half-tile lattice (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include <taut/clearance.hpp>

#include "core/tile/lattice_ray.hpp"
#include "core/tile/near_cells.hpp"

namespace taut::detail {

// The lattice point nearest to another of those that it is shown. Ties: the least y, then x.
class NearestPoint {
 public:
  // Only points at most `reach` tiles away count. Requires reach >= 0.
  NearestPoint(const Point& point, double reach) noexcept : at_(to_lattice(point)) {
    const double steps = std::min(reach, 4.0 * kMaxMapSide) * kLatticePerTile;
    bound_ = static_cast<std::int64_t>(steps * steps);
  }

  void offer(const LatticePoint& p) noexcept {
    const std::int64_t squared = (p.x - at_.x) * (p.x - at_.x) + (p.y - at_.y) * (p.y - at_.y);
    if (squared > bound_) return;
    const bool is_tie = has_best_ && squared == bound_;
    if (is_tie && (p.y > best_.y || (p.y == best_.y && p.x >= best_.x))) return;
    bound_ = squared;
    best_ = p;
    has_best_ = true;
  }

  [[nodiscard]] const LatticePoint& at() const noexcept { return at_; }
  // The squared distance of the best one, in steps; of the reach while there is none.
  [[nodiscard]] std::int64_t bound() const noexcept { return bound_; }
  [[nodiscard]] std::optional<Point> best() const noexcept {
    if (!has_best_) return std::nullopt;
    constexpr float kStep = 1.0F / static_cast<float>(kLatticePerTile);
    return Point(static_cast<float>(best_.x) * kStep, static_cast<float>(best_.y) * kStep);
  }

 private:
  LatticePoint at_;
  std::int64_t bound_;
  LatticePoint best_{0, 0};
  bool has_best_ = false;
};

// A raster of visit_near_cells(): the points of the half-tile lattice that accept(column, row)
// accepts.
template <class Accept>
class NearestNode {
 public:
  NearestNode(const Clearance& clearance, const Point& point, double reach,
              const Accept& accept) noexcept
      : clearance_(clearance), accept_(accept), nearest_(point, reach) {}

  [[nodiscard]] int rows() const noexcept { return clearance_.rows(); }
  [[nodiscard]] int column() const noexcept { return near(nearest_.at().x, clearance_.columns()); }
  [[nodiscard]] int row() const noexcept { return near(nearest_.at().y, clearance_.rows()); }
  [[nodiscard]] std::int64_t gap_x(int x) const noexcept { return gap(nearest_.at().x, x); }
  [[nodiscard]] std::int64_t gap_y(int y) const noexcept { return gap(nearest_.at().y, y); }
  [[nodiscard]] int right(int x, int y) const noexcept {
    for (; x < clearance_.columns(); ++x) {
      if (gap_x(x) * gap_x(x) > bound()) return -1;
      if (accept_(x, y)) return x;
    }
    return -1;
  }
  [[nodiscard]] int left(int x, int y) const noexcept {
    for (; x >= 0; --x) {
      if (gap_x(x) * gap_x(x) > bound()) return -1;
      if (accept_(x, y)) return x;
    }
    return -1;
  }
  void visit(int x, int y) noexcept { nearest_.offer({x * kHalfTile, y * kHalfTile}); }
  [[nodiscard]] std::int64_t bound() const noexcept { return nearest_.bound(); }
  [[nodiscard]] std::optional<Point> best() const noexcept { return nearest_.best(); }

 private:
  static constexpr std::int64_t kHalfTile = kTile / 2;
  [[nodiscard]] static int near(std::int64_t v, int count) noexcept {
    return static_cast<int>(
        std::clamp<std::int64_t>((v + kHalfTile / 2) / kHalfTile, 0, count - 1));
  }
  [[nodiscard]] static std::int64_t gap(std::int64_t v, int node) noexcept {
    return std::abs(v - node * kHalfTile);
  }

  const Clearance& clearance_;
  const Accept& accept_;
  NearestPoint nearest_;
};

template <class Accept>
[[nodiscard]] std::optional<Point> find_nearest_node(const Clearance& clearance, const Point& point,
                                                     double reach, const Accept& accept) noexcept {
  NearestNode<Accept> nearest(clearance, point, reach, accept);
  visit_near_cells(nearest);
  return nearest.best();
}

}  // namespace taut::detail
