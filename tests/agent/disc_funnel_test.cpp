// Paths of a disc through portals: the tangent funnel, and the published methods.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>

#include "support/catch.hpp"
#include "support/disc_oracle.hpp"
#include "support/disc_paths.hpp"
#include "support/grid_corridor.hpp"
#include "support/guarded_block.hpp"
#include "support/random_corridors.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("string_pull_disc: radius 0 is string_pull", "[disc]") {
  for (Random& random : random_generators("disc radius 0")) {
    for (std::size_t i = 0; i < random_count(4000, 100000); ++i) {
      const RowKind& kind = kRowKinds[random.below(kRowKinds.size())];
      const LatticeCorridor row = place_ends(random, kind.make(random, random.below(30) + 2), 10);
      const Point start = to_point(row.start, 0.25F);
      const Point goal = to_point(row.goal, 0.25F);
      std::vector<Portal> portals;
      for (const auto& portal : row.portals) {
        portals.push_back({to_point(portal.left, 0.25F), to_point(portal.right, 0.25F)});
      }
      std::vector<Corner> corners(max_path_points(portals.size()));
      std::vector<Corner> work(corners.size());
      std::vector<DiscTurn> turns(max_disc_turns(portals.size()));
      const Result expected = string_pull_corners(start, goal, portals, corners);
      const Result result = string_pull_disc(start, goal, portals, 0.0, work, turns);
      REQUIRE(result.status == Status::ok);
      REQUIRE(result.count == expected.count);
      for (std::size_t k = 0; k < result.count; ++k) {
        REQUIRE(turns[k].center == corners[k].point);
        REQUIRE(turns[k].entry == widen(corners[k].point));
        REQUIRE(turns[k].exit == turns[k].entry);
        REQUIRE(turns[k].portal == corners[k].portal);
        REQUIRE(turns[k].kind == corners[k].kind);
      }
    }
  }
}

TEST_CASE("string_pull_disc: the optimum in corridors of tiles", "[disc]") {
  for (Random& random : random_generators("disc corridors")) {
    std::size_t solved = 0;
    std::size_t blocked = 0;
    for (std::size_t i = 0; i < random_count(500, 20000); ++i) {
      const Grid grid = make_random_map(random, 9);
      if (grid.walkable_count() == 0) continue;
      GridCorridor corridor =
          search_corridor(grid, random_walkable_tile(random, grid),
                          random_walkable_tile(random, grid), DiagonalRule::never);
      if (corridor.tiles.empty() || !make_portals(random, grid, corridor)) continue;
      const Grid kept = keep_only(grid, corridor.tiles);
      const double radius = kNarrowRadii[random.below(4)];
      const bool has_room = has_clearance(kept.bits(), corridor.start, radius) &&
                            has_clearance(kept.bits(), corridor.goal, radius);
      std::vector<Corner> work(max_path_points(corridor.portals.size()));
      std::vector<DiscTurn> turns(max_disc_turns(corridor.portals.size()));
      const Result result =
          string_pull_disc(corridor.start, corridor.goal, corridor.portals, radius, work, turns);
      turns.resize(result.count);
      const auto fail = [&](const std::string& what) {
        FAIL(what << "\n" << describe(kept, corridor.start, corridor.goal, radius, turns));
      };
      if (!has_room) {
        ++blocked;
        continue;
      }
      if (result.status != Status::ok) fail(to_string(result.status));
      const DiscCheck check =
          validate_disc_path(kept, corridor.start, corridor.goal, turns, radius);
      if (check.fault != DiscFault::none) fail(to_string(check.fault));
      const auto optimum = static_cast<double>(
          DiscGraph(kept, static_cast<long double>(radius))
              .find_length(to_lattice(corridor.start), to_lattice(corridor.goal)));
      if (std::abs(check.length - optimum) > 1e-6) fail("not the optimum");
      ++solved;

      // Every capacity gives the first turns, and writes nothing behind them.
      for (std::size_t room = 0; room < turns.size(); ++room) {
        GuardedBlock<DiscTurn> block(room);
        const Result part = string_pull_disc(corridor.start, corridor.goal, corridor.portals,
                                             radius, work, block.room());
        if (part.status != Status::truncated || part.count > room) fail("truncated");
        for (std::size_t k = 0; k < part.count; ++k) {
          if (block.room()[k].center != turns[k].center || block.room()[k].entry != turns[k].entry)
            fail("other first turns");
        }
        if (!block.is_intact()) fail("written behind its end");
      }

      // No portal is as long as a disc of more than half a tile is wide.
      if (!corridor.portals.empty()) {
        CHECK(string_pull_disc(corridor.start, corridor.goal, corridor.portals, 0.51, work, turns)
                  .status == Status::no_path);
      }
    }
    CHECK((is_small_share() || (solved > 50 && blocked > 20)));
  }
}
