// Worlds with terrain costs: every call uses them or refuses them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <taut/engine/disc_cost.hpp>
#include <taut/engine/path_cost.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

// A swamp between start and goal.
struct Swamp {
  World world{Grid(60, 40, TileState::walkable)};
  Point start = center({5, 20});
  Point goal = center({54, 20});

  Swamp() {
    for (const double radius : {0.4, 0.9}) world.prepare(Agent::disc(radius));
    world.prepare(Agent::square(0.4));
    world.set_cost({20, 10, 40, 30}, 5.0F);
  }

  [[nodiscard]] FoundPath find(Finder& finder, const Agent& agent, Method method) const {
    FindOptions options;
    options.agent = agent;
    options.method = method;
    return finder.find(start, goal, options);
  }
};

// Past two corners of the swamp.
const double kAround = 2.0 * std::hypot(14.5, 9.5) + 20.0;

}  // namespace

TEST_CASE("Finder: terrain costs are used or refused", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  for (const Method method : {Method::best, Method::fast}) {
    const FoundPath found = swamp.find(finder, {}, method);
    REQUIRE(found);
    CHECK(found.cost == Approx(kAround).epsilon(1e-9));
    CHECK(found.cost == path_cost(swamp.world.grid(), found.points));
  }
  const auto refuses = [&](const Agent& agent, Method method) {
    const FoundPath found = swamp.find(finder, agent, method);
    CHECK(found.status == Status::invalid_input);
    CHECK(found.reason == Reason::terrain);
  };
  refuses({}, Method::optimal);
  for (const Agent& agent : {Agent::disc(0.9), Agent::square(0.4)}) {
    refuses(agent, Method::best);
    refuses(agent, Method::fast);
  }
  refuses(Agent::disc(0.4), Method::optimal);
  CHECK(explain(swamp.world, Reason::terrain, swamp.start, swamp.goal, {}) ==
        "A field does not use terrain costs, which the world has.");
}

TEST_CASE("Finder: a disc goes where the ground is cheap", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  for (const Method method : {Method::best, Method::fast}) {
    const FoundPath found = swamp.find(finder, Agent::disc(0.4), method);
    REQUIRE(found);
    CHECK(found.method == Method::fast);
    // No wall is near: it bends at the corners of the swamp, as a point does.
    REQUIRE(found.turns.size() == 4);
    CHECK(found.cost == Approx(kAround).epsilon(1e-9));
    CHECK(found.cost == disc_path_cost(swamp.world.grid(), found.turns, 0.4));
    CHECK(validate_disc_path(swamp.world.grid(), swamp.start, swamp.goal, found.turns, 0.4).fault ==
          DiscFault::none);
  }
  FindOptions options;
  options.agent = Agent::disc(0.4);
  options.goal = EndRule::nearest;
  const FoundPath near = finder.find(swamp.start, {70.0F, 20.5F}, options);
  REQUIRE(near);
  CHECK(near.cost < 1.2 * kAround);
  CHECK(near.turns.back().center.x == Approx(59.6).margin(1e-3));
}

TEST_CASE("PathFollower: a disc walks over terrain", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  PathFollower follower(Agent::disc(0.4));
  const FoundPath found = swamp.find(finder, Agent::disc(0.4), Method::best);
  REQUIRE(follower.set(swamp.world, found) == FollowStatus::on_path);
  CHECK(follower.length() == Approx(found.length));
  std::vector<DiscTurn> walked{found.turns.front()};
  for (int step = 0; step < 1000; ++step) {
    const DiscPoint to = follower.place_ahead(0.1);
    if (follower.move(swamp.world, narrow(to)) == FollowStatus::arrived) break;
    REQUIRE(follower.status() == FollowStatus::on_path);
    DiscTurn at = found.turns.front();
    at.center = narrow(follower.place());
    at.entry = at.exit = follower.place();
    walked.push_back(at);
  }
  CHECK(follower.status() == FollowStatus::arrived);
  CHECK(disc_path_cost(swamp.world.grid(), walked, 0.4) == Approx(found.cost).epsilon(0.01));
}

