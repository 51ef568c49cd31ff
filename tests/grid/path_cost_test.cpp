// path_cost() against the tiles under the middle of each piece of a path.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <taut/engine/raycast.hpp>
#include <taut/engine/validate.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Factors below and above 1, and maps that are walkable in part: class i costs i / 8, 0 costs 1.
struct PricedMap {
  Grid grid;
  Ground ground{};
};

PricedMap make_terrain(Random& random, int max_side) {
  PricedMap map{make_random_map(random, max_side)};
  for (int i = 1; i <= 80; ++i) {
    map.ground.set(static_cast<std::uint8_t>(i), static_cast<float>(i) / 8.0F);
  }
  for (int i = random.between(1, 8); i > 0; --i) {
    const int x = random.between(0, map.grid.width() - 1);
    const int y = random.between(0, map.grid.height() - 1);
    map.grid.set_class({x, y, x + random.between(1, 5), y + random.between(1, 5)},
                       static_cast<std::uint8_t>(random.between(1, 80)));
  }
  return map;
}

long double cost_at(const PricedMap& map, long double x, long double y) {
  const Tile tile{static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y))};
  if (!map.grid.is_walkable(tile)) return std::numeric_limits<long double>::infinity();
  return static_cast<long double>(map.ground[map.grid.terrain_class(map.grid.id(tile))]);
}

// A leg is cut where it meets grid lines; each piece has the cost of the tile under its middle, or
// of the cheaper of the two beside it.
long double cost_by_pieces(const PricedMap& map, const Point& from, const Point& to) {
  const long double x = static_cast<long double>(from.x);
  const long double y = static_cast<long double>(from.y);
  const long double dx = static_cast<long double>(to.x) - x;
  const long double dy = static_cast<long double>(to.y) - y;
  std::vector<long double> cuts{0.0L, 1.0L};
  for (int line = 0; line <= std::max(map.grid.width(), map.grid.height()); ++line) {
    for (const long double cut :
         {(line - x) / (dx == 0.0L ? 1e-30L : dx), (line - y) / (dy == 0.0L ? 1e-30L : dy)}) {
      if (cut > 0.0L && cut < 1.0L) cuts.push_back(cut);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  long double sum = 0.0L;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    if (cuts[i] - cuts[i - 1] < 1e-15L) continue;
    const long double middle = (cuts[i] + cuts[i - 1]) / 2.0L;
    const long double at_x = x + middle * dx;
    const long double at_y = y + middle * dy;
    const long double aside = 1e-9L;
    const long double cost = std::min(
        cost_at(map, at_x + (dx == 0.0L ? aside : 0.0L), at_y + (dy == 0.0L ? aside : 0.0L)),
        cost_at(map, at_x - (dx == 0.0L ? aside : 0.0L), at_y - (dy == 0.0L ? aside : 0.0L)));
    sum += (cuts[i] - cuts[i - 1]) * cost;
  }
  return sum * std::sqrt(dx * dx + dy * dy);
}

}  // namespace

TEST_CASE("path_cost: known paths", "[path_cost]") {
  Grid grid(4, 3, TileState::walkable);
  Ground ground;
  ground.set(1, 0.25F);
  ground.set(2, 4.0F);
  const auto cost = [&](std::span<const Point> path) { return path_cost(grid, ground, path); };
  const std::vector<Point> across{{0.5F, 0.5F}, {3.5F, 0.5F}};
  const std::vector<Point> on_line{{1.0F, 0.0F}, {1.0F, 3.0F}};
  const std::vector<Point> on_border{{0.0F, 0.0F}, {0.0F, 3.0F}, {4.0F, 3.0F}};
  CHECK(cost({}) == 0.0);
  CHECK(cost(std::span(across).first(1)) == 0.0);
  CHECK(cost(across) == 3.0);
  grid.set_class({1, 0, 2, 3}, 1);
  grid.set_class({2, 0, 3, 3}, 2);
  CHECK(cost(across) == 0.5 + 0.25 + 4.0 + 0.5);
  CHECK(cost(on_line) == 0.75);
  CHECK(cost(on_border) == 3.0 + 1.0 + 0.25 + 4.0 + 1.0);
  // Blocked tiles and classes count neither along their border nor inside.
  grid.set({1, 0, 2, 3}, TileState::blocked);
  CHECK(cost(on_line) == 3.0);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(cost(across) == kInfinity);
  ground.set(2, kBlockedTerrain);
  CHECK(cost(std::vector<Point>{{2.5F, 0.5F}, {3.5F, 0.5F}}) == kInfinity);
  CHECK(cost(std::vector<Point>{{3.0F, 0.0F}, {3.0F, 3.0F}}) == 3.0);
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(), -1e30F, 1e9F}) {
    CHECK(cost(std::vector<Point>{{0.5F, 0.5F}, {bad, 0.5F}}) == kInfinity);
    CHECK(cost(std::vector<Point>{{0.5F, bad}, {0.5F, 0.5F}}) == kInfinity);
  }
}

TEST_CASE("path_cost: random legs", "[path_cost]") {
  for (Random& random : random_generators("path_cost")) {
    for (std::size_t i = random_count(20'000, 1'000'000); i > 0; --i) {
      const PricedMap map = make_terrain(random, 12);
      const Grid& grid = map.grid;
      if (grid.walkable_count() == 0) continue;
      const Point from = to_map_point(random_place(random, grid));
      const Point to = to_map_point(random_place(random, grid));
      const std::vector<Point> leg{from, to};
      const std::vector<Point> back{to, from};
      const double cost = path_cost(grid, map.ground, leg);
      INFO(to_drawing(grid) << from.x << " " << from.y << " to " << to.x << " " << to.y);
      if (from == to) {
        REQUIRE(cost == 0.0);
      } else if (is_visible(grid, from, to)) {
        const auto wanted = static_cast<double>(cost_by_pieces(map, from, to));
        REQUIRE(std::abs(cost - wanted) <= 1e-12 * wanted);
        REQUIRE(std::abs(cost - path_cost(grid, map.ground, back)) <= 1e-12 * wanted);
      } else {
        REQUIRE(cost == std::numeric_limits<double>::infinity());
      }
    }
  }
}
