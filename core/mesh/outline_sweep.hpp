// The outline of a convex cell, row by row of buckets (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>

namespace taut::detail {

// From a lowest vertex two chains of edges rise to a highest one: along the ring and against it.
// Coordinates are those of the mesh from `origin` on, times `scale`.
class OutlineSweep {
 public:
  OutlineSweep(std::span<const MeshEdge> ring, const Point& origin, double scale) noexcept
      : ring_(ring), origin_(between(Point{0.0F, 0.0F}, origin)), scale_(scale) {
    high_ = scaled(0).y;
    for (std::size_t i = 1; i < ring.size(); ++i) {
      if (ring[i].start().y < ring[lowest_].start().y) lowest_ = i;
      high_ = std::max(high_, scaled(i).y);
    }
    std::size_t ahead = 0;
    while (vertex(true, ahead).y < high_) ++ahead;
    chains_ = {Chain{true, 0, ahead}, Chain{false, 0, ring.size() - ahead}};
  }

  [[nodiscard]] double low() const noexcept { return vertex(true, 0).y; }
  [[nodiscard]] double high() const noexcept { return high_; }

  struct Extent {
    double low;
    double high;
  };
  // From which x to which x the outline reaches between two heights, the lower one of which must
  // not fall from call to call. Rounded.
  [[nodiscard]] Extent find_extent(double from, double to) noexcept {
    Extent extent{std::numeric_limits<double>::infinity(),
                  -std::numeric_limits<double>::infinity()};
    for (Chain& chain : chains_) {
      while (chain.first < chain.count && vertex(chain.is_ahead, chain.first + 1).y < from) {
        ++chain.first;
      }
      for (std::size_t i = chain.first; i < chain.count; ++i) {
        const Vector a = vertex(chain.is_ahead, i);
        const Vector b = vertex(chain.is_ahead, i + 1);
        if (a.y > to) break;
        const double slope = a.y == b.y ? 0.0 : (b.x - a.x) / (b.y - a.y);
        for (const Vector& end : {a, b}) {
          const double x = end.x + (std::clamp(end.y, from, to) - end.y) * slope;
          extent.low = std::min(extent.low, x);
          extent.high = std::max(extent.high, x);
        }
      }
    }
    return extent;
  }

 private:
  struct Chain {
    bool is_ahead;
    std::size_t first;  // edge that the row may touch; counted from below
    std::size_t count;
  };

  [[nodiscard]] Vector scaled(std::size_t i) const noexcept {
    const Point& p = ring_[i].start();
    return {(static_cast<double>(p.x) - origin_.x) * scale_,
            (static_cast<double>(p.y) - origin_.y) * scale_};
  }
  [[nodiscard]] Vector vertex(bool is_ahead, std::size_t steps) const noexcept {
    std::size_t i = is_ahead ? lowest_ + steps : lowest_ + ring_.size() - steps;
    if (i >= ring_.size()) i -= ring_.size();
    return scaled(i);
  }

  std::span<const MeshEdge> ring_;
  Vector origin_;
  double scale_;
  std::size_t lowest_ = 0;
  double high_;
  std::array<Chain, 2> chains_{};
};

}  // namespace taut::detail
