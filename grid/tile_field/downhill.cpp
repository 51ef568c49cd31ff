#include <taut/tile_field.hpp>

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

Result extract_downhill_path(const Grid& grid, std::span<const float> values, Tile from,
                             const TileSteps& steps, std::span<TileId> out) noexcept {
  std::optional<Tile> next = find_downhill_step(grid, values, from, steps);
  if (!next && values[grid.id(from)] == kUnreachedTile) return {Status::no_path};
  std::size_t count = 0;
  for (std::optional<Tile> at = from; at; at = next) {
    if (count == out.size()) return {Status::truncated, count};
    out[count++] = grid.id(*at);
    next = find_downhill_step(grid, values, *at, steps);
  }
  return {Status::ok, count};
}

}  // namespace taut
