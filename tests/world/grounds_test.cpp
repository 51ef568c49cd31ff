// Grounds: to its agents a tile of a class that a ground blocks is a wall in every respect.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>
#include <taut/shared_world.hpp>
#include <taut/world.hpp>

#include "support/catch.hpp"
#include "support/check_found.hpp"
#include "support/map_families.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr std::uint8_t kOwn = 7;

// A point, three discs, two squares. The second square passes slits.
constexpr std::array<Agent, 6> kOwners{Agent::point(kOwn),        Agent::disc(0.25, kOwn),
                                       Agent::disc(0.9, kOwn),    Agent::disc(1.5, kOwn),
                                       Agent::square(0.75, kOwn), Agent::square(1.0, kOwn)};

Ground random_ground(Random& random) {
  Ground ground;
  for (std::uint8_t i = 0; i < 4; ++i) {
    if (random.chance(40)) ground.set(i, kBlockedTerrain);
  }
  return ground;
}

// The tiles as agents with a ground find them, by definition.
Grid see_as(const Grid& grid, const Ground& ground) {
  return Grid::from_predicate(grid.width(), grid.height(), [&](int x, int y) {
    return grid.is_walkable(x, y) && !ground.is_blocked(grid.terrain_class(grid.id({x, y})));
  });
}

Agent on_plain(Agent agent) {
  agent.ground = 0;
  return agent;
}

// A world with walls where the ground of another one blocks classes.
World make_walls(const World& world) {
  World walls(see_as(world.grid(), *world.find_ground(kOwn)));
  for (const Agent& agent : kOwners) walls.prepare(on_plain(agent));
  return walls;
}

template <class World>
void edit(Random& random, World& world, const Grid& grid) {
  const TileRect tiles = random_rect(random, grid.width(), grid.height());
  const int kind = random.between(0, 9);
  if (kind == 0) {
    world.set_ground(kOwn, random_ground(random));
  } else if (kind < 4) {
    world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
  } else {
    world.set_class(tiles, static_cast<std::uint8_t>(random.below(4)));
  }
}

struct Tally {
  std::size_t solved = 0;
  std::size_t refused = 0;
};

void compare_paths(Random& random, const World& world, Finder& finder, const World& walls,
                   Tally& tally) {
  Finder among(walls);
  const Point start = to_map_point(random_place(random, world.grid()));
  const Point goal = to_map_point(random_place(random, world.grid()));
  for (const Agent& agent : kOwners) {
    INFO(to_drawing(walls.grid()) << start << " to " << goal << ", radius " << agent.radius);
    REQUIRE(world.has_room(agent, start) == walls.has_room(on_plain(agent), start));
    for (const Method method : {Method::optimal, Method::best, Method::fast}) {
      FindOptions options{agent, method};
      if (random.chance(40)) options.goal = EndRule::nearest;
      if (random.chance(40)) options.start = EndRule::nearest;
      FindOptions plain = options;
      plain.agent = on_plain(agent);
      const FoundPath found = finder.find(start, goal, options);
      const FoundPath expected = among.find(start, goal, plain);
      REQUIRE(found.status == expected.status);
      REQUIRE(found.reason == expected.reason);
      REQUIRE(found.agent == snap_size(agent));
      ++(found ? tally.solved : tally.refused);
      if (!found) continue;
      const bool is_disc = agent.shape == AgentShape::disc;
      const Point first = is_disc ? found.turns.front().center : found.points.front();
      const Point last = is_disc ? found.turns.back().center : found.points.back();
      REQUIRE(check_answer(world, first, last, agent, found).empty());
      if (method == Method::fast && agent.shape == AgentShape::point) continue;
      REQUIRE(std::abs(found.length - expected.length) <=
              length_tolerance(world, agent) * expected.length);
    }
  }
}

void compare_fields(Random& random, const World& world, const World& walls) {
  FieldScratch scratch;
  const std::array goals{FieldGoal{to_map_point(random_place(random, world.grid()))},
                         FieldGoal{to_map_point(random_place(random, world.grid())), 2.0}};
  for (const Agent& agent : kOwners) {
    WorldField field(agent);
    WorldField expected(on_plain(agent));
    field.set_goals(goals);
    expected.set_goals(goals);
    REQUIRE(field.update(world, scratch) == expected.update(walls, scratch));
    REQUIRE(field.reason() == expected.reason());
    REQUIRE(field.left_out() == expected.left_out());
    for (int i = 0; i < 8; ++i) {
      const Point place = to_map_point(random_place(random, world.grid()));
      INFO(to_drawing(walls.grid()) << place << ", radius " << agent.radius);
      REQUIRE(field.reason_at(place) == expected.reason_at(place));
      const double wanted = expected.distance(place);
      if (wanted == Field::kUnreached) {
        REQUIRE(field.distance(place) == wanted);
      } else {
        REQUIRE(std::abs(field.distance(place) - wanted) <=
                length_tolerance(world, agent) * (wanted + 1.0));
      }
    }
  }
}

