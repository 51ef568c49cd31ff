// World and Finder: consistent after all edits; every agent, every method.
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/frame.hpp>
#include <taut/grid.hpp>
#include <taut/group.hpp>
#include <taut/world.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

// What is wrong with an answer; empty when nothing is.
std::string check_answer(const World& world, const Point& start, const Point& goal,
                         const Agent& agent, const FoundPath& found) {
  if (found.status != Status::ok) {
    return found.points.empty() && found.turns.empty() && found.reason != Reason::none
               ? ""
               : "a failure with a path or without a reason";
  }
  if (found.reason != Reason::none) return "a path with a reason";
  const Grid& grid = world.grid();
  if (agent.shape == AgentShape::disc) {
    const DiscCheck check = validate_disc_path(grid, start, goal, found.turns, agent.radius);
    if (!world.is_walkable(found.turns, agent.radius)) return "is_walkable() of turns";
    return check.fault == DiscFault::none ? "" : to_string(check.fault);
  }
  const PathCheck check = agent.shape == AgentShape::point
                              ? validate_path(grid, start, goal, found.points)
                              : validate_square_path(grid, start, goal, found.points, agent.radius);
  if (agent.shape == AgentShape::point && !world.is_walkable(found.points)) return "is_walkable()";
  return check.fault == PathFault::none ? "" : to_string(check.fault);
}

std::size_t edit_and_compare(Random& random, std::size_t maps) {
  std::size_t solved = 0;
  for (std::size_t map = 0; map < maps; ++map) {
    World world = make_world(make_random_map(random, 24));
    Finder finder(world);
    for (int edit = 0; edit < 25; ++edit) {
      world.set(random_rect(random, world.grid().width(), world.grid().height()),
                random.chance(50) ? TileState::blocked : TileState::walkable);
      const World fresh = make_world(
          Grid::from_predicate(world.grid().width(), world.grid().height(),
                               [&](int x, int y) { return world.grid().is_walkable(x, y); }));
      Finder fresh_finder(fresh);
      const Point start = to_map_point(random_place(random, world.grid()));
      const Point goal = to_map_point(random_place(random, world.grid()));
      for (const Agent& agent : kAgents) {
        for (const Method method : kMethods) {
          FindOptions options;
          options.agent = agent;
          options.method = method;
          const FoundPath found = finder.find(start, goal, options);
          const FoundPath other = fresh_finder.find(start, goal, options);
          INFO(to_drawing(world.grid()) << "radius " << agent.radius);
          CHECK(check_answer(world, start, goal, agent, found).empty());
          REQUIRE(found.status == other.status);
          REQUIRE(found.reason == other.reason);
          const bool is_exact = method == Method::optimal && agent.shape != AgentShape::disc;
          if (found && is_exact) {
            REQUIRE(std::abs(found.length - other.length) <= 1e-9 * other.length);
          }
          solved += found ? 1U : 0U;
        }
      }
    }
  }
  return solved;
}

TEST_CASE("World: after random edits each answer is that of a new world") {
  for (Random& random : random_generators("world edits")) {
    CHECK(edit_and_compare(random, random_count(40, 400)) > 0);
  }
}

TEST_CASE("World: changes_since() gives the rectangles of edits that changed something") {
  World world(draw_map("....\n....\n"));
  const std::uint64_t first = world.revision();
  world.set({0, 0, 1, 1}, TileState::walkable);  // changes nothing
  CHECK(world.revision() == first);
  world.set({1, 0, 3, 1}, TileState::blocked);
  world.set(Tile{9, 9}, TileState::blocked);  // outside
  world.set_class({0, 1, 2, 2}, 3);
  const auto changes = world.changes_since(first);
  REQUIRE(changes);
  REQUIRE(changes->size() == 2);
  CHECK((*changes)[0] == TileRect{1, 0, 3, 1});
  CHECK((*changes)[1] == TileRect{0, 1, 2, 2});
  CHECK(world.changes_since(world.revision())->empty());
  CHECK_FALSE(world.changes_since(world.revision() + 1));

  for (std::size_t i = 0; i < 3 * World::kKeptChanges; ++i) {
    world.set({3, 0, 4, 1}, i % 2 == 0 ? TileState::blocked : TileState::walkable);
  }
  CHECK_FALSE(world.changes_since(first));
  const auto kept = world.changes_since(world.revision() - World::kKeptChanges);
  REQUIRE(kept);
  CHECK(kept->size() == World::kKeptChanges);
  CHECK(kept->back() == TileRect{3, 0, 4, 1});
}

