#include <taut/engine/distance_map.hpp>

#include <cassert>

#include "grid/tiles/mover_tiles.hpp"

namespace taut {

std::optional<Tile> find_downhill_step(const Grid& grid, std::span<const float> values, Tile from,
                                       const TileSteps& steps,
                                       std::span<const TileLink> links) noexcept {
  assert(values.size() >= grid.tile_count() && grid.is_inside(from));
  const float own = values[grid.id(from)];
  std::optional<Tile> best;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](Tile to, double cost) {
    const float value = values[grid.id(to)];
    if (!(value < own)) return;
    const double sum = static_cast<double>(value) + cost;
    if (!(sum < least)) return;
    least = sum;
    best = to;
  };
  for_each_neighbor(grid, from, steps, consider);
  const detail::MoverTiles tiles(grid, steps.costs);
  for (const TileLink& link : links) {
    const bool is_usable = link.from == from && link.cost <= static_cast<double>(kMaxTileValue) &&
                           tiles.is_walkable(from) && tiles.is_walkable(link.to);
    if (is_usable) consider(link.to, link.cost);
  }
  return best;
}

}  // namespace taut