TEST_CASE("Finder: the cost without terrain is the length", "[world][terrain]") {
  World world(Grid(30, 20, TileState::walkable));
  world.set({10, 0, 12, 15}, TileState::blocked);
  world.prepare(Agent::disc(0.4));
  world.prepare(Agent::square(0.4));
  Finder finder(world);
  for (const Agent& agent : {Agent{}, Agent::disc(0.4), Agent::square(0.4)}) {
    FindOptions options;
    options.agent = agent;
    const FoundPath found = finder.find(center({2, 2}), center({25, 3}), options);
    REQUIRE(found);
    CHECK(found.cost == found.length);
  }
}

TEST_CASE("Finder: the cost that tiles have already is no cost", "[world][terrain]") {
  World world(Grid(30, 20, TileState::walkable));
  Finder finder(world);
  FindOptions options;
  for (const Method method : {Method::best, Method::fast}) {
    options.method = method;
    REQUIRE(finder.find(center({2, 2}), center({25, 3}), options));
    const std::uint64_t revision = world.revision();
    world.set_cost({0, 0, 30, 20}, 1.0F);
    CHECK(world.revision() == revision);
    const FoundPath found = finder.find(center({2, 2}), center({25, 3}), options);
    CHECK(found);
    CHECK(found.cost == found.length);
  }
}

TEST_CASE("WorldField: refuses terrain costs, also those set after it was built",
          "[world][terrain]") {
  World world(Grid(20, 20, TileState::walkable));
  FieldScratch scratch;
  WorldField field;
  const Point goal = center({3, 3});
  const Point place = center({15, 12});
  field.set_goals(std::array{FieldGoal{goal}});
  REQUIRE(field.update(world, scratch));
  REQUIRE(field.reason_at(place) == Reason::none);
  world.set_cost({8, 8, 10, 10}, 2.0F);
  CHECK_FALSE(field.is_current());
  CHECK(field.reason_at(place) == Reason::terrain);
  CHECK(field.distance(place) == Field::kUnreached);
  Finder finder(world);
  CHECK(finder.find(place, field).reason == Reason::terrain);
  CHECK_FALSE(field.update(world, scratch));
  CHECK(field.reason() == Reason::terrain);
}

TEST_CASE("find_group: the paths of a group over terrain", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  std::vector<GroupUnit> units;
  for (int y = 15; y < 25; ++y) units.push_back({center({5, y}), Agent{}});
  for (int y = 15; y < 25; ++y) units.push_back({center({7, y}), Agent::disc(0.4)});
  units.push_back({swamp.start, Agent::disc(0.9)});
  for (const GroupEnds ends : {GroupEnds::goal, GroupEnds::spread}) {
    for (const GroupMethod method :
         {GroupMethod::best, GroupMethod::searches, GroupMethod::field}) {
      GroupPaths paths;
      const Result result = finder.find_group(units, swamp.goal, {ends, method}, paths);
      CHECK(result.count == units.size() - 1);
      CHECK(paths.field_count() == 0);
      CHECK(paths.path(units.size() - 1).reason == Reason::terrain);
      for (std::size_t i = 0; i + 1 < units.size(); ++i) {
        const OwnedPath& path = paths.path(i);
        REQUIRE(path);
        CHECK(path.cost < 1.1 * kAround);
      }
    }
  }
}

TEST_CASE("PathFollower: edits of terrain", "[world][terrain]") {
  Swamp swamp;
  Finder finder(swamp.world);
  PathFollower follower;
  const auto restart = [&] {
    return follower.set(swamp.world, swamp.find(finder, {}, Method::best));
  };
  REQUIRE(restart() == FollowStatus::on_path);
  const bool is_above = follower.ahead().front().entry.y < 20.0;
  // Dearer ground where the path does not lead.
  const TileRect other = is_above ? TileRect{20, 30, 40, 40} : TileRect{20, 0, 40, 10};
  swamp.world.set_cost(other, 7.0F);
  CHECK(follower.update(swamp.world) == FollowStatus::maybe_shorter);
  // On the path.
  REQUIRE(restart() == FollowStatus::on_path);
  const TileRect own = is_above ? TileRect{29, 9, 31, 10} : TileRect{29, 30, 31, 31};
  swamp.world.set_cost(own, 7.0F);
  CHECK(follower.update(swamp.world) == FollowStatus::maybe_shorter);
  // A far corner: to go there and on to the goal costs more than the path.
  REQUIRE(restart() == FollowStatus::on_path);
  swamp.world.set_cost({59, 39, 60, 40}, 2.0F);
  CHECK(follower.update(swamp.world) == FollowStatus::on_path);
}

