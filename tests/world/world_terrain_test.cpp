// Worlds whose ground has costs: every call uses them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>

#include "support/catch.hpp"
#include "support/check_found.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr std::uint8_t kSwamp = 1;  // classes
constexpr std::uint8_t kMarsh = 2;

constexpr Agent kWalker = Agent::point(kGround);
constexpr std::array kWalkers{
    kWalker,
    Agent::disc(0.4, kGround),
    Agent::disc(0.5, kGround),
    Agent::disc(0.9, kGround),
    Agent::disc(1.6, kGround),
    Agent::square(0.4, kGround),
    Agent::square(0.5, kGround),
    Agent::square(1.0, kGround),
    Agent::square(1.3, kGround),
};

// A swamp between start and goal.
struct Swamp {
  World world{Grid(60, 40, TileState::walkable)};
  Point start = center({5, 20});
  Point goal = center({54, 20});

  Swamp() {
    Ground ground;
    ground.set(kSwamp, 5.0F);
    ground.set(kMarsh, 7.0F);
    world.set_ground(kGround, ground);
    for (const Agent& agent : kWalkers) world.prepare(agent);
    world.set_class({20, 10, 40, 30}, kSwamp);
  }

  [[nodiscard]] FoundPath find(Finder& finder, const Agent& agent,
                               Method method = Method::best) const {
    return finder.find(start, goal, {agent, method});
  }
  [[nodiscard]] const Ground& ground() const { return *world.find_ground(kGround); }
  [[nodiscard]] double cost_of(const FoundPath& found) const {
    return found.turns.empty()
               ? path_cost(world.grid(), ground(), found.points)
               : disc_path_cost(world.grid(), ground(), found.turns, found.agent.radius);
  }
};

// Past two corners of the swamp.
const double kAround = 2.0 * std::hypot(14.5, 9.5) + 20.0;

}  // namespace

TEST_CASE("Finder: every agent and method goes around a swamp", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  for (const Agent& agent : kWalkers) {
    for (const Method method : kMethods) {
      INFO("radius " << agent.radius << ", method " << static_cast<int>(method));
      const FoundPath found = swamp.find(finder, agent, method);
      REQUIRE(found);
      CHECK(found.method == Method::optimal);
      // No wall is near: all bend at the corners of the swamp.
      CHECK((found.turns.size() + found.points.size()) == 4);
      CHECK(found.cost == Approx(kAround).epsilon(1e-9));
      CHECK(found.length == Approx(kAround).epsilon(1e-9));
      CHECK(found.cost == swamp.cost_of(found));
      CHECK(check_answer(swamp.world, swamp.start, swamp.goal, agent, found).empty());
    }
  }
}

TEST_CASE("Finder: on ground 0 a swamp is as all else", "[world][terrain]") {
  Swamp swamp;
  Finder finder(swamp.world);
  for (Agent agent : kWalkers) {
    agent.ground = 0;
    swamp.world.prepare(agent);
    for (const Method method : kMethods) {
      const FoundPath found = swamp.find(finder, agent, method);
      REQUIRE(found);
      CHECK(found.length == 49.0);
      CHECK(found.cost == found.length);
    }
  }
}

TEST_CASE("Finder: ends that are moved, beside a swamp", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  for (const Agent& agent : kWalkers) {
    INFO("radius " << agent.radius);
    FindOptions options{agent};
    options.goal = options.start = EndRule::nearest;
    const FoundPath found = finder.find({-3.0F, 20.5F}, {70.0F, 20.5F}, options);
    REQUIRE(found);
    CHECK(found.cost == swamp.cost_of(found));
    const bool is_disc = agent.shape == AgentShape::disc;
    const double first = is_disc ? found.turns.front().center.x : found.points.front().x;
    const double last = is_disc ? found.turns.back().center.x : found.points.back().x;
    CHECK(first == Approx(agent.radius).margin(1e-3));
    CHECK(last == Approx(60.0 - agent.radius).margin(1e-3));
    const double away = std::hypot(20.0 - first, 9.5);
    CHECK(found.cost == Approx(2.0 * away + 20.0).margin(2e-3));
  }
}

