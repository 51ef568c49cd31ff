#include "support/tile_oracle.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace taut::test {

bool is_step_allowed(const Grid& grid, Tile from, Tile to, DiagonalRule rule) {
  const int dx = to.x - from.x;
  const int dy = to.y - from.y;
  if (std::abs(dx) > 1 || std::abs(dy) > 1 || (dx == 0 && dy == 0)) return false;
  if (!grid.is_walkable(from) || !grid.is_walkable(to)) return false;
  if (dx == 0 || dy == 0) return true;
  const int free = (grid.is_walkable(from.x + dx, from.y) ? 1 : 0) +
                   (grid.is_walkable(from.x, from.y + dy) ? 1 : 0);
  switch (rule) {
    case DiagonalRule::never:
      return false;
    case DiagonalRule::only_if_no_obstacles:
      return free == 2;
    case DiagonalRule::at_least_one_walkable:
      return free >= 1;
    case DiagonalRule::always:
      return true;
  }
  return false;
}

double step_cost(const Grid& grid, Tile from, Tile to, const Ground& ground) {
  const double length = from.x != to.x && from.y != to.y ? kDiagonalCost : 1.0;
  const auto factor = [&](const Tile& tile) {
    return static_cast<double>(ground[grid.terrain_class(grid.id(tile))]);
  };
  return length * (0.5 * (factor(from) + factor(to)));
}

std::vector<double> find_tile_costs(const Grid& grid, Tile start, DiagonalRule rule,
                                    const Ground& ground) {
  std::vector<double> costs(grid.tile_count(), std::numeric_limits<double>::infinity());
  using Entry = std::pair<double, TileId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  costs[grid.id(start)] = 0.0;
  open.push({0.0, grid.id(start)});
  while (!open.empty()) {
    const Entry entry = open.top();
    open.pop();
    if (entry.first > costs[entry.second]) continue;
    const Tile from = grid.tile(entry.second);
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const Tile to{from.x + dx, from.y + dy};
        if (!is_step_allowed(grid, from, to, rule)) continue;
        const double cost = entry.first + step_cost(grid, from, to, ground);
        if (cost < costs[grid.id(to)]) {
          costs[grid.id(to)] = cost;
          open.push({cost, grid.id(to)});
        }
      }
    }
  }
  return costs;
}

std::vector<Tile> find_tiles_at(const Grid& grid, const Point& point) {
  std::vector<Tile> tiles;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile tile = grid.tile(id);
    const float x = point.x - static_cast<float>(tile.x);
    const float y = point.y - static_cast<float>(tile.y);
    const bool is_at = x >= 0.0F && x <= 1.0F && y >= 0.0F && y <= 1.0F;
    if (is_at && grid.is_walkable(tile)) tiles.push_back(tile);
  }
  return tiles;
}

std::vector<int> label_components(const Grid& grid) {
  std::vector<int> labels(grid.tile_count(), 0);
  std::vector<Tile> open;
  int label = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto id = static_cast<TileId>(i);
    if (labels[i] != 0 || !grid.is_walkable(grid.tile(id))) continue;
    labels[i] = ++label;
    open.push_back(grid.tile(id));
    while (!open.empty()) {
      const Tile tile = open.back();
      open.pop_back();
      for (const Tile next : {Tile{tile.x + 1, tile.y}, Tile{tile.x - 1, tile.y},
                              Tile{tile.x, tile.y + 1}, Tile{tile.x, tile.y - 1}}) {
        if (!grid.is_walkable(next) || labels[grid.id(next)] != 0) continue;
        labels[grid.id(next)] = label;
        open.push_back(next);
      }
    }
  }
  return labels;
}

}  // namespace taut::test