void compare_groups(Random& random, const World& world, const World& walls) {
  std::vector<GroupUnit> units;
  std::vector<GroupUnit> plain;
  for (int i = 0; i < 12; ++i) {
    const Agent agent = kOwners[random.below(kOwners.size())];
    units.push_back({to_map_point(random_place(random, world.grid())), agent});
    plain.push_back({units.back().start, on_plain(agent)});
  }
  const Point goal = to_map_point(random_place(random, world.grid()));
  GroupOptions options;
  options.spreads = random.chance(50);
  options.method = random.chance(50) ? GroupMethod::field : GroupMethod::searches;
  GroupPaths paths;
  GroupPaths expected;
  Finder finder(world);
  Finder among(walls);
  INFO(to_drawing(walls.grid()) << " to " << goal);
  REQUIRE(finder.find_group(units, goal, options, paths).count ==
          among.find_group(plain, goal, options, expected).count);
  for (std::size_t i = 0; i < units.size(); ++i) {
    REQUIRE(paths.path(i).status == expected.path(i).status);
    REQUIRE(paths.path(i).reason == expected.path(i).reason);
    REQUIRE(paths.path(i).agent == snap_size(units[i].agent));
  }
}

TEST_CASE("World: blocked classes are walls to every agent, after edits of all kinds",
          "[world][ground]") {
  for (Random& random : random_generators("grounds")) {
    Tally tally;
    for (std::size_t i = random_count(25, 2000); i > 0; --i) {
      World world(make_family_map(random, 18));
      world.set_ground(kOwn, random_ground(random));
      for (const Agent& agent : kOwners) world.prepare(agent);
      if (random.chance(30)) world.keep_landmarks(2);
      if (random.chance(30)) world.keep_index();
      Finder finder(world);
      for (int k = 0; k < 8; ++k) {
        edit(random, world, world.grid());
        if (random.chance(20)) world.refresh_index(3);
        if (random.chance(20)) world.refresh_landmarks(3);
        const World walls = make_walls(world);
        REQUIRE(world.grid(kOwn).walkable_count() == walls.grid().walkable_count());
        REQUIRE(world.grid(kOwn).component_count() == walls.grid().component_count());
        for (int n = 0; n < 3; ++n) compare_paths(random, world, finder, walls, tally);
        compare_fields(random, world, walls);
        compare_groups(random, world, walls);
      }
    }
    INFO("solved " << tally.solved << ", refused " << tally.refused);
    CHECK((is_small_share() || std::min(tally.solved, tally.refused) > 100));
  }
}

TEST_CASE("SharedWorld: grounds are edits as others", "[world][ground]") {
  for (Random& random : random_generators("shared grounds")) {
    Tally tally;
    for (std::size_t i = random_count(6, 300); i > 0; --i) {
      SharedWorld shared(World(make_family_map(random, 14)));
      shared.set_ground(kOwn, random_ground(random));
      for (const Agent& agent : kOwners) shared.prepare(agent);
      shared.publish();
      for (int k = 0; k < 8; ++k) {
        const std::shared_ptr<const World> before = shared.read();
        edit(random, shared, before->grid());
        if (random.chance(50)) continue;
        shared.publish();
        const std::shared_ptr<const World> now = shared.read();
        Finder finder(now);
        compare_paths(random, *now, finder, make_walls(*now), tally);
      }
    }
  }
}

