// What a player knows of a world: a copy whose tiles are blocked until they are seen.
#include <taut/engine/convex_mesh.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/link_oracle.hpp"
#include "support/random_links.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

namespace taut::test {
namespace {

World make_floors(Random& random) {
  std::vector<FloorMap> floors;
  for (int i = random.between(1, 3); i > 0; --i) floors.push_back({make_random_map(random, 9), {}});
  return World(floors);
}

// The player sees the tiles of a rectangle.
void see(const World& world, const TileRect& rect, World& known) {
  for (int y = rect.y0; y < rect.y1; ++y) {
    for (int x = rect.x0; x < rect.x1; ++x) {
      if (!world.grid().is_inside({x, y})) continue;
      known.set(Tile{x, y},
                world.grid().is_walkable(x, y) ? TileState::walkable : TileState::blocked);
    }
  }
}

TileRect random_rect(Random& random, const Grid& grid) {
  const int x = random.between(0, grid.width() - 1);
  const int y = random.between(0, grid.height() - 1);
  return {x, y, x + random.between(3, 20), y + random.between(3, 12)};
}

std::string bytes_of(const World& world) {
  std::string all;
  for (TileId id = 0; id < world.grid().tile_count(); ++id) {
    all += world.grid().is_walkable(world.grid().tile(id)) ? '.' : '@';
  }
  return all + std::to_string(world.revision()) + ' ' + std::to_string(world.mesh().revision());
}

}  // namespace

TEST_CASE("a known world: paths are optimal for what is known, the true world stays") {
  std::size_t over_links = 0;
  std::size_t longer = 0;
  for (Random& random : random_generators("known worlds")) {
    for (std::size_t i = random_count(400, 10'000); i > 0; --i) {
      World world = make_floors(random);
      if (world.grid().walkable_count() == 0) continue;
      add_random_links(random, 8, world);
      const std::string before = bytes_of(world);
      World known = world;
      known.set({0, 0, known.grid().width(), known.grid().height()}, TileState::blocked);
      for (int looks = random.between(1, 6); looks > 0; --looks) {
        see(world, random_rect(random, world.grid()), known);
        if (known.grid().walkable_count() == 0) continue;
        const Point start = center(random_walkable_tile(random, known.grid()));
        const Point goal = center(random_walkable_tile(random, known.grid()));
        const std::vector<Point> places = places_of(known, start, goal);
        // Between two blocked tiles, also of those not seen, a place is left on one side only.
        if (has_pinched(known.grid(), places) || has_pinched(world.grid(), places)) continue;
        std::vector<LatticePoint> lattice;
        for (const Point& place : places) lattice.push_back(to_lattice(place));
        const std::vector<long double> walks = VisibilityGraph(known.grid()).find_lengths(lattice);
        const long double wanted = find_linked_cost(
            known, lanes_of(known), {},
            [&](std::size_t from, std::size_t to) { return walks[from * places.size() + to]; },
            [&](std::size_t place) { return known.grid().locate(places[place]).has_value(); });
        Finder finder(known);
        const FoundPath found = finder.find(start, goal, {.method = Method::optimal});
        REQUIRE(static_cast<bool>(found) == std::isfinite(wanted));
        if (!found) continue;
        REQUIRE(std::abs(found.cost - static_cast<double>(wanted)) <= 1e-9 * (1.0 + found.cost));
        if (!found.links.empty()) ++over_links;
        Finder of_all(world);
        const FoundPath best = of_all.find(start, goal, {.method = Method::optimal});
        REQUIRE(best);
        REQUIRE(best.cost <= found.cost + 1e-9);
        if (best.cost < found.cost - 1e-3) ++longer;
      }
      REQUIRE(bytes_of(world) == before);
    }
  }
  CHECK((over_links > 20 || is_small_share()));
  CHECK((longer > 5 || is_small_share()));
}

}  // namespace taut::test
