#include <bit>

#include "grid/distance_map/link_flood.hpp"
#include "grid/distance_map/tile_flood.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

std::size_t flood_by_steps(const TileFlood& flood) noexcept {
  const Grid& grid = flood.grid;
  const TileBits& walkable = flood.memory.walkable;
  TileQueue& queue = flood.memory.queue;
  const StepTable& table = kStepTables[static_cast<std::size_t>(flood.steps.diagonal)];
  std::array<TileId, kSteps.size()> offsets{};
  std::array<double, kSteps.size()> lengths{};
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    offsets[i] = static_cast<TileId>(kSteps[i].dy * grid.width() + kSteps[i].dx);
    lengths[i] = flood.steps.length == DiagonalLength::one ? 1.0 : kSteps[i].length;
  }
  const detail::MoverTiles tiles(grid, flood.steps.costs);
  const bool has_costs = tiles.has_costs();
  const double uniform = static_cast<double>(tiles.uniform_cost());
  const bool has_links = !flood.links.empty();
  std::size_t expanded = 0;
  while (queue.next_level()) {
    for (TileId tile = queue.pop(); tile != TileQueue::kNone; tile = queue.pop()) {
      if (!flood.is_current(tile)) continue;
      ++expanded;
      const double cost = queue.cost(tile);
      const double factor = has_costs ? static_cast<double>(tiles.cost(tile)) : uniform;
      const Tile at = grid.tile(tile);
      if (has_links && flood.memory.passed[tile] != 0) pass_links(flood, at, cost);
      unsigned steps = table[walkable.around(at.x, at.y)];
      for (; steps != 0; steps &= steps - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(steps));
        const TileId to = tile + offsets[i];
        const double mean =
            has_costs ? 0.5 * (factor + static_cast<double>(tiles.cost(to))) : uniform;
        double next = cost + lengths[i] * mean;
        if (flood.theirs != nullptr) next = std::max(next, flood.earliest(to));
        if (!(next <= flood.limit)) continue;
        if (flood.relax(to, next) == TileFlood::Reached::first) queue.push(to, next, 0);
      }
    }
  }
  return expanded;
}

}  // namespace taut
