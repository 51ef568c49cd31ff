// Rectangles of tiles, and whether they are alike (internal).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// Requires a power of two.
inline int log_of(int side) noexcept { return std::countr_zero(static_cast<unsigned>(side)); }

inline TileRect intersect(const TileRect& a, const TileRect& b) noexcept {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

inline bool is_empty(const TileRect& tiles) noexcept {
  return tiles.x0 >= tiles.x1 || tiles.y0 >= tiles.y1;
}

enum class Fill : std::uint8_t { blocked, walkable, mixed };

inline Fill fill_of(const TileBits& bits, const TileRect& tiles) noexcept {
  bool is_any = false;
  bool is_all = true;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; x += 64) {
      const int count = std::min(64, tiles.x1 - x);
      const std::uint64_t wanted = ~std::uint64_t{0} >> (64 - count);
      const std::uint64_t found = bits.window(x, y) & wanted;
      is_any |= found != 0;
      is_all &= found == wanted;
      if (is_any && !is_all) return Fill::mixed;
    }
  }
  return is_all ? Fill::walkable : Fill::blocked;
}

}  // namespace taut::detail
