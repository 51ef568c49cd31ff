// PathFollower and World::is_walkable() with a ground: what it blocks is a wall.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>

#include "support/catch.hpp"
#include "support/points_ahead.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

constexpr Agent kBoat = Agent::point(1);
constexpr std::uint8_t kShoal = 1;
constexpr std::uint8_t kLand = 2;

Ground make_boat() {
  Ground boat;
  boat.set(kShoal, 3.0F);
  boat.set(kLand, kBlockedTerrain);
  return boat;
}

World make_sea(Grid grid) {
  World world(std::move(grid));
  world.set_ground(kBoat.ground, make_boat());
  world.prepare(kBoat);
  return world;
}

// The map as the mover of a table sees it: blocked classes are blocked tiles.
Grid see_as(const Grid& grid, const Ground& costs) {
  return Grid::from_predicate(grid.width(), grid.height(), [&](int x, int y) {
    return grid.is_walkable(x, y) && !costs.is_blocked(grid.terrain_class(grid.id({x, y})));
  });
}

TEST_CASE("PathFollower: a boat that is pushed does not steer over land", "[world][mover]") {
  World world = make_sea(Grid(30, 12, TileState::walkable));
  world.set_class({8, 5, 20, 9}, kLand);
  Finder finder(world);
  FindOptions options;
  options.agent = kBoat;
  const FoundPath found = finder.find({4.5F, 4.5F}, {24.5F, 7.5F}, options);
  REQUIRE(found);
  OwnedPath kept;
  kept.assign(found);
  CHECK(kept.view().agent == kBoat);
  PathFollower unit(kBoat, 4.0);
  REQUIRE(unit.set(world, kept.view()) == FollowStatus::on_path);
  REQUIRE(unit.move(world, {10.0F, 5.0F}) == FollowStatus::on_path);
  // Onto the land.
  CHECK(unit.move(world, {10.0F, 6.5F}) == FollowStatus::off_path);
  // Behind a cape that hides what is left of the path.
  world.set_class({9, 2, 10, 5}, kLand);
  REQUIRE(unit.update(world) == FollowStatus::on_path);
  CHECK(unit.move(world, {8.5F, 4.0F}) == FollowStatus::off_path);
  CHECK(unit.move(world, {10.5F, 4.0F}) == FollowStatus::on_path);
  // The goal goes ashore, and out of sight behind the land.
  CHECK(unit.move_goal(world, {19.5F, 7.5F}) == FollowStatus::goal_lost);
  // A search begins where the boat floats.
  const Point shore{10.0F + 1.0F / 1024.0F, 5.0F + 1.0F / 1024.0F};
  CHECK(unit.find_start(world, shore) == Point{shore.x, 5.0F});
  CHECK(PathFollower().find_start(world, shore) == shore);
}

TEST_CASE("find_cut_paths: classes that become land", "[world][mover]") {
  World world = make_sea(Grid(30, 12, TileState::walkable));
  world.set_class({0, 0, 1, 1}, kShoal);
  Finder finder(world);
  FindOptions options;
  options.agent = kBoat;
  PathFollower sails(kBoat);
  PathFollower walks;
  REQUIRE(sails.set(world, finder.find({4.5F, 4.5F}, {24.5F, 7.5F}, options)) ==
          FollowStatus::on_path);
  REQUIRE(walks.set(world, finder.find({4.5F, 4.5F}, {24.5F, 7.5F})) == FollowStatus::on_path);
  world.set_class({14, 0, 15, 10}, kLand);
  const std::array<PathFollower*, 2> units{&walks, &sails};
  std::array<std::uint32_t, 2> cut{};
  REQUIRE(find_cut_paths(world, units, cut).count == 1);
  CHECK(cut[0] == 1);
  // A door opens: a way may be shorter.
  REQUIRE(sails.set(world, finder.find({4.5F, 4.5F}, {24.5F, 7.5F}, options)) ==
          FollowStatus::on_path);
  world.set_class({14, 5, 15, 6}, 0);
  CHECK(sails.update(world) == FollowStatus::maybe_shorter);
}

// The unit is pushed to the other side of two blocked tiles that touch at a corner, where its goal
// is: from there the goal is in sight, and the way past it is not.
TEST_CASE("PathFollower: a goal at a corner between two tiles leads nobody through it", "[world]") {
  Grid grid(6, 8, TileState::walkable);
  grid.set(Tile{2, 3}, TileState::blocked);
  grid.set(Tile{3, 4}, TileState::blocked);
  const World world(grid);
  Finder finder(world);
  PathFollower unit({}, 4.0);
  const FoundPath found = finder.find({4.125F, 5.125F}, {3.0F, 4.0F});
  REQUIRE(found);
  REQUIRE(found.points.size() == 3);
  REQUIRE(unit.set(world, found) == FollowStatus::on_path);
  REQUIRE(unit.move(world, {3.75F, 3.5F}) == FollowStatus::on_path);
  REQUIRE(unit.ahead().size() == 1);
  CHECK(unit.move_goal(world, {1.25F, 5.25F}) == FollowStatus::goal_lost);
}

// The points need not be canonical: a point on the way straight on hides other faults of a path, so
// that each leg is validated alone.
bool is_checked_walkable(const Grid& seen, std::span<const Point> points) {
  const auto fault_of = [&](std::size_t first, std::size_t count) {
    const std::span<const Point> part = points.subspan(first, count);
    return validate_path(seen, part.front(), part.back(), part).fault;
  };
  if (points.size() == 1) return fault_of(0, 1) == PathFault::none;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (fault_of(i - 1, 2) != PathFault::none) return false;
    if (i == 1) continue;
    const PathFault fault = fault_of(i - 2, 3);
    if (fault != PathFault::none && fault != PathFault::straight_point) return false;
  }
  return true;
}

