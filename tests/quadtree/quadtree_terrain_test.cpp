// find_path() on quadtrees with terrain costs against a search over many places of each side.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include <taut/engine/grid_path.hpp>
#include <taut/engine/path_cost.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/validate.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/terrain_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// On random maps of at most 12 x 12 tiles, cost over that of 9 places in each side. A few queries
// may cost far more.
constexpr double kMeanRatio = 1.06;
constexpr double kFarRatio = 2.0;
constexpr double kFarShare = 0.002;

Quadtree make_tree(const Grid& grid) {
  Quadtree tree(grid.bits());
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile at = grid.tile(id);
    tree.set_cost({at.x, at.y, at.x + 1, at.y + 1}, grid.cost(id));
  }
  return tree;
}

Grid make_slow_map(Random& random, int max_side) {
  for (;;) {
    Grid grid = make_random_map(random, max_side);
    if (grid.walkable_count() == 0) continue;
    add_terrain(random, grid);
    if (grid.has_costs()) return grid;
  }
}

struct TreePath {
  PathResult result;
  std::vector<Point> points;
};

TreePath find(const Quadtree& tree, const Point& start, const Point& goal,
              const QuadtreePathOptions& options = {}) {
  QuadtreeScratch scratch(tree);
  TreePath found{{}, std::vector<Point>(max_path_points(tree))};
  found.result = find_path(tree, start, goal, options, scratch, found.points);
  found.points.resize(found.result.count);
  return found;
}

std::string describe(const Grid& grid, const Point& start, const Point& goal) {
  std::ostringstream text;
  text << to_drawing(grid);
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    text << grid.cost(id) << (grid.tile(id).x + 1 == grid.width() ? '\n' : ' ');
  }
  text << start.x << ' ' << start.y << " to " << goal.x << ' ' << goal.y;
  return text.str();
}

// Returns the cost, that of the path on the grid with the same costs.
double check(const Grid& grid, const Quadtree& tree, const Point& start, const Point& goal,
             const QuadtreePathOptions& options) {
  const TreePath found = find(tree, start, goal, options);
  INFO(describe(grid, start, goal));
  REQUIRE(found.result.status == Status::ok);
  REQUIRE(validate_path(grid, start, goal, found.points).fault == PathFault::none);
  REQUIRE(found.result.length == path_length(found.points));
  REQUIRE(found.result.cost == path_cost(tree, found.points));
  REQUIRE(found.result.cost == path_cost(grid, found.points));
  return found.result.cost;
}

}  // namespace