TEST_CASE("World: a wall across a path makes it unwalkable, elsewhere it does not") {
  World world(Grid(20, 20, TileState::walkable));
  Finder finder(world);
  const FoundPath found = finder.find({0.5F, 0.5F}, {19.5F, 0.5F});
  REQUIRE(found);
  CHECK(world.is_walkable(found.points));
  world.set({5, 5, 9, 9}, TileState::blocked);
  CHECK(world.is_walkable(found.points));
  world.set({10, 0, 11, 2}, TileState::blocked);
  CHECK_FALSE(world.is_walkable(found.points));
  CHECK_FALSE(world.is_walkable(std::vector<Point>{}));
  CHECK(world.is_walkable(std::vector<Point>{{0.5F, 0.5F}}));
  CHECK_FALSE(world.is_walkable(std::vector<Point>{{10.5F, 0.5F}}));
  CHECK_FALSE(world.is_walkable(std::vector<Point>{{std::nanf(""), 0.5F}, {1.0F, 1.0F}}));
}

// How many goals could not be reached themselves.
std::size_t compare_nearest(Random& random, std::size_t maps) {
  FindOptions options;
  options.goal = EndRule::nearest;
  std::size_t moved = 0;
  for (std::size_t i = 0; i < maps; ++i) {
    const World world(make_random_map(random, 16));
    const Grid& grid = world.grid();
    if (grid.walkable_count() == 0) continue;
    Finder finder(world);
    const Tile from = random_walkable_tile(random, grid);
    const Point goal = to_map_point(random_place(random, grid));
    const FoundPath found = finder.find(center(from), goal, options);
    INFO(to_drawing(grid));
    REQUIRE(found);
    double least = std::numeric_limits<double>::infinity();
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      const Tile tile = grid.tile(id);
      if (!grid.is_walkable(tile) || !grid.is_connected(from, tile)) continue;
      const Point place{
          std::clamp(goal.x, static_cast<float>(tile.x), static_cast<float>(tile.x + 1)),
          std::clamp(goal.y, static_cast<float>(tile.y), static_cast<float>(tile.y + 1))};
      least = std::min(least, distance(goal, place));
    }
    // One lattice step more, where the nearest place is a corner of another component's tile.
    CHECK(distance(found.points.back(), goal) <= least + 1.5 / 1024.0);
    CHECK(check_answer(world, center(from), found.points.back(), {}, found).empty());
    moved += least > 0.0 ? 1U : 0U;
  }
  return moved;
}

TEST_CASE("Finder: EndRule::nearest leads to the nearest place that can be reached") {
  for (Random& random : random_generators("world nearest")) {
    const std::size_t moved = compare_nearest(random, random_count(1500, 30000));
    CHECK((is_small_share() || moved > 20));
  }
}

