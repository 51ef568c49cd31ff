#include "priced_world.hpp"

#include <algorithm>
#include <cstddef>

#include "tools/output/failure.hpp"

namespace taut::tools {
PricedWorld::PricedWorld(const Grid& tiles)
    : world_(Grid::from_predicate(tiles.width(), tiles.height(),
                                  [&](int x, int y) { return tiles.is_walkable(x, y); })) {
  world_.set_ground(kGround, ground_);
  for (int y = 0; tiles.has_costs() && y < tiles.height(); ++y) {
    const auto cost_at = [&](int x) { return tiles.cost(tiles.id({x, y})); };
    for (int x = 0; x < tiles.width();) {
      const int first = x;
      while (x < tiles.width() && cost_at(x) == cost_at(first)) ++x;
      set_cost({first, y, x, y + 1}, cost_at(first));
    }
  }
}

void PricedWorld::set_cost(const TileRect& tiles, float factor) {
  const auto known = std::find(factors_.begin(), factors_.end(), factor);
  const auto number = static_cast<std::size_t>(known - factors_.begin());
  if (known == factors_.end()) {
    if (number == kTerrainClasses) {
      fail("{}: more than {} different costs", factor, kTerrainClasses);
    }
    factors_.push_back(factor);
    ground_.set(static_cast<std::uint8_t>(number), factor);
    world_.set_ground(kGround, ground_);
  }
  world_.set_class(tiles, static_cast<std::uint8_t>(number));
}

}  // namespace taut::tools
