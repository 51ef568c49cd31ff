#include <taut/grid_follow.hpp>

#include <array>
#include <cstdlib>

namespace taut {
namespace {

bool is_in(const Tile& tile, const Point& place) noexcept {
  const float x = static_cast<float>(tile.x);
  const float y = static_cast<float>(tile.y);
  return place.x() >= x && place.x() <= x + 1.0F && place.y() >= y && place.y() <= y + 1.0F;
}

// A step of one tile in any direction between walkable tiles.
bool is_free_step(const Grid& grid, const Tile& from, const Tile& to) noexcept {
  return grid.is_walkable(to) && grid.is_walkable(from.x, to.y) && grid.is_walkable(to.x, from.y);
}

}  // namespace

bool holds(const Grid& grid, TileId tile, const Point& place) noexcept {
  if (tile >= grid.tile_count()) return false;
  const Tile at = grid.tile(tile);
  return is_in(at, place) && grid.is_walkable(at);
}

bool is_step_walkable(const Grid& grid, TileId from, TileId to) noexcept {
  if (from >= grid.tile_count() || to >= grid.tile_count() || from == to) return false;
  const Tile a = grid.tile(from);
  const Tile b = grid.tile(to);
  return std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1 && grid.is_walkable(a) &&
         is_free_step(grid, a, b);
}

std::optional<TileId> find_cell_beside(const Grid& grid, TileId tile, const Point& place) noexcept {
  if (tile >= grid.tile_count()) return std::nullopt;
  const Tile at = grid.tile(tile);
  constexpr std::array<Tile, 8> kSteps{
      {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  for (const Tile& step : kSteps) {
    const Tile beside{at.x + step.x, at.y + step.y};
    if (is_in(beside, place) && grid.is_walkable(at) && is_free_step(grid, at, beside)) {
      return grid.id(beside);
    }
  }
  return std::nullopt;
}

bool is_spur(const Grid& grid, TileId before, TileId tile, TileId after) noexcept {
  if (before == after) return true;
  const Tile a = grid.tile(before);
  const Tile b = grid.tile(tile);
  const Tile c = grid.tile(after);
  const bool is_any_diagonal = (a.x != b.x && a.y != b.y) || (b.x != c.x && b.y != c.y);
  return is_any_diagonal && std::abs(a.x - c.x) + std::abs(a.y - c.y) == 1;
}

}  // namespace taut
