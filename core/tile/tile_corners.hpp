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

// For the rows of a segment, a triangle or a parallelogram, the range of x within the row. Rounded.
template <std::size_t N>
class RowExtents {
 public:
  explicit RowExtents(const std::array<Vector, N>& polygon) noexcept {
    static_assert(N >= 2 && N <= 4, "at most two sides on the left and two on the right");
    Extent columns;
    for (const Vector& v : polygon) {
      rows_.include(v.y);
      columns.include(v.x);
    }
    left_.fill({columns.low, 0.0, 0.0, kFirst});
    right_.fill({columns.high, 0.0, 0.0, kFirst});
    const bool is_up_left = cross(polygon[1] - polygon[0], polygon[2 % N] - polygon[1]) <= 0.0;
    std::size_t lefts = 0;
    std::size_t rights = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const Vector& at = polygon[i];
      const Vector way = polygon[(i + 1) % N] - at;
      // The direction of a shorter one may be that of its rounding; those beside it bound its rows.
      if (std::abs(way.y) <= kOutlineMargin) continue;
      const double slope = way.x / way.y;
      const bool is_left = (way.y > 0.0) == is_up_left;
      std::array<Side, 2>& sides = is_left ? left_ : right_;
      std::size_t& count = is_left ? lefts : rights;
      if (count == sides.size()) continue;
      sides[count++] = {at.x, at.y, slope, (slope > 0.0) == is_left ? kFirst : kLast};
    }
  }

  // The extent of the polygon in y.
  [[nodiscard]] const Extent& rows() const noexcept { return rows_; }

  // The extent of the part between y0 and y1.
  [[nodiscard]] Extent find(double y0, double y1) const noexcept {
    const Ends ends{std::max(y0, rows_.low), std::min(y1, rows_.high)};
    return {std::max(left_[0].at(ends), left_[1].at(ends)),
            std::min(right_[0].at(ends), right_[1].at(ends))};
  }

 private:
  using Ends = std::array<double, 2>;
  static constexpr std::size_t kFirst = 0;
  static constexpr std::size_t kLast = 1;

  // The line through a side. It is farthest out at one end of a row.
  struct Side {
    double x;
    double y;
    double slope;  // x per y
    std::size_t far_end;
    [[nodiscard]] double at(const Ends& ends) const noexcept {
      return x + slope * (ends[far_end] - y);
    }
  };

  Extent rows_;
  std::array<Side, 2> left_;
  std::array<Side, 2> right_;
};

// The whole part of a value, for values that may lie far outside a map: clamped to [low, high];
// `low` for NaN. Rounded by less than kOutlineMargin. Requires -2 <= low.
[[nodiscard]] inline int floor_within(double value, int low, int high) noexcept {
  constexpr int kOffset = 2;  // conversions round toward 0
  const double within = std::min(std::max<double>(low, value), static_cast<double>(high));
  return static_cast<int>(within + kOffset) - kOffset;
}

// The rows of an outline, without groups of rows in which no tile near it is blocked: most of those
// of a long outline.
template <std::size_t N>
class TakenRows {
 public:
  // `before`: tiles to look at above the outline. Those to the left of corners are in its columns.
  TakenRows(const TileBits& walkable, const RowExtents<N>& extents, int before, int last) noexcept
      : walkable_(walkable), extents_(extents), before_(before), last_(last) {}

  // The first one from y on; beyond the last one if there is none.
  [[nodiscard]] int find(int y) noexcept {
    if (y < known_end_) return y;
    while (y + kRows - 1 <= last_ && is_free(y)) y += kRows;
    known_end_ = y + kRows;
    return y;
  }

 private:
  static constexpr int kRows = 4;

