// find_nearest_walkable() against a look at every tile.
#include <algorithm>
#include <limits>
#include <optional>

#include <taut/grid.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

std::optional<Tile> find_by_force(const Grid& grid, LatticePoint place) {
  std::optional<Tile> nearest;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!grid.is_walkable(x, y)) continue;
      const std::int64_t dx =
          std::max({std::int64_t{0}, 1024 * x - place.x, place.x - 1024 * (x + 1)});
      const std::int64_t dy =
          std::max({std::int64_t{0}, 1024 * y - place.y, place.y - 1024 * (y + 1)});
      if (dx * dx + dy * dy < least) {
        least = dx * dx + dy * dy;
        nearest = Tile{x, y};
      }
    }
  }
  return nearest;
}

}  // namespace

TEST_CASE("find_nearest_walkable: by hand", "[nearest]") {
  const Grid grid = draw_map(
      "@@@@.\n"
      "@@@@@\n"
      ".@@@@\n");
  CHECK(find_nearest_walkable(grid, {4.5F, 0.5F}) == Tile{4, 0});
  CHECK(find_nearest_walkable(grid, {2.5F, 1.5F}) == Tile{4, 0});  // equally near: the smaller id
  CHECK(find_nearest_walkable(grid, {2.0F, 1.5F}) == Tile{0, 2});
  CHECK(find_nearest_walkable(grid, {-1000.0F, 9.0F}) == Tile{0, 2});
  CHECK(find_nearest_walkable(grid, {1e6F, 1e6F}) == Tile{4, 0});
  CHECK_FALSE(find_nearest_walkable(Grid(3, 3, TileState::blocked), {1, 1}).has_value());
}

TEST_CASE("find_nearest_walkable: random maps and places", "[nearest]") {
  for (Random& random : random_generators("nearest")) {
    const std::size_t maps = random_count(4500, 60000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = random.chance(30) ? make_noise_map(random, random.between(1, 200),
                                                           random.between(1, 40), 99)
                                          : make_random_map(random, random.chance(70) ? 9 : 80);
      for (int k = 0; k < 20; ++k) {
        LatticePoint place = random_place(random, grid);
        if (random.chance(20)) {
          place = place +
                  LatticePoint{1024 * random.between(-100, 100), 512 * random.between(-100, 100)};
        }
        if (find_nearest_walkable(grid, to_map_point(place)) != find_by_force(grid, place)) {
          FAIL(to_drawing(grid) << place.x << " " << place.y);
        }
      }
    }
    SUCCEED();
  }
}