struct MoverTally {
  std::size_t pushed = 0;
  std::size_t led = 0;
  std::size_t lost = 0;
  std::size_t cut = 0;
};

// A call of a follower; whether the unit is now on a lattice point.
bool act(Random& random, World& world, PathFollower& unit, MoverTally& tally) {
  const auto near = [&](const DiscPoint& p, int reach) -> Point {
    return snap(narrow(p) + Point{static_cast<float>(random.between(-reach, reach)) / 1024,
                                  static_cast<float>(random.between(-reach, reach)) / 1024});
  };
  const int what = random.between(0, 99);
  if (what < 30) {
    unit.move(world, narrow(unit.place_ahead(0.1 * random.between(1, 12))));
    return false;
  }
  if (what < 60) {
    const bool is_on = !needs_search(unit.move(world, near(unit.place(), 2000)));
    ++(is_on ? tally.pushed : tally.lost);
    return is_on;
  }
  if (what < 75) {
    const bool is_on = !needs_search(unit.move_goal(world, near(unit.ahead().back().entry, 2000)));
    ++(is_on ? tally.led : tally.lost);
    return false;
  }
  const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
  if (random.chance(30)) {
    world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
  } else {
    world.set_class(tiles, static_cast<std::uint8_t>(random.below(3)));
  }
  tally.cut += unit.update(world) == FollowStatus::cut ? 1 : 0;
  return false;
}

// Whether it is so from the place that is given and from all next to it: the unit's is rounded.
bool is_walkable_nearby(const Grid& grid, std::vector<Point> points) {
  const Point at = points.front();
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      points.front() = snap(at + Point{static_cast<float>(x) / 1024, static_cast<float>(y) / 1024});
      if (!is_checked_walkable(grid, points)) return false;
    }
  }
  return true;
}

void sail(Random& random, MoverTally& tally) {
  const Ground boat = make_boat();
  World world = make_sea(make_random_map(random, 20));
  for (int i = 0; i < 4; ++i) {
    world.set_class(random_rect(random, world.grid().width(), world.grid().height()),
                    static_cast<std::uint8_t>(random.below(3)));
  }
  Finder finder(world);
  FindOptions options;
  options.agent = kBoat;
  PathFollower unit(kBoat, 3.0);
  for (int searches = 0; searches < 4; ++searches) {
    const Point start = to_map_point(random_place(random, world.grid()));
    const Point goal = to_map_point(random_place(random, world.grid()));
    if (needs_search(unit.set(world, finder.find(start, goal, options)))) continue;
    for (int i = 0; i < 25 && unit.status() != FollowStatus::cut; ++i) {
      const bool is_exact = act(random, world, unit, tally);
      const Grid seen = see_as(world.grid(), boat);
      std::vector<Point> points = points_ahead(unit);
      INFO(to_drawing(seen) << "unit at " << unit.place() << ", ahead " << points.size());
      if (unit.status() == FollowStatus::cut) {
        REQUIRE_FALSE(is_walkable_nearby(seen, points));
        break;
      }
      // A place on a leg is rounded, so that the rest of the leg may touch a wall.
      if (!is_exact && points.size() > 1) points.erase(points.begin());
      REQUIRE(is_checked_walkable(seen, points));
    }
  }
}

TEST_CASE("PathFollower: whatever happens, a boat is never led over land", "[world][mover]") {
  for (Random& random : random_generators("boat followers")) {
    MoverTally t;
    for (std::size_t i = 0; i < random_count(1500, 30000); ++i) sail(random, t);
    INFO("pushed " << t.pushed << ", led " << t.led << ", lost " << t.lost << ", cut " << t.cut);
    CHECK((is_small_share() || std::min({t.pushed, t.led, t.lost, t.cut}) > 100));
  }
}

TEST_CASE("World::is_walkable: with a ground, as where its blocked classes are walls",
          "[world][mover]") {
  const Ground boat = make_boat();
  for (Random& random : random_generators("walkable by table")) {
    std::size_t walkable = 0;
    for (std::size_t i = 0; i < random_count(3000, 50000); ++i) {
      World world = make_sea(make_random_map(random, 8));
      for (int k = 0; k < 4; ++k) {
        world.set_class(random_rect(random, world.grid().width(), world.grid().height()),
                        static_cast<std::uint8_t>(random.below(3)));
      }
      const World seen(see_as(world.grid(), boat));
      std::vector<Point> points;
      for (int k = random.between(1, 4); k > 0; --k) {
        const Point at = to_map_point(random_place(random, world.grid()));
        points.push_back(random.chance(70) ? Point{std::floor(at.x), std::floor(at.y)} : at);
      }
      INFO(to_drawing(seen.grid()));
      REQUIRE(world.is_walkable(points, kBoat.ground) == seen.is_walkable(points));
      walkable += points.size() > 2 && seen.is_walkable(points) ? 1 : 0;
      const double radius = 0.1 * random.between(1, 9);
      std::vector<DiscTurn> turns;
      for (const Point& point : points) {
        DiscTurn turn;
        turn.center = point;
        turn.entry = turn.exit = widen(point);
        turns.push_back(turn);
      }
      REQUIRE(world.is_walkable(turns, radius, kBoat.ground) == seen.is_walkable(turns, radius));
    }
    CHECK((is_small_share() || walkable > 100));
  }
}

}  // namespace
}  // namespace taut::test
