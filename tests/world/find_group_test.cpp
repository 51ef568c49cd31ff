// Groups: the paths of many units to one goal, and the places where they end.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/group.hpp>
#include <taut/shared_world.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/check_found.hpp"
#include "support/map_families.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr std::array kGroupMethods{GroupMethod::searches, GroupMethod::best, GroupMethod::field};

std::vector<GroupUnit> make_group(Random& random, const Grid& grid, std::size_t count) {
  std::vector<GroupUnit> units;
  while (units.size() < count) {
    units.push_back(
        {to_map_point(random_place(random, grid)), kAgents[random.below(kAgents.size())]});
  }
  return units;
}

std::string to_text(const World& world, const GroupUnit& unit, const Point& goal) {
  std::ostringstream text;
  text << " from " << unit.start.x << " " << unit.start.y << " to " << goal.x << " " << goal.y
       << ", shape " << static_cast<int>(unit.agent.shape) << ", radius " << unit.agent.radius
       << "\n"
       << to_drawing(world.grid());
  return text.str();
}

// The fault of the answer to a unit; empty when there is none. Counts discs whose path is another
// than that of the single search, as of two points' paths of one length.
std::string find_fault(const World& world, Finder& finder, const GroupUnit& unit, const Point& goal,
                       const OwnedPath& path, std::size_t& others) {
  const FoundPath single = finder.find(unit.start, goal, {unit.agent, Method::optimal});
  if (path.status != single.status || path.reason != single.reason) return "another status";
  if (!path) return path.points.empty() && path.turns.empty() ? "" : "a path where there is none";
  if (path.revision != world.revision()) return "another revision";
  const std::string fault = check_answer(world, unit.start, goal, unit.agent, path.view());
  if (!fault.empty()) return fault;
  const double slack = length_tolerance(world, unit.agent) * (1.0 + single.length);
  if (std::abs(path.length - single.length) <= slack) return "";
  if (unit.agent.shape != AgentShape::disc) return "another length";
  ++others;
  return "";
}

TEST_CASE("find_group: by searches or by fields, the paths of single searches", "[field]") {
  std::size_t requested = 0;
  std::size_t others = 0;
  for (Random& random : random_generators("groups")) {
    for (std::size_t i = 0; i < random_count(60, 4000); ++i) {
      const World world = make_world(make_family_map(random, 16));
      Finder finder(world);
      GroupPaths paths;
      const Point goal = to_map_point(random_place(random, world.grid()));
      const std::vector<GroupUnit> units = make_group(random, world.grid(), 30);
      for (const GroupMethod method : kGroupMethods) {
        const Result result = finder.find_group(units, goal, {.method = method}, paths);
        REQUIRE(paths.size() == units.size());
        CHECK(paths.field_count() <= (method == GroupMethod::searches ? 0U : kAgents.size()));
        std::size_t found = 0;
        for (std::size_t k = 0; k < units.size(); ++k) {
          const std::string fault =
              find_fault(world, finder, units[k], goal, paths.path(k), others);
          if (!fault.empty()) FAIL(fault << to_text(world, units[k], goal));
          CHECK(paths.end(k) == goal);
          found += paths.path(k) ? 1 : 0;
          ++requested;
        }
        CHECK(result.count == found);
      }
    }
  }
  CHECK(others <= 2 + requested / 1000);
}

// Whether two agents share more than a border, with a slack for the rounding of the test.
bool do_overlap(const Agent& a, const Point& at, const Agent& b, const Point& other) {
  const double dx = std::abs(static_cast<double>(at.x - other.x));
  const double dy = std::abs(static_cast<double>(at.y - other.y));
  const double sum = a.radius + b.radius - 1e-9;
  if (a.shape == AgentShape::point || b.shape == AgentShape::point) return false;
  if (a.shape == AgentShape::disc && b.shape == AgentShape::disc) return std::hypot(dx, dy) < sum;
  if (a.shape == AgentShape::square && b.shape == AgentShape::square) return std::max(dx, dy) < sum;
  const double square = a.shape == AgentShape::square ? a.radius : b.radius;
  return std::hypot(std::max(dx - square, 0.0), std::max(dy - square, 0.0)) < sum - square;
}

