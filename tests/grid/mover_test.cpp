// Grounds of movers over tiles: blocked classes against the same query on a grid where they are
// walls, costs against Dijkstra's algorithm.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <taut/engine/distance_map.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/validate.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/diagonal_rules.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::array kFactors{0.125F, 0.5F, 1.0F, 2.0F, 5.0F, 16.0F};

struct Mover {
  explicit Mover(Random& random) : grid(make_random_map(random, 14)) {
    for (int i = random.between(1, 12); i > 0; --i) {
      const int x = random.between(0, grid.width() - 1);
      const int y = random.between(0, grid.height() - 1);
      const TileRect tiles{x, y, x + random.between(1, 6), y + random.between(1, 6)};
      grid.set_class(tiles, static_cast<std::uint8_t>(grid.has_classes() ? random.below(8) : 1));
    }
    for (std::uint8_t i = 0; i < 8; ++i) {
      const bool is_blocked = random.chance(15);
      table.set(i, is_blocked ? kBlockedTerrain : kFactors[random.below(kFactors.size())]);
      if (is_blocked) walls.set(i, kBlockedTerrain);
    }
  }
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;

  // The grid where classes that the steps block are walls.
  [[nodiscard]] Grid seen(const TileSteps& steps) const {
    Grid result = Grid::from_predicate(grid.width(), grid.height(), [&](int x, int y) {
      const bool is_blocked =
          steps.costs != nullptr && steps.costs->is_blocked(grid.terrain_class(grid.id({x, y})));
      return grid.is_walkable(x, y) && !is_blocked;
    });
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      const Tile at = grid.tile(id);
      result.set_class({at.x, at.y, at.x + 1, at.y + 1}, grid.terrain_class(id));
    }
    return result;
  }

  Grid grid;
  Ground table;
  Ground walls;  // the blocked classes of the table
};

TileSteps pick_steps(Random& random, const Mover& mover) {
  TileSteps steps;
  steps.diagonal = kRules[random.below(kRules.size())];
  if (random.chance(40)) steps.length = DiagonalLength::one;
  if (random.chance(70)) steps.costs = &mover.table;
  return steps;
}

Ground ground_of(const TileSteps& steps) {
  return steps.costs != nullptr ? *steps.costs : Ground();
}

std::string describe(const Grid& seen, const Point& start, const Point& goal) {
  std::ostringstream text;
  text << to_drawing(seen);
  for (int y = 0; y < seen.height(); ++y) {
    for (int x = 0; x < seen.width(); ++x) text << int{seen.terrain_class(seen.id({x, y}))} << ' ';
    text << '\n';
  }
  text << start.x << ' ' << start.y << " to " << goal.x << ' ' << goal.y;
  return text.str();
}

struct MoverPath {
  PathResult result;
  std::vector<Point> path;
};

MoverPath run_query(const Grid& grid, const Point& start, const Point& goal,
                    const GridPathOptions& options) {
  GridScratch scratch(grid);
  MoverPath found{{}, std::vector<Point>(max_path_points(grid))};
  const AllocationCounter counter;
  found.result = find_path(grid, start, goal, options, scratch, found.path);
  REQUIRE(counter.count() == 0);
  found.path.resize(found.result.count);
  return found;
}

}  // namespace

TEST_CASE("Ground: tables, and what they refuse", "[mover]") {
  Ground costs;
  CHECK_FALSE(costs.has_blocked());
  CHECK((costs[0] == 1.0F && costs[255] == 1.0F));
  costs.set(3, kBlockedTerrain);
  costs.set(3, kBlockedTerrain);
  CHECK((costs.has_blocked() && costs.is_blocked(3) && !costs.is_blocked(4)));
  costs.set(3, 0.125F);
  CHECK_FALSE(costs.has_blocked());
  CHECK(costs[3] == 0.125F);
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {0.0F, -1.0F, 0.1249F, 255.5F, 1e30F, -kBlockedTerrain, kNan}) {
    CHECK_THROWS_AS(costs.set(3, bad), std::invalid_argument);
    CHECK_THROWS_AS(Ground(bad), std::invalid_argument);
    CHECK(costs[3] == 0.125F);
  }
  CHECK_THROWS_WITH(costs.set(3, 300.0F),
                    "taut: Ground::set: factor 300 is not within 0.125 to 255");
  Ground boat(kBlockedTerrain);
  boat.set(7, 1.0F);
  CHECK((boat.has_blocked() && boat.is_blocked(0) && !boat.is_blocked(7)));
  for (int i = 0; i < 256; ++i) boat.set(static_cast<std::uint8_t>(i), 2.0F);
  CHECK(boat == Ground(2.0F));
}