TEST_CASE("Finder: limits of length on priced ground", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  for (const Agent& agent : kWalkers) {
    FindOptions options{agent};
    options.length_limit = kAround + 0.01;
    CHECK(finder.find(swamp.start, swamp.goal, options));
    options.length_limit = kAround - 0.01;
    CHECK(finder.find(swamp.start, swamp.goal, options).reason == Reason::limit);
  }
}

// The border of the swamp ends near obstacles. The disc bends where it has room on the border, not
// next to the end, in the swamp, from where it would go through it: that cost 139.
TEST_CASE("Finder: a disc follows the border of a swamp from obstacle to obstacle",
          "[world][terrain]") {
  World world(Grid(60, 60, TileState::walkable));
  for (const Tile& tile : {Tile{11, 44}, Tile{7, 46}, Tile{7, 22}}) {
    world.set(tile, TileState::blocked);
  }
  world.set_class({13, 25, 60, 38}, 1);
  Ground wheels;
  wheels.set(1, 8.0F);
  world.set_ground(kGround, wheels);
  Agent tank = Agent::disc(6.3);
  tank.ground = kGround;
  world.prepare(tank);
  Finder finder(world);
  const Point start{17.625F, 50.5F};
  const Point goal{12.0F, 11.5F};
  const FoundPath found = finder.find(start, goal, {tank});
  REQUIRE(found);
  CHECK(check_answer(world, start, goal, tank, found).empty());
  CHECK(found.cost < 1.15 * 56.58);  // that of the path on the mesh
}

TEST_CASE("PathFollower: agents walk over terrain", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  for (const Agent& agent : kWalkers) {
    INFO("radius " << agent.radius);
    PathFollower follower(agent);
    const FoundPath found = swamp.find(finder, agent);
    REQUIRE(follower.set(swamp.world, found) == FollowStatus::on_path);
    CHECK(follower.length() == Approx(found.length));
    std::vector<Point> walked{snap(narrow(follower.place()))};
    for (int step = 0; step < 1000; ++step) {
      const DiscPoint to = follower.place_ahead(0.1);
      if (follower.move(swamp.world, narrow(to)) == FollowStatus::arrived) break;
      REQUIRE(follower.status() == FollowStatus::on_path);
      walked.push_back(snap(narrow(follower.place())));
    }
    CHECK(follower.status() == FollowStatus::arrived);
    CHECK(path_cost(swamp.world.grid(), swamp.ground(), walked) ==
          Approx(found.cost).epsilon(0.01));
  }
}

TEST_CASE("Finder: the cost without terrain is the length", "[world][terrain]") {
  World world(Grid(30, 20, TileState::walkable));
  world.set({10, 0, 12, 15}, TileState::blocked);
  world.set_class({20, 0, 23, 20}, kSwamp);
  Finder finder(world);
  for (Agent agent : kWalkers) {
    agent.ground = 0;
    world.prepare(agent);
    const FoundPath found = finder.find(center({2, 2}), center({25, 3}), {agent});
    REQUIRE(found);
    CHECK(found.cost == found.length);
  }
}

TEST_CASE("Finder: a dear class that no tile has costs nothing", "[world][terrain]") {
  World world(Grid(30, 20, TileState::walkable));
  world.set({10, 0, 12, 15}, TileState::blocked);
  Ground ground;
  ground.set(kSwamp, 5.0F);
  world.set_ground(kGround, ground);
  Finder finder(world);
  for (const Agent& agent : kWalkers) {
    Agent plain = agent;
    plain.ground = 0;
    world.prepare(agent);
    world.prepare(plain);
    for (const Method method : kMethods) {
      const FoundPath found = finder.find(center({2, 2}), center({25, 3}), {agent, method});
      REQUIRE(found);
      CHECK(found.cost == Approx(found.length).epsilon(1e-12));
      const double length = found.length;
      const FoundPath wanted = finder.find(center({2, 2}), center({25, 3}), {plain, method});
      CHECK(length == Approx(wanted.length).epsilon(1e-9));
    }
  }
  // The class that tiles have already, and the ground that it is already.
  const std::uint64_t revision = world.revision();
  world.set_class({0, 0, 30, 20}, 0);
  world.set_ground(kGround, ground);
  CHECK(world.revision() == revision);
}