  // Whether a group of rows from y on is free. False too where it is wider than a window.
  [[nodiscard]] bool is_free(int y) const noexcept {
    const double at = y;
    const Extent part = extents_.find(at - kOutlineMargin, at + kRows + kOutlineMargin);
    const int end = floor_within(part.high + kOutlineMargin, -2, walkable_.width()) + 1;
    const int x = floor_within(part.low - kOutlineMargin, -1, walkable_.width());
    const int count = end - x;
    if (count > 64 || count <= 0) return count <= 0;
    const std::uint64_t blocked = ~walkable_.window(x, y - before_, kRows + before_);
    return blocked << (64 - count) == 0;
  }

  const TileBits& walkable_;
  const RowExtents<N>& extents_;
  int before_;
  int last_;
  int known_end_ = std::numeric_limits<int>::min();
};

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

// Calls visit(Point) for the obstacle corners in and close to a triangle or a parallelogram.
template <std::size_t N, class Visit>
void for_each_obstacle_corner(const TileBits& walkable, const std::array<Vector, N>& polygon,
                              Visit&& visit) noexcept {
  // A whole number becomes the next one: what is exactly at the margin lies outside.
  const auto ceil_within = [](double value, int low, int high) {
    return floor_within(value + 1.0, low, high);
  };
  const RowExtents<N> extents(polygon);
  const int y0 = ceil_within(extents.rows().low - kOutlineMargin, 0, walkable.height() + 1);
  const int y1 = floor_within(extents.rows().high + kOutlineMargin, -1, walkable.height());
  TakenRows rows(walkable, extents, 1, y1);
  for (int y = rows.find(y0); y <= y1; y = rows.find(y + 1)) {
    const double at = y;
    const Extent part = extents.find(at - kOutlineMargin, at + kOutlineMargin);
    const int end = floor_within(part.high + kOutlineMargin, -1, walkable.width()) + 1;
    // 63 corners at a time, between the tiles of a window.
    for (int x = ceil_within(part.low - kOutlineMargin, 0, walkable.width() + 1); x < end;
         x += 63) {
      std::uint64_t corners = find_obstacle_corners(walkable, x, y);
      if (end - x < 63) corners &= (std::uint64_t{1} << (end - x)) - 1;
      for (; corners != 0; corners &= corners - 1) {
        visit(Point{static_cast<float>(x + std::countr_zero(corners)), static_cast<float>(y)});
      }
    }
  }
}

// Calls visit(Tile) for the blocked tiles that a segment, a triangle or a parallelogram meets, and
// some close to it, including the border around the map. Returns false as soon as visit() does.
template <std::size_t N, class Visit>
[[nodiscard]] bool for_each_blocked_tile(const TileBits& walkable,
                                         const std::array<Vector, N>& polygon,
                                         Visit&& visit) noexcept {
  const RowExtents<N> extents(polygon);
  const int y0 = floor_within(extents.rows().low - kOutlineMargin, -1, walkable.height() + 1);
  const int y1 = floor_within(extents.rows().high + kOutlineMargin, -2, walkable.height());
  TakenRows rows(walkable, extents, 0, y1);
  for (int y = rows.find(y0); y <= y1; y = rows.find(y + 1)) {
    const double at = y;
    const Extent part = extents.find(at - kOutlineMargin, at + 1.0 + kOutlineMargin);
    const int end = floor_within(part.high + kOutlineMargin, -2, walkable.width()) + 1;
    for (int x = floor_within(part.low - kOutlineMargin, -1, walkable.width() + 1); x < end;
         x += 64) {
      std::uint64_t blocked = ~walkable.window(x, y);
      if (end - x < 64) blocked &= (std::uint64_t{1} << (end - x)) - 1;
      for (; blocked != 0; blocked &= blocked - 1) {
        if (!visit(Tile{x + std::countr_zero(blocked), y})) return false;
      }
    }
  }
  return true;
}

// The corners of the square around a point.
[[nodiscard]] inline std::array<Vector, 4> box_around(const Vector& at, double reach) noexcept {
  return {{{at.x - reach, at.y - reach},
           {at.x + reach, at.y - reach},
           {at.x + reach, at.y + reach},
           {at.x - reach, at.y + reach}}};
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