TEST_CASE("Grid::set_class: classes, revisions, the least cost", "[mover]") {
  for (Random& random : random_generators("classes")) {
    for (std::size_t i = random_count(200, 5'000); i > 0; --i) {
      Grid grid = make_random_map(random, 12);
      std::vector<std::uint8_t> wanted(grid.tile_count(), 0);
      Ground table;
      for (std::uint8_t k = 0; k < 6; ++k) {
        table.set(k, random.chance(30) ? kBlockedTerrain : kFactors[random.below(kFactors.size())]);
      }
      const auto least = [&] {
        float found = kMostTerrainCost;
        for (const std::uint8_t each : wanted) found = std::min(found, table[each]);
        return found;
      };
      grid.set_class({0, 0, 9, 9}, 0);
      CHECK_FALSE(grid.has_classes());
      CHECK(grid.least_cost(table) == least());
      for (int edit = 0; edit < 8; ++edit) {
        const int x = random.between(-3, grid.width() + 2);
        const int y = random.between(-3, grid.height() + 2);
        const TileRect tiles{x, y, x + random.between(0, 9), y + random.between(0, 9)};
        const auto kind = static_cast<std::uint8_t>(random.below(6));
        const std::uint64_t before = grid.revision();
        bool is_changed = false;
        for (TileId id = 0; id < wanted.size(); ++id) {
          const Tile at = grid.tile(id);
          if (at.x < tiles.x0 || at.x >= tiles.x1 || at.y < tiles.y0 || at.y >= tiles.y1) continue;
          is_changed = is_changed || wanted[id] != kind;
          wanted[id] = kind;
        }
        grid.set_class(tiles, kind);
        REQUIRE(grid.revision() == before + (is_changed ? 1 : 0));
        REQUIRE(grid.least_cost(table) == least());
        for (TileId id = 0; id < wanted.size(); ++id) {
          REQUIRE(grid.terrain_class(id) == wanted[id]);
        }
      }
    }
  }
}

TEST_CASE("mover: cheapest tile paths are those of Dijkstra on the grid it sees", "[mover]") {
  for (Random& random : random_generators("mover tiles")) {
    for (std::size_t i = random_count(1'500, 100'000); i > 0; --i) {
      const Mover mover(random);
      if (mover.grid.walkable_count() == 0) continue;
      const Tile start = random_walkable_tile(random, mover.grid);
      const Tile goal = random_walkable_tile(random, mover.grid);
      GridSearchOptions options;
      static_cast<TileSteps&>(options) = pick_steps(random, mover);
      options.partial = random.chance(50) ? PartialPath::nearest : PartialPath::none;
      const Grid seen = mover.seen(options);
      INFO(describe(seen, center(start), center(goal)));
      SearchScratch scratch(seen.tile_count());
      std::vector<TileId> out(seen.tile_count());
      const CorridorResult found =
          find_corridor(mover.grid, center(start), center(goal), options, scratch, out);
      if (!seen.is_walkable(start) || !seen.is_walkable(goal)) {
        REQUIRE(found.status == Status::invalid_input);
        continue;
      }
      if (options.length == DiagonalLength::sqrt2) {
        const double wanted =
            find_tile_costs(seen, start, options.diagonal, ground_of(options))[seen.id(goal)];
        REQUIRE((found.status == Status::ok) == std::isfinite(wanted));
        if (found) REQUIRE(std::abs(found.cost - wanted) <= 1e-9 * (1.0 + wanted));
      }
      double sum = 0.0;
      for (std::size_t k = 1; k < found.count; ++k) {
        const Tile from = seen.tile(out[k - 1]);
        const Tile to = seen.tile(out[k]);
        REQUIRE(is_step_allowed(seen, from, to, options.diagonal));
        const bool is_short =
            from.x != to.x && from.y != to.y && options.length == DiagonalLength::one;
        sum +=
            test::step_cost(seen, from, to, ground_of(options)) / (is_short ? kDiagonalCost : 1.0);
      }
      REQUIRE(std::abs(found.cost - sum) <= 1e-9 * (1.0 + sum));
    }
  }
}

TEST_CASE("mover: find_path is that on the grid it sees, bit for bit", "[mover]") {
  constexpr std::array kAllPulls{Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast,
                                 Pull::none};
  std::size_t paths = 0;
  for (Random& random : random_generators("mover paths")) {
    for (std::size_t i = random_count(1'500, 100'000); i > 0; --i) {
      const Mover mover(random);
      const auto pick_place = [&] {
        const bool is_center = mover.grid.walkable_count() > 0 && random.chance(60);
        return is_center ? center(random_walkable_tile(random, mover.grid))
                         : to_map_point(random_place(random, mover.grid));
      };
      const Point start = pick_place();
      const Point goal = pick_place();
      GridPathOptions options;
      static_cast<TileSteps&>(options.search) = pick_steps(random, mover);
      if (options.search.costs != nullptr) options.search.costs = &mover.walls;
      options.search.partial = random.chance(30) ? PartialPath::nearest : PartialPath::none;
      if (random.chance(30)) options.pull = kAllPulls[random.below(kAllPulls.size())];
      if (random.chance(40)) options.smoothing = Smoothing::none;
      const Grid seen = mover.seen(options.search);
      INFO(describe(seen, start, goal));
      GridPathOptions plain = options;
      plain.search.costs = nullptr;
      const MoverPath found = run_query(mover.grid, start, goal, options);
      const MoverPath wanted = run_query(seen, start, goal, plain);
      REQUIRE(found.result.status == wanted.result.status);
      if (found.result.status != Status::no_path) {
        REQUIRE(found.result.expanded == wanted.result.expanded);
      }
      REQUIRE(found.path == wanted.path);
      REQUIRE(found.result.length == wanted.result.length);
      REQUIRE(found.result.cost == wanted.result.cost);
      if (found.result.status == Status::ok) ++paths;
    }
  }
  if (!is_small_share()) CHECK(paths > 500);
}

// Found by the test above: the components of the grid, where both sides are one, decided.
TEST_CASE("mover: an end where two tiles touch at a corner has the side that leads on", "[mover]") {
  Grid grid = draw_map(
      "..@.\n"
      ".@..\n"
      "....\n");
  grid.set_class({0, 1, 1, 3}, 3);
  Ground walls;
  walls.set(3, kBlockedTerrain);
  GridPathOptions options;
  options.search.costs = &walls;
  const Point place{0.5F, 0.5F};
  const Point corner{2.0F, 1.0F};
  for (const auto& [start, goal] : {std::pair(place, corner), std::pair(corner, place)}) {
    const MoverPath found = run_query(grid, start, goal, options);
    REQUIRE(found.result.status == Status::ok);
    CHECK(found.path == std::vector<Point>{start, goal});
  }
}

TEST_CASE("mover: a smoothed path bends around tiles of a blocked class", "[mover]") {
  const Grid walls = draw_map(
      "@.........\n"
      "...@......\n"
      ".....@.@..\n"
      "..@@....@.\n");
  Grid grid(10, 4, TileState::walkable);
  Ground ground;
  ground.set(3, kBlockedTerrain);
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile at = grid.tile(id);
    if (!walls.is_walkable(at)) grid.set_class({at.x, at.y, at.x + 1, at.y + 1}, 3);
  }
  GridPathOptions options;
  const MoverPath wanted = run_query(walls, {8.5F, 0.5F}, {0.5F, 3.5F}, options);
  options.search.costs = &ground;
  const MoverPath found = run_query(grid, {8.5F, 0.5F}, {0.5F, 3.5F}, options);
  CHECK(found.path == wanted.path);
  CHECK(found.path.size() == 3);
}

