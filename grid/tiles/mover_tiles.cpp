#include "grid/tiles/mover_tiles.hpp"

#include <bit>

#include "core/tile/tile_walk.hpp"

namespace taut::detail {

std::optional<Tile> MoverTiles::locate(const Point& point) const noexcept {
  return locate_by(bits(), point, [&](const Tile& tile) { return is_walkable(tile); });
}

std::uint32_t MoverTiles::without_blocked(std::uint32_t around, int x, int y) const noexcept {
  std::uint32_t free = around;
  for (std::uint32_t left = around; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (is_class_blocked({x + i % 3 - 1, y + i / 3 - 1})) free &= ~(left & (0 - left));
  }
  return free;
}

bool is_near_wall(const TileBits& walkable, const Tile& tile, int distance) noexcept {
  const int side = 2 * distance + 1;
  const TileRect around{tile.x - distance, tile.y - distance, tile.x - distance + side,
                        tile.y - distance + side};
  const bool is_inside = around.x0 >= 0 && around.y0 >= 0 && around.x1 <= walkable.width() &&
                         around.y1 <= walkable.height();
  if (!is_inside) return true;
  const std::uint64_t row = (std::uint64_t{1} << static_cast<unsigned>(side)) - 1;
  for (int y = around.y0; y < around.y1; ++y) {
    if ((walkable.window(around.x0, y) & row) != row) return true;
  }
  return false;
}

bool MoverTiles::is_near_wall(const Tile& tile) const noexcept {
  const int distance = costs_->margin();
  if (detail::is_near_wall(bits(), tile, distance)) return true;
  if (!has_blocked_) return false;
  for (int y = tile.y - distance; y <= tile.y + distance; ++y) {
    for (int x = tile.x - distance; x <= tile.x + distance; ++x) {
      if (is_class_blocked({x, y})) return true;
    }
  }
  return false;
}

}  // namespace taut::detail
