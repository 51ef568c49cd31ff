// Rectangles of tiles, or of cells of a raster (internal).
#pragma once

#include <algorithm>

#include <taut/point.hpp>

namespace taut::detail {

[[nodiscard]] constexpr bool is_empty(const TileRect& tiles) noexcept {
  return tiles.x0 >= tiles.x1 || tiles.y0 >= tiles.y1;
}

[[nodiscard]] constexpr bool holds(const TileRect& tiles, const Tile& tile) noexcept {
  return tile.x >= tiles.x0 && tile.x < tiles.x1 && tile.y >= tiles.y0 && tile.y < tiles.y1;
}

[[nodiscard]] constexpr TileRect grown(const TileRect& tiles, int by) noexcept {
  return {tiles.x0 - by, tiles.y0 - by, tiles.x1 + by, tiles.y1 + by};
}

[[nodiscard]] constexpr TileRect intersect(const TileRect& a, const TileRect& b) noexcept {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

// The rectangle around two, of which empty ones do not count.
[[nodiscard]] constexpr TileRect join(const TileRect& a, const TileRect& b) noexcept {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

}  // namespace taut::detail
