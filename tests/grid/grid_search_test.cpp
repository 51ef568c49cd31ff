// find_corridor() against Dijkstra over tiles.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include <taut/engine/grid_path.hpp>
#include <taut/engine/grid_search.hpp>

#include "support/catch.hpp"
#include "support/diagonal_rules.hpp"
#include "support/guarded_block.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Factors with few digits, so that sums of costs are exact: that of class i is i / 4, of 0 it is 1.
Ground make_ground() {
  Ground ground;
  for (int i = 1; i <= 24; ++i)
    ground.set(static_cast<std::uint8_t>(i), 0.25F * static_cast<float>(i));
  return ground;
}

const Ground& costs() {
  static const Ground ground = make_ground();
  return ground;
}

void add_terrain(Random& random, Grid& grid) {
  for (int i = random.between(1, 6); i > 0; --i) {
    const int x = random.between(0, grid.width() - 1);
    const int y = random.between(0, grid.height() - 1);
    grid.set_class({x, y, x + random.between(1, 6), y + random.between(1, 6)},
                   static_cast<std::uint8_t>(random.between(1, 24)));
  }
}

// What is wrong with a tile path, or empty.
std::string find_path_fault(const Grid& grid, Tile start, Tile goal, DiagonalRule rule, double cost,
                            std::span<const TileId> path) {
  if (path.empty()) return "no tile";
  if (grid.tile(path.front()) != start) return "wrong start";
  if (grid.tile(path.back()) != goal) return "wrong goal";
  double sum = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Tile from = grid.tile(path[i - 1]);
    const Tile to = grid.tile(path[i]);
    if (!is_step_allowed(grid, from, to, rule)) return "a step that is not allowed";
    sum += step_cost(grid, from, to, costs());
  }
  return sum == cost ? "" : "the cost is not that of the tiles";
}

double tile_distance(Tile a, Tile b, DiagonalRule rule) {
  const int dx = std::abs(a.x - b.x);
  const int dy = std::abs(a.y - b.y);
  if (rule == DiagonalRule::never) return dx + dy;
  return std::max(dx, dy) - std::min(dx, dy) + kDiagonalCost * std::min(dx, dy);
}

struct Query {
  Grid grid;
  Tile start;
  Tile goal;
};

std::string describe(const Query& query, DiagonalRule rule, const CorridorResult& found) {
  std::ostringstream text;
  text << to_drawing(query.grid) << (query.grid.has_classes() ? "with terrain\n" : "") << "from "
       << query.start.x << " " << query.start.y << " to " << query.goal.x << " " << query.goal.y
       << ", rule " << static_cast<int>(rule) << ": " << to_string(found.status) << ", "
       << found.count << " tiles, cost " << found.cost << ", expanded " << found.expanded;
  return text.str();
}

Query make_query(Random& random, int max_side) {
  for (;;) {
    Grid grid = make_random_map(random, max_side);
    if (grid.walkable_count() == 0) continue;
    if (random.chance(30)) add_terrain(random, grid);
    const Tile start = random_walkable_tile(random, grid);
    const Tile goal = random_walkable_tile(random, grid);
    return {std::move(grid), start, goal};
  }
}

}  // namespace