TEST_CASE("Finder: bad input is a status with a reason") {
  World world = make_world(draw_map(".....\n.@@@.\n.@.@.\n.@@@.\n.....\n"));
  Finder finder(world);
  const float nan = std::nanf("");
  const float infinity = std::numeric_limits<float>::infinity();
  const Point good{0.5F, 0.5F};
  for (const Point& bad : {Point{nan, 0.5F}, Point{infinity, 0.5F}, Point{-infinity, nan},
                           Point{1e30F, 0.0F}, Point{-1.0F, 0.5F}, Point{1.5F, 1.5F}}) {
    for (const EndRule rule : {EndRule::exact, EndRule::nearest}) {
      FindOptions options;
      options.goal = rule;
      CHECK(finder.find(bad, good, options).reason == Reason::start_blocked);
    }
    const FoundPath found = finder.find(good, bad);
    CHECK(found.status == Status::invalid_input);
    CHECK(found.reason == Reason::goal_blocked);
    CHECK(std::isinf(found.length));
    CHECK(std::isinf(found.cost));
  }
  const FoundPath apart = finder.find(good, {2.5F, 2.5F});
  CHECK(apart.reason == Reason::not_connected);
  CHECK(std::isinf(apart.length));
  CHECK(std::isinf(apart.cost));
  CHECK(finder.find(good, good, {Agent::disc(0.3)}).reason == Reason::not_prepared);
  world.prepare(Agent::disc(0.9));
  CHECK(finder.find(good, {4.5F, 3.5F}, {Agent::disc(0.9)}).reason == Reason::start_too_near);
  CHECK(finder.find(good, good, {Agent::square(0.75)}).reason == Reason::not_prepared);
  for (const double radius : {-1.0, std::nan(""), 1e9, -HUGE_VAL, HUGE_VAL}) {
    CHECK(finder.find(good, good, {Agent::disc(radius)}).reason == Reason::bad_options);
    CHECK_THROWS_AS(world.prepare(Agent::disc(radius)), std::invalid_argument);
  }
  CHECK_THROWS_AS(world.prepare(Agent::square(0.0)), std::invalid_argument);
  FindOptions limited;
  limited.expansion_limit = 0;
  CHECK(finder.find(good, {4.5F, 3.5F}, limited).reason == Reason::limit);
  CHECK(explain(world, Reason::goal_too_near, good, {3.25F, 0.5F}, {Agent::disc(0.9)}) ==
        "The goal (3.25, 0.5) is 0.5 tiles from a wall; the agent's radius is 0.9 (0.900391 on the "
        "lattice).");
  const WorldFrame frame = WorldFrame::upwards({-10.0, 10.0}, 2.0);
  CHECK(explain(frame, world, Reason::goal_too_near, {-9.0F, 9.0F}, {-3.5F, 9.0F},
                {Agent::disc(0.75)}) ==
        "The goal (-3.5, 9) is 1 from a wall; the agent's radius is 1.5.");
  CHECK(explain(world, Reason::goal_too_far, good, {3.25F, 0.5F}, FindOptions()) ==
        "No place on the floor of (3.25, 0.5) can be reached.");
  FindOptions near;
  near.max_goal_distance = 2.5;
  CHECK(explain(world, Reason::goal_too_far, good, {3.25F, 0.5F}, near) ==
        "No place within 2.5 tiles of (3.25, 0.5) can be reached.");
}

TEST_CASE("Finder: every method finds the path of a disc in its space") {
  World world(draw_map(".......\n.......\n...@...\n.......\n......."));
  const Agent agent = Agent::disc(0.9);
  Finder finder(world);
  const Point start{1.0F, 2.5F};
  const Point goal{6.0F, 2.5F};
  FindOptions options;
  options.agent = agent;
  for (const Method method : {Method::best, Method::optimal, Method::fast}) {
    options.method = method;
    CHECK(finder.find(start, goal, options).reason == Reason::not_prepared);
  }
  world.prepare(agent);
  const Space& space = *world.find_space(agent);
  SpaceScratch scratch(space);
  std::vector<DiscTurn> turns(max_disc_turns(space));
  const PathResult single = find_optimal_path(space, start, goal, {}, scratch, {.turns = turns});
  REQUIRE(single.status == Status::ok);
  for (const Method method : {Method::best, Method::optimal, Method::fast}) {
    options.method = method;
    const FoundPath found = finder.find(start, goal, options);
    CHECK(check_answer(world, start, goal, agent, found).empty());
    CHECK(found.length == single.length);
    CHECK(found.expanded == single.expanded);
  }
}

TEST_CASE("World: a map that cannot be read is an error of the file") {
  const auto world = World::load("no such file.map");
  REQUIRE_FALSE(world);
  CHECK(world.error.message().find("no such file.map") != std::string::npos);
}

