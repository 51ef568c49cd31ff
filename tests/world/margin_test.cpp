// The margin of a ground: as if the tiles near walls were painted with classes that cost more.
#include <taut/engine/grid_search.hpp>
#include <taut/engine/validate.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::uint8_t kNumber = 1;
constexpr std::uint8_t kDoor = 3;  // blocked
constexpr int kClasses = 4;
constexpr std::uint8_t kNear = 100;  // painted: a class near walls

Ground make_ground(int margin, float factor) {
  Ground ground;
  ground.set(1, 3.0F);
  ground.set(2, 0.5F);
  ground.set(kDoor, kBlockedTerrain);
  ground.set_margin(margin, factor);
  return ground;
}

// The same without a margin, for painted tiles.
Ground make_painted_ground(const Ground& ground) {
  Ground painted;
  for (std::uint8_t id = 0; id < kClasses; ++id) {
    painted.set(id, ground[id]);
    painted.set(static_cast<std::uint8_t>(kNear + id), ground.near_walls(id));
  }
  return painted;
}

bool is_wall(const Grid& grid, int x, int y) {
  return !grid.is_walkable(x, y) || grid.terrain_class(grid.id({x, y})) == kDoor;
}

// Paints `world` as the tiles of `grid` and a margin would have it.
void paint(const Grid& grid, int margin, World& world) {
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      bool is_near = false;
      for (int dy = -margin; dy <= margin; ++dy) {
        for (int dx = -margin; dx <= margin; ++dx) is_near |= is_wall(grid, x + dx, y + dy);
      }
      const std::uint8_t own = grid.terrain_class(grid.id({x, y}));
      world.set_class({x, y, x + 1, y + 1}, is_near ? static_cast<std::uint8_t>(kNear + own) : own);
    }
  }
}

void edit_at_random(Random& random, World& margins, World& painted) {
  const TileRect tiles = random_rect(random, margins.grid().width(), margins.grid().height());
  if (random.chance(50)) {
    margins.set_class(tiles, static_cast<std::uint8_t>(random.between(0, kClasses - 1)));
    return;
  }
  const TileState state = random.chance(50) ? TileState::walkable : TileState::blocked;
  margins.set(tiles, state);
  painted.set(tiles, state);
}

// Whether all queries agree, bit for bit or nearly.
void compare(Random& random, const Agent& agent, const World& margins, const World& painted,
             double room) {
  Finder of_margins(margins);
  Finder of_painted(painted);
  for (int i = 0; i < 6; ++i) {
    const Point start = to_map_point(random_place(random, margins.grid()));
    const Point goal = to_map_point(random_place(random, margins.grid()));
    const FoundPath first = of_margins.find(start, goal, {.agent = agent});
    const FoundPath last = of_painted.find(start, goal, {.agent = agent});
    REQUIRE(first.reason == last.reason);
    if (!first) continue;
    CHECK(std::abs(first.cost - last.cost) <= room * last.cost);
    if (agent.shape == AgentShape::disc) continue;
    CHECK(std::abs(path_cost(margins.grid(), *margins.find_ground(kNumber), first.points) -
                   first.cost) <= 1e-4 * (1.0 + first.cost));
    if (room == 0.0)
      CHECK(std::equal(first.points.begin(), first.points.end(), last.points.begin(),
                       last.points.end()));
  }
}

}  // namespace

TEST_CASE("margin: as tiles painted by hand, for every agent and through edits", "[margin]") {
  const std::array<Agent, 5> agents{Agent::point(kNumber), Agent::disc(0.4, kNumber),
                                    Agent::disc(1.3, kNumber), Agent::square(0.5, kNumber),
                                    Agent::square(0.75, kNumber)};
  for (Random& random : random_generators("margins")) {
    for (std::size_t i = random_count(6, 300); i > 0; --i) {
      const Grid grid = make_block_map(random, random.between(8, 24), random.between(8, 24));
      const Agent& agent = agents[static_cast<std::size_t>(random.between(0, 4))];
      const int margin = random.between(1, 3);
      const Ground ground = make_ground(margin, random.chance(50) ? 1.3F : 4.0F);
      World margins(grid);
      for (int k = 0; k < 4; ++k) {
        margins.set_class(random_rect(random, grid.width(), grid.height()),
                          static_cast<std::uint8_t>(random.between(0, kClasses - 1)));
      }
      World painted(margins.grid());
      paint(margins.grid(), margin, painted);
      margins.set_ground(kNumber, ground);
      painted.set_ground(kNumber, make_painted_ground(ground));
      margins.prepare(agent);
      painted.prepare(agent);
      compare(random, agent, margins, painted, 0.0);
      for (int edits = 0; edits < 4; ++edits) {
        edit_at_random(random, margins, painted);
        paint(margins.grid(), margin, painted);
        compare(random, agent, margins, painted, 1e-3);
      }
      // Another margin, and none.
      for (const int other : {4, 0}) {
        const Ground changed = make_ground(other, 2.0F);
        margins.set_ground(kNumber, changed);
        paint(margins.grid(), other, painted);
        painted.set_ground(kNumber, make_painted_ground(changed));
        compare(random, agent, margins, painted, 1e-3);
      }
    }
  }
}