TEST_CASE("find_corridor: cheapest for each rule and terrain", "[grid_search]") {
  for (Random& random : random_generators("grid search")) {
    const std::size_t maps = random_count(8000, 60000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Query query = make_query(random, random.chance(80) ? 10 : 40);
      SearchScratch scratch(query.grid.tile_count());
      for (const DiagonalRule rule : kRules) {
        const std::vector<double> known = find_tile_costs(query.grid, query.start, rule, costs());
        const double wanted = known[query.grid.id(query.goal)];
        GuardedBlock<TileId> ids(query.grid.tile_count());
        GridSearchOptions options;
        options.costs = &costs();
        options.diagonal = rule;
        const CorridorResult found = find_corridor(
            query.grid, center(query.start), center(query.goal), options, scratch, ids.room());
        std::string fault;
        if (!ids.is_intact() || found.count > ids.room().size()) {
          fault = "wrote past its room";
        } else if (wanted == std::numeric_limits<double>::infinity()) {
          if (found.status != Status::no_path || found.count != 0) fault = "should be no_path";
          if (rule != DiagonalRule::always && found.expanded != 0) fault = "flooded the map";
        } else if (found.status != Status::ok || found.cost != wanted) {
          fault = "not the cheapest";
        } else {
          fault = find_path_fault(query.grid, query.start, query.goal, rule, found.cost,
                                  ids.room().first(found.count));
          if (found.expanded == 0 || found.expanded > query.grid.walkable_count())
            fault = "expanded";
          if (found.count > max_corridor_cells(query.grid))
            fault = "longer than max_corridor_cells()";
        }
        if (!fault.empty()) FAIL(fault << "\n" << describe(query, rule, found));
      }
    }
    SUCCEED();
  }
}

TEST_CASE("max_corridor_cells: no shortest tile path is longer", "[grid_search]") {
  const auto find_longest = [](const Grid& grid, Tile start) {
    double longest = 0.0;
    for (const double cost : find_tile_costs(grid, start, DiagonalRule::never)) {
      if (cost < std::numeric_limits<double>::infinity()) longest = std::max(longest, cost);
    }
    return static_cast<std::size_t>(longest) + 1;
  };
  SECTION("all maps of 4x4 tiles") {
    for (std::uint64_t bits = 1; bits < 65536; ++bits) {
      const Grid grid = Grid::from_bits(4, 4, std::span(&bits, 1));
      Random random(bits);
      if (find_longest(grid, random_walkable_tile(random, grid)) > max_corridor_cells(grid))
        FAIL(to_drawing(grid));
    }
    SUCCEED();
  }
  SECTION("narrow maps and snakes") {
    for (int side = 1; side < 60; ++side) {
      const Grid line(side, 1, TileState::walkable);
      REQUIRE(find_longest(line, {0, 0}) <= max_corridor_cells(line));
      const Grid snake = Grid::from_predicate(
          side, side, [&](int x, int y) { return x % 2 == 0 || y == (x % 4 == 1 ? side - 1 : 0); });
      REQUIRE(find_longest(snake, {0, 0}) <= max_corridor_cells(snake));
      // It is not far above what is needed either.
      if (side > 20) REQUIRE(2 * find_longest(snake, {0, 0}) > max_corridor_cells(snake));
    }
  }
}

TEST_CASE("find_corridor: the same answer from used scratch", "[grid_search]") {
  for (Random& random : random_generators("grid search scratch")) {
    const Query query = make_query(random, 40);
    const Grid& grid = query.grid;
    SearchScratch used(grid.tile_count() + 100);
    std::vector<TileId> a(grid.tile_count());
    std::vector<TileId> b(grid.tile_count());
    for (std::size_t i = 0; i < random_count(6000, 30000); ++i) {
      GridSearchOptions options;
      options.costs = &costs();
      options.diagonal = kRules[random.below(4)];
      const Tile start = random_walkable_tile(random, grid);
      const Tile goal = random_walkable_tile(random, grid);
      SearchScratch fresh(grid.tile_count());
      const CorridorResult first =
          find_corridor(grid, center(start), center(goal), options, used, a);
      const CorridorResult second =
          find_corridor(grid, center(start), center(goal), options, fresh, b);
      REQUIRE(first.status == second.status);
      REQUIRE(first.count == second.count);
      REQUIRE(first.cost == second.cost);
      REQUIRE(first.expanded == second.expanded);
      REQUIRE(
          std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(first.count), b.begin()));
    }
  }
}