TEST_CASE("Finder: no query allocates once its kind was requested") {
  Random random = random_generators("world allocation")[1];
  World world = make_world(make_room_map(random, 48, 48));
  Finder finder(world);
  std::vector<Request> requests;
  for (std::size_t i = 0; i < 200; ++i) {
    for (const Agent& agent : kAgents) {
      for (const Method method : kMethods) {
        const EndRule rule = random.chance(50) ? EndRule::nearest : EndRule::exact;
        requests.push_back({center(random_walkable_tile(random, world.grid())),
                            to_map_point(random_place(random, world.grid())),
                            {agent, method, rule}});
      }
    }
  }
  const auto query_all = [&] {
    for (const Request& request : requests) {
      (void)finder.find(request.start, request.goal, request.options);
    }
  };
  query_all();
  const AllocationCounter counter;
  query_all();
  CHECK(counter.count() == 0);
}

TEST_CASE("Finder: Method::best is optimal, and fast where that takes too long") {
  // A map whose far corners are joined: not every seed has one.
  Random random = random_generators("world best")[0];
  World world(make_noise_map(random, 300, 300, 12));
  Finder finder(world);
  const auto find = [&](const Point& goal, Method method) {
    OwnedPath path;
    path.assign(finder.find(center(*find_nearest_walkable(world.grid(), {0.5F, 0.5F})), goal,
                            {{}, method, EndRule::nearest}));
    REQUIRE(path);
    return path;
  };
  const Point near{20.5F, 10.5F};
  CHECK(find(near, Method::best).method == Method::optimal);
  CHECK(find(near, Method::best).length == find(near, Method::optimal).length);
  // Across the map the optimum is not tried, on a shorter way it is.
  const Point far{299.5F, 299.5F};
  const OwnedPath fast = find(far, Method::fast);
  CHECK(find(far, Method::best).method == Method::fast);
  CHECK(find(far, Method::best).expanded == fast.expanded);
  CHECK(find(far, Method::best).points == fast.points);
  // With a limit on the length the optimum is tried.
  FindOptions limited{{}, Method::best, EndRule::nearest};
  limited.length_limit = 1e6;
  OwnedPath best;
  best.assign(finder.find(fast.points.front(), far, limited));
  REQUIRE(best);
  CHECK(best.points == fast.points);
  CHECK(best.expanded == kBestExpansions + fast.expanded);
  for (const std::size_t limit : {kBestExpansions - 1, kBestExpansions, kBestExpansions + 1}) {
    limited.expansion_limit = limit;
    const FoundPath found = finder.find(best.points.front(), far, limited);
    CHECK(found.reason == Reason::limit);
    CHECK(found.expanded == limit);
  }
  limited.expansion_limit = best.expanded;
  CHECK(finder.find(best.points.front(), far, limited));
  // Landmarks and an index guide the optimal search to its end.
  World guided = world;
  guided.keep_landmarks(4);
  const FoundPath optimum =
      Finder(guided).find(best.points.front(), far, {{}, Method::best, EndRule::nearest});
  CHECK(optimum.method == Method::optimal);
  CHECK(optimum.expanded > kBestExpansions);
  // By cost all methods are one, which has no such limit.
  world.set_class({50, 50, 60, 60}, 1);
  Ground ground;
  ground.set(1, 3.0F);
  world.set_ground(1, ground);
  world.prepare(Agent::point(1));
  for (const Method method : kMethods) {
    const FoundPath priced =
        finder.find(best.points.front(), far, {Agent::point(1), method, EndRule::nearest});
    REQUIRE(priced);
    CHECK(priced.method == Method::optimal);
    CHECK(priced.cost >= priced.length);
    CHECK(priced.cost < 1.05 * fast.length);
  }
}

TEST_CASE("Finder: queries about sizes that are prepared after it followed the world") {
  const auto small = std::make_shared<World>(make_world(Grid(6, 6, TileState::walkable)));
  const auto large = std::make_shared<World>(make_world(Grid(60, 60, TileState::walkable)));
  for (int x = 4; x < 60; x += 5) {
    for (int y = 4; y < 60; y += 5) large->set(Tile{x, y}, TileState::blocked);
  }
  const Point start{2.0F, 2.0F};
  const Point goal{50.0F, 52.0F};
  Finder finder{std::shared_ptr<const World>(small)};
  for (const Agent& agent : {Agent::disc(0.7), Agent::square(0.8)}) {
    small->prepare(agent);
    FindOptions options;
    options.agent = agent;
    finder.use(small);
    REQUIRE(finder.find(start, {4.0F, 4.0F}, options));
    finder.use(large);
    REQUIRE(finder.find(start, goal));
    large->prepare(agent);
    Finder fresh(*large);
    const FoundPath expected = fresh.find(start, goal, options);
    REQUIRE(expected);
    CHECK(finder.find(start, goal, options).length == expected.length);
  }
}

