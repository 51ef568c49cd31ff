// Where the units of a group end: on the first places that are free, checked by trying all; moved
// by the rules of single queries; in slices.
#include <taut/engine/vectors.hpp>
#include <taut/field.hpp>
#include <taut/group.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

// One for each shape and power of two, so that none shares the places of another.
constexpr std::array<Agent, 5> kGroupAgents{Agent::disc(0.25), Agent::disc(0.75), Agent::disc(1.5),
                                            Agent::square(0.5), Agent::square(0.3125)};

// The same agents, on a ground where classes cost differently or are blocked.
World make_priced_world(Random& random, const Grid& grid) {
  World world(grid);
  Ground ground;
  ground.set(1, random.chance(50) ? 30.0F : 0.25F);
  ground.set(2, random.chance(50) ? 2.0F : 0.5F);
  if (random.chance(50)) ground.set(3, kBlockedTerrain);
  world.set_ground(kGround, ground);
  for (int i = random.between(1, 8); i > 0; --i) {
    world.set_class(random_rect(random, grid.width(), grid.height()),
                    static_cast<std::uint8_t>(random.between(0, 3)));
  }
  for (Agent agent : kGroupAgents) {
    agent.ground = kGround;
    world.prepare(agent);
  }
  return world;
}

struct PlacedUnit {
  LatticePoint at;
  Agent agent;
};

// In integers: sizes of the test are multiples of 1/1024.
bool do_overlap(const PlacedUnit& a, const PlacedUnit& b) {
  const auto radius = [](const PlacedUnit& unit) {
    return static_cast<std::int64_t>(unit.agent.radius * 1024.0);
  };
  const bool is_a_square = a.agent.shape == AgentShape::square;
  const bool is_b_square = b.agent.shape == AgentShape::square;
  const std::int64_t dx = std::abs(a.at.x - b.at.x);
  const std::int64_t dy = std::abs(a.at.y - b.at.y);
  const std::int64_t both = radius(a) + radius(b);
  if (is_a_square && is_b_square) return dx < both && dy < both;
  std::int64_t gap_x = dx;
  std::int64_t gap_y = dy;
  std::int64_t reach = both;
  if (is_a_square || is_b_square) {
    const std::int64_t side = radius(is_a_square ? a : b);
    gap_x = std::max(dx - side, std::int64_t{0});
    gap_y = std::max(dy - side, std::int64_t{0});
    reach = both - side;
  }
  return gap_x * gap_x + gap_y * gap_y < reach * reach;
}

// All places of an agent in steps of its radius, the nearest first.
struct NearPlace {
  double distance;
  Point at;
};

std::vector<NearPlace> list_places(const World& world, const Agent& agent, const Point& goal) {
  FieldScratch scratch;
  WorldField field(agent);
  field.set_goals(std::array{FieldGoal{goal}});
  std::vector<std::tuple<double, float, float>> places;
  if (!field.update(world, scratch)) return {};
  const double step = agent.radius;
  const int most = static_cast<int>(40.0 / step);
  for (int y = -most; y <= most; ++y) {
    for (int x = -most; x <= most; ++x) {
      const Point at = goal + Point{static_cast<float>(x * step), static_cast<float>(y * step)};
      if (std::isfinite(field.distance(at))) {
        places.emplace_back(field.distance(at), at.y, at.x);
      }
    }
  }
  std::sort(places.begin(), places.end());
  std::vector<NearPlace> points;
  for (const auto& [away, y, x] : places) points.push_back({away, {x, y}});
  return points;
}

std::vector<GroupUnit> make_units(Random& random, const Point& start, std::size_t count) {
  std::vector<GroupUnit> units;
  while (units.size() < count)
    units.push_back({start, kGroupAgents[random.below(kGroupAgents.size())]});
  return units;
}

std::size_t check_places(Random& random, const World& world, std::uint8_t ground) {
  const Point goal = to_map_point(random_place(random, world.grid()));
  std::vector<GroupUnit> units = make_units(random, goal, 14);
  for (GroupUnit& unit : units) unit.agent.ground = ground;
  Finder finder(world);
  GroupPaths paths;
  GroupOptions options;
  options.spreads = true;
  finder.find_group(units, goal, options, paths);
  std::vector<PlacedUnit> placed;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const Agent& agent = units[unit].agent;
    INFO(to_drawing(world.grid()) << "goal " << goal << ", unit " << unit << ", radius "
                                  << agent.radius);
    if (!world.has_room(agent, goal)) continue;
    const std::vector<NearPlace> places = list_places(world, agent, goal);
    const auto is_free = [&](const NearPlace& place) {
      return std::none_of(placed.begin(), placed.end(), [&](const PlacedUnit& other) {
        return do_overlap({to_lattice(place.at), agent}, other);
      });
    };
    const auto first = std::find_if(places.begin(), places.end(), is_free);
    if (first == places.end()) {
      REQUIRE(paths.path(unit).reason == Reason::goal_too_far);
      continue;
    }
    const auto own = std::find_if(places.begin(), places.end(), [&](const NearPlace& place) {
      return place.at == paths.end(unit);
    });
    REQUIRE(own != places.end());
    // By cost a field knows distances to 1e-3, with a limit others than without.
    if (agent.ground == 0) REQUIRE(own->at == first->at);
    REQUIRE(own->distance <= 1.002 * first->distance + 0.01);
    REQUIRE(is_free(*own));
    placed.push_back({to_lattice(own->at), agent});
    REQUIRE(paths.path(unit));
  }
  return placed.size();
}