// The fault of the path of a unit to its place, of a group that is spread around a goal.
std::string find_fault_of_spread(const World& world, Finder& finder, const GroupUnit& unit,
                                 const Point& goal, const Point& end, const OwnedPath& path) {
  const FindOptions options{unit.agent, Method::optimal};
  const FoundPath way = finder.find(goal, end, options);
  if (!way) return "a place that cannot be reached";
  const double to_end = way.length;
  const FoundPath to_goal = finder.find(unit.start, goal, options);
  const bool has_goal = static_cast<bool>(to_goal);
  const double over_goal = to_goal.length + to_end;
  const FoundPath single = finder.find(unit.start, end, options);
  if (path.status != single.status || path.reason != single.reason) return "another status";
  if (!path) return "";
  const std::string fault = check_answer(world, unit.start, end, unit.agent, path.view());
  if (!fault.empty()) return fault;
  const double slack = length_tolerance(world, unit.agent) * (1.0 + single.length);
  if (unit.agent.shape != AgentShape::disc) {
    return std::abs(path.length - single.length) <= slack ? "" : "another length";
  }
  // A disc: on its way by a field it may pass other obstacles.
  const double most = std::max(has_goal ? over_goal : 0.0, single.length);
  return path.length <= most + 1e-9 ? "" : "longer than over the goal";
}

TEST_CASE("find_group: spread over places that are free, apart and reached", "[field]") {
  std::size_t placed = 0;
  for (Random& random : random_generators("spread groups")) {
    for (std::size_t i = 0; i < random_count(40, 2000); ++i) {
      const World world = make_world(make_family_map(random, 16));
      Finder finder(world);
      GroupPaths paths;
      GroupPaths again;
      const Point goal = to_map_point(random_place(random, world.grid()));
      const std::vector<GroupUnit> units = make_group(random, world.grid(), 24);
      finder.find_group(units, goal, {.spreads = true, .method = GroupMethod::searches}, again);
      for (const GroupMethod method : kGroupMethods) {
        finder.find_group(units, goal, {.spreads = true, .method = method}, paths);
        for (std::size_t k = 0; k < units.size(); ++k) {
          const Point& end = paths.end(k);
          CHECK(end == again.end(k));
          const OwnedPath& path = paths.path(k);
          if (path.reason == Reason::goal_too_far) continue;
          if (!world.has_room(units[k].agent, goal)) {
            CHECK_FALSE(path);
            continue;
          }
          const std::string fault = find_fault_of_spread(world, finder, units[k], goal, end, path);
          if (!fault.empty()) FAIL(fault << to_text(world, units[k], end) << "goal " << goal);
          for (std::size_t j = 0; j < k; ++j) {
            if (paths.path(j).reason == Reason::goal_too_far) continue;
            if (!world.has_room(units[j].agent, goal)) continue;
            if (!do_overlap(units[k].agent, end, units[j].agent, paths.end(j))) continue;
            FAIL("overlap at " << end << to_text(world, units[k], goal));
          }
          ++placed;
        }
      }
    }
  }
  if (!is_small_share()) CHECK(placed > 100);
}

TEST_CASE("find_group: options that are none are refused by each method") {
  const World world(Grid(8, 8, TileState::walkable));
  Finder finder(world);
  GroupPaths paths;
  const std::array<GroupUnit, 2> units{
      {{Point{0.5F, 0.5F}, Agent{}}, {Point{1.5F, 0.5F}, Agent{}}}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const GroupMethod method : kGroupMethods) {
    for (const FindOptions& find :
         {FindOptions{.length_limit = nan}, FindOptions{.max_goal_distance = -1.0}}) {
      const GroupOptions options{.method = method, .find = find};
      CHECK(finder.find_group(units, {6.5F, 6.5F}, options, paths).count == 0);
      CHECK(paths.path(0).status == Status::invalid_input);
      CHECK(paths.path(1).reason == Reason::bad_options);
    }
  }
}