TEST_CASE("WorldField: what the ground costs, also where it is set after the field was built",
          "[world][terrain]") {
  Swamp swamp;
  Finder finder(swamp.world);
  FieldScratch scratch;
  for (const Agent& agent : kWalkers) {
    INFO("radius " << agent.radius);
    const auto check = [&](WorldField& field, double wanted) {
      CHECK_FALSE(field.is_current());
      CHECK(field.reason_at(swamp.start) == Reason::stale);
      CHECK(field.distance(swamp.start) == Field::kUnreached);
      CHECK(finder.find(swamp.start, field).reason == Reason::stale);
      REQUIRE(field.update(swamp.world, scratch));
      CHECK(field.reason_at(swamp.start) == Reason::none);
      CHECK(field.distance(swamp.start) == Approx(wanted).epsilon(2e-3));
      const FoundPath found = finder.find(swamp.start, field);
      REQUIRE(found);
      CHECK(found.cost == Approx(wanted).epsilon(2e-3));
      CHECK(check_answer(swamp.world, swamp.start, swamp.goal, agent, found).empty());
    };
    WorldField field(agent);
    field.set_goals(std::array{FieldGoal{swamp.goal}});
    check(field, kAround);
    swamp.world.set_class({20, 10, 40, 30}, 0);
    check(field, 49.0);
    swamp.world.set_class({20, 0, 30, 40}, kMarsh);
    check(field, 39.0 + 10.0 * 7.0);
    Ground cheap;
    cheap.set(kMarsh, 0.5F);
    swamp.world.set_ground(kGround, cheap);
    check(field, 39.0 + 10.0 * 0.5);
    swamp = Swamp();
  }
}

TEST_CASE("find_group: the paths of a group over terrain", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  std::vector<GroupUnit> units;
  for (const Agent& agent : kWalkers) {
    for (int y = 15; y < 25; ++y) units.push_back({center({5, y}), agent});
  }
  for (const bool spreads : {false, true}) {
    for (const GroupMethod method :
         {GroupMethod::best, GroupMethod::searches, GroupMethod::field}) {
      GroupPaths paths;
      const Result result =
          finder.find_group(units, swamp.goal, {.spreads = spreads, .method = method}, paths);
      CHECK(result.count == units.size());
      // A field by cost has the paths to one end.
      const bool has_fields = !spreads && method == GroupMethod::field;
      if (has_fields) CHECK(paths.field_count() == kWalkers.size());
      if (spreads) CHECK(paths.field_count() == 0);
      for (std::size_t i = 0; i < units.size(); ++i) {
        INFO("radius " << units[i].agent.radius << ", from " << units[i].start);
        const OwnedPath& path = paths.path(i);
        REQUIRE(path);
        CHECK(path.cost == Approx(swamp.cost_of(path.view())).epsilon(1e-9));
        CHECK(check_answer(swamp.world, units[i].start, paths.end(i), units[i].agent, path.view())
                  .empty());
        const Point& end = paths.end(i);
        const FoundPath single = finder.find(units[i].start, end, {units[i].agent});
        CHECK(path.cost == Approx(single.cost).epsilon(2e-3));
      }
    }
  }
}