TEST_CASE("group ends: each unit takes the first place that is free", "[group]") {
  for (Random& random : random_generators("group ends")) {
    std::size_t placed = 0;
    for (std::size_t i = random_count(40, 2000); i > 0; --i) {
      placed += check_places(random, make_world(make_random_map(random, 20), kGroupAgents), 0);
    }
    CHECK((is_small_share() || placed > 50));
  }
}

TEST_CASE("group ends: by cost, and not on blocked classes", "[group]") {
  for (Random& random : random_generators("priced group ends")) {
    std::size_t placed = 0;
    for (std::size_t i = random_count(40, 2000); i > 0; --i) {
      const World world = make_priced_world(random, make_random_map(random, 20));
      if (world.grid(kGround).walkable_count() > 0) placed += check_places(random, world, kGround);
    }
    CHECK((is_small_share() || placed > 50));
  }
}

// Where a step costs a thousand times what it does elsewhere on the map, there are places too.
TEST_CASE("group ends: on the most expensive ground", "[group]") {
  World world(Grid(24, 24, TileState::walkable));
  world.set_class({0, 0, 24, 24}, 1);
  world.set_class({22, 22, 24, 24}, 2);
  Ground ground;
  ground.set(1, 250.0F);
  ground.set(2, 0.25F);
  world.set_ground(kGround, ground);
  const Agent agent = Agent::disc(0.5, kGround);
  world.prepare(agent);
  const std::vector<GroupUnit> units(20, {{5.0F, 5.0F}, agent});
  Finder finder(world);
  GroupPaths paths;
  GroupOptions options;
  options.spreads = true;
  CHECK(finder.find_group(units, {8.0F, 8.0F}, options, paths).count == units.size());
}

// A place behind the river is near in a straight line, and far by a way.
TEST_CASE("group ends: the way to a place goes round what is blocked", "[group]") {
  World world(Grid(40, 12, TileState::walkable));
  Ground feet;
  feet.set(1, kBlockedTerrain);
  feet.set(2, 4.0F);
  world.set_ground(kGround, feet);
  world.set_class({0, 6, 39, 7}, 1);  // the river
  world.set_class({0, 0, 20, 4}, 2);
  const Agent agent = Agent::disc(0.5, kGround);
  world.prepare(agent);
  const std::vector<GroupUnit> units(30, {{30.0F, 2.0F}, agent});
  Finder finder(world);
  GroupPaths paths;
  GroupOptions options;
  options.spreads = true;
  CHECK(finder.find_group(units, {4.0F, 5.0F}, options, paths).count == units.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) CHECK(paths.end(unit).y < 6.0F);
}

TEST_CASE("group ends: many sizes in little room all find what there is", "[group]") {
  World world(
      draw_map("..@....\n"
               "..@....\n"
               ".......\n"));
  // The larger ones do not pass the door of one tile.
  std::vector<GroupUnit> units;
  for (int i = 0; i < 6; ++i) {
    const double radius = (i % 2 == 0 ? 0.625 : 0.5078125);
    units.push_back({{1.0F, 1.0F}, Agent::disc(radius)});
  }
  for (const GroupUnit& unit : units) world.prepare(unit.agent);
  Finder finder(world);
  GroupPaths paths;
  GroupOptions options;
  options.spreads = true;
  const Result result = finder.find_group(units, {1.0F, 1.0F}, options, paths);
  CHECK(result.status == Status::ok);
  CHECK(result.count == 2);
  // On open ground each of 256 sizes has a place, and none overlaps another.
  World hall(Grid(64, 64, TileState::walkable));
  units.clear();
  std::vector<PlacedUnit> placed;
  for (int i = 0; i < 256; ++i) {
    units.push_back({{32.0F, 32.0F}, Agent::disc((128.0 + i) / 1024.0)});
    hall.prepare(units.back().agent);
  }
  Finder other(hall);
  CHECK(other.find_group(units, {32.0F, 32.0F}, options, paths).count == units.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const PlacedUnit own{to_lattice(paths.end(unit)), units[unit].agent};
    for (const PlacedUnit& before : placed) REQUIRE_FALSE(do_overlap(own, before));
    placed.push_back(own);
  }
}