TEST_CASE("find_group: the method that is cheaper, by the group alone") {
  const World world(Grid(40, 40, TileState::walkable));
  Grid pillars(40, 40, TileState::walkable);
  for (int y = 1; y < 39; y += 3) {
    for (int x = 1; x < 39; x += 3) pillars.set(Tile{x, y}, TileState::blocked);
  }
  const World hall(pillars);
  Finder finder(hall);
  GroupPaths paths;
  std::vector<GroupUnit> units{{{0.5F, 0.5F}, {}}};
  const Point goal{39.5F, 39.5F};
  Result result = finder.find_group(units, goal, {}, paths);
  CHECK(paths.search_count() == 1);
  CHECK(paths.field_count() == 0);
  for (int i = 0; i < 400; ++i) {
    units.push_back({{0.5F + 0.0625F * static_cast<float>(i), 0.5F}, {}});
  }
  result = finder.find_group(units, goal, {}, paths);
  CHECK(paths.field_count() == 1);
  CHECK(paths.search_count() < 20);
  CHECK(result.count == units.size());
  result = finder.find_group(units, goal, {.method = GroupMethod::searches}, paths);
  CHECK(paths.search_count() == units.size());
}

TEST_CASE("find_group: more units than places, and a goal that is none") {
  World world(
      draw_map("..@..\n"
               "..@..\n"
               "..@.@"));
  world.prepare(Agent::square(0.5));
  world.prepare(Agent::disc(0.25));
  Finder finder(world);
  GroupPaths paths;
  std::vector<GroupUnit> units;
  for (int i = 0; i < 8; ++i) units.push_back({{0.5F, 1.5F}, Agent::square(0.5)});
  const GroupOptions spread{.spreads = true};
  Result result = finder.find_group(units, {0.5F, 0.5F}, spread, paths);
  // 2 x 3 tiles.
  CHECK(result.count == 6);
  CHECK(paths.end(0) == Point{0.5F, 0.5F});
  for (const std::size_t unit : {6U, 7U}) {
    CHECK(paths.path(unit).status == Status::no_path);
    CHECK(paths.path(unit).reason == Reason::goal_too_far);
  }
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const bool spreads : {false, true}) {
    for (const GroupMethod method : kGroupMethods) {
      const GroupOptions options{.spreads = spreads, .method = method};
      for (const Point& goal : {Point{2.5F, 0.5F}, Point{nan, 0.5F}, Point{-7.0F, 0.5F}}) {
        CHECK(finder.find_group(units, goal, options, paths).count == 0);
        CHECK(paths.path(0).reason == Reason::goal_blocked);
      }
      CHECK(finder.find_group(units, {0.25F, 0.5F}, options, paths).count == 0);
      CHECK(paths.path(7).reason == Reason::goal_too_near);
      // Agents that are none, or not prepared; a start in a wall, and one beyond it.
      const double none = std::numeric_limits<double>::quiet_NaN();
      const std::array mixed{GroupUnit{{0.5F, 0.5F}, Agent::disc(none)},
                             GroupUnit{{0.5F, 0.5F}, Agent::square(0.0)},
                             GroupUnit{{0.5F, 0.5F}, Agent::disc(0.9)},
                             GroupUnit{{0.5F, 0.5F}, Agent::square(0.75)},
                             GroupUnit{{2.5F, 0.5F}, {}},
                             GroupUnit{{4.5F, 0.5F}, {}},
                             GroupUnit{{nan, 0.5F}, Agent::disc(0.25)},
                             GroupUnit{{1.5F, 1.5F}, Agent::disc(0.25)}};
      CHECK(finder.find_group(mixed, {0.5F, 0.5F}, options, paths).count == 1);
      const std::array reasons{Reason::bad_options,   Reason::bad_options,   Reason::not_prepared,
                               Reason::not_prepared,  Reason::start_blocked, Reason::not_connected,
                               Reason::start_blocked, Reason::none};
      for (std::size_t k = 0; k < mixed.size(); ++k) CHECK(paths.path(k).reason == reasons[k]);
    }
    result = finder.find_group({}, {0.5F, 0.5F}, {.spreads = spreads, .method = GroupMethod::field},
                               paths);
    CHECK(result.count + paths.search_count() + paths.field_count() == 0);
    CHECK(paths.size() == 0);
  }
}