TEST_CASE("PathFollower: edits of terrain", "[world][terrain]") {
  for (const Agent& agent : kWalkers) {
    INFO("radius " << agent.radius);
    Swamp swamp;
    Finder finder(swamp.world);
    PathFollower follower(agent);
    const auto restart = [&] { return follower.set(swamp.world, swamp.find(finder, agent)); };
    REQUIRE(restart() == FollowStatus::on_path);
    const bool is_above = follower.ahead().front().entry.y < 20.0;
    // More expensive ground where the path does not lead.
    const TileRect other = is_above ? TileRect{20, 30, 40, 40} : TileRect{20, 0, 40, 10};
    swamp.world.set_class(other, kMarsh);
    CHECK(follower.update(swamp.world) == FollowStatus::maybe_shorter);
    // On the path.
    REQUIRE(restart() == FollowStatus::on_path);
    const TileRect own = is_above ? TileRect{29, 9, 31, 10} : TileRect{29, 30, 31, 31};
    swamp.world.set_class(own, kMarsh);
    CHECK(follower.update(swamp.world) == FollowStatus::maybe_shorter);
    // A far corner: to go there and on to the goal costs more than the path.
    REQUIRE(restart() == FollowStatus::on_path);
    swamp.world.set_class({59, 39, 60, 40}, kMarsh);
    CHECK(follower.update(swamp.world) == FollowStatus::on_path);
    // Another ground: all tiles may cost less.
    Ground ground = swamp.ground();
    ground.set(kSwamp, 1.0F);
    swamp.world.set_ground(kGround, ground);
    CHECK(follower.update(swamp.world) == FollowStatus::maybe_shorter);
  }
}

TEST_CASE("PathFollower: no short cut through a swamp", "[world][terrain]") {
  const Swamp swamp;
  Finder finder(swamp.world);
  for (const Agent& agent : kWalkers) {
    INFO("radius " << agent.radius);
    PathFollower follower(agent, 4.0);
    REQUIRE(follower.set(swamp.world, swamp.find(finder, agent)) == FollowStatus::on_path);
    const bool is_above = follower.ahead().front().entry.y < 20.0;
    // Along the swamp's edge, then pushed into it: the corner beyond it and the goal are in sight.
    const float edge = is_above ? 10.0F : 30.0F;
    REQUIRE(follower.move(swamp.world, {22.0F, edge}) == FollowStatus::on_path);
    const Point pushed{23.0F, is_above ? edge + 1.0F : edge - 1.0F};
    REQUIRE(follower.move(swamp.world, pushed) == FollowStatus::on_path);
    std::vector<Point> path{pushed};
    for (const DiscTurn& turn : follower.ahead()) path.push_back(narrow(turn.entry));
    const double back = 5.0 + 17.0 + std::hypot(14.5, 9.5);
    CHECK(path_cost(swamp.world.grid(), swamp.ground(), path) <= back + 1e-6);
  }
}

TEST_CASE("PathFollower: a goal that moves beyond a swamp is not led to through it",
          "[world][terrain]") {
  Swamp swamp;
  swamp.world.set_class({0, 0, 60, 40}, 0);
  swamp.world.set_class({10, 9, 30, 11}, kSwamp);
  Finder finder(swamp.world);
  for (const Agent& agent : kWalkers) {
    INFO("radius " << agent.radius);
    PathFollower follower(agent, 4.0);
    const FoundPath found = finder.find(center({5, 8}), center({30, 8}), {agent});
    REQUIRE(follower.set(swamp.world, found) == FollowStatus::on_path);
    REQUIRE(found.cost == 25.0);
    REQUIRE(follower.move_goal(swamp.world, center({30, 11})) == FollowStatus::on_path);
    CHECK(follower.length() == Approx(28.0));
    // Straight on from there.
    REQUIRE(follower.move_goal(swamp.world, center({31, 13})) == FollowStatus::on_path);
    CHECK(follower.length() == Approx(25.0 + std::hypot(1.0, 5.0)));
  }
}

