#include "free_squares.hpp"

#include "places.hpp"

namespace taut::bench {
namespace {

bool is_free(const Grid& grid, const TileRect& tiles) {
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      if (!grid.is_walkable(x, y)) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<TileRect> find_free_squares(const Grid& grid, int side, std::size_t count) {
  constexpr int kMaxTries = 100'000;
  std::vector<TileRect> squares;
  if (grid.walkable_count() == 0) return squares;
  Places places(grid);
  for (int i = 0; i < kMaxTries && squares.size() < count; ++i) {
    const Tile tile = places.walkable_tile();
    const TileRect tiles{tile.x, tile.y, tile.x + side, tile.y + side};
    if (is_free(grid, tiles)) squares.push_back(tiles);
  }
  return squares;
}

}  // namespace taut::bench
