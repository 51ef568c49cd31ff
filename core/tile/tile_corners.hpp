// The obstacle corners in a part of a tile map, for paths that are pulled around them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <taut/engine/geometry.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// Outlines in double have rounding errors, on the largest map below 1e-11: candidates are collected
// up to this far outside, and then decided exactly.
inline constexpr double kOutlineMargin = 1e-10;

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) noexcept {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// For rows of a convex polygon, in order of growing y, the range of x within the row. Rounded.
template <std::size_t N>
class RowExtents {
 public:
  explicit RowExtents(const std::array<Vector, N>& polygon) noexcept {
    for (std::size_t i = 0; i < N; ++i) {
      const Vector& a = polygon[i];
      const Vector& b = polygon[(i + 1) % N];
      const bool is_up = a.y < b.y;
      const Vector& low = is_up ? a : b;
      const Vector& high = is_up ? b : a;
      const double rise = high.y - low.y;
      sides_[i] = {low, high, rise > 0.0 ? (high.x - low.x) / rise : 0.0};
    }
  }

  // The extent of the part between y0 and y1.
  [[nodiscard]] Extent find(double y0, double y1) noexcept {
    if (y1 <= until_) {
      const double a0 = one_.at(y0);
      const double a1 = one_.at(y1);
      const double b0 = other_.at(y0);
      const double b1 = other_.at(y1);
      return {std::min(std::min(a0, a1), std::min(b0, b1)),
              std::max(std::max(a0, a1), std::max(b0, b1))};
    }
    Extent extent;
    for (const Side& side : sides_) {
      if (side.high.y < y0 || side.low.y > y1) continue;
      extent.include(y0 > side.low.y ? side.at(y0) : side.low.x);
      extent.include(y1 < side.high.y ? side.at(y1) : side.high.x);
    }
    keep_sides(y1);
    return extent;
  }

 private:
  struct Side {
    Vector low;
    Vector high;
    double slope;  // x per y
    [[nodiscard]] double at(double y) const noexcept { return low.x + slope * (y - low.y); }
  };

  // Keeps the two sides that rows from `from` on cross, until one of them ends or another begins.
  void keep_sides(double from) noexcept {
    int count = 0;
    double until = std::numeric_limits<double>::infinity();
    for (const Side& side : sides_) {
      if (side.low.y > from) until = std::min(until, side.low.y);
      if (side.low.y > from || side.high.y <= from) continue;
      until = std::min(until, side.high.y);
      (count == 0 ? one_ : other_) = side;
      ++count;
    }
    // The next row begins a little before this one ends.
    until_ = count == 2 ? until : -std::numeric_limits<double>::infinity();
  }

  std::array<Side, N> sides_;
  Side one_{};
  Side other_{};
  double until_ = -std::numeric_limits<double>::infinity();
};

template <std::size_t N>
[[nodiscard]] Extent find_rows(const std::array<Vector, N>& polygon) noexcept {
  Extent rows;
  for (const Vector& v : polygon) rows.include(v.y);
  return rows;
}

// The value clamped to [low, high] as an integer, for values that may lie far outside a map; `low`
// for NaN.
[[nodiscard]] inline int clamp_to_int(double value, int low, int high) noexcept {
  return value > low ? static_cast<int>(std::min(value, static_cast<double>(high))) : low;
}

// Whether blocked tiles are convex at the tile corners (x + i, y), i < 63: one of the four tiles is
// blocked, or two that touch only there. Paths turn at no others. Bit 63 is 0, those beyond the
// width are unspecified. Requires 0 <= x <= width, 0 <= y <= height.
[[nodiscard]] inline std::uint64_t find_obstacle_corners(const TileBits& walkable, int x,
                                                         int y) noexcept {
  const std::uint64_t a = ~walkable.window(x - 1, y - 1);
  const std::uint64_t c = ~walkable.window(x - 1, y);
  const std::uint64_t b = a >> 1;
  const std::uint64_t d = c >> 1;
  const std::uint64_t one = (a ^ b ^ c ^ d) & ~((a & b) | (c & d));
  const std::uint64_t pair = (a & d & ~b & ~c) | (b & c & ~a & ~d);
  return (one | pair) & (~std::uint64_t{0} >> 1);
}

// Calls visit(Point) for the obstacle corners in and close to a convex polygon.
template <std::size_t N, class Visit>
void for_each_obstacle_corner(const TileBits& walkable, const std::array<Vector, N>& polygon,
                              Visit&& visit) noexcept {
  const Extent rows = find_rows(polygon);
  RowExtents<N> extents(polygon);
  const int y0 = clamp_to_int(std::ceil(rows.low - kOutlineMargin), 0, walkable.height());
  const int y1 = clamp_to_int(std::floor(rows.high + kOutlineMargin), 0, walkable.height());
  for (int y = y0; y <= y1; ++y) {
    const double at = y;
    const Extent part = extents.find(at - kOutlineMargin, at + kOutlineMargin);
    if (part.low > part.high) continue;
    const int end = clamp_to_int(std::floor(part.high + kOutlineMargin), -1, walkable.width()) + 1;
    // 63 corners at a time, between the tiles of a window.
    for (int x = clamp_to_int(std::ceil(part.low - kOutlineMargin), 0, walkable.width() + 1);
         x < end; x += 63) {
      std::uint64_t corners = find_obstacle_corners(walkable, x, y);
      if (end - x < 63) corners &= (std::uint64_t{1} << (end - x)) - 1;
      for (; corners != 0; corners &= corners - 1) {
        visit(Point{static_cast<float>(x + std::countr_zero(corners)), static_cast<float>(y)});
      }
    }
  }
}

// Calls visit(Tile) for the blocked tiles that a convex polygon meets, and some close to it,
// including the border around the map. Returns false as soon as visit() does.
template <std::size_t N, class Visit>
[[nodiscard]] bool for_each_blocked_tile(const TileBits& walkable,
                                         const std::array<Vector, N>& polygon,
                                         Visit&& visit) noexcept {
  const Extent rows = find_rows(polygon);
  RowExtents<N> extents(polygon);
  const int y0 = clamp_to_int(std::floor(rows.low - kOutlineMargin), -1, walkable.height());
  const int y1 = clamp_to_int(std::floor(rows.high + kOutlineMargin), -1, walkable.height());
  for (int y = y0; y <= y1; ++y) {
    const double at = y;
    const Extent part = extents.find(at - kOutlineMargin, at + 1.0 + kOutlineMargin);
    if (part.low > part.high) continue;
    const int end = clamp_to_int(std::floor(part.high + kOutlineMargin), -2, walkable.width()) + 1;
    for (int x = clamp_to_int(std::floor(part.low - kOutlineMargin), -1, walkable.width() + 1);
         x < end; x += 64) {
      std::uint64_t blocked = ~walkable.window(x, y);
      if (end - x < 64) blocked &= (std::uint64_t{1} << (end - x)) - 1;
      for (; blocked != 0; blocked &= blocked - 1) {
        if (!visit(Tile{x + std::countr_zero(blocked), y})) return false;
      }
    }
  }
  return true;
}

// Squared distance from a point to a closed tile; exact for lattice points.
[[nodiscard]] inline double square_distance(const Vector& place, const Tile& tile) noexcept {
  const double x = static_cast<double>(tile.x);
  const double y = static_cast<double>(tile.y);
  const double dx = place.x - std::clamp(place.x, x, x + 1.0);
  const double dy = place.y - std::clamp(place.y, y, y + 1.0);
  return dx * dx + dy * dy;
}

}  // namespace taut::detail
