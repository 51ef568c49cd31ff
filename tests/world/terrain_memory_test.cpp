// The memory of queries over terrain follows what they visit, not the map.
#include <cstddef>

#include <taut/finder.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"

namespace taut::test {
namespace {

// A large map, with a swamp beside the corner where the queries are.
struct Corner {
  static constexpr int kSide = 2048;

  World world{Grid(kSide, kSide, TileState::walkable)};
  Point start{5.5F, 5.5F};
  Point goal{30.5F, 25.5F};

  Corner() {
    world.prepare(Agent::disc(0.4));
    world.set_class({15, 0, 18, kSide}, 1);
  }
};

}  // namespace

TEST_CASE("Finder: the first query over terrain touches the memory of what it visits") {
  Corner corner;
  Ground table;
  table.set(1, 3.0F);
  corner.world.set_ground(1, table);
  const auto check = [&](std::uint8_t ground) {
    for (const Agent& agent : {Agent::point(ground), Agent::disc(0.4, ground)}) {
      corner.world.prepare(agent);
      FindOptions options;
      options.agent = agent;
      const TouchedMemory touched;
      Finder finder(corner.world);
      const FoundPath found = finder.find(corner.start, corner.goal, options);
      REQUIRE(found);
      REQUIRE(found.cost > found.length);
      const std::size_t bytes = touched.bytes();
      const std::size_t tiles = corner.world.grid().tile_count();
      INFO(bytes << " bytes, " << found.expanded << " expanded");
      // A page for a tile expanded; the search marks each run of 16 tiles by 4 bytes.
      CHECK(bytes < 4096 * found.expanded + tiles / 4);
    }
  };
  check(1);
  corner.world.set_cost({15, 0, 18, Corner::kSide}, 3.0F);
  check(0);
}

}  // namespace taut::test
