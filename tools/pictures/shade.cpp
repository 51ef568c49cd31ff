#include "shade.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

namespace taut::tools {
namespace {

constexpr double kSharePerDoubling = 0.13;
constexpr double kMostShare = 0.55;

}  // namespace

Color mix(Color a, Color b, double share) {
  Color mixed = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const double from = a >> shift & 0xFF;
    const double to = b >> shift & 0xFF;
    mixed |= static_cast<Color>(std::lround(from + (to - from) * share)) << shift;
  }
  return mixed;
}

Color shade(Color color, float cost) {
  if (cost == 1.0F) return color;
  const double doublings = std::log2(static_cast<double>(cost));
  const double share = std::min(kSharePerDoubling * std::abs(doublings) + 0.05, kMostShare);
  return mix(color, doublings > 0.0 ? kDearColor : kCheapColor, share);
}

Color shade(Color color, const Grid& grid, const Ground& ground, Tile tile) {
  return shade(color, ground[grid.terrain_class(grid.id(tile))]);
}

std::vector<float> costs_for_legend(const Grid& grid, const Ground& ground, std::size_t most) {
  if (!ground.has_factors()) return {};
  std::set<float> costs;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (grid.is_walkable(x, y)) costs.insert(ground[grid.terrain_class(grid.id({x, y}))]);
    }
  }
  std::vector<float> all(costs.begin(), costs.end());
  if (all.size() <= most) return all;
  std::vector<float> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return some;
}

}  // namespace taut::tools