TEST_CASE("Finder: use() of a world of another size") {
  const auto small = std::make_shared<World>(make_world(Grid(6, 6, TileState::walkable)));
  const auto large = std::make_shared<World>(make_world(Grid(50, 30, TileState::walkable)));
  Finder finder{std::shared_ptr<const World>(small)};
  const auto query_all = [&](const Point& goal) {
    for (const Agent& agent : kAgents) {
      for (const Method method : kMethods) {
        CHECK(finder.find({1.5F, 1.5F}, goal, {agent, method}));
      }
    }
  };
  query_all({4.5F, 4.5F});
  finder.use(large);
  query_all({48.5F, 28.5F});
  finder.use(small);
  query_all({4.5F, 4.5F});
}

TEST_CASE("Finder: an answer has the agent of its query, its size on the lattice") {
  const World world = make_world(Grid(12, 12, TileState::walkable));
  Finder finder(world);
  const Point goal{9.5F, 9.5F};
  for (const Agent& prepared : kAgents) {
    const Agent agent{prepared.shape, snap_radius(prepared.radius)};
    const Agent requested{agent.shape, agent.radius > 0.0 ? agent.radius - 1e-5 : 0.0};
    CHECK(finder.find({2.0F, 2.0F}, goal, {requested}).agent == agent);
    CHECK(finder.find({2.0F, 2.0F}, goal, {.agent = requested, .budget = 0}).agent == agent);
    CHECK(finder.find({0.0F, 0.0F}, {-9.0F, 0.0F}, {requested}).agent == agent);
    WorldField field(requested);
    FieldScratch scratch;
    field.set_goals(std::array{FieldGoal{goal}});
    REQUIRE(field.update(world, scratch));
    CHECK(finder.find({2.0F, 2.0F}, field).agent == agent);
    CHECK(finder.find({-2.0F, 2.0F}, field).agent == agent);
    const std::array<GroupUnit, 1> units{GroupUnit{{2.0F, 2.0F}, requested}};
    GroupPaths paths;
    (void)finder.find_group(units, goal, {}, paths);
    CHECK(paths.path(0).agent == agent);
    CHECK(paths.path(0).view().agent == agent);
  }
}

TEST_CASE("find_all: the answers of one finder, in order, with any number of threads") {
  Random random = random_generators("world find_all")[1];
  const World world = make_world(make_room_map(random, 40, 40));
  std::vector<Request> requests;
  for (std::size_t i = 0; i < 300; ++i) {
    requests.push_back({to_map_point(random_place(random, world.grid())),
                        to_map_point(random_place(random, world.grid())),
                        {kAgents[random.below(kAgents.size())]}});
    requests.back().options.budget = random.below(20);  // not used
  }
  Finder alone(world);
  for (const std::size_t count : {1U, 2U, 5U}) {
    std::vector<Finder> finders;
    for (std::size_t i = 0; i < count; ++i) finders.emplace_back(world);
    const std::vector<OwnedPath> paths = find_all(requests, finders);
    REQUIRE(paths.size() == requests.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
      FindOptions options = requests[i].options;
      options.budget = kNoExpansionLimit;
      const FoundPath found = alone.find(requests[i].start, requests[i].goal, options);
      REQUIRE(paths[i].status == found.status);
      REQUIRE(paths[i].agent == found.agent);
      REQUIRE(paths[i].length == found.length);
      REQUIRE(std::equal(paths[i].points.begin(), paths[i].points.end(), found.points.begin(),
                         found.points.end()));
      REQUIRE(paths[i].turns.size() == found.turns.size());
    }
    CHECK(find_all({}, finders).empty());
  }
  CHECK_THROWS_AS(find_all(requests, {}), std::invalid_argument);
}

}  // namespace
}  // namespace taut::test
