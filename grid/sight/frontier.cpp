#include <taut/engine/sight.hpp>

#include "grid/tiles/mover_tiles.hpp"

namespace taut {

Result extract_frontier(const Grid& grid, std::uint8_t unknown_class, const Ground* ground,
                        std::span<TileId> out) noexcept {
  const detail::MoverTiles tiles(grid, ground);
  const auto is_unknown = [&](int x, int y) {
    return grid.is_inside({x, y}) && grid.terrain_class(grid.id({x, y})) == unknown_class;
  };
  Result result;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!tiles.is_walkable(x, y) || is_unknown(x, y)) continue;
      const bool is_frontier = is_unknown(x + 1, y) || is_unknown(x - 1, y) ||
                               is_unknown(x, y + 1) || is_unknown(x, y - 1);
      if (!is_frontier) continue;
      if (result.count == out.size()) return {Status::truncated, result.count};
      out[result.count++] = grid.id({x, y});
    }
  }
  return result;
}

}  // namespace taut
