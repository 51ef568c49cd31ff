// Costs that are all 1 count as none: those of tiles, and those of a table.
#include <array>
#include <vector>

#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/world_states.hpp"

namespace taut::test {
namespace {

std::vector<double> distances_of(const World& world, const Agent& agent, const Point& goal) {
  FieldScratch scratch;
  WorldField field(agent);
  field.set_goals(std::array{FieldGoal{goal}});
  (void)field.update(world, scratch);
  std::vector<double> distances{static_cast<double>(field.reason())};
  for (int y = 0; y < world.grid().height(); ++y) {
    for (int x = 0; x < world.grid().width(); ++x) {
      distances.push_back(field.distance(center({x, y})));
    }
  }
  return distances;
}

// The answers for a group with the goal of a query, by fields.
std::vector<Answer> query_group(Finder& finder, const std::vector<GroupUnit>& units,
                                const Point& goal) {
  const GroupOptions options{GroupEnds::goal, GroupMethod::field};
  GroupPaths paths;
  (void)finder.find_group(units, goal, options, paths);
  CHECK(paths.field_count() > 0);
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < paths.size(); ++i) answers.emplace_back(paths.path(i).view());
  return answers;
}

// A map of walls with room for all agents at its border, and classes on some tiles.
World make_plain(Random& random) {
  Grid grid = make_noise_map(random, 24, 18, 25);
  grid.set({0, 0, 24, 3}, TileState::walkable);
  grid.set({20, 0, 24, 18}, TileState::walkable);
  World world = make_world(std::move(grid));
  for (int i = 0; i < 3; ++i) world.set_class(random_rect(random, 24, 18), 5);
  return world;
}

}  // namespace

TEST_CASE("World: costs that are set back to 1 are as if they had not been set") {
  for (Random& random : random_generators("unit costs")) {
    const World plain = make_plain(random);
    World world = plain;
    for (int i = 0; i < 4; ++i) {
      world.set_cost(random_rect(random, 24, 18), 0.5F * static_cast<float>(random.between(1, 9)));
    }
    world.set_cost({2, 1, 3, 2}, 2.0F);
    const Point start = center({1, 1});
    const Point goal = center({22, 16});
    REQUIRE(world.grid().has_costs());
    Finder finder(world);
    REQUIRE(finder.find(start, goal, {Agent::square(0.5)}).reason == Reason::terrain);
    // In two parts, so that the last edit changes some tiles only.
    world.set_cost({0, 0, 24, 2}, 1.0F);
    world.set_cost({0, 2, 24, 18}, 1.0F);
    CHECK_FALSE(world.grid().has_costs());
    Finder other(plain);
    for (const Request& request : all_requests(start, goal)) {
      REQUIRE(run_query(finder, request) == run_query(other, request));
      const FoundPath found = finder.find(start, goal, request.options);
      REQUIRE(found);
      REQUIRE(found.cost == found.length);
    }
    std::vector<GroupUnit> units;
    for (const Agent& agent : kAgents) {
      REQUIRE(distances_of(world, agent, goal) == distances_of(plain, agent, goal));
      units.push_back({start, agent});
      PathFollower follower(agent);
      REQUIRE(follower.set(world, finder.find(start, goal, {agent})) == FollowStatus::on_path);
    }
    REQUIRE(query_group(finder, units, goal) == query_group(other, units, goal));
  }
}

TEST_CASE("Finder: a ground on which all classes cost 1 is as none") {
  Ground ones(3.0F);
  for (int i = 0; i < 256; ++i)
    ones.set(static_cast<std::uint8_t>(i), i == 7 ? kBlockedTerrain : 1.0F);
  CHECK(ones.has_costs());
  ones.set(7, 1.0F);
  CHECK_FALSE(ones.has_costs());
  CHECK_FALSE(Ground().has_costs());
  CHECK(Ground(0.5F).has_costs());
  for (Random& random : random_generators("table of ones")) {
    const World plain = make_plain(random);
    World even = plain;
    World costly = plain;
    costly.set_cost({4, 0, 9, 18}, 3.0F);
    for (World* world : {&even, &costly}) {
      world->set_ground(1, ones);
      for (const Agent& agent : kAgents) world->prepare({agent.shape, agent.radius, 1});
      // They share the spaces.
      CHECK(world->spaces().size() == plain.spaces().size());
    }
    const Point start = center({1, 1});
    const Point goal = center({22, 16});
    Finder other(plain);
    // It replaces the costs of tiles.
    for (const World* world : std::array<const World*, 2>{&even, &costly}) {
      Finder finder(*world);
      std::vector<GroupUnit> units;
      for (const Request& request : all_requests(start, goal)) {
        Request with_ground = request;
        with_ground.options.agent.ground = 1;
        REQUIRE(run_query(finder, with_ground) == run_query(other, request));
      }
      for (const Agent& agent : kAgents) {
        const Agent own{agent.shape, agent.radius, 1};
        units.push_back({start, own});
        FindOptions options;
        options.agent = own;
        PathFollower follower(own);
        REQUIRE(follower.set(*world, finder.find(start, goal, options)) == FollowStatus::on_path);
      }
      const std::vector<Answer> found = query_group(finder, units, goal);
      for (GroupUnit& unit : units) unit.agent.ground = 0;
      const std::vector<Answer> wanted = query_group(other, units, goal);
      REQUIRE(found.size() == wanted.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        REQUIRE(found[i].length == Approx(wanted[i].length).epsilon(1e-9));
      }
    }
  }
}

}  // namespace taut::test
