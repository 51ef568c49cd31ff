// find_path() on grids with terrain costs against a search over many places of each side.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include <taut/engine/grid_path.hpp>
#include <taut/engine/path_cost.hpp>
#include <taut/engine/validate.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/terrain_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// On random maps of at most 12 x 12 tiles, cost over that of 9 places in each side.
constexpr double kMeanRatio = 1.03;
constexpr double kWorstRatio = 6.0;
// For "corridors are moved wherever that gains": just above what it is. Cost over that of steps.
constexpr double kMeanOfSame = 0.94582552;

struct Query {
  Grid grid;
  Point start;
  Point goal;
};

Query make_query(Random& random, int max_side) {
  for (;;) {
    Grid grid = make_random_map(random, max_side);
    if (grid.walkable_count() == 0) continue;
    add_terrain(random, grid);
    const Tile start = random_walkable_tile(random, grid);
    const Tile goal = random_walkable_tile(random, grid);
    if (grid.is_connected(start, goal)) return {std::move(grid), center(start), center(goal)};
  }
}

Query transformed(const Query& query, bool is_transposed, bool is_mirrored) {
  const Grid& grid = query.grid;
  const int width = is_transposed ? grid.height() : grid.width();
  const int height = is_transposed ? grid.width() : grid.height();
  const auto place = [&](Tile tile) {
    if (is_transposed) std::swap(tile.x, tile.y);
    return is_mirrored ? Tile{width - 1 - tile.x, tile.y} : tile;
  };
  Query other{Grid(width, height, TileState::blocked), {}, {}};
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile to = place(grid.tile(id));
    if (grid.is_walkable(grid.tile(id))) other.grid.set(to, TileState::walkable);
    other.grid.set_cost({to.x, to.y, to.x + 1, to.y + 1}, grid.cost(id));
  }
  other.start = center(place(*grid.locate(query.start)));
  other.goal = center(place(*grid.locate(query.goal)));
  return other;
}

Query mirrored(const Query& query) { return transformed(query, false, true); }
Query transposed(const Query& query) { return transformed(query, true, false); }
Query reversed(const Query& query) { return {query.grid, query.goal, query.start}; }

struct Found {
  PathResult result;
  std::vector<Point> path;
};

Found find(const Query& query, const GridPathOptions& options = {}) {
  GridScratch scratch(query.grid);
  Found found{{}, std::vector<Point>(max_path_points(query.grid))};
  found.result = find_path(query.grid, query.start, query.goal, options, scratch, found.path);
  found.path.resize(found.result.count);
  return found;
}

double tile_cost(const Query& query) {
  SearchScratch scratch(query.grid.tile_count());
  std::vector<TileId> tiles(query.grid.tile_count());
  return find_corridor(query.grid, query.start, query.goal, {}, scratch, tiles).cost;
}

std::string describe(const Query& query) {
  std::ostringstream text;
  text << to_drawing(query.grid);
  for (int y = 0; y < query.grid.height(); ++y) {
    for (int x = 0; x < query.grid.width(); ++x)
      text << query.grid.cost(query.grid.id({x, y})) << ' ';
    text << '\n';
  }
  text << query.start.x << ' ' << query.start.y << " to " << query.goal.x << ' ' << query.goal.y;
  return text.str();
}

}  // namespace

