// Costs that are all 1 count as none.
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
#include "support/worlds.hpp"

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
  const GroupOptions options{.method = GroupMethod::field};
  GroupPaths paths;
  (void)finder.find_group(units, goal, options, paths);
  CHECK(paths.field_count() > 0);
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < paths.size(); ++i) answers.emplace_back(paths.path(i).view());
  return answers;
}

Agent on_ground(Agent agent) {
  agent.ground = kGround;
  return agent;
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

TEST_CASE("World: a ground that is set back to 1 is as if it had cost nothing ever") {
  for (Random& random : random_generators("unit costs")) {
    World plain = make_plain(random);
    plain.set_class({2, 1, 3, 2}, 5);  // surely one
    World world = plain;
    Ground ground;
    world.set_ground(kGround, ground);
    for (const Agent& agent : kAgents) world.prepare(on_ground(agent));
    const Point start = center({1, 1});
    const Point goal = center({22, 16});
    Finder finder(world);
    for (int i = 0; i < 4; ++i) {
      ground.set(random.chance(50) ? 5 : 0, 0.5F * static_cast<float>(random.between(1, 9)));
      world.set_ground(kGround, ground);
      world.set_class(random_rect(random, 24, 18), 5);
    }
    ground.set(0, 1.0F);
    ground.set(5, 2.0F);
    world.set_class({2, 1, 3, 2}, 5);  // one of each at least
    world.set_class({3, 1, 4, 2}, 0);
    world.set_ground(kGround, ground);
    REQUIRE(world.has_costs(kGround));
    REQUIRE(world.find_space(on_ground({}))->has_costs());
    world.set_ground(kGround, Ground());
    CHECK_FALSE(world.has_costs(kGround));
    Finder other(plain);
    std::vector<GroupUnit> units;
    for (const Agent& agent : kAgents) {
      const Agent own = on_ground(agent);
      CHECK_FALSE(world.find_space(own)->has_costs());
      for (const Method method : kMethods) {
        const FoundPath found = finder.find(start, goal, {own, method});
        REQUIRE(found);
        REQUIRE(found.cost == found.length);
        const FoundPath wanted = other.find(start, goal, {agent, method});
        REQUIRE(found.method == wanted.method);
        REQUIRE(found.length == Approx(wanted.length).epsilon(length_tolerance(world, own)));
      }
      const std::vector<double> distances = distances_of(world, own, goal);
      const std::vector<double> expected = distances_of(plain, agent, goal);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        if (expected[i] == Field::kUnreached) REQUIRE(distances[i] == expected[i]);
        REQUIRE(distances[i] == Approx(expected[i]).epsilon(length_tolerance(world, own)));
      }
      units.push_back({start, own});
      PathFollower follower(own);
      REQUIRE(follower.set(world, finder.find(start, goal, {own})) == FollowStatus::on_path);
    }
    for (const Answer& answer : query_group(finder, units, goal)) {
      REQUIRE(answer.status == Status::ok);
    }
  }
}

TEST_CASE("Ground: has_factors() and has_blocked() follow what is set") {
  Ground ones(3.0F);
  CHECK(ones.has_factors());
  for (int i = 0; i < 256; ++i) {
    ones.set(static_cast<std::uint8_t>(i), i == 7 ? kBlockedTerrain : 1.0F);
  }
  CHECK(ones.has_blocked());
  CHECK_FALSE(ones.has_factors());
  ones.set(7, 1.0F);
  CHECK_FALSE(ones.has_blocked());
  CHECK_FALSE(ones.has_factors());
  CHECK(ones == Ground());
  CHECK(Ground(0.5F).has_factors());
}

TEST_CASE("Finder: a ground on which all classes cost 1 is as none") {
  for (Random& random : random_generators("table of ones")) {
    const World plain = make_plain(random);
    World world = plain;
    world.set_ground(kGround, Ground());
    for (const Agent& agent : kAgents) world.prepare(on_ground(agent));
    // They share the spaces.
    CHECK(world.spaces().size() == plain.spaces().size());
    const Point start = center({1, 1});
    const Point goal = center({22, 16});
    Finder other(plain);
    Finder finder(world);
    std::vector<GroupUnit> units;
    for (const Request& request : all_requests(start, goal)) {
      Request with_ground = request;
      with_ground.options.agent.ground = kGround;
      REQUIRE(run_query(finder, with_ground) == run_query(other, request));
      const FoundPath found = finder.find(start, goal, with_ground.options);
      REQUIRE(found);
      REQUIRE(found.cost == found.length);
    }
    for (const Agent& agent : kAgents) {
      const Agent own = on_ground(agent);
      REQUIRE(distances_of(world, own, goal) == distances_of(plain, agent, goal));
      units.push_back({start, own});
      PathFollower follower(own);
      REQUIRE(follower.set(world, finder.find(start, goal, {own})) == FollowStatus::on_path);
    }
    const std::vector<Answer> found = query_group(finder, units, goal);
    for (GroupUnit& unit : units) unit.agent.ground = 0;
    REQUIRE(found == query_group(other, units, goal));
  }
}

}  // namespace taut::test
