#include "support/terrain_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <utility>
#include <vector>

namespace taut::test {
namespace {

using Place = std::pair<int, int>;  // in units of 1 / (places + 1) tile

// Whether a place is a corner at which two blocked tiles touch: no path leads past it.
bool is_pinch(const Grid& grid, const Place& at, int parts) {
  if (at.first % parts != 0 || at.second % parts != 0) return false;
  const int x = at.first / parts;
  const int y = at.second / parts;
  const bool is_falling = grid.is_walkable(x - 1, y - 1) && grid.is_walkable(x, y);
  const bool is_rising = grid.is_walkable(x, y - 1) && grid.is_walkable(x - 1, y);
  const bool is_one = grid.is_walkable(x - 1, y - 1) || grid.is_walkable(x, y);
  const bool is_other = grid.is_walkable(x, y - 1) || grid.is_walkable(x - 1, y);
  return (is_falling && !is_other) || (is_rising && !is_one);
}

}  // namespace

Ground add_terrain(Random& random, Grid& grid) {
  constexpr float kFactors[] = {1.0F, 0.5F, 2.0F, 3.0F, 6.0F, 10.0F};
  Ground ground;
  for (std::size_t i = 1; i < std::size(kFactors); ++i) {
    ground.set(static_cast<std::uint8_t>(i), kFactors[i]);
  }
  for (int i = random.between(1, 8); i > 0; --i) {
    const int x = random.between(0, grid.width() - 1);
    const int y = random.between(0, grid.height() - 1);
    grid.set_class({x, y, x + random.between(1, 6), y + random.between(1, 6)},
                   static_cast<std::uint8_t>(1 + random.below(std::size(kFactors) - 1)));
  }
  return ground;
}

double find_cost_by_places(const Grid& tiles, const Ground& ground, const Point& start,
                           const Point& goal, int places) {
  const Grid grid = Grid::from_predicate(tiles.width(), tiles.height(), [&](int x, int y) {
    return tiles.is_walkable(x, y) && !ground.is_blocked(tiles.terrain_class(tiles.id({x, y})));
  });
  const int parts = places + 1;
  const auto to_place = [&](const Point& p) {
    return Place(static_cast<int>(std::lround(p.x * static_cast<float>(parts))),
                 static_cast<int>(std::lround(p.y * static_cast<float>(parts))));
  };
  const Place first = to_place(start);
  const Place last = to_place(goal);
  std::map<Place, double> costs;
  using Entry = std::pair<double, Place>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  costs[first] = 0.0;
  open.push({0.0, first});
  while (!open.empty()) {
    const double cost = open.top().first;
    const Place at = open.top().second;
    open.pop();
    if (cost > costs[at]) continue;
    if (at == last) return cost;
    // To every place of each tile that holds this one.
    for (const int tile_x : {(at.first + parts - 1) / parts - 1, at.first / parts}) {
      for (const int tile_y : {(at.second + parts - 1) / parts - 1, at.second / parts}) {
        if (!grid.is_walkable(tile_x, tile_y)) continue;
        const double factor =
            static_cast<double>(ground[tiles.terrain_class(tiles.id({tile_x, tile_y}))]);
        const auto visit = [&](const Place& to) {
          if (is_pinch(grid, to, parts)) return;
          const double length = std::hypot(to.first - at.first, to.second - at.second) / parts;
          const auto [known, is_new] = costs.try_emplace(to, cost + factor * length);
          if (!is_new && known->second <= cost + factor * length) return;
          known->second = cost + factor * length;
          open.push({known->second, to});
        };
        for (int i = 0; i <= parts; ++i) {
          visit({tile_x * parts + i, tile_y * parts});
          visit({tile_x * parts + i, (tile_y + 1) * parts});
          visit({tile_x * parts, tile_y * parts + i});
          visit({(tile_x + 1) * parts, tile_y * parts + i});
        }
        const bool holds_goal =
            last.first >= tile_x * parts && last.first <= (tile_x + 1) * parts &&
            last.second >= tile_y * parts && last.second <= (tile_y + 1) * parts;
        if (holds_goal) visit(last);
      }
    }
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace taut::test
