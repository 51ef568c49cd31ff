// EndRule::nearest for a point whose ground blocks classes: the same end as where walls stand in
// place of the classes.
#include <taut/finder.hpp>

#include <cstdint>
#include <memory>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

namespace taut::test {
namespace {

constexpr std::uint8_t kDoor = 3;

// A world with doors and one with walls in their places.
struct Twins {
  World doors;
  World walls;

  explicit Twins(const Grid& grid) : doors(grid), walls(grid) {}

  void set_door(const Tile& tile, std::uint8_t ground) {
    const bool was_walkable = doors.grid().is_walkable(tile);
    doors.set_class({tile.x, tile.y, tile.x + 1, tile.y + 1}, ground);
    if (was_walkable) walls.set(tile, ground == kDoor ? TileState::blocked : TileState::walkable);
  }
};

Tile random_tile(Random& random, const Grid& grid) {
  return {static_cast<int>(random.below(static_cast<std::size_t>(grid.width()))),
          static_cast<int>(random.below(static_cast<std::size_t>(grid.height())))};
}

// Several queries by the same finders, with edits in between. Returns the ends that are not at the
// goal.
std::size_t compare(Random& random) {
  Twins twins(make_random_map(random, 9));
  Ground costs;
  costs.set(kDoor, kBlockedTerrain);
  FindOptions options;
  options.goal = EndRule::nearest;
  twins.doors.set_ground(1, costs);
  twins.doors.prepare(Agent::point(1));
  FindOptions with_ground = options;
  with_ground.agent = Agent::point(1);
  Finder through(twins.doors);
  Finder around(twins.walls);
  std::size_t moved = 0;
  for (int i = 0; i < 12; ++i) {
    const Grid& grid = twins.doors.grid();
    if (random.chance(50)) {
      twins.set_door(random_tile(random, grid), random.chance(80) ? kDoor : std::uint8_t{0});
    }
    const Point start = to_map_point(random_place(random, grid));
    const Point goal = to_map_point(random_place(random, grid));
    INFO(to_drawing(twins.walls.grid()) << start << " to " << goal);
    const FoundPath found = through.find(start, goal, with_ground);
    const FoundPath expected = around.find(start, goal, options);
    REQUIRE(found.status == expected.status);
    REQUIRE(found.reason == expected.reason);
    if (!found) continue;
    REQUIRE(found.points.back() == expected.points.back());
    moved += found.points.back() == goal ? 0 : 1;
    if (found.points.back() == goal) continue;
    const double away = distance(goal, found.points.back());
    with_ground.max_goal_distance = away - 1e-5;
    CHECK(through.find(start, goal, with_ground).reason == Reason::goal_too_far);
    with_ground.max_goal_distance = away + 1e-5;
    CHECK(through.find(start, goal, with_ground));
    with_ground.max_goal_distance = kNoLengthLimit;
  }
  return moved;
}

TEST_CASE("nearest goal: classes that are blocked are walls") {
  for (Random& random : random_generators("nearest goal, mover")) {
    std::size_t moved = 0;
    for (std::size_t i = random_count(200, 10000); i > 0; --i) moved += compare(random);
    CHECK((is_small_share() || moved > 20));
  }
}

TEST_CASE("nearest goal: a monster before a door") {
  World world(
      draw_map("...@...\n"
               ".......\n"
               "...@...\n"));
  world.set_class({3, 1, 4, 2}, kDoor);
  Ground closed;
  closed.set(kDoor, kBlockedTerrain);
  FindOptions options;
  options.goal = EndRule::nearest;
  options.agent = Agent::point(1);
  world.set_ground(1, closed);
  world.prepare(options.agent);
  Finder finder(world);
  const FoundPath found = finder.find({0.5F, 0.5F}, {5.5F, 1.5F}, options);
  REQUIRE(found);
  CHECK(found.points.back() == Point{3.0F, 1.5F});
  world.set_ground(1, Ground());
  CHECK(finder.find({0.5F, 0.5F}, {5.5F, 1.5F}, options).points.back() == Point{5.5F, 1.5F});
}

TEST_CASE("nearest goal: another world is no more the one before") {
  Ground closed;
  closed.set(kDoor, kBlockedTerrain);
  FindOptions options;
  options.goal = EndRule::nearest;
  options.agent = Agent::point(1);
  const auto make = [&](int door) {
    auto world = std::make_shared<World>(Grid(5, 1, TileState::walkable));
    world->set_class({door, 0, door + 1, 1}, kDoor);
    world->set_ground(1, closed);
    world->prepare(options.agent);
    return world;
  };
  Finder finder(make(2));
  CHECK(finder.find({0.5F, 0.5F}, {4.5F, 0.5F}, options).points.back() == Point{2.0F, 0.5F});
  finder.use(make(3));
  CHECK(finder.find({0.5F, 0.5F}, {4.5F, 0.5F}, options).points.back() == Point{3.0F, 0.5F});
}

}  // namespace
}  // namespace taut::test