// The answers of a group in slices are those of one call.
TEST_CASE("find_group: whatever the budget, the answers of one call", "[group]") {
  for (Random& random : random_generators("group slices")) {
    for (std::size_t i = random_count(20, 1000); i > 0; --i) {
      const World world = make_world(make_random_map(random, 20), kGroupAgents);
      const Point goal = to_map_point(random_place(random, world.grid()));
      std::vector<GroupUnit> units = make_units(random, goal, 12);
      for (GroupUnit& unit : units) unit.start = to_map_point(random_place(random, world.grid()));
      GroupOptions options;
      options.spreads = random.chance(50);
      options.find.goal = random.chance(50) ? EndRule::nearest : EndRule::exact;
      options.find.start = random.chance(50) ? EndRule::nearest : EndRule::exact;
      Finder finder(world);
      GroupPaths whole;
      const Result expected = finder.find_group(units, goal, options, whole);
      GroupPaths sliced;
      options.find.budget = 1 + random.below(40);
      Result result = finder.find_group(units, goal, options, sliced);
      int calls = 1;
      while (result.status == Status::unfinished) {
        // Another query of the finder makes the last search begin again, with what it has.
        if (random.chance(5)) (void)finder.find(units[0].start, goal);
        if (random.chance(30)) (void)finder.find(units[1].start, goal, {.budget = 1});
        options.find.budget = 40 + random.below(400);
        result = finder.find_group(units, goal, options, sliced);
        REQUIRE(++calls < 10000);
      }
      REQUIRE(result.status == Status::ok);
      CHECK(result.count == expected.count);
      CHECK(sliced.search_count() == whole.search_count());
      CHECK(sliced.field_count() == whole.field_count());
      for (std::size_t unit = 0; unit < units.size(); ++unit) {
        REQUIRE(sliced.path(unit).status == whole.path(unit).status);
        REQUIRE(sliced.path(unit).reason == whole.path(unit).reason);
        REQUIRE(sliced.path(unit).points == whole.path(unit).points);
        REQUIRE(sliced.path(unit).length == whole.path(unit).length);
        REQUIRE(sliced.end(unit) == whole.end(unit));
      }
    }
  }
}

TEST_CASE("find_group: a budget that is spent leaves units unfinished, an edit begins anew",
          "[group]") {
  World world(Grid(40, 40, TileState::walkable));
  world.set({20, 5, 21, 40}, TileState::blocked);
  std::vector<GroupUnit> units;
  for (int i = 0; i < 20; ++i) units.push_back({{1.5F, 30.5F + 0.25F * static_cast<float>(i)}, {}});
  Finder finder(world);
  GroupPaths paths;
  GroupOptions options;
  options.method = GroupMethod::searches;
  options.find.budget = 3;
  const Result first = finder.find_group(units, {35.5F, 35.5F}, options, paths);
  CHECK(first.status == Status::unfinished);
  CHECK(first.count < units.size());
  CHECK(paths.path(19).status == Status::unfinished);
  const Result second = finder.find_group(units, {35.5F, 35.5F}, options, paths);
  CHECK(second.count >= first.count);
  world.set({20, 5, 21, 40}, TileState::walkable);
  options.find.budget = kNoExpansionLimit;
  const Result last = finder.find_group(units, {35.5F, 35.5F}, options, paths);
  CHECK(last.status == Status::ok);
  CHECK(paths.search_count() == units.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    CHECK(paths.path(unit).points.size() == 2);
  }
  options.find.budget = 0;
  CHECK(finder.find_group(units, {35.5F, 35.5F}, options, paths).status == Status::unfinished);
  CHECK(finder.find_group({}, {35.5F, 35.5F}, options, paths).status == Status::ok);
}

