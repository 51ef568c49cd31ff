// World under many edits: every answer is that of a world made afresh; bad input to edits.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include "support/catch.hpp"
#include "support/check_found.hpp"
#include "support/lattice.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

// A point, three discs, two squares. The second square passes slits.
constexpr std::array<Agent, 6> kEditAgents{
    Agent{},          Agent::disc(0.25),   Agent::disc(0.9),
    Agent::disc(1.5), Agent::square(0.75), Agent::square(1.0)};

void query_both(const World& world, Finder& finder, Finder& fresh_finder, const Point& start,
                const Point& goal, std::size_t& solved) {
  for (const Agent& agent : kEditAgents) {
    const FindOptions options{agent};
    const FoundPath found = finder.find(start, goal, options);
    const FoundPath expected = fresh_finder.find(start, goal, options);
    INFO(to_drawing(world.grid()) << start << " to " << goal << ", radius " << agent.radius);
    REQUIRE(found.status == expected.status);
    REQUIRE(found.reason == expected.reason);
    if (!found) continue;
    ++solved;
    REQUIRE(check_answer(world, start, goal, agent, found).empty());
    REQUIRE(std::abs(found.length - expected.length) <=
            length_tolerance(world, agent) * expected.length);
  }
}

TEST_CASE("World: 10000 edits with queries between, each answer that of a world made afresh") {
  for (Random& random : random_generators("world stress")) {
    std::size_t solved = 0;
    const std::size_t edits = random_count(5000, 100000);
    constexpr std::size_t kEditsOfAMap = 500;
    for (std::size_t done = 0; done < edits; done += kEditsOfAMap) {
      World world = make_world(make_random_map(random, 28), kEditAgents);
      Finder finder(world);
      const std::size_t last = std::min(edits - done, kEditsOfAMap);
      for (std::size_t edit = 0; edit < last; ++edit) {
        const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
        world.set(tiles, random.chance(45) ? TileState::blocked : TileState::walkable);
        const World fresh = make_world(
            Grid::from_predicate(world.grid().width(), world.grid().height(),
                                 [&](int x, int y) { return world.grid().is_walkable(x, y); }),
            kEditAgents);
        Finder fresh_finder(fresh);
        query_both(world, finder, fresh_finder, to_map_point(random_place(random, world.grid())),
                   to_map_point(random_place(random, world.grid())), solved);
      }
    }
    CHECK((is_small_share() || solved > edits / 2));
  }
}

TEST_CASE("World: edits far outside, inverted ones and bad radii change nothing") {
  World world = make_world(Grid(12, 9, TileState::walkable), kEditAgents);
  constexpr int kLeast = std::numeric_limits<int>::min();
  constexpr int kMost = std::numeric_limits<int>::max();
  const std::uint64_t revision = world.revision();
  for (const TileRect& tiles :
       {TileRect{kMost, kMost, kMost, kMost}, TileRect{kLeast, kLeast, kLeast, kLeast},
        TileRect{kLeast, 0, 0, 9}, TileRect{12, 0, kMost, 9}, TileRect{0, 9, 12, kMost},
        TileRect{kMost, kMost, kLeast, kLeast}, TileRect{5, 5, 2, 8}, TileRect{5, 5, 5, 8},
        TileRect{}}) {
    world.set(tiles, TileState::blocked);
    world.set(std::vector<TileRect>{tiles, tiles}, TileState::blocked);
    world.set_class(tiles, 2);
    world.set(Tile{tiles.x0 < 0 ? tiles.x0 : kMost, tiles.y0}, TileState::blocked);
  }
  CHECK(world.revision() == revision);
  CHECK(world.changes_since(revision)->empty());
  CHECK(world.grid().walkable_count() == 12 * 9);
  CHECK_FALSE(world.grid().has_classes());
  for (const double radius : {-1.0, -0.0, 0.0, std::nan(""), HUGE_VAL, -HUGE_VAL, 16385.0, 1e300}) {
    CHECK_THROWS_AS(world.prepare(Agent::square(radius)), std::invalid_argument);
  }
  CHECK(world.revision() == revision);

  // Agents wider than the map have no place in it, before and after edits.
  for (const double radius : {4.6, 12.0, 16384.0}) {
    world.prepare(Agent::square(radius));
    world.prepare(Agent::disc(std::min(radius, kMaxDiscRadius)));
  }
  Finder finder(world);
  for (const TileState state : {TileState::blocked, TileState::walkable}) {
    world.set({kLeast, kLeast, 6, kMost}, state);
    CHECK(world.grid().walkable_count() == (state == TileState::blocked ? 6 * 9 : 12 * 9));
    for (const double radius : {4.6, 12.0, 16384.0}) {
      for (const Agent& agent :
           {Agent::square(radius), Agent::disc(std::min(radius, kMaxDiscRadius))}) {
        const FoundPath found = finder.find({8.0F, 4.5F}, {9.0F, 4.5F}, {agent});
        CHECK(found.status == Status::invalid_input);
        CHECK(found.reason == Reason::start_too_near);
      }
    }
  }
  // All of it at once, from far outside.
  world.set({kLeast, kLeast, kMost, kMost}, TileState::blocked);
  CHECK(world.grid().walkable_count() == 0);
  CHECK(finder.find({8.0F, 4.5F}, {9.0F, 4.5F}).reason == Reason::start_blocked);
  world.set({kLeast, kLeast, kMost, kMost}, TileState::walkable);
  CHECK(finder.find({8.0F, 4.5F}, {9.0F, 4.5F}).length == 1.0);
}

}  // namespace
}  // namespace taut::test