TEST_CASE("quadtree terrain: near the optimum", "[quadtree][terrain]") {
  constexpr int kPlaces = 9;
  for (Random& random : random_generators("quadtree terrain")) {
    double ratios = 0.0;
    double worst = 0.0;
    std::size_t count = 0;
    std::size_t far = 0;
    for (std::size_t i = random_count(150, 20'000); i > 0; --i) {
      const Grid grid = make_slow_map(random, 12);
      const Tile first = random_walkable_tile(random, grid);
      const Tile last = random_walkable_tile(random, grid);
      if (!grid.is_connected(first, last)) continue;
      const Point start = center(first);
      const Point goal = center(last);
      const double reference = find_cost_by_places(grid, start, goal, kPlaces);
      const Quadtree tree = make_tree(grid);
      // Smoothing by cost never makes a path more expensive, but for where crossings are rounded.
      QuadtreePathOptions options;
      const double cost = check(grid, tree, start, goal, options);
      options.smoothing = Smoothing::none;
      CHECK(cost <= check(grid, tree, start, goal, options) * (1.0 + 1e-3) + 1e-2);
      REQUIRE(cost >= 0.99 * reference);
      if (reference == 0.0) continue;
      worst = std::max(worst, cost / reference);
      if (cost > kFarRatio * reference) ++far;
      ratios += cost / reference;
      ++count;
    }
    INFO("mean " << ratios / static_cast<double>(count) << ", worst " << worst << ", far " << far
                 << " of " << count);
    CHECK((is_small_share() || ratios < kMeanRatio * static_cast<double>(count)));
    CHECK(static_cast<double>(far) <= 2.0 + kFarShare * static_cast<double>(count));
  }
}

TEST_CASE("quadtree terrain: around a swamp", "[quadtree][terrain]") {
  Grid grid(60, 40, TileState::walkable);
  grid.set_cost({20, 10, 40, 30}, 5.0F);
  const Quadtree tree = make_tree(grid);
  const Point start = center({5, 20});
  const Point goal = center({54, 20});
  const TreePath found = find(tree, start, goal);
  REQUIRE(found.result.status == Status::ok);
  // Past two corners of the swamp: no path is shorter that stays out of it.
  CHECK(found.result.cost == Approx(2.0 * std::hypot(14.5, 9.5) + 20.0).epsilon(1e-9));
  CHECK(found.points.size() == 4);
  CHECK(found.result.length == found.result.cost);
}

TEST_CASE("quadtree terrain: a road of less than 1", "[quadtree][terrain]") {
  Grid grid(64, 48, TileState::walkable);
  grid.set_cost({0, 4, 64, 5}, 0.125F);
  const Quadtree tree = make_tree(grid);
  CHECK(tree.least_cost() == 0.125F);
  const Point start = center({2, 24});
  const Point goal = center({61, 24});
  const double cost = check(grid, tree, start, goal, {});
  GridScratch scratch(grid);
  std::vector<Point> room(max_path_points(grid));
  const PathResult wanted = find_path(grid, start, goal, {}, scratch, room);
  CHECK(cost == Approx(wanted.cost).epsilon(1e-6));
  CHECK(cost < 50.0);
}

TEST_CASE("quadtree terrain: edits of costs and walls", "[quadtree][terrain]") {
  for (Random& random : random_generators("quadtree terrain edits")) {
    for (std::size_t i = random_count(40, 4000); i > 0; --i) {
      Grid grid = make_slow_map(random, 24);
      Quadtree tree = make_tree(grid);
      QuadtreeScratch scratch(tree);
      for (int k = 0; k < 6; ++k) {
        const int x = random.between(0, grid.width() - 1);
        const int y = random.between(0, grid.height() - 1);
        const TileRect tiles{x, y, x + random.between(1, 9), y + random.between(1, 9)};
        if (random.chance(70)) {
          const float factor = static_cast<float>(random.between(1, 64)) / 8.0F;
          grid.set_cost(tiles, factor);
          tree.set_cost(tiles, factor);
        } else {
          const TileState state = random.chance(50) ? TileState::walkable : TileState::blocked;
          grid.set(tiles, state);
          tree.set(tiles, state);
        }
        for (TileId id = 0; id < grid.tile_count(); ++id) {
          REQUIRE(tree.tile_costs()[id] == grid.cost(id));
          REQUIRE(tree.least_cost() <= grid.cost(id));
        }
        if (grid.walkable_count() == 0) break;
        const Tile first = random_walkable_tile(random, grid);
        const Tile last = random_walkable_tile(random, grid);
        scratch.fit(tree);
        std::vector<Point> room(max_path_points(tree));
        const PathResult found = find_path(tree, center(first), center(last), {}, scratch, room);
        REQUIRE((found.status == Status::ok) == grid.is_connected(first, last));
        if (found.status != Status::ok) continue;
        CHECK(found.cost == path_cost(grid, std::span(room).first(found.count)));
        // The same with a new scratch.
        CHECK(find(tree, center(first), center(last)).result.cost == found.cost);
      }
    }
  }
}

TEST_CASE("quadtree terrain: what is refused", "[quadtree][terrain]") {
  Grid grid(16, 16, TileState::walkable);
  Quadtree tree(grid.bits());
  QuadtreeScratch scratch(tree);
  const Point start = center({1, 1});
  const Point goal = center({14, 12});
  std::vector<Point> room(4096);
  const auto run_query = [&](Pull pull, Smoothing smoothing) {
    QuadtreePathOptions options;
    options.pull = pull;
    options.smoothing = smoothing;
    return find_path(tree, start, goal, options, scratch, room).status;
  };
  CHECK(run_query(Pull::funnel, Smoothing::raycast) == Status::ok);
  CHECK(run_query(Pull::simple, Smoothing::raycast) == Status::ok);
  tree.set_cost({4, 4, 12, 8}, 4.0F);
  // The scratch was made before the costs.
  scratch = QuadtreeScratch(tree.leaf_ids());
  CHECK(run_query(Pull::funnel, Smoothing::raycast) == Status::invalid_input);
  CHECK(run_query(Pull::none, Smoothing::none) == Status::ok);
  scratch.fit(tree);
  REQUIRE(room.size() >= max_path_points(tree));
  CHECK(run_query(Pull::funnel, Smoothing::raycast) == Status::ok);
  CHECK(run_query(Pull::funnel, Smoothing::none) == Status::ok);
  CHECK(run_query(Pull::none, Smoothing::none) == Status::ok);
  CHECK(run_query(Pull::none, Smoothing::raycast) == Status::invalid_input);
  for (const Pull pull : {Pull::simple, Pull::midpoint, Pull::raycast}) {
    CHECK(run_query(pull, Smoothing::none) == Status::invalid_input);
  }
  std::vector<LeafId> leaves(tree.leaf_ids());
  const CorridorResult found = find_corridor(tree, start, goal, {}, scratch, leaves);
  REQUIRE(found.status == Status::ok);
  const std::span<const LeafId> corridor(leaves.data(), found.count);
  std::vector<Portal> portals(found.count);
  const Result edges = extract_portals(tree, corridor, portals);
  const std::span<const Portal> passed(portals.data(), edges.count);
  CHECK(pull_corridor(tree, start, goal, corridor, passed, Pull::funnel, room).status ==
        Status::invalid_input);
  const Result path = pull_corridor(tree, start, goal, corridor, passed, Pull::none, room);
  CHECK(path.status == Status::ok);
  std::vector<Point> work(max_smoothing_points(path.count));
  CHECK(smooth_corridor(tree, std::span(room).first(path.count), work, leaves).status ==
        Status::invalid_input);
  CHECK(std::isinf(path_cost(tree, std::vector<Point>{start, {-1.0F, 1.0F}})));
}
