#include "priced_corridor.hpp"

namespace taut::tools {
namespace {

float cost_of(const Grid& grid, const Ground& costs, const Tile& tile) {
  return costs[grid.terrain_class(grid.id(tile))];
}

// Orthogonal steps only.
std::vector<Tile> join_steps(const Grid& grid, const Ground& costs, std::span<const TileId> tiles) {
  std::vector<Tile> joined;
  for (const TileId id : tiles) {
    const Tile to = grid.tile(id);
    if (!joined.empty() && joined.back().x != to.x && joined.back().y != to.y) {
      const Tile from = joined.back();
      const Tile one{to.x, from.y};
      const Tile other{from.x, to.y};
      joined.push_back(cost_of(grid, costs, other) < cost_of(grid, costs, one) ? other : one);
    }
    joined.push_back(to);
  }
  return joined;
}

Portal edge_between(const Tile& from, const Tile& to) {
  const auto point = [](int x, int y) {
    return Point{static_cast<float>(x), static_cast<float>(y)};
  };
  if (to.x > from.x) return {point(to.x, to.y + 1), point(to.x, to.y)};
  if (to.x < from.x) return {point(from.x, from.y), point(from.x, from.y + 1)};
  if (to.y > from.y) return {point(to.x, to.y), point(to.x + 1, to.y)};
  return {point(from.x + 1, from.y), point(from.x, from.y)};
}

}  // namespace

PricedCorridor PricedCorridor::of_tiles(const Grid& grid, const Ground& costs,
                                        std::span<const TileId> tiles) {
  PricedCorridor corridor;
  const std::vector<Tile> steps = join_steps(grid, costs, tiles);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) corridor.portals.push_back(edge_between(steps[i - 1], steps[i]));
    corridor.costs.push_back(cost_of(grid, costs, steps[i]));
  }
  return corridor;
}

PricedCorridor PricedCorridor::of_rows(const Grid& grid, const Ground& costs,
                                       std::span<const TileId> tiles) {
  const std::vector<Tile> steps = join_steps(grid, costs, tiles);
  PricedCorridor corridor;
  corridor.costs.push_back(cost_of(grid, costs, steps.front()));
  Tile row_step{0, 0};
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Tile step{steps[i].x - steps[i - 1].x, steps[i].y - steps[i - 1].y};
    const float cost = cost_of(grid, costs, steps[i]);
    const bool is_in_row = row_step == Tile{0, 0} || row_step == step;
    if (is_in_row && cost == corridor.costs.back()) {
      row_step = step;
      continue;
    }
    corridor.portals.push_back(edge_between(steps[i - 1], steps[i]));
    corridor.costs.push_back(cost);
    row_step = {0, 0};
  }
  return corridor;
}

}  // namespace taut::tools
