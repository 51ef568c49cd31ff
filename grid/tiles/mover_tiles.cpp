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

}  // namespace taut::detail
