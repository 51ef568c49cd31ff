#include <taut/engine/tile_steps.hpp>

#include <cassert>

#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut::detail {

std::uint32_t allowed_steps(const Grid& grid, Tile from, const TileSteps& steps) noexcept {
  assert(grid.is_inside(from));
  const std::uint32_t around = MoverTiles(grid, steps.costs).around(from.x, from.y);
  return kStepTables[static_cast<std::size_t>(steps.diagonal)][around];
}

Tile step_target(Tile from, std::size_t i) noexcept {
  return {from.x + kSteps[i].dx, from.y + kSteps[i].dy};
}

double step_cost(const Grid& grid, Tile from, Tile to, const TileSteps& steps) noexcept {
  const bool is_diagonal = from.x != to.x && from.y != to.y;
  const double length = is_diagonal && steps.length == DiagonalLength::sqrt2 ? kDiagonalCost : 1.0;
  const MoverTiles tiles(grid, steps.costs);
  if (!tiles.has_costs()) return length * static_cast<double>(tiles.uniform_cost());
  const double after = static_cast<double>(tiles.cost(grid.id(to)));
  const float before = tiles.cost(grid.id(from));
  if (before == kBlockedTerrain) return length * after;
  return length * (0.5 * (static_cast<double>(before) + after));
}

}  // namespace taut::detail
