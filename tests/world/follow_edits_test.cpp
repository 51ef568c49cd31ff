// PathFollower: which edits it notices, at the borders of what it must notice.
#include <algorithm>
#include <cmath>
#include <vector>

#include <taut/engine/vectors.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"

namespace taut::test {
namespace {

// A wide agent goes around a tile that is in its way by a twentieth of a tile: near the tile's
// outline grown by the radius, and farther from the tile itself than the path is long.
void open_the_tile(const Agent& agent, const Point& start, const Point& goal) {
  World world(Grid(21, 12, TileState::walkable));
  const Tile tile{10, 0};
  world.set(tile, TileState::blocked);
  world.prepare(agent);
  Finder finder(world);
  FindOptions options;
  options.agent = agent;
  PathFollower unit(agent);
  REQUIRE(unit.set(world, finder.find(start, goal, options)) == FollowStatus::on_path);
  const double length = unit.length();
  const auto away = [](const Point& p) {
    const double dx =
        std::max({10.0 - static_cast<double>(p.x), static_cast<double>(p.x) - 11.0, 0.0});
    return std::hypot(dx, static_cast<double>(p.y) - 1.0);
  };
  REQUIRE(away(start) + away(goal) > length);
  world.set(tile, TileState::walkable);
  REQUIRE(finder.find(start, goal, options).length < length);
  CHECK(unit.update(world) == FollowStatus::maybe_shorter);
}

TEST_CASE("PathFollower: two blocked tiles that touch at a bend cut the path") {
  World world(draw_map("....\n....\n..@.\n....\n"));
  Finder finder(world);
  PathFollower follower;
  const FoundPath path = finder.find({1.25F, 3.5F}, {3.5F, 1.25F});
  REQUIRE(path.points.size() == 3);
  REQUIRE(path.points[1] == Point{2.0F, 2.0F});
  REQUIRE(follower.set(world, path) == FollowStatus::on_path);
  world.set(Tile{1, 1}, TileState::blocked);
  CHECK(follower.update(world) == FollowStatus::cut);
}

TEST_CASE("PathFollower: a path of a later world is checked in the one that is given") {
  const World before(draw_map("..@..\n..@..\n..@..\n"));
  World after = before;
  after.set(Tile{2, 1}, TileState::walkable);
  Finder finder(after);
  PathFollower follower;
  const FoundPath path = finder.find({0.5F, 1.5F}, {4.5F, 1.5F});
  REQUIRE(path);
  CHECK(follower.set(before, path) == FollowStatus::cut);
  CHECK(follower.move(before, {1.5F, 1.5F}) == FollowStatus::cut);
  CHECK(follower.set(after, path) == FollowStatus::on_path);
  // One that both worlds have.
  CHECK_FALSE(needs_search(follower.set(before, finder.find({0.5F, 0.5F}, {1.5F, 2.5F}))));
}

TEST_CASE("PathFollower: a wide agent notices a shorter path beside the edit", "[world]") {
  open_the_tile(Agent::square(2.0625), {7.875F, 3.0F}, {13.125F, 3.0F});
  open_the_tile(Agent::disc(2.0625), {9.25F, 3.0F}, {11.75F, 3.0F});
}

TEST_CASE("PathFollower: a tile that only an arc comes near cuts the path", "[world]") {
  World world(Grid(30, 30, TileState::walkable));
  world.set({10, 0, 11, 10}, TileState::blocked);
  const Agent agent = Agent::disc(1.9);
  world.prepare(agent);
  Finder finder(world);
  FindOptions options;
  options.agent = agent;
  const FoundPath path = finder.find({8.0F, 2.0F}, {25.0F, 12.0F}, options);
  REQUIRE(path);
  REQUIRE(path.turns.size() == 3);
  const DiscTurn arc = path.turns[1];
  REQUIRE(arc.center == Point{10.0F, 10.0F});
  PathFollower unit(agent);
  REQUIRE(unit.set(world, path) == FollowStatus::on_path);
  // Diagonally beyond the corner.
  const TileRect beyond{7, 12, 8, 13};
  const auto is_near_leg = [&](const DiscPoint& from, const DiscPoint& to) {
    const DiscPoint low = component_min(from, to) - DiscPoint{1.95, 1.95};
    const DiscPoint high = component_max(from, to) + DiscPoint{1.95, 1.95};
    return low.x <= beyond.x1 && high.x >= beyond.x0 && low.y <= beyond.y1 && high.y >= beyond.y0;
  };
  REQUIRE_FALSE(is_near_leg(path.turns[0].exit, arc.entry));
  REQUIRE_FALSE(is_near_leg(arc.exit, path.turns[2].entry));
  CHECK(unit.find_touched(beyond) == 0U);
  world.set(beyond, TileState::blocked);
  CHECK(unit.update(world) == FollowStatus::cut);
}

TEST_CASE("PathFollower: four legs are added behind a goal that moves, and no fifth", "[world]") {
  // The goal goes around one corner of a spiral after another.
  World world(
      draw_map("............\n"
               ".@@@@@@@@@@.\n"
               ".@........@.\n"
               ".@.@@@@@@.@.\n"
               ".@.@....@.@.\n"
               ".@.@.@@.@.@.\n"
               ".@.@..@.@.@.\n"
               ".@.@@@@.@.@.\n"
               ".@......@.@.\n"
               ".@@@@@@@@.@.\n"
               "..........@.\n"
               "@@@@@@@@@@@.\n"));
  // The second lies behind the first on one leg; else each is out of sight of the leg before.
  const std::vector<Point> goals{{4.5F, 2.5F}, {9.5F, 2.5F},  {9.5F, 10.5F}, {0.5F, 10.5F},
                                 {0.5F, 0.5F}, {11.5F, 0.5F}, {11.5F, 11.5F}};
  Finder finder(world);
  PathFollower unit({}, 12.0);
  REQUIRE(unit.set(world, finder.find({2.5F, 8.5F}, {2.5F, 2.5F})) == FollowStatus::on_path);
  const AllocationCounter counter;
  std::size_t moved = 0;
  while (moved < goals.size() && !needs_search(unit.move_goal(world, goals[moved]))) ++moved;
  CHECK(counter.count() == 0);
  CHECK(moved == 5);
  CHECK(unit.ahead().size() == 5);
  CHECK(unit.status() == FollowStatus::goal_lost);
}

}  // namespace
}  // namespace taut::test
