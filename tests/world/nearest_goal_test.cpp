// EndRule::nearest: no place that the agent can reach is nearer to the goal than the path's end.
// EndRule::nearest: no place that has room is nearer to the start than the path's begin.
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/finder.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "support/catch.hpp"
#include "support/disc_oracle.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/square_oracle.hpp"
#include "support/tile_oracle.hpp"

namespace taut::test {
namespace {

std::int64_t square_distance(const LatticePoint& a, const LatticePoint& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

// Whether p is to be preferred to `best`.
bool is_nearer(const LatticePoint& goal, const LatticePoint& p, const LatticePoint& best) {
  const std::int64_t a = square_distance(goal, p);
  const std::int64_t b = square_distance(goal, best);
  if (a != b) return a < b;
  return p.y != best.y ? p.y < best.y : p.x < best.x;
}

// Calls visit(p) for places nearer to the goal than `end`: all within a step of its distance, all
// near the goal, and random ones. visit() returns whether to go on.
void visit_nearer(Random& random, const LatticePoint& goal, const LatticePoint& end,
                  const std::function<bool(const LatticePoint&)>& visit) {
  const auto look = [&](const LatticePoint& p) { return !is_nearer(goal, p, end) || visit(p); };
  const double away = std::sqrt(static_cast<double>(square_distance(goal, end)));
  const auto reach = static_cast<std::int64_t>(away) + 1;
  for (std::int64_t dx = -reach; dx <= reach; ++dx) {
    const double rest = away * away - static_cast<double>(dx * dx);
    const auto dy = static_cast<std::int64_t>(rest > 0.0 ? std::sqrt(rest) : 0.0);
    for (const std::int64_t step : {-1, 0, 1}) {
      if (!look({goal.x + dx, goal.y + dy + step})) return;
      if (!look({goal.x + dx, goal.y - dy - step})) return;
    }
  }
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random.below(static_cast<std::size_t>(n)));
  };
  for (int i = 0; i < 500; ++i) {
    const std::int64_t side = i % 2 == 0 ? reach : std::min<std::int64_t>(reach, 3);
    if (!look({goal.x - side + below(2 * side + 1), goal.y - side + below(2 * side + 1)})) return;
  }
}

// A place on the map or up to a tile and a half outside.
LatticePoint random_goal(Random& random, const Grid& grid) {
  LatticePoint goal = random_place(random, grid);
  if (random.chance(10)) goal.x -= 1536;
  if (random.chance(10)) goal.y += 1536;
  return goal;
}

// The places of a disc up to half a tile wide: those where it fits on tiles connected to `from`.
class DiscPlaces {
 public:
  DiscPlaces(const Grid& grid, Tile from, double radius)
      : grid_(grid), labels_(label_components(grid)), from_(label(from)), radius_(radius) {}

