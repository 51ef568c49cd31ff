// Outlines: whether they are convex, whether they touch a box, and row by row (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/vectors.hpp>

namespace taut::detail {

struct Convexity {
  int turns;       // full turns of the outline, all to one side; 0 when it is not convex
  std::size_t at;  // a vertex at which it is not convex
};

// Checks an outline with the vertices at(0) to at(count - 1). `hand` is 1 for left turns, -1 for
// right turns. An outline that repeats a vertex is not convex.
template <class At>
[[nodiscard]] Convexity find_convexity(std::size_t count, double hand, const At& at) noexcept {
  // Each full turn brings the direction from the lower half of the circle to the upper half once.
  const auto is_down = [](const Point& from, const Point& to) {
    return to.y < from.y || (to.y == from.y && to.x < from.x);
  };
  Convexity result{0, 0};
  bool has_turn = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Point& a = at(i);
    const Point& b = at((i + 1) % count);
    const Point& c = at((i + 2) % count);
    const double side = hand * orient(a, b, c);
    if (side < 0.0 || (side == 0.0 && dot(b, a, c) >= 0.0)) return {0, (i + 1) % count};
    has_turn = has_turn || side > 0.0;
    if (is_down(a, b) && !is_down(b, c)) ++result.turns;
  }
  if (!has_turn) result.turns = 0;
  return result;
}

// Whether neither a side of the box nor an edge of the cell lies between the two: by std::less they
// may touch, by std::less_equal they may not. Exact for corners on the lattice.
template <class Less>
[[nodiscard]] bool meets(std::span<const MeshEdge> ring, const Point& low, const Point& high,
                         const Less& is_less) noexcept {
  // Convex shapes are disjoint when all of one lies beyond a side of the other.
  const auto are_all = [&](const auto& is_beyond) {
    return std::all_of(ring.begin(), ring.end(),
                       [&](const MeshEdge& edge) { return is_beyond(edge.start()); });
  };
  if (are_all([&](const Point& p) { return is_less(p.x, low.x); }) ||
      are_all([&](const Point& p) { return is_less(high.x, p.x); }) ||
      are_all([&](const Point& p) { return is_less(p.y, low.y); }) ||
      are_all([&](const Point& p) { return is_less(high.y, p.y); })) {
    return false;
  }
  const MeshEdge* from = &ring.back();
  for (const MeshEdge& to : ring) {
    // The corner of the box that is farthest to the left of the edge.
    const Point way = to.start() - from->start();
    const Point corner{way.y > 0.0F ? low.x : high.x, way.x > 0.0F ? high.y : low.y};
    if (is_less(orient(from->start(), to.start(), corner), 0.0)) return false;
    from = &to;
  }
  return true;
}

// Whether a cell contains a point of the box, sides included.
inline bool touches(std::span<const MeshEdge> ring, const Point& low, const Point& high) noexcept {
  return meets(ring, low, high, std::less<>());
}
// The same without the sides.
inline bool overlaps(std::span<const MeshEdge> ring, const Point& low, const Point& high) noexcept {
  return meets(ring, low, high, std::less_equal<>());
}

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