TEST_CASE("terrain: never more expensive than tile steps, near the optimum", "[terrain]") {
  constexpr int kPlaces = 9;
  for (Random& random : random_generators("terrain")) {
    double ratios = 0.0;
    double worst = 0.0;
    std::size_t count = 0;
    for (std::size_t i = random_count(150, 100'000); i > 0; --i) {
      const Query query = make_query(random, 12);
      const double reference = find_cost_by_places(query.grid, query.start, query.goal, kPlaces);
      for (const Query& same : {query, mirrored(query), transposed(query), reversed(query)}) {
        const Found found = find(same);
        INFO(describe(same));
        REQUIRE(found.result.status == Status::ok);
        const PathCheck check = validate_path(same.grid, same.start, same.goal, found.path);
        REQUIRE(check.fault == PathFault::none);
        REQUIRE(found.result.cost == path_cost(same.grid, found.path));
        REQUIRE(found.result.length == path_length(found.path));
        REQUIRE(found.result.cost <= tile_cost(same) * (1.0 + 1e-7));
        REQUIRE(found.result.cost >= 0.99 * reference);
        if (reference == 0.0) continue;
        const double ratio = found.result.cost / reference;
        REQUIRE(ratio < kWorstRatio);
        worst = std::max(worst, ratio);
        ratios += ratio;
        ++count;
      }
    }
    // Walls and costs that change at every tile are harder than the terrain of games.
    INFO("mean " << ratios / static_cast<double>(count) << ", worst " << worst);
    if (count > 400) CHECK(ratios / static_cast<double>(count) < kMeanRatio);
  }
}

// Each way in which the corridor is moved makes paths cheaper by a few thousandths in the mean:
// over the same queries for ever, that shows.
TEST_CASE("terrain: corridors are moved wherever that gains", "[terrain]") {
  Random random(20261125);
  double ratios = 0.0;
  std::size_t count = 0;
  while (count < 3000) {
    const int side = static_cast<int>(count % 3) * 16 + 8;
    Query query{Grid(side, side, TileState::walkable), {0.5F, 0.5F}, {0.5F, 0.5F}};
    add_terrain(random, query.grid);
    if (count % 2 == 0) {
      for (int k = 0; k < side; ++k) {
        query.grid.set(random_walkable_tile(random, query.grid), TileState::blocked);
      }
    }
    const Tile start = random_walkable_tile(random, query.grid);
    const Tile goal = random_walkable_tile(random, query.grid);
    if (start == goal || !query.grid.is_connected(start, goal)) continue;
    query.start = center(start);
    query.goal = center(goal);
    ratios += find(query).result.cost / tile_cost(query);
    ++count;
  }
  // Corridors around a corner are rare: on small maps with walls.
  while (count < 30000) {
    const Query query = make_query(random, 7);
    if (query.start == query.goal) continue;
    ratios += find(query).result.cost / tile_cost(query);
    ++count;
  }
  CHECK(ratios / static_cast<double>(count) < kMeanOfSame);
}

TEST_CASE("terrain: around a swamp", "[terrain]") {
  Query query{Grid(60, 40, TileState::walkable), center({5, 20}), center({54, 20})};
  query.grid.set_cost({20, 10, 40, 30}, 5.0F);
  const Found found = find(query);
  REQUIRE(found.result.status == Status::ok);
  // Past two corners of the swamp: no path is shorter that stays out of it.
  const double wanted = 2.0 * std::hypot(14.5, 9.5) + 20.0;
  CHECK(found.result.cost == Approx(wanted).epsilon(1e-9));
  CHECK(found.path.size() == 4);
  CHECK(found.result.length == found.result.cost);
}

TEST_CASE("terrain: equal costs are the length times the cost", "[terrain]") {
  for (Random& random : random_generators("terrain equal")) {
    for (std::size_t i = random_count(200, 20'000); i > 0; --i) {
      Query query = make_query(random, 20);
      query.grid.set_cost({0, 0, query.grid.width(), query.grid.height()}, 3.0F);
      const Found found = find(query);
      INFO(describe(query));
      REQUIRE(found.result.status == Status::ok);
      REQUIRE(found.result.cost == Approx(3.0 * found.result.length).epsilon(1e-12));
    }
  }
}

TEST_CASE("terrain: without smoothing the path stays in the corridor", "[terrain]") {
  for (Random& random : random_generators("terrain corridor")) {
    for (std::size_t i = random_count(300, 20'000); i > 0; --i) {
      const Query query = make_query(random, 16);
      GridPathOptions options;
      options.smoothing = Smoothing::none;
      const Found found = find(query, options);
      options.pull = Pull::none;
      const Found tiles = find(query, options);
      INFO(describe(query));
      REQUIRE(found.result.status == Status::ok);
      REQUIRE(tiles.result.status == Status::ok);
      REQUIRE(tiles.result.cost == Approx(tile_cost(query)).epsilon(1e-7));
      REQUIRE(found.result.cost <= tiles.result.cost);
      REQUIRE(validate_path(query.grid, query.start, query.goal, found.path).fault ==
              PathFault::none);
    }
  }
}

TEST_CASE("terrain: places anywhere, every capacity, partial paths", "[terrain]") {
  for (Random& random : random_generators("terrain places")) {
    for (std::size_t i = random_count(300, 20'000); i > 0; --i) {
      Query query = make_query(random, 14);
      query.start = to_map_point(random_place(random, query.grid));
      query.goal = to_map_point(random_place(random, query.grid));
      GridPathOptions options;
      options.search.partial = PartialPath::nearest;
      const Found found = find(query, options);
      INFO(describe(query));
      const bool is_walkable =
          query.grid.locate(query.start).has_value() && query.grid.locate(query.goal).has_value();
      REQUIRE((found.result.status == Status::invalid_input) == !is_walkable);
      if (!is_walkable) continue;
      REQUIRE(found.path.size() > 0);
      REQUIRE(validate_path(query.grid, query.start, found.path.back(), found.path).fault ==
              PathFault::none);
      GridScratch scratch(query.grid);
      for (std::size_t room = 0; room < found.path.size(); ++room) {
        std::vector<Point> out(room);
        const PathResult cut =
            find_path(query.grid, query.start, query.goal, options, scratch, out);
        REQUIRE(cut.count == room);
        REQUIRE(std::equal(out.begin(), out.end(), found.path.begin()));
      }
    }
  }
}

TEST_CASE("terrain: what does not use costs is refused", "[terrain]") {
  Query query{Grid(9, 9, TileState::walkable), center({1, 1}), center({7, 5})};
  GridScratch old(query.grid);
  query.grid.set_cost({3, 3, 5, 5}, 2.0F);
  std::vector<Point> out(64);
  const auto run_query = [&](Pull pull, Smoothing smoothing, GridScratch& scratch) {
    GridPathOptions options;
    options.pull = pull;
    options.smoothing = smoothing;
    return find_path(query.grid, query.start, query.goal, options, scratch, out).status;
  };
  CHECK(run_query(Pull::funnel, Smoothing::raycast, old) == Status::invalid_input);
  CHECK(run_query(Pull::none, Smoothing::none, old) == Status::ok);
  old.fit(query.grid);
  CHECK(run_query(Pull::funnel, Smoothing::raycast, old) == Status::ok);
  for (const Pull pull : {Pull::simple, Pull::midpoint, Pull::raycast}) {
    CHECK(run_query(pull, Smoothing::none, old) == Status::invalid_input);
    CHECK(run_query(pull, Smoothing::raycast, old) == Status::invalid_input);
  }
  CHECK(run_query(Pull::none, Smoothing::raycast, old) == Status::invalid_input);
}