  [[nodiscard]] bool holds(const LatticePoint& p) const {
    if (!touches_tile(p)) return false;
    const double least = radius_ * radius_;
    const Tile tile{static_cast<int>(p.x / 1024), static_cast<int>(p.y / 1024)};
    for (int y = tile.y - 2; y <= tile.y + 2; ++y) {
      for (int x = tile.x - 2; x <= tile.x + 2; ++x) {
        if (grid_.is_walkable(x, y)) continue;
        const LatticePoint near{std::clamp<std::int64_t>(p.x, x * 1024, x * 1024 + 1024),
                                std::clamp<std::int64_t>(p.y, y * 1024, y * 1024 + 1024)};
        if (static_cast<double>(square_distance(p, near)) / (1024.0 * 1024.0) < least) return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] int label(Tile tile) const { return labels_[grid_.id(tile)]; }
  // Whether the place lies in or on the edge of a tile that is connected.
  [[nodiscard]] bool touches_tile(const LatticePoint& p) const {
    for (TileId id = 0; id < grid_.tile_count(); ++id) {
      const Tile tile = grid_.tile(id);
      const bool is_near = p.x >= tile.x * 1024 && p.x <= tile.x * 1024 + 1024 &&
                           p.y >= tile.y * 1024 && p.y <= tile.y * 1024 + 1024;
      if (is_near && grid_.is_walkable(tile) && labels_[id] == from_) return true;
    }
    return false;
  }

  const Grid& grid_;
  std::vector<int> labels_;
  int from_;
  double radius_;
};

LatticePoint end_of(const FoundPath& found) {
  return to_lattice(found.turns.empty() ? found.points.back() : found.turns.back().center);
}

// The path is that to its end, and a reach less than its distance from the goal leaves none.
void check_path(Finder& finder, const Point& start, const LatticePoint& goal, FindOptions options,
                const LatticePoint& end, double length) {
  options.goal = EndRule::exact;
  const FoundPath path = finder.find(start, to_map_point(end), options);
  REQUIRE(path);
  CHECK(path.length == length);
  options.goal = EndRule::nearest;
  const double away = std::sqrt(static_cast<double>(square_distance(goal, end))) / 1024.0;
  if (away == 0.0) return;
  options.max_goal_distance = away - 1e-5;
  const FoundPath none = finder.find(start, to_map_point(goal), options);
  CHECK(none.status == Status::no_path);
  CHECK(none.reason == Reason::goal_too_far);
  options.max_goal_distance = away + 1e-5;
  const FoundPath same = finder.find(start, to_map_point(goal), options);
  REQUIRE(same);
  CHECK(end_of(same) == end);
}

std::size_t compare_narrow(Random& random, std::size_t maps) {
  constexpr std::array kRadii{0.0, 1e-4, 0.2, 0.37, 0.5};
  constexpr std::array kMethods{Method::optimal, Method::fast};
  std::size_t moved = 0;
  for (std::size_t i = 0; i < maps; ++i) {
    World world(make_random_map(random, 9));
    const Grid& grid = world.grid();
    if (grid.walkable_count() == 0) continue;
    Finder finder(world);
    const Tile from = random_walkable_tile(random, grid);
    const LatticePoint goal = random_goal(random, grid);
    const std::size_t pick = random.below(kRadii.size() + 1);
    FindOptions options;
    options.goal = EndRule::nearest;
    options.method = kMethods[random.below(kMethods.size())];
    if (pick < kRadii.size()) options.agent = Agent::disc(snap_radius(kRadii[pick]));
    world.prepare(options.agent);
    INFO(to_drawing(grid) << "radius " << options.agent.radius << " from " << from.x << " "
                          << from.y << " goal " << goal.x << " " << goal.y);
    const FoundPath found = finder.find(center(from), to_map_point(goal), options);
    REQUIRE(found);
    const LatticePoint end = end_of(found);
    const DiscPlaces places(grid, from, options.agent.radius);
    REQUIRE(places.holds(end));
    visit_nearer(random, goal, end, [&](const LatticePoint& p) {
      REQUIRE_FALSE(places.holds(p));
      return true;
    });
    check_path(finder, center(from), goal, options, end, found.length);
    moved += end == goal ? 0U : 1U;
  }
  return moved;
}

TEST_CASE("nearest goal: points and narrow discs") {
  for (Random& random : random_generators("nearest goal, narrow")) {
    const std::size_t moved = compare_narrow(random, random_count(400, 20000));
    CHECK((is_small_share() || moved > 20));
  }
}

std::size_t compare_square(Random& random, std::size_t maps) {
  constexpr std::array kHalfWidths{0.25, 0.5, 0.75, 1.0, 0.3};
  std::size_t moved = 0;
  for (std::size_t i = 0; i < maps; ++i) {
    World world(make_random_map(random, 9));
    const Grid& grid = world.grid();
    FindOptions options;
    options.agent = Agent::square(kHalfWidths[random.below(kHalfWidths.size())]);
    options.goal = EndRule::nearest;
    world.prepare(options.agent);
    const double half_width = snap_radius(options.agent.radius);
    const SquareGraph graph(grid, to_lattice(Point{static_cast<float>(half_width), 0.0F}).x);
    // On the lines of slits too.
    LatticePoint start = random_place(random, grid);
    if (random.chance(50)) start.x = start.x / 512 * 512;
    if (random.chance(50)) start.y = start.y / 512 * 512;
    if (!graph.has_room(start)) continue;
    const LatticePoint goal = random_goal(random, grid);
    Finder finder(world);
    INFO(to_drawing(grid) << "half-width " << options.agent.radius << " from " << start.x << " "
                          << start.y << " goal " << goal.x << " " << goal.y);
    const FoundPath found = finder.find(to_map_point(start), to_map_point(goal), options);
    REQUIRE(found);
    const LatticePoint end = end_of(found);
    REQUIRE(graph.has_room(end));
    int requested = 0;
    visit_nearer(random, goal, end, [&](const LatticePoint& p) {
      if (!graph.has_room(p)) return true;
      REQUIRE(graph.find_length(start, p) == std::numeric_limits<long double>::infinity());
      return ++requested < 4;
    });
    check_path(finder, to_map_point(start), goal, options, end, found.length);
    moved += end == goal ? 0U : 1U;
  }
  return moved;
}

TEST_CASE("nearest goal: squares") {
  for (Random& random : random_generators("nearest goal, square")) {
    const std::size_t moved = compare_square(random, random_count(400, 20000));
    CHECK((is_small_share() || moved > 20));
  }
}

std::size_t compare_wide(Random& random, std::size_t maps) {
  constexpr std::array kRadii{0.25, 0.5, 0.6, 0.9, 1.0, 1.5};
  std::size_t moved = 0;
  for (std::size_t i = 0; i < maps; ++i) {
    World world(make_random_map(random, 9));
    const Grid& grid = world.grid();
    FindOptions options;
    options.agent = Agent::disc(snap_radius(kRadii[random.below(kRadii.size())]));
    options.goal = EndRule::nearest;
    const double radius = options.agent.radius;
    world.prepare(options.agent);
    const LatticePoint start = random_place(random, grid);
    if (!has_clearance(grid.bits(), to_map_point(start), radius)) continue;
    const LatticePoint goal = random_goal(random, grid);
    Finder finder(world);
    INFO(to_drawing(grid) << "radius " << radius << " from " << start.x << " " << start.y
                          << " goal " << goal.x << " " << goal.y);
    const FoundPath found = finder.find(to_map_point(start), to_map_point(goal), options);
    REQUIRE(found);
    const LatticePoint end = end_of(found);
    REQUIRE(has_clearance(grid.bits(), to_map_point(end), radius));
    const DiscGraph graph(grid, static_cast<long double>(radius));
    int requested = 0;
    visit_nearer(random, goal, end, [&](const LatticePoint& p) {
      if (!has_clearance(grid.bits(), to_map_point(p), radius)) return true;
      REQUIRE(graph.find_length(start, p) == std::numeric_limits<long double>::infinity());
      return ++requested < 4;
    });
    check_path(finder, to_map_point(start), goal, options, end, found.length);
    moved += end == goal ? 0U : 1U;
  }
  return moved;
}

TEST_CASE("nearest goal: discs") {
  for (Random& random : random_generators("nearest goal, wide")) {
    const std::size_t moved = compare_wide(random, random_count(400, 20000));
    CHECK((is_small_share() || moved > 20));
  }
}

// Whether the agent of the options may be at a place.
bool is_room(const World& world, const FindOptions& options, const LatticePoint& p) {
  const Ground* const ground = world.find_ground(options.agent.ground);
  if (ground == nullptr || options.agent.radius > 0.0)
    return world.has_room(options.agent, to_map_point(p));
  const Grid& grid = world.grid();
  for (std::int64_t y = (p.y - 1) / 1024; y <= p.y / 1024; ++y) {
    for (std::int64_t x = (p.x - 1) / 1024; x <= p.x / 1024; ++x) {
      const Tile tile{static_cast<int>(x), static_cast<int>(y)};
      const bool touches = p.x >= x * 1024 && p.y >= y * 1024 && grid.is_walkable(tile);
      if (touches && !ground->is_blocked(grid.terrain_class(grid.id(tile)))) return true;
    }
  }
  return false;
}

void check_start(Random& random, const World& world, const FindOptions& options) {
  const LatticePoint start = random_goal(random, world.grid());
  const LatticePoint goal = random_place(random, world.grid());
  Finder finder(world);
  INFO(to_drawing(world.grid()) << "radius " << options.agent.radius << " from " << start.x << " "
                                << start.y << " goal " << goal.x << " " << goal.y);
  const FoundPath found = finder.find(to_map_point(start), to_map_point(goal), options);
  const bool is_at_start =
      found.reason == Reason::start_blocked || found.reason == Reason::start_too_near;
  if (!found) {
    // There is a place unless none has room.
    visit_nearer(random, start, {start.x + 20000, start.y}, [&](const LatticePoint& p) {
      if (is_at_start) REQUIRE_FALSE(is_room(world, options, p));
      return is_at_start;
    });
    return;
  }
  const Point first = found.turns.empty() ? found.points.front() : found.turns.front().center;
  const LatticePoint begin = to_lattice(first);
  REQUIRE(is_room(world, options, begin));
  visit_nearer(random, start, begin, [&](const LatticePoint& p) {
    REQUIRE_FALSE(is_room(world, options, p));
    return true;
  });
  const double length = found.length;
  FindOptions exact = options;
  exact.start = EndRule::exact;
  const FoundPath same = finder.find(first, to_map_point(goal), exact);
  REQUIRE(same);
  CHECK(same.length == length);
}

TEST_CASE("nearest start: the nearest place that has room") {
  constexpr std::array kAgents{Agent{},          Agent::disc(0.0),   Agent::disc(0.2),
                               Agent::disc(0.5), Agent::disc(0.9),   Agent::disc(1.5),
                               Agent::disc(1.7), Agent::square(0.3), Agent::square(0.5)};
  Ground costs;
  costs.set(1, kBlockedTerrain);
  costs.set(2, 3.0F);
  for (Random& random : random_generators("nearest start")) {
    for (std::size_t i = 0; i < random_count(600, 20000); ++i) {
      World world(make_random_map(random, 12));
      FindOptions options;
      options.start = EndRule::nearest;
      options.agent = kAgents[random.below(kAgents.size())];
      if (random.chance(50)) options.goal = EndRule::nearest;
      world.prepare(options.agent);
      if (random.chance(50)) {
        for (int k = 0; k < 6; ++k) {
          const Tile at =
              world.grid().tile(static_cast<TileId>(random.below(world.grid().tile_count())));
          world.set_class({at.x, at.y, at.x + 2, at.y + 2}, random.chance(50) ? 1 : 2);
        }
        world.set_ground(1, costs);
        options.agent.ground = 1;
        world.prepare(options.agent);
      }
      check_start(random, world, options);
    }
  }
}

TEST_CASE("nearest start: a building on units, and starts that are none") {
  World world(Grid(64, 64, TileState::walkable));
  const std::array agents{Agent{}, Agent::disc(0.4), Agent::disc(1.25), Agent::square(0.75)};
  for (const Agent& agent : agents) world.prepare(agent);
  world.set({20, 20, 30, 30}, TileState::blocked);
  Finder finder(world);
  FindOptions options;
  options.start = EndRule::nearest;
  for (const Agent& agent : agents) {
    options.agent = agent;
    const FoundPath found = finder.find({21.0F, 25.0F}, {60.5F, 25.0F}, options);
    REQUIRE(found);
    const Point first = found.turns.empty() ? found.points.front() : found.turns.front().center;
    const auto radius = static_cast<float>(agent.radius);
    CHECK(std::abs(first.x - (20.0F - radius)) <= 1.0F / 1024.0F);
    CHECK(first.y == 25.0F);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(finder.find({nan, 25.0F}, {60.5F, 25.0F}, options).reason == Reason::start_blocked);
    CHECK(finder.find({-30000.0F, 70.0F}, {60.5F, 25.0F}, options));
    options.length_limit = 30.0;
    CHECK(finder.find({21.0F, 25.0F}, {60.5F, 25.0F}, options).reason == Reason::limit);
    options.length_limit = kNoLengthLimit;
  }
  World solid(Grid(8, 8, TileState::blocked));
  for (const Agent& agent : agents) solid.prepare(agent);
  Finder none(solid);
  for (const Agent& agent : agents) {
    options.agent = agent;
    CHECK(none.find({1.0F, 1.0F}, {5.0F, 5.0F}, options).reason == Reason::start_blocked);
  }
}

TEST_CASE("nearest goal: bad input") {
  World world(draw_map("..@..\n..@..\n..@..\n"));
  const Point good{1.0F, 1.0F};
  for (const Agent& agent : {Agent{}, Agent::disc(0.25), Agent::disc(0.75), Agent::square(0.75)}) {
    world.prepare(agent);
    const Space& space = *world.find_space(agent);
    for (const double reach : {-1.0, std::nan("")}) {
      CHECK_FALSE(find_nearest_place(space, good, good, reach));
      FindOptions options;
      options.max_goal_distance = reach;
      Finder finder(world);
      CHECK(finder.find(good, good, options).reason == Reason::bad_options);
    }
    CHECK(find_nearest_place(space, good, good, 0.0) == good);
    CHECK_FALSE(find_nearest_place(space, {2.5F, 0.5F}, good, 1.0));
    CHECK_FALSE(find_nearest_place(space, {-0.5F, 0.5F}, good, 1.0));
  }
}

}  // namespace
}  // namespace taut::test
