// A Finder and agents with grounds: what classes of terrain cost them.
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

TEST_CASE("Finder: a ground gives the paths of find_path with its table, after edits too",
          "[mover]") {
  for (Random& random : random_generators("finder costs")) {
    for (std::size_t i = random_count(60, 3'000); i > 0; --i) {
      World world(make_random_map(random, 20));
      Finder finder(world);
      Ground table;
      table.set(1, 3.0F);
      table.set(2, kBlockedTerrain);
      table.set(3, 0.5F);
      world.set_ground(9, table);
      world.prepare(Agent::point(9));
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
        options.agent = Agent::point(9);
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

TEST_CASE("Finder: a disc with a ground walks as on a grid with these factors", "[mover]") {
  for (Random& random : random_generators("finder costs: discs")) {
    for (std::size_t i = random_count(200, 10'000); i > 0; --i) {
      Grid grid = make_random_map(random, 20);
      if (grid.walkable_count() == 0) continue;
      World classes(grid);
      Ground table;
      for (std::uint8_t id = 1; id < 4; ++id) {
        const float factor = 0.5F * static_cast<float>(random.between(1, 16));
        table.set(id, factor);
        const TileRect tiles = random_rect(random, grid.width(), grid.height());
        classes.set_class(tiles, id);
        grid.set_cost(tiles, factor);
      }
      if (!grid.has_costs()) continue;  // another search
      // A class that the ground blocks, where the other world has walls.
      const TileRect land = random_rect(random, grid.width(), grid.height());
      table.set(4, kBlockedTerrain);
      if (random.chance(50)) {
        classes.set_class(land, 4);
        grid.set(land, TileState::blocked);
      }
      if (!grid.has_costs() || grid.walkable_count() == 0) continue;
      World factors(grid);
      FindOptions options;
      options.agent = Agent::disc(0.1 * random.between(1, 5));
      factors.prepare(options.agent);
      classes.set_ground(1, table);
      classes.prepare(Agent::disc(options.agent.radius, 1));
      const Point start = center(random_walkable_tile(random, grid));
      const Point goal = center(random_walkable_tile(random, grid));
      Finder by_factors(factors);
      Finder by_table(classes);
      const FoundPath wanted = by_factors.find(start, goal, options);
      options.agent.ground = 1;
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

TEST_CASE("Finder: what has paths where tiles cost", "[mover]") {
  constexpr std::uint8_t kSlow = 1;
  constexpr std::uint8_t kBarred = 2;
  World world(Grid(12, 12, TileState::walkable));
  world.set_class({4, 4, 6, 6}, 1);
  CHECK(world.changes_since(0)->size() == 1);
  const std::uint64_t revision = world.revision();
  world.set_class({4, 4, 5, 6}, 1);
  CHECK(world.revision() == revision);
  Ground slow;
  slow.set(1, 3.0F);
  Ground barred;
  barred.set(1, kBlockedTerrain);
  world.set_ground(kSlow, slow);
  world.set_ground(kBarred, barred);
  const Point start{1.5F, 1.5F};
  const Point goal{9.5F, 8.5F};
  Finder finder(world);
  const auto reason = [&](const Agent& agent, Method method) {
    world.prepare(agent);
    const FoundPath found = finder.find(start, goal, {agent, method});
    CHECK((found.status == Status::invalid_input) == (found.reason == Reason::terrain));
    return found.reason;
  };
  for (const Method method : {Method::best, Method::fast, Method::optimal}) {
    for (const Agent& agent : {Agent::point(kBarred), Agent::disc(0.25, kBarred),
                               Agent::disc(1.0, kBarred), Agent::square(0.5, kBarred)}) {
      CHECK(reason(agent, method) == Reason::none);
    }
    const bool has_cheap = method != Method::optimal;
    for (const Agent& agent : {Agent::point(kSlow), Agent::disc(0.25, kSlow)}) {
      CHECK(reason(agent, method) == (has_cheap ? Reason::none : Reason::terrain));
    }
    for (const Agent& agent : {Agent::disc(1.0, kSlow), Agent::square(0.5, kSlow)}) {
      CHECK(reason(agent, method) == Reason::terrain);
    }
  }
  FindOptions options;
  options.agent = Agent::point(kSlow);
  options.goal = EndRule::nearest;
  CHECK(finder.find(start, goal, options));
  options = {};
  options.agent = Agent::point(kBarred);
  CHECK(finder.find(start, {5.5F, 5.5F}, options).reason == Reason::goal_blocked);
  CHECK(finder.find({5.5F, 5.5F}, goal, options).reason == Reason::start_blocked);
}