TEST_CASE("margin: off the walls where that costs less", "[margin]") {
  // A room 9 high; the way along the wall may leave it.
  World world(Grid(40, 9, TileState::walkable));
  Ground careful;
  careful.set_margin(2, 1.3F);
  world.set_ground(kNumber, careful);
  const Agent agent = Agent::point(kNumber);
  world.prepare(agent);
  Finder finder(world);
  const Point start{0.5F, 0.5F};
  const Point goal{39.5F, 0.5F};
  const FoundPath found = finder.find(start, goal, {.agent = agent});
  REQUIRE(found);
  // Into the middle, along the margin's border at y = 2, and back: at the critical angle.
  const double away = 1.5 / std::sqrt(1.3 * 1.3 - 1.0);
  const double down = 1.3 * std::hypot(1.5, away);
  CHECK(found.cost < 1.3 * 39.0);
  CHECK(found.cost <= 2.0 * down + 39.0 - 2.0 * away + 1e-3);
  CHECK(std::any_of(found.points.begin(), found.points.end(),
                    [](const Point& at) { return at.y == 2.0F; }));
  // In a passage that is all margin it is the shortest path.
  world.set({0, 3, 40, 9}, TileState::blocked);
  const FoundPath narrow = finder.find(start, goal, {.agent = agent});
  REQUIRE(narrow);
  CHECK(narrow.length == 39.0);
  CHECK(std::abs(narrow.cost - 1.3 * 39.0) < 1e-4);
}

TEST_CASE("margin: a follower learns of walls beside its path", "[margin]") {
  World world(Grid(40, 12, TileState::walkable));
  Ground careful;
  careful.set_margin(2, 3.0F);
  world.set_ground(kNumber, careful);
  const Agent agent = Agent::point(kNumber);
  world.prepare(agent);
  Finder finder(world);
  PathFollower follower(agent);
  follower.set(world, finder.find({4.5F, 6.5F}, {35.5F, 6.5F}, {.agent = agent}));
  REQUIRE(follower.update(world) == FollowStatus::on_path);
  // Beside the path, which it makes more expensive, and far away.
  world.set({std::numeric_limits<int>::min(), 11, 4, std::numeric_limits<int>::max()},
            TileState::blocked);
  CHECK(follower.update(world) == FollowStatus::on_path);
  world.set({18, 7, 22, 8}, TileState::blocked);
  CHECK(follower.update(world) == FollowStatus::maybe_shorter);
}

TEST_CASE("margin: fields and tile steps mind it", "[margin]") {
  World world(Grid(20, 11, TileState::walkable));
  Ground careful;
  careful.set_margin(3, 2.0F);
  world.set_ground(kNumber, careful);
  const Agent agent = Agent::point(kNumber);
  world.prepare(agent);
  WorldField field(agent);
  const FieldGoal goal{{1.5F, 1.5F}, 0.0};
  field.set_goals({&goal, 1});
  FieldScratch scratch;
  REQUIRE(field.update(world, scratch));
  Finder finder(world);
  for (const Point from : {Point{18.5F, 1.5F}, Point{10.5F, 5.5F}, Point{18.5F, 9.5F}}) {
    const double cost = finder.find(from, goal.at, {.agent = agent}).cost;
    CHECK(std::abs(field.distance(from) - cost) <= 0.02 + 1e-3 * cost);
  }
  SearchScratch tiles(world.grid().tile_count());
  std::vector<TileId> corridor(world.grid().tile_count());
  GridSearchOptions options;
  options.costs = &careful;
  const CorridorResult steps =
      find_corridor(world.grid(), {1.5F, 1.5F}, {18.5F, 1.5F}, options, tiles, corridor);
  REQUIRE(steps.status == Status::ok);
  CHECK(steps.cost < 2.0 * 17.0);
}

TEST_CASE("margin: what is refused changes nothing", "[margin]") {
  Ground ground;
  ground.set_margin(2, 1.5F);
  const Ground before = ground;
  CHECK_THROWS_AS(ground.set_margin(-1, 1.5F), std::invalid_argument);
  CHECK_THROWS_AS(ground.set_margin(Ground::kMostMargin + 1, 1.5F), std::invalid_argument);
  CHECK_THROWS_AS(ground.set_margin(2, 0.5F), std::invalid_argument);
  CHECK_THROWS_AS(ground.set_margin(2, 256.0F), std::invalid_argument);
  CHECK_THROWS_AS(ground.set_margin(2, std::numeric_limits<float>::quiet_NaN()),
                  std::invalid_argument);
  CHECK(ground == before);
  ground.set(5, 200.0F);
  ground.set(6, kBlockedTerrain);
  CHECK(ground.near_walls(0) == 1.5F);
  CHECK(ground.near_walls(5) == kMostTerrainCost);
  CHECK(ground.near_walls(6) == kBlockedTerrain);
  ground.set_margin(2, 1.0F);
  CHECK(ground.margin() == 0);
}