TEST_CASE("mover: where classes cost differently, find_path is the cheapest tile path", "[mover]") {
  for (Random& random : random_generators("mover cheapest")) {
    for (std::size_t i = random_count(400, 20'000); i > 0; --i) {
      const Mover mover(random);
      if (mover.grid.walkable_count() == 0) continue;
      const Tile start = random_walkable_tile(random, mover.grid);
      const Tile goal = random_walkable_tile(random, mover.grid);
      GridPathOptions options;
      options.search.costs = &mover.table;
      options.pull = Pull::none;
      options.smoothing = Smoothing::none;
      const Grid seen = mover.seen(options.search);
      INFO(describe(seen, center(start), center(goal)));
      const MoverPath found = run_query(mover.grid, center(start), center(goal), options);
      if (!found.result) continue;
      REQUIRE(validate_path(seen, center(start), center(goal), found.path).fault ==
              PathFault::none);
      const double cost = path_cost(mover.grid, mover.table, found.path);
      REQUIRE(std::abs(found.result.cost - cost) <= 1e-12 * cost);
      const double tiles = find_tile_costs(seen, start, DiagonalRule::only_if_no_obstacles,
                                           mover.table)[seen.id(goal)];
      REQUIRE(std::abs(cost - tiles) <= 1e-7 * tiles);
    }
  }
}

TEST_CASE("mover: distance maps are those of Dijkstra on the grid it sees", "[mover]") {
  for (Random& random : random_generators("mover fields")) {
    for (std::size_t i = random_count(800, 50'000); i > 0; --i) {
      const Mover mover(random);
      if (mover.grid.walkable_count() == 0) continue;
      const Tile goal = random_walkable_tile(random, mover.grid);
      DistanceMapOptions options;
      options.steps = pick_steps(random, mover);
      const Grid seen = mover.seen(options.steps);
      INFO(describe(seen, center(goal), center(goal)));
      DistanceMapScratch scratch(mover.grid);
      std::vector<float> numbers(mover.grid.tile_count());
      const std::array goals{TileGoal{goal}};
      const Status status =
          find_tile_distances(mover.grid, goals, options, scratch, numbers).status;
      REQUIRE((status == Status::invalid_input) == !seen.is_walkable(goal));
      if (status != Status::ok) continue;
      std::vector<float> wanted(mover.grid.tile_count());
      REQUIRE(find_tile_distances(seen, goals, options, scratch, wanted));
      REQUIRE(numbers == wanted);
      if (options.steps.length == DiagonalLength::sqrt2) {
        const std::vector<double> exact =
            find_tile_costs(seen, goal, options.steps.diagonal, ground_of(options.steps));
        for (TileId id = 0; id < exact.size(); ++id) {
          const auto number = static_cast<double>(numbers[id]);
          REQUIRE(std::isfinite(exact[id]) == std::isfinite(number));
          if (std::isfinite(number)) {
            REQUIRE(std::abs(number - exact[id]) <= 1e-6 * (1.0 + exact[id]));
          }
        }
      }
      const Tile from = random_walkable_tile(random, mover.grid);
      if (!seen.is_walkable(from)) continue;
      REQUIRE(find_downhill_step(mover.grid, numbers, from, options.steps) ==
              find_downhill_step(seen, numbers, from, options.steps));
    }
  }
}

TEST_CASE("mover: out of a tile that it may not enter", "[mover]") {
  Grid grid(3, 1, TileState::walkable);
  grid.set_class({1, 0, 2, 1}, 1);
  Ground table(3.0F);
  table.set(1, kBlockedTerrain);
  TileSteps steps;
  steps.costs = &table;
  std::vector<double> costs;
  for_each_neighbor(grid, {1, 0}, steps, [&](Tile, double cost) { costs.push_back(cost); });
  CHECK(costs == std::vector<double>{3.0, 3.0});
  costs.clear();
  for_each_neighbor(grid, {0, 0}, steps, [&](Tile, double cost) { costs.push_back(cost); });
  CHECK(costs.empty());
}

TEST_CASE("mover: one factor for every tile is the plain path", "[mover]") {
  const Grid grid = draw_map(".......\n..@@@..\n.......\n");
  Ground table(4.0F);
  GridPathOptions options;
  const Point start{0.5F, 0.5F};
  const Point goal{6.5F, 2.5F};
  const MoverPath plain = run_query(grid, start, goal, options);
  options.search.costs = &table;
  const MoverPath found = run_query(grid, start, goal, options);
  CHECK(found.path == plain.path);
  CHECK(found.result.cost == 4.0 * plain.result.cost);
  CHECK(found.result.length == plain.result.length);
  CHECK(found.result.cost == Approx(path_cost(grid, table, found.path)).epsilon(1e-12));
  options.pull = Pull::raycast;  // refused only where tiles cost differently
  CHECK(run_query(grid, start, goal, options).result.status == Status::ok);
  options.pull = Pull::funnel;
  table = Ground(kBlockedTerrain);
  CHECK(run_query(grid, start, goal, options).result.status == Status::invalid_input);
  CHECK(path_cost(grid, table, plain.path) == std::numeric_limits<double>::infinity());
}

TEST_CASE("mover: what is refused", "[mover]") {
  Grid grid(9, 9, TileState::walkable);
  GridScratch scratch(grid);
  std::vector<Point> out(64);
  const Ground table(2.0F);
  GridPathOptions options;
  const auto find = [&] {
    return find_path(grid, center({1, 1}), center({7, 5}), options, scratch, out).status;
  };
  SECTION("pulls and smoothing, where classes cost differently") {
    options.search.costs = &table;
    CHECK(find() == Status::ok);
    grid.set_class({3, 3, 5, 5}, 1);
    for (const Pull pull :
         {Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast, Pull::none}) {
      options.pull = pull;
      CHECK(find() == Status::invalid_input);
    }
    options.smoothing = Smoothing::none;
    CHECK(find() == Status::ok);
    options.pull = Pull::funnel;
    CHECK(find() == Status::invalid_input);
    options.search.costs = nullptr;
    CHECK(find() == Status::ok);
  }
  SECTION("a table that blocks the only class there is") {
    const Ground blocked(kBlockedTerrain);
    options.search.costs = &blocked;
    const PathResult found = find_path(grid, center({1, 1}), center({7, 5}), options, scratch, out);
    CHECK(found.status == Status::invalid_input);
    CHECK(found.cost == 0.0);
  }
}

TEST_CASE("mover: boats and wagons on one map", "[mover]") {
  // Water in the middle, land on both sides, a bridge at the bottom.
  Grid grid(9, 6, TileState::walkable);
  constexpr std::uint8_t kWater = 1;
  constexpr std::uint8_t kBridge = 2;
  grid.set_class({3, 0, 6, 6}, kWater);
  grid.set_class({3, 5, 6, 6}, kBridge);
  Ground boat(kBlockedTerrain);
  boat.set(kWater, 1.0F);
  Ground wagon;
  wagon.set(kWater, kBlockedTerrain);
  Ground scout;
  scout.set(kWater, 2.0F);
  GridPathOptions options;
  options.search.costs = &wagon;
  const MoverPath by_bridge = run_query(grid, center({1, 0}), center({7, 0}), options);
  REQUIRE(by_bridge.result.status == Status::ok);
  CHECK(by_bridge.path ==
        std::vector<Point>{center({1, 0}), {3.0F, 5.0F}, {6.0F, 5.0F}, center({7, 0})});
  CHECK(by_bridge.result.cost == by_bridge.result.length);
  GridPathOptions by_cost;
  by_cost.search.costs = &scout;
  by_cost.pull = Pull::none;
  by_cost.smoothing = Smoothing::none;
  const MoverPath across = run_query(grid, center({1, 0}), center({7, 0}), by_cost);
  REQUIRE(across.result.status == Status::ok);
  CHECK(across.path.size() == 2);
  CHECK(across.result.cost == 9.0);
  options.search.costs = &boat;
  CHECK(run_query(grid, center({1, 0}), center({7, 0}), options).result.status ==
        Status::invalid_input);
  CHECK(run_query(grid, center({4, 0}), center({3, 4}), options).result.status == Status::ok);
  CHECK(run_query(grid, center({4, 0}), center({4, 5}), options).result.status ==
        Status::invalid_input);
}
