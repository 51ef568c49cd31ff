// PathFollower by hand: each status, and bad arguments.
#include <cmath>
#include <limits>
#include <stdexcept>

#include <taut/follower.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"

namespace taut::test {
namespace {

World draw_block() {
  return World(
      draw_map("............\n"
               ".....@@.....\n"
               ".....@@.....\n"
               "............\n"
               "............\n"));
}
const Point kBeforeBlock{0.5F, 2.5F};
const Point kBehindBlock{11.5F, 2.5F};

}  // namespace

TEST_CASE("PathFollower: moves by hand") {
  const World world = draw_block();
  Finder finder(world);
  PathFollower unit;
  CHECK(unit.status() == FollowStatus::no_path);
  CHECK(unit.move(world, {1.0F, 1.0F}) == FollowStatus::no_path);
  CHECK(unit.move_goal(world, {1.0F, 1.0F}) == FollowStatus::no_path);
  CHECK(unit.update(world) == FollowStatus::no_path);
  CHECK(unit.ahead().empty());
  CHECK(unit.length() == 0.0);
  REQUIRE(unit.set(world, finder.find(kBeforeBlock, kBehindBlock)) == FollowStatus::on_path);
  REQUIRE(unit.ahead().size() == 3);
  CHECK(unit.ahead()[0].entry == DiscPoint{5.0, 3.0});
  CHECK(unit.ahead()[2].entry == DiscPoint{11.5, 2.5});

  const AllocationCounter counter;
  // Past the first corner.
  CHECK(unit.move(world, {6.0F, 3.0F}) == FollowStatus::on_path);
  CHECK(unit.ahead().size() == 2);
  CHECK(unit.progress() == Approx(0.5));
  CHECK(unit.place_ahead(0.5) == DiscPoint{6.5, 3.0});
  CHECK(unit.place_ahead(100.0) == DiscPoint{11.5, 2.5});
  // Pushed within sight: straight to the corner, or past it.
  CHECK(unit.move(world, {6.0F, 4.0F}) == FollowStatus::on_path);
  CHECK(unit.ahead().size() == 1);
  // Too far, into a wall, off the map.
  CHECK(unit.move(world, {0.5F, 0.5F}) == FollowStatus::off_path);
  CHECK(unit.move(world, {5.5F, 1.5F}) == FollowStatus::off_path);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(unit.move(world, {nan, 1.5F}) == FollowStatus::off_path);
  CHECK(unit.move(world, {1e30F, 1.5F}) == FollowStatus::off_path);
  CHECK(unit.place() == DiscPoint{6.0, 4.0});
  CHECK(unit.move(world, {6.0F, 4.0F}) == FollowStatus::on_path);
  // The goal: near, too far, blocked.
  CHECK(unit.move_goal(world, {11.5F, 3.5F}) == FollowStatus::on_path);
  CHECK(unit.move_goal(world, {9.0F, 3.5F}) == FollowStatus::goal_lost);
  CHECK(unit.move_goal(world, {nan, 3.5F}) == FollowStatus::goal_lost);
  CHECK(unit.move_goal(world, {12.5F, 3.5F}) == FollowStatus::goal_lost);
  CHECK(unit.ahead().back().entry == DiscPoint{11.5, 3.5});
  // There.
  CHECK(unit.move(world, {11.5F, 3.5F}) == FollowStatus::arrived);
  CHECK(unit.length() == 0.0);
  CHECK(counter.count() == 0);
}

TEST_CASE("PathFollower: who sees no turn after a push goes back to the path, but not a disc") {
  World world(
      draw_map("............\n"
               "............\n"
               "...@........\n"
               "............\n"
               "............\n"));
  const Point start{0.5F, 4.5F};
  const Point goal{11.5F, 4.5F};
  const Point pushed{2.5F, 2.75F};
  const Agent disc = Agent::disc(0.25);
  world.prepare(disc);
  Finder finder(world);
  PathFollower point;
  REQUIRE(point.set(world, finder.find(start, goal)) == FollowStatus::on_path);
  CHECK(point.move(world, pushed) == FollowStatus::on_path);
  REQUIRE(point.ahead().size() == 2);
  CHECK(point.ahead()[0].entry == DiscPoint{2.5, 4.5});
  FindOptions options;
  options.agent = disc;
  PathFollower wide(disc);
  REQUIRE(wide.set(world, finder.find(start, goal, options)) == FollowStatus::on_path);
  CHECK(wide.move(world, pushed) == FollowStatus::off_path);
  CHECK(wide.place() == DiscPoint{0.5, 4.5});
}

TEST_CASE("PathFollower: edits by hand") {
  World world = draw_block();
  Finder finder(world);
  PathFollower unit;
  // A wall ahead, and one behind.
  REQUIRE(unit.set(world, finder.find(kBeforeBlock, kBehindBlock)) == FollowStatus::on_path);
  unit.move(world, {6.0F, 3.0F});
  world.set({2, 2, 3, 4}, TileState::blocked);
  CHECK(unit.update(world) == FollowStatus::on_path);
  CHECK(unit.find_touched({8, 2, 9, 3}) == std::size_t{1});
  CHECK_FALSE(unit.find_touched({2, 2, 3, 4}));
  world.set({8, 0, 9, 4}, TileState::blocked);
  CHECK(unit.move(world, {6.5F, 3.0F}) == FollowStatus::cut);
  world.set({8, 0, 9, 4}, TileState::walkable);
  CHECK(unit.update(world) == FollowStatus::cut);
  // A gap beside the path.
  REQUIRE(unit.set(world, finder.find({4.5F, 1.5F}, {7.5F, 1.5F})) == FollowStatus::on_path);
  world.set({5, 1, 7, 2}, TileState::walkable);
  CHECK(unit.update(world) == FollowStatus::maybe_shorter);
  CHECK_FALSE(needs_search(unit.status()));
  CHECK(unit.set(world, finder.find({4.5F, 1.5F}, {50.0F, 1.5F})) == FollowStatus::no_path);
  CHECK(needs_search(unit.status()));
}

// Found by a random seed: the last leg was known by its old start, which lies behind the unit, and
// by the new goal, which does too.
TEST_CASE("PathFollower: a wall at a unit whose goal has moved behind it") {
  for (const Agent& agent : {Agent{}, Agent::disc(0.9), Agent::square(0.5)}) {
    World world(Grid(20, 11, TileState::walkable));
    world.prepare(agent);
    Finder finder(world);
    PathFollower unit(agent);
    FindOptions options;
    options.agent = agent;
    REQUIRE(unit.set(world, finder.find({5.5F, 5.5F}, {15.5F, 5.5F}, options)) ==
            FollowStatus::on_path);
    REQUIRE(unit.move(world, {15.25F, 5.5F}) == FollowStatus::on_path);
    REQUIRE(unit.move_goal(world, {13.75F, 5.5F}) == FollowStatus::on_path);
    const TileRect wall{15, 5, 17, 6};
    world.set(wall, TileState::blocked);
    CHECK(unit.find_touched(wall));
    CHECK(unit.update(world) == FollowStatus::cut);
  }
}

TEST_CASE("PathFollower: bad arguments, and edits that are no longer known") {
  CHECK_THROWS_AS(PathFollower(Agent{}, -1.0), std::invalid_argument);
  CHECK_THROWS_AS(PathFollower(Agent{}, std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(PathFollower(Agent::disc(-1.0)), std::invalid_argument);
  World world(Grid(20, 20, TileState::walkable));
  Finder finder(world);
  PathFollower intact;
  PathFollower broken;
  intact.set(world, finder.find({0.5F, 0.5F}, {19.5F, 0.5F}));
  broken.set(world, finder.find({0.5F, 9.5F}, {19.5F, 9.5F}));
  world.set({5, 8, 6, 11}, TileState::blocked);
  for (std::size_t i = 0; i < 3 * World::kKeptChanges; ++i) {
    world.set(Tile{0, 19}, i % 2 == 0 ? TileState::blocked : TileState::walkable);
  }
  CHECK(intact.update(world) == FollowStatus::maybe_shorter);
  CHECK(broken.update(world) == FollowStatus::cut);
}

}  // namespace taut::test