TEST_CASE("PathFollower: no short cut through a swamp", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  PathFollower follower({}, 4.0);
  REQUIRE(follower.set(swamp.world, swamp.find(finder, {}, Method::best)) == FollowStatus::on_path);
  const bool is_above = follower.ahead().front().entry.y < 20.0;
  // Along the swamp's edge, then pushed into it: the corner beyond it and the goal are in sight.
  const float edge = is_above ? 10.0F : 30.0F;
  REQUIRE(follower.move(swamp.world, {22.0F, edge}) == FollowStatus::on_path);
  const Point pushed{23.0F, is_above ? edge + 1.0F : edge - 1.0F};
  REQUIRE(follower.move(swamp.world, pushed) == FollowStatus::on_path);
  std::vector<Point> path{pushed};
  for (const DiscTurn& turn : follower.ahead()) path.push_back(narrow(turn.entry));
  const double back = 5.0 + 17.0 + std::hypot(14.5, 9.5);
  CHECK(path_cost(swamp.world.grid(), path) <= back + 1e-6);
}

namespace {

// What it costs to go back to the nearest place of the legs of a path that begin within `length`,
// and on along the path. Where several are nearest, the most.
double cost_past_nearest(const Grid& grid, const Point& at, const std::vector<Point>& path,
                         double length) {
  double nearest = std::numeric_limits<double>::infinity();
  double most = 0.0;
  for (std::size_t i = 1; i < path.size() && length >= 0.0; ++i) {
    const DiscPoint from = widen(path[i - 1]);
    const DiscPoint leg = widen(path[i]) - from;
    length -= norm(leg);
    const double share = dot(widen(at) - from, leg) / std::max(squared_norm(leg), 1e-12);
    const DiscPoint place = from + std::clamp(share, 0.0, 1.0) * leg;
    const double distance = norm(place - widen(at));
    if (distance > nearest + 1e-3) continue;
    std::vector<Point> past{at, snap(narrow(place))};
    past.insert(past.end(), path.begin() + static_cast<std::ptrdiff_t>(i), path.end());
    const double cost = path_cost(grid, past);
    most = distance < nearest - 1e-3 ? cost : std::max(most, cost);
    nearest = std::min(nearest, distance);
  }
  return most;
}

std::vector<Point> path_ahead(const PathFollower& follower, const Point& from) {
  std::vector<Point> path{from};
  for (const DiscTurn& turn : follower.ahead()) path.push_back(narrow(turn.entry));
  return path;
}

}  // namespace

TEST_CASE("PathFollower: after a push the way costs no more than back to the path",
          "[world][terrain]") {
  for (Random& random : random_generators("push on terrain")) {
    std::size_t rejoined = 0;
    for (std::size_t i = 0; i < random_count(1000, 20000); ++i) {
      Grid grid = make_random_map(random, 20);
      for (int k = 0; k < 6; ++k) {
        grid.set_cost(random_rect(random, grid.width(), grid.height()),
                      0.5F * static_cast<float>(random.between(1, 16)));
      }
      if (grid.walkable_count() == 0) continue;
      const World world(std::move(grid));
      Finder finder(world);
      PathFollower follower({}, 3.0);
      const Point start = center(random_walkable_tile(random, world.grid()));
      const Point goal = center(random_walkable_tile(random, world.grid()));
      if (needs_search(follower.set(world, finder.find(start, goal)))) continue;
      for (int push = 0; push < 4; ++push) {
        const std::vector<Point> before = path_ahead(follower, snap(narrow(follower.place())));
        const Point at =
            snap(before.front() + Point{static_cast<float>(random.between(-20, 20)) / 8,
                                        static_cast<float>(random.between(-20, 20)) / 8});
        const double length = 3.0 + 2.0 * norm(widen(at) - follower.place());
        if (follower.move(world, at) != FollowStatus::on_path) break;
        const double cost = path_cost(world.grid(), path_ahead(follower, at));
        // Places on the path are rounded to the lattice.
        REQUIRE(cost <= cost_past_nearest(world.grid(), at, before, length) + 0.1);
        ++rejoined;
      }
    }
    CHECK((is_small_share() || rejoined > 20));
  }
}

}  // namespace taut::test