TEST_CASE("find_corridor: a partial path leads to the nearest reached tile", "[grid_search]") {
  for (Random& random : random_generators("grid search partial")) {
    const std::size_t maps = random_count(6000, 40000);
    std::size_t partial = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Query query = make_query(random, 12);
      const Grid& grid = query.grid;
      SearchScratch scratch(grid.tile_count());
      std::vector<TileId> ids(grid.tile_count());
      for (const DiagonalRule rule : kRules) {
        GridSearchOptions options;
        options.costs = &costs();
        options.diagonal = rule;
        options.partial = PartialPath::nearest;
        const std::vector<double> known = find_tile_costs(grid, query.start, rule, costs());
        const CorridorResult found =
            find_corridor(grid, center(query.start), center(query.goal), options, scratch, ids);
        const bool is_reachable =
            known[grid.id(query.goal)] < std::numeric_limits<double>::infinity();
        REQUIRE(found.status == (is_reachable ? Status::ok : Status::no_path));
        REQUIRE(found.count > 0);
        const Tile end = grid.tile(ids[found.count - 1]);
        std::string fault = find_path_fault(grid, query.start, end, rule, found.cost,
                                            std::span(ids).first(found.count));
        if (!is_reachable) {
          ++partial;
          double nearest = std::numeric_limits<double>::infinity();
          for (TileId id = 0; id < known.size(); ++id) {
            if (known[id] < std::numeric_limits<double>::infinity()) {
              nearest = std::min(nearest, tile_distance(grid.tile(id), query.goal, rule));
            }
          }
          // Distances are compared as floats.
          if (static_cast<float>(tile_distance(end, query.goal, rule)) !=
              static_cast<float>(nearest)) {
            fault = "there is a nearer tile";
          }
        }
        if (fault.empty() && found.cost != known[grid.id(end)]) fault = "not the cheapest";
        if (!fault.empty()) FAIL(fault << "\n" << describe(query, rule, found));
      }
    }
    CHECK(partial > maps / 4);
  }
}

TEST_CASE("find_corridor: expansion limits", "[grid_search]") {
  for (Random& random : random_generators("grid search limits")) {
    for (std::size_t i = 0; i < random_count(600, 4000); ++i) {
      const Query query = make_query(random, 10);
      const Grid& grid = query.grid;
      SearchScratch scratch(grid.tile_count());
      std::vector<TileId> ids(grid.tile_count());
      GridSearchOptions options;
      options.costs = &costs();
      options.diagonal = kRules[random.below(4)];
      const CorridorResult whole =
          find_corridor(grid, center(query.start), center(query.goal), options, scratch, ids);
      if (whole.status != Status::ok) continue;
      for (std::size_t limit = 0; limit <= whole.expanded; ++limit) {
        options.expansion_limit = limit;
        options.partial = PartialPath::none;
        const CorridorResult none =
            find_corridor(grid, center(query.start), center(query.goal), options, scratch, ids);
        options.partial = PartialPath::nearest;
        const CorridorResult nearest =
            find_corridor(grid, center(query.start), center(query.goal), options, scratch, ids);
        const bool is_enough = limit == whole.expanded;
        REQUIRE(none.status == (is_enough ? Status::ok : Status::out_of_nodes));
        REQUIRE(none.count == (is_enough ? whole.count : 0));
        REQUIRE(none.expanded == limit);
        REQUIRE(nearest.status == none.status);
        REQUIRE(nearest.expanded == limit);
        if (limit > 0) {
          REQUIRE(nearest.count > 0);
          REQUIRE(find_path_fault(grid, query.start, grid.tile(ids[nearest.count - 1]),
                                  options.diagonal, nearest.cost,
                                  std::span(ids).first(nearest.count)) == "");
        }
      }
    }
  }
}

