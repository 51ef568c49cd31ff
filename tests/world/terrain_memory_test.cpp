// The memory of queries over priced ground follows what they visit, not the map.
#include <cstddef>

#include <taut/engine/space.hpp>
#include <taut/finder.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

// Beside the corner where the queries are a swamp, and `patches` patches all over the map.
struct Corner {
  static constexpr int kSide = 2048;

  World world{Grid(kSide, kSide, TileState::walkable)};
  Point start{5.5F, 5.5F};
  Point goal{30.5F, 25.5F};

  explicit Corner(int patches) {
    Ground ground;
    ground.set(1, 3.0F);
    world.set_ground(kGround, ground);
    world.set_class({15, 0, 18, kSide}, 1);
    for (int i = 0; i < patches; ++i) {
      const int x = 64 + i % 120 * 16;
      const int y = 64 + i / 120 * 16;
      world.set_class({x, y, x + 8, y + 8}, 1);
    }
  }
};

}  // namespace

TEST_CASE("Finder: the first query over terrain touches the memory of what it visits") {
  for (const int patches : {0, 12000}) {
    Corner corner(patches);
    for (const Agent& agent : {Agent::point(kGround), Agent::disc(0.4, kGround),
                               Agent::disc(0.9, kGround), Agent::square(0.4, kGround)}) {
      corner.world.prepare(agent);
      const TouchedMemory touched;
      Finder finder(corner.world);
      const FoundPath found = finder.find(corner.start, corner.goal, {agent});
      REQUIRE(found);
      REQUIRE(found.cost > found.length);
      const std::size_t bytes = touched.bytes();
      const std::size_t edges = corner.world.find_space(agent)->mesh().edge_count();
      INFO(patches << " patches, " << bytes << " bytes, " << found.expanded << " expanded, "
                   << edges << " edges");
      // What there is for each vertex and edge, and pages for the places expanded: that of all
      // places would be 1152 bytes per edge.
      CHECK(bytes < 4096 * found.expanded + 40 * edges);
    }
  }
}

}  // namespace taut::test