TEST_CASE("find_group: one world for all, and memory that is used again", "[allocation]") {
  SharedWorld shared(make_world(Grid(32, 32, TileState::walkable)));
  Finder finder(shared);
  GroupPaths paths;
  std::vector<GroupUnit> units;
  for (const Agent& agent : kAgents) {
    for (int i = 0; i < 20; ++i) units.push_back({{2.0F + static_cast<float>(i), 3.0F}, agent});
  }
  const Point goal{16.5F, 25.5F};
  for (const bool spreads : {false, true}) {
    for (const GroupMethod method : kGroupMethods) {
      shared.set({10, 12, 20, 13}, TileState::blocked);
      shared.publish();
      CHECK(finder.find_group(units, goal, {.spreads = spreads, .method = method}, paths).count ==
            units.size());
      CHECK(finder.world().revision() == shared.read()->revision());
      const AllocationCounter counter;
      CHECK(finder.find_group(units, goal, {.spreads = spreads, .method = method}, paths).count ==
            units.size());
      CHECK(counter.count() == 0);
      shared.set({10, 12, 20, 13}, TileState::walkable);
      shared.publish();
    }
  }
  CHECK(paths.memory_bytes() > 0);
}

}  // namespace

TEST_CASE("GroupPaths: a unit that is not there has no path") {
  GroupPaths paths;
  World world(Grid(8, 8, TileState::walkable));
  Finder finder(world);
  CHECK_FALSE(paths.path(0));
  const std::array<GroupUnit, 1> units{GroupUnit{.start = {1.5F, 1.5F}}};
  (void)finder.find_group(units, {6.5F, 6.5F}, {}, paths);
  REQUIRE(paths.size() == 1);
  CHECK(paths.path(0));
  CHECK(paths.path(1).status == Status::no_path);
  CHECK(paths.end(1) == Point{0.0F, 0.0F});
}

TEST_CASE("find_group: a finder that goes on takes no query of its own for the group's") {
  const World world(
      draw_map("..........\n"
               ".@.@.@.@..\n"
               "..@.@.@.@.\n"
               ".@.@.@.@..\n"
               "..........\n"));
  const std::array units{GroupUnit{.start = {0.5F, 0.5F}}};
  const Point goal{9.5F, 4.5F};
  GroupOptions options;
  options.method = GroupMethod::searches;
  options.find.method = Method::optimal;
  options.find.budget = 1;
  Finder first(world);
  Finder second(world);
  GroupPaths paths;
  REQUIRE(first.find_group(units, goal, options, paths).status == Status::unfinished);
  // Its first query, as that of the group is of the other finder.
  REQUIRE(second.find({0.5F, 4.5F}, {9.5F, 0.5F}, options.find).status == Status::unfinished);
  options.find.budget = kNoExpansionLimit;
  REQUIRE(second.find_group(units, goal, options, paths).status == Status::ok);
  REQUIRE(paths.path(0));
  CHECK(paths.path(0).points.front() == units[0].start);
  CHECK(paths.path(0).points.back() == goal);
  CHECK(paths.path(0).length == first.find(units[0].start, goal, options.find).length);
}

}  // namespace taut::test