TEST_CASE("World: a door, and who has the key", "[world][ground]") {
  constexpr std::uint8_t kDoor = 3;
  constexpr std::uint8_t kThief = 1;
  constexpr std::uint8_t kGuard = 2;
  World world(Grid(9, 5, TileState::walkable));
  world.set({4, 0, 5, 5}, TileState::blocked);
  world.set({4, 2, 5, 3}, TileState::walkable);
  world.set_class({4, 2, 5, 3}, kDoor);
  Ground shut;
  shut.set(kDoor, kBlockedTerrain);
  world.set_ground(kThief, shut);
  world.set_ground(kGuard, Ground());
  const std::array agents{Agent::point(kThief), Agent::disc(0.4, kThief),
                          Agent::square(0.375, kThief)};
  for (Agent agent : agents) {
    world.prepare(agent);
    agent.ground = kGuard;
    world.prepare(agent);
    agent.ground = 0;
    world.prepare(agent);
  }
  // The guard's ground blocks nothing: it shares the spaces of ground 0.
  CHECK(world.spaces().size() == 2 * agents.size());
  const Point start{1.5F, 2.5F};
  const Point goal{7.5F, 2.5F};
  Finder finder(world);
  const auto count_through = [&](std::uint8_t ground) {
    int count = 0;
    for (Agent agent : agents) {
      agent.ground = ground;
      const FoundPath found = finder.find(start, goal, {agent, Method::optimal});
      if (found) CHECK(found.length == 6.0);
      if (!found && agent.shape != AgentShape::point) CHECK(found.reason != Reason::none);
      if (!found && agent.shape == AgentShape::point) CHECK(found.reason == Reason::not_connected);
      count += found ? 1 : 0;
    }
    return count;
  };
  CHECK(count_through(0) == 3);
  CHECK(count_through(kGuard) == 3);
  CHECK(count_through(kThief) == 0);
  CHECK_FALSE(world.is_walkable(std::array{start, goal}, kThief));
  CHECK(world.is_walkable(std::array{start, goal}, kGuard));

  // A path that was found while the door was open to the thief is cut when it is shut.
  const std::uint64_t revision = world.revision();
  world.set_ground(kThief, Ground());
  CHECK(world.revision() == revision + 1);
  CHECK(count_through(kThief) == 3);
  PathFollower follower(agents[1]);
  REQUIRE(follower.set(world, finder.find(start, goal, {agents[1]})) == FollowStatus::on_path);
  world.set_ground(kGuard, shut);
  CHECK(follower.update(world) != FollowStatus::cut);
  CHECK(count_through(kGuard) == 0);
  world.set_ground(kThief, shut);
  CHECK(follower.update(world) == FollowStatus::cut);
  CHECK(count_through(kThief) == 0);
  // Broken down: an edit of the class.
  world.set_class({4, 2, 5, 3}, 0);
  CHECK(count_through(kThief) + count_through(kGuard) == 6);
}

// A fresh world with the same tiles and ground.
World make_again(const World& world) {
  World again(world.grid());
  again.set_ground(kOwn, *world.find_ground(kOwn));
  for (const Agent& agent : kOwners) again.prepare(agent);
  return again;
}

TEST_CASE("World: a ground that follows any other is as if it had been the first",
          "[world][ground]") {
  Grid grid(9, 7, TileState::walkable);
  grid.set_class({4, 0, 5, 7}, 1);  // parts the map
  grid.set_class({1, 2, 3, 6}, 2);
  std::array<Ground, 5> grounds;  // the first one leaves all alike
  grounds[1].set(1, kBlockedTerrain);
  grounds[2].set(2, 3.0F);
  grounds[3].set(1, kBlockedTerrain);
  grounds[3].set(2, 3.0F);
  grounds[4].set(1, 0.5F);
  grounds[4].set(2, kBlockedTerrain);
  const Point start{1.5F, 1.5F};
  const Point goal{7.5F, 5.5F};
  const auto compare = [&](const World& world) {
    const World again = make_again(world);
    Finder finder(world);
    Finder among(again);
    for (const Agent& agent : kOwners) {
      INFO("radius " << agent.radius);
      CHECK(world.find_space(agent)->has_costs() == again.find_space(agent)->has_costs());
      const FoundPath found = finder.find(start, goal, {agent});
      const FoundPath wanted = among.find(start, goal, {agent});
      REQUIRE(found.reason == wanted.reason);
      if (found) CHECK(std::abs(found.cost - wanted.cost) <= 1e-3 * wanted.cost);
    }
  };
  for (std::size_t sequence = 0; sequence < 125; ++sequence) {
    World world(grid);
    world.set_ground(kOwn, grounds[sequence % 5]);
    for (const Agent& agent : kOwners) world.prepare(agent);
    for (const std::size_t next : {sequence / 5 % 5, sequence / 25}) {
      world.set_ground(kOwn, grounds[next]);
      INFO("grounds " << sequence % 5 << " to " << next);
      compare(world);
    }
  }
}

TEST_CASE("World: grounds that are none", "[world][ground]") {
  World world(Grid(6, 6, TileState::walkable));
  CHECK_THROWS_AS(world.set_ground(0, Ground()), std::invalid_argument);
  CHECK_THROWS_AS(world.prepare(Agent::point(4)), std::invalid_argument);
  CHECK_FALSE(world.is_prepared(Agent::point(4)));
  CHECK(world.find_ground(4) == nullptr);
  Finder finder(world);
  const Point start{0.5F, 0.5F};
  const Point goal{5.5F, 5.5F};
  CHECK(finder.find(start, goal, {Agent::point(4)}).reason == Reason::not_prepared);
  world.set_ground(4, Ground());
  CHECK(finder.find(start, goal, {Agent::point(4)}).reason == Reason::not_prepared);
  const FindOptions options{Agent::point(4)};
  CHECK(explain(world, Reason::not_prepared, start, goal, options) ==
        "The world was not prepared for a point of radius 0 and ground 4.");
  world.prepare(Agent::point(4));
  CHECK(finder.find(start, goal, options));
  const std::uint64_t revision = world.revision();
  world.set_ground(4, Ground());
  CHECK(world.revision() == revision);
}

}  // namespace
}  // namespace taut::test