// What a group finds by rules is what each of its units finds by them.
TEST_CASE("find_group: the rules, costs and limits of single queries", "[group]") {
  for (Random& random : random_generators("group rules")) {
    for (std::size_t i = random_count(40, 2000); i > 0; --i) {
      World world = make_world(make_random_map(random, 16), kGroupAgents);
      world.set_class({0, 0, 5, 5}, 1);
      Ground costs;
      costs.set(1, 3.0F);
      world.set_ground(1, costs);
      GroupOptions options;
      options.method = random.chance(50) ? GroupMethod::field : GroupMethod::best;
      options.find.goal = random.chance(70) ? EndRule::nearest : EndRule::exact;
      options.find.start = random.chance(50) ? EndRule::nearest : EndRule::exact;
      if (random.chance(20)) options.find.length_limit = 6.0;
      if (random.chance(20)) options.find.max_goal_distance = 2.0;
      const Point goal{0.25F * static_cast<float>(random.below(70)),
                       0.25F * static_cast<float>(random.below(70))};
      std::vector<GroupUnit> units = make_units(random, goal, 10);
      const bool is_mixed = random.chance(30);
      for (GroupUnit& unit : units) {
        unit.start = to_map_point(random_place(random, world.grid()));
        if (is_mixed && random.chance(60)) unit.agent.ground = 1;
        world.prepare(unit.agent);
      }
      units.push_back({{0.5F, 0.5F}, {}});
      Finder finder(world);
      Finder single(world);
      GroupPaths paths;
      finder.find_group(units, goal, options, paths);
      for (std::size_t unit = 0; unit < units.size(); ++unit) {
        FindOptions own = options.find;
        own.agent = units[unit].agent;
        if (own.agent.ground == 0) own.method = Method::optimal;
        const FoundPath expected = single.find(units[unit].start, goal, own);
        INFO(to_drawing(world.grid())
             << units[unit].start << " to " << goal << " radius " << own.agent.radius);
        REQUIRE(paths.path(unit).status == expected.status);
        REQUIRE(paths.path(unit).reason == expected.reason);
        if (!expected || own.agent.shape == AgentShape::disc) continue;
        // By cost two ways may be alike. In slits, which squares of a half have, a field and a
        // search may miss the cheapest one.
        const bool is_priced = own.agent.ground != 0;
        const double found = is_priced ? paths.path(unit).cost : paths.path(unit).length;
        const double wanted = is_priced ? expected.cost : expected.length;
        const double tolerance = is_priced ? 2e-3 * wanted + 0.05 : 1e-3 * (1.0 + wanted);
        const bool has_slits = is_priced && own.agent.radius == 0.5;
        REQUIRE((has_slits || std::abs(found - wanted) <= tolerance));
        REQUIRE(paths.path(unit).points.front() == expected.points.front());
        REQUIRE(paths.path(unit).points.back() == expected.points.back());
      }
    }
  }
}

TEST_CASE("find_group: ordered onto a building, spread around it", "[group]") {
  World world(Grid(24, 24, TileState::walkable));
  world.set({10, 10, 14, 14}, TileState::blocked);
  world.prepare(Agent::disc(0.4));
  std::vector<GroupUnit> units;
  for (int i = 0; i < 9; ++i) {
    units.push_back({{2.5F, 2.5F + static_cast<float>(i)}, Agent::disc(0.4)});
  }
  Finder finder(world);
  GroupPaths paths;
  GroupOptions options;
  options.spreads = true;
  CHECK(finder.find_group(units, {12.0F, 12.0F}, options, paths).count == 0);
  options.find.goal = EndRule::nearest;
  for (const GroupMethod method : {GroupMethod::best, GroupMethod::field, GroupMethod::searches}) {
    options.method = method;
    CHECK(finder.find_group(units, {12.0F, 12.0F}, options, paths).count == 9);
    for (std::size_t a = 0; a < units.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        CHECK_FALSE(do_overlap({to_lattice(paths.end(a)), Agent::disc(0.400390625)},
                               {to_lattice(paths.end(b)), Agent::disc(0.400390625)}));
      }
    }
  }
  // A unit that the building was set on.
  units.push_back({{10.25F, 12.0F}, Agent::disc(0.4)});
  CHECK(finder.find_group(units, {12.0F, 12.0F}, options, paths).count == 9);
  options.find.start = EndRule::nearest;
  CHECK(finder.find_group(units, {12.0F, 12.0F}, options, paths).count == 10);
}

// Near the goal the way over it may be a detour: there searches are made.
TEST_CASE("find_group: discs nearer than four times the way to their place are searched for",
          "[group]") {
  World world(Grid(48, 48, TileState::walkable));
  world.prepare(Agent::disc(0.5));
  const Point goal{24.0F, 24.0F};
  std::vector<GroupUnit> units;
  for (int i = 0; i < 60; ++i) {
    units.push_back({{24.0F, 1.0F + 0.25F * static_cast<float>(i)}, Agent::disc(0.5)});
  }
  GroupOptions options;
  options.spreads = true;
  options.method = GroupMethod::field;
  Finder finder(world);
  GroupPaths paths;
  (void)finder.find_group(units, goal, options, paths);
  std::size_t near = 0;
  std::size_t nearly = 0;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const double to_place = distance(goal, paths.end(unit));
    if (to_place == 0.0) continue;
    const double share = distance(units[unit].start, goal) / to_place;
    near += share < 4.0 ? 1 : 0;
    nearly += share < 3.5 ? 1 : 0;
  }
  REQUIRE(nearly > 0);
  REQUIRE(nearly < near);
  REQUIRE(near < units.size() - 1);
  CHECK(paths.search_count() == near);
}

}  // namespace
}  // namespace taut::test