TEST_CASE("find_corridor: every capacity", "[grid_search]") {
  for (Random& random : random_generators("grid search capacity")) {
    for (std::size_t i = 0; i < random_count(1200, 6000); ++i) {
      const Query query = make_query(random, 10);
      SearchScratch scratch(query.grid.tile_count());
      std::vector<TileId> ids(query.grid.tile_count());
      GridSearchOptions options;
      options.costs = &costs();
      options.diagonal = kRules[random.below(4)];
      if (random.chance(50)) options.partial = PartialPath::nearest;
      const CorridorResult whole =
          find_corridor(query.grid, center(query.start), center(query.goal), options, scratch, ids);
      for (std::size_t capacity = 0; capacity <= whole.count + 1; ++capacity) {
        GuardedBlock<TileId> room(capacity);
        const CorridorResult found = find_corridor(
            query.grid, center(query.start), center(query.goal), options, scratch, room.room());
        REQUIRE(room.is_intact());
        const std::size_t size = std::min(capacity, whole.count);
        REQUIRE(found.count == size);
        REQUIRE(found.cost == whole.cost);
        REQUIRE(found.status == (capacity < whole.count ? Status::truncated : whole.status));
        REQUIRE(std::equal(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(size),
                           room.room().begin()));
      }
    }
  }
}

TEST_CASE("find_corridor: mirrored, transposed and reversed maps cost the same", "[grid_search]") {
  for (Random& random : random_generators("grid search symmetry")) {
    for (std::size_t i = 0; i < random_count(2000, 15000); ++i) {
      const Query query = make_query(random, 24);
      const Grid& grid = query.grid;
      const int width = grid.width();
      const Grid mirrored = Grid::from_predicate(
          width, grid.height(), [&](int x, int y) { return grid.is_walkable(width - 1 - x, y); });
      const Grid transposed = Grid::from_predicate(
          grid.height(), width, [&](int x, int y) { return grid.is_walkable(y, x); });
      const Grid plain = Grid::from_predicate(width, grid.height(),
                                              [&](int x, int y) { return grid.is_walkable(x, y); });
      const auto flip = [&](Tile tile) { return Tile{width - 1 - tile.x, tile.y}; };
      const auto turn = [](Tile tile) { return Tile{tile.y, tile.x}; };
      SearchScratch scratch(grid.tile_count());
      std::vector<TileId> ids(grid.tile_count());
      for (const DiagonalRule rule : kRules) {
        GridSearchOptions options;
        options.diagonal = rule;
        const CorridorResult found =
            find_corridor(plain, center(query.start), center(query.goal), options, scratch, ids);
        const auto check = [&](const Grid& map, Tile start, Tile goal) {
          const CorridorResult other =
              find_corridor(map, center(start), center(goal), options, scratch, ids);
          REQUIRE(other.status == found.status);
          REQUIRE(other.cost == found.cost);
        };
        check(plain, query.goal, query.start);
        check(mirrored, flip(query.start), flip(query.goal));
        check(transposed, turn(query.start), turn(query.goal));
      }
    }
  }
}

TEST_CASE("find_corridor: start or goal blocked or outside is invalid_input", "[grid_search]") {
  const Grid grid = draw_map("..@\n...\n");
  SearchScratch scratch(grid.tile_count());
  std::vector<TileId> ids(grid.tile_count());
  const auto status = [&](Tile a, Tile b) {
    return find_corridor(grid, center(a), center(b), {}, scratch, ids).status;
  };
  CHECK(status({0, 0}, {2, 1}) == Status::ok);
  CHECK(status({0, 0}, {2, 0}) == Status::invalid_input);
  CHECK(status({2, 0}, {0, 0}) == Status::invalid_input);
  CHECK(status({0, 0}, {3, 0}) == Status::invalid_input);
  CHECK(status({0, -1}, {0, 0}) == Status::invalid_input);
  const CorridorResult same = find_corridor(grid, center({1, 1}), center({1, 1}), {}, scratch, ids);
  CHECK(same.status == Status::ok);
  CHECK(same.count == 1);
  CHECK(same.cost == 0.0);
}