namespace {

// From a place to another one, which is rounded, and on along a path.
std::vector<Point> path_over(const Point& at, const DiscPoint& place,
                             std::span<const DiscPoint> rest) {
  std::vector<Point> path{at, snap(narrow(place))};
  for (const DiscPoint& turn : rest) path.push_back(narrow(turn));
  return path;
}

// What it costs to go back to the nearest place of the legs of a path that begin within `length`,
// or the first that counts as on it, and on along the path. Where several are nearest, the most.
double cost_past_nearest(const World& world, const Point& at, const std::vector<DiscPoint>& path,
                         double length) {
  double nearest = std::numeric_limits<double>::infinity();
  double most = 0.0;
  for (std::size_t i = 1; i < path.size() && length >= 0.0; ++i) {
    const DiscPoint& from = path[i - 1];
    const DiscPoint leg = path[i] - from;
    length -= norm(leg);
    const double share = dot(widen(at) - from, leg) / std::max(squared_norm(leg), 1e-12);
    const DiscPoint place = from + std::clamp(share, 0.0, 1.0) * leg;
    const double distance = norm(place - widen(at));
    if (distance > nearest + 1e-9) continue;
    const std::vector<Point> past = path_over(at, place, std::span(path).subspan(i));
    const double cost = path_cost(world.grid(), *world.find_ground(kGround), past);
    most = distance < nearest - 1e-9 ? cost : std::max(most, cost);
    nearest = std::min(nearest, distance);
    if (distance <= PathFollower::kOnPath) break;
  }
  return most;
}

// A world with patches that cost from 0.5 to 8.
World make_patchwork(Random& random, Grid grid, const Agent& agent) {
  Ground ground;
  for (std::uint8_t i = 1; i <= 16; ++i) ground.set(i, 0.5F * static_cast<float>(i));
  for (int k = 0; k < 6; ++k) {
    grid.set_class(random_rect(random, grid.width(), grid.height()),
                   static_cast<std::uint8_t>(random.between(1, 16)));
  }
  World world(std::move(grid));
  world.set_ground(kGround, ground);
  world.prepare(agent);
  return world;
}

std::vector<DiscPoint> path_ahead(const PathFollower& follower) {
  std::vector<DiscPoint> path{follower.place()};
  for (const DiscTurn& turn : follower.ahead()) path.push_back(turn.entry);
  return path;
}

// Pushes a unit around on a patchwork. Returns how often it went on.
std::size_t push_around(Random& random, const Agent& agent) {
  Grid grid = make_random_map(random, 20);
  if (grid.walkable_count() == 0) return 0;
  const World world = make_patchwork(random, std::move(grid), agent);
  Finder finder(world);
  PathFollower follower(agent, 3.0);
  const Point start = center(random_walkable_tile(random, world.grid()));
  const Point goal = center(random_walkable_tile(random, world.grid()));
  if (needs_search(follower.set(world, finder.find(start, goal, {agent})))) return 0;
  std::size_t count = 0;
  for (; count < 4; ++count) {
    const std::vector<DiscPoint> before = path_ahead(follower);
    const Point push{static_cast<float>(random.between(-20, 20)) / 8,
                     static_cast<float>(random.between(-20, 20)) / 8};
    const Point at = snap(narrow(before.front())) + push;
    const double length = 3.0 + 2.0 * norm(widen(at) - before.front());
    if (follower.move(world, at) != FollowStatus::on_path) break;
    const std::vector<DiscPoint> after = path_ahead(follower);
    const double cost = path_cost(world.grid(), *world.find_ground(kGround),
                                  path_over(at, after.front(), std::span(after).subspan(1)));
    INFO(to_drawing(world.grid()) << start << " to " << goal << ", push " << count << " to " << at
                                  << ", radius " << agent.radius);
    REQUIRE(cost <= cost_past_nearest(world, at, before, length) + 1e-6);
  }
  return count;
}

}  // namespace

TEST_CASE("PathFollower: after a push the way costs no more than back to the path",
          "[world][terrain]") {
  for (Random& random : random_generators("push on terrain")) {
    for (const Agent& agent : {kWalker, Agent::square(0.4, kGround)}) {
      std::size_t rejoined = 0;
      for (std::size_t i = 0; i < random_count(500, 10000); ++i) {
        rejoined += push_around(random, agent);
      }
      CHECK((is_small_share() || rejoined > 20));
    }
  }
}

}  // namespace taut::test
