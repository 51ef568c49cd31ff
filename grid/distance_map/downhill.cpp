#include <taut/engine/distance_map.hpp>

#include <cassert>

namespace taut {

std::optional<Tile> find_downhill_step(const Grid& grid, std::span<const float> values, Tile from,
                                       const TileSteps& steps) noexcept {
  assert(values.size() >= grid.tile_count() && grid.is_inside(from));
  const float own = values[grid.id(from)];
  std::optional<Tile> best;
  double least = std::numeric_limits<double>::infinity();
  for_each_neighbor(grid, from, steps, [&](Tile to, double cost) {
    const float value = values[grid.id(to)];
    if (!(value < own)) return;
    const double sum = static_cast<double>(value) + cost;
    if (!(sum < least)) return;
    least = sum;
    best = to;
  });
  return best;
}

}  // namespace taut
