// Whether the tiles in a rectangle or near a segment are free: found in few looks where they are,
// many rows of tiles at a time (internal).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <taut/engine/geometry.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>

#include "tile_corners.hpp"
#include "tile_rect.hpp"

namespace taut::detail {

// Whether no tile of a rectangle is blocked. The border around the map is.
[[nodiscard]] inline bool is_rect_free(const TileBits& walkable, const TileRect& tiles) noexcept {
  if (is_empty(tiles)) return true;
  if (tiles.x0 < 0 || tiles.y0 < 0 || tiles.x1 > walkable.width() || tiles.y1 > walkable.height()) {
    return false;
  }
  for (int x = tiles.x0; x < tiles.x1; x += 64) {
    const std::uint64_t blocked = ~walkable.window(x, tiles.y0, tiles.y1 - tiles.y0);
    if ((blocked & first_bits(tiles.x1 - x)) != 0) return false;
  }
  return true;
}

// The places around a segment at most so far beside the line through it, and at most so far along
// either axis from the box of its ends: all those so near to it, and some beyond its ends.
class SegmentStrip {
 public:
  SegmentStrip(const Vector& from, const Vector& to, double extent) noexcept
      : from_(from), reach_(extent + kOutlineMargin) {
    columns_ = {std::min(from.x, to.x) - reach_, std::max(from.x, to.x) + reach_};
    rows_ = {std::min(from.y, to.y) - reach_, std::max(from.y, to.y) + reach_};
    const Vector along = to - from;
    // The flattest ones fill most of their box.
    if (std::abs(along.x) >= 1024.0 * std::abs(along.y)) return;
    slope_ = along.x / along.y;
    aside_ = reach_ * std::sqrt(1.0 + slope_ * slope_);
  }

  // Calls visit(Tile) for the blocked tiles that it meets, and some close to it, with the border
  // around the map. Returns false as soon as visit() does.
  template <class Visit>
  [[nodiscard]] bool for_each_blocked(const TileBits& walkable, const Visit& visit) const noexcept {
    const int most = find_group();
    int y = row_of(walkable, rows_.low);
    // Tile corners that the ends pass are within the extent: most blocked tiles beside the strip
    // meet there, and no group has rows before such a corner and behind it.
    for (const int part :
         {row_of(walkable, rows_.low + 2.0 * reach_),
          row_of(walkable, rows_.high - 2.0 * reach_) + 1, row_of(walkable, rows_.high) + 1}) {
      while (y < part) {
        const int end = std::min(y + most, part);
        if (end > y + 1 && look_at(walkable, y, end, [](const Tile&) { return false; })) {
          y = end;
          continue;
        }
        for (; y < end; ++y) {
          if (!look_at(walkable, y, y + 1, visit)) return false;
        }
      }
    }
    return true;
  }

 private:
  [[nodiscard]] static int row_of(const TileBits& walkable, double y) noexcept {
    return floor_within(y, -1, walkable.height());
  }

  // How many rows are looked at together: those in which it moves by a few columns.
  [[nodiscard]] int find_group() const noexcept {
    const double slope = std::abs(slope_);
    if (slope > 0.5) return 4;
    return slope > 0.125 ? 8 : 16;
  }

  // A tile that is blocked in one of the rows counts in the first one.
  template <class Visit>
  [[nodiscard]] bool look_at(const TileBits& walkable, int y, int end,
                             const Visit& visit) const noexcept {
    const double a = slope_ * (std::max<double>(y, rows_.low) - from_.y);
    const double b = slope_ * (std::min<double>(end, rows_.high) - from_.y);
    const double low = std::max(from_.x + std::min(a, b) - aside_, columns_.low);
    const double high = std::min(from_.x + std::max(a, b) + aside_, columns_.high);
    if (low > high) return true;
    const int last = floor_within(high, -1, walkable.width());
    for (int x = floor_within(low, -1, walkable.width()); x <= last; x += 64) {
      std::uint64_t blocked = ~walkable.window(x, y, end - y) & first_bits(last - x + 1);
      for (; blocked != 0; blocked &= blocked - 1) {
        if (!visit(Tile{x + std::countr_zero(blocked), y})) return false;
      }
    }
    return true;
  }

  Vector from_;
  double reach_;
  Extent columns_;
  Extent rows_;
  double slope_ = 0.0;  // x per y
  double aside_ = std::numeric_limits<double>::infinity();
};

}  // namespace taut::detail
