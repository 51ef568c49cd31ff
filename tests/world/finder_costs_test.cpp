// A Finder with a table of costs by terrain class.
#include <taut/engine/grid_path.hpp>
#include <taut/engine/path_cost.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("Finder: a table of costs gives the paths of find_path, after edits too", "[mover]") {
  for (Random& random : random_generators("finder costs")) {
    for (std::size_t i = random_count(60, 3'000); i > 0; --i) {
      World world(make_random_map(random, 20));
      Finder finder(world);
      TerrainCosts table;
      table.set(1, 3.0F);
      table.set(2, kBlockedTerrain);
      table.set(3, 0.5F);
      for (int edit = 0; edit < 10; ++edit) {
        const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
        if (random.chance(30)) {
          world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
        } else {
          world.set_class(tiles, static_cast<std::uint8_t>(random.below(4)));
        }
        const Grid& grid = world.grid();
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        FindOptions options;
        options.costs = &table;
        if (random.chance(50)) options.method = Method::fast;
        FoundPath found;
        if (random.chance(50)) {
          found = finder.find(start, goal, options);
        } else {
          options.budget = 5;
          do {
            found = finder.find(start, goal, options);
          } while (found.status == Status::unfinished);
        }
        GridPathOptions path_options;
        path_options.search.costs = &table;
        GridScratch scratch(grid);
        std::vector<Point> out(max_path_points(grid));
        const PathResult wanted = find_path(grid, start, goal, path_options, scratch, out);
        INFO(to_drawing(grid) << start.x << " " << start.y << " to " << goal.x << " " << goal.y
                              << ": " << static_cast<int>(found.reason));
        REQUIRE(found.status == wanted.status);
        REQUIRE((found.reason == Reason::none) == (found.status == Status::ok));
        if (found.status == Status::invalid_input) {
          REQUIRE((found.reason == Reason::start_blocked || found.reason == Reason::goal_blocked));
        }
        if (!found) continue;
        REQUIRE(found.method == Method::fast);
        REQUIRE(found.cost == wanted.cost);
        REQUIRE(found.points.size() == wanted.count);
        REQUIRE(std::equal(found.points.begin(), found.points.end(), out.begin()));
      }
    }
  }
}

TEST_CASE("Finder: a disc with a table walks as on a grid with these factors", "[mover]") {
  for (Random& random : random_generators("finder costs: discs")) {
    for (std::size_t i = random_count(200, 10'000); i > 0; --i) {
      Grid grid = make_random_map(random, 20);
      if (grid.walkable_count() == 0) continue;
      World classes(grid);
      TerrainCosts table;
      for (std::uint8_t id = 1; id < 4; ++id) {
        const float factor = 0.5F * static_cast<float>(random.between(1, 16));
        table.set(id, factor);
        const TileRect tiles = random_rect(random, grid.width(), grid.height());
        classes.set_class(tiles, id);
        grid.set_cost(tiles, factor);
      }
      if (!grid.has_costs()) continue;  // another search
      const World factors(grid);
      FindOptions options;
      options.agent = Agent::disc(0.1 * random.between(1, 5));
      const Point start = center(random_walkable_tile(random, grid));
      const Point goal = center(random_walkable_tile(random, grid));
      Finder by_factors(factors);
      Finder by_table(classes);
      const FoundPath wanted = by_factors.find(start, goal, options);
      options.costs = &table;
      const FoundPath found = by_table.find(start, goal, options);
      INFO(to_drawing(grid));
      REQUIRE(found.status == wanted.status);
      REQUIRE(found.cost == wanted.cost);
      REQUIRE(found.turns.size() == wanted.turns.size());
      for (std::size_t k = 0; k < found.turns.size(); ++k) {
        REQUIRE(found.turns[k].entry == wanted.turns[k].entry);
      }
    }
  }
}

TEST_CASE("Finder: what a table of costs does not go with", "[mover]") {
  World world(Grid(12, 12, TileState::walkable));
  world.set_class({4, 4, 6, 6}, 1);
  world.prepare(Agent::square(0.5));
  world.prepare(Agent::disc(1.0));
  world.prepare(Agent::disc(0.25));
  CHECK(world.changes_since(0)->size() == 1);
  const std::uint64_t revision = world.revision();
  world.set_class({4, 4, 5, 6}, 1);
  CHECK(world.revision() == revision);
  Finder finder(world);
  TerrainCosts slow;
  slow.set(1, 3.0F);
  TerrainCosts barred;
  barred.set(1, kBlockedTerrain);
  const Point start{1.5F, 1.5F};
  const Point goal{9.5F, 8.5F};
  const auto reason = [&](const FindOptions& options) {
    const FoundPath found = finder.find(start, goal, options);
    CHECK((found.status == Status::invalid_input) == (found.reason == Reason::terrain));
    return found.reason;
  };
  FindOptions options;
  for (const TerrainCosts* costs : {&slow, &barred}) {
    options = {};
    options.costs = costs;
    CHECK(reason(options) == Reason::none);
    options.method = Method::optimal;
    CHECK(reason(options) == Reason::terrain);
    options.method = Method::best;
    for (const Agent& agent : {Agent::square(0.5), Agent::disc(1.0)}) {
      options.agent = agent;
      CHECK(reason(options) == Reason::terrain);
    }
  }
  options.agent = Agent::disc(0.25);
  CHECK(reason(options) == Reason::terrain);
  options.costs = &slow;
  CHECK(reason(options) == Reason::none);
  options.agent = {};
  options.goal = EndRule::nearest;
  CHECK(reason(options) == Reason::none);
  options.costs = &barred;
  CHECK(reason(options) == Reason::none);
  options = {};
  options.costs = &barred;
  CHECK(finder.find(start, {5.5F, 5.5F}, options).reason == Reason::goal_blocked);
  CHECK(finder.find({5.5F, 5.5F}, goal, options).reason == Reason::start_blocked);
}
