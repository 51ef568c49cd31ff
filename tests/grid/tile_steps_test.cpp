// Steps from tile to tile: neighbours as a loop, and cheapest paths of such steps.
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <taut/engine/grid_search.hpp>
#include <taut/engine/tile_steps.hpp>

#include "support/catch.hpp"
#include "support/diagonal_rules.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// A map, with terrain now and then.
Grid make_ground(Random& random) {
  Grid grid = make_random_map(random, 16);
  if (random.chance(20)) grid.set_class({0, 0, random.between(1, 8), 9}, 1);
  return grid;
}

Ground make_costs() {
  Ground costs;
  costs.set(1, 2.5F);
  return costs;
}

}  // namespace

TEST_CASE("for_each_neighbor: the steps that the rule allows, in order", "[tile_steps]") {
  constexpr std::array<Tile, 8> kOrder{
      {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  const Ground costs = make_costs();
  for (Random& random : random_generators("neighbours")) {
    for (std::size_t i = 0; i < random_count(500, 20'000); ++i) {
      const Grid grid = make_ground(random);
      if (grid.walkable_count() == 0) continue;
      const Tile from = random_walkable_tile(random, grid);
      for (const DiagonalRule rule : kRules) {
        for (const DiagonalLength length : {DiagonalLength::sqrt2, DiagonalLength::one}) {
          std::vector<Tile> wanted;
          for (const Tile& step : kOrder) {
            const Tile to{from.x + step.x, from.y + step.y};
            if (is_step_allowed(grid, from, to, rule)) wanted.push_back(to);
          }
          std::vector<Tile> found;
          for_each_neighbor(grid, from, {rule, length, &costs}, [&](Tile to, double cost) {
            found.push_back(to);
            const bool is_diagonal = to.x != from.x && to.y != from.y;
            const double whole = test::step_cost(grid, from, to, costs);
            const bool is_short = is_diagonal && length == DiagonalLength::one;
            CHECK(std::abs(cost - (is_short ? whole / kDiagonalCost : whole)) <= 1e-12);
          });
          REQUIRE(found == wanted);
        }
      }
    }
  }
}

TEST_CASE("find_corridor: every rule, diagonals of both lengths", "[tile_steps]") {
  const Ground ground = make_costs();
  for (Random& random : random_generators("corridors of steps")) {
    for (std::size_t i = 0; i < random_count(1'000, 60'000); ++i) {
      const Grid grid = make_ground(random);
      if (grid.walkable_count() == 0) continue;
      const Tile start = random_walkable_tile(random, grid);
      const Tile goal = random_walkable_tile(random, grid);
      SearchScratch scratch(grid.tile_count());
      std::vector<TileId> out(grid.tile_count());
      GridSearchOptions options;
      options.diagonal = kRules[random.below(kRules.size())];
      if (random.chance(50)) options.length = DiagonalLength::one;
      options.costs = &ground;
      const CorridorResult found =
          find_corridor(grid, center(start), center(goal), options, scratch, out);
      // Bellman and Ford, from the start, over the steps that the test above checks.
      std::vector<double> costs(grid.tile_count(), std::numeric_limits<double>::infinity());
      costs[grid.id(start)] = 0.0;
      for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (TileId id = 0; id < costs.size(); ++id) {
          if (costs[id] == std::numeric_limits<double>::infinity()) continue;
          for_each_neighbor(grid, grid.tile(id), options, [&](Tile to, double cost) {
            double& known = costs[grid.id(to)];
            if (costs[id] + cost >= known) return;
            known = costs[id] + cost;
            is_changed = true;
          });
        }
      }
      const double wanted = costs[grid.id(goal)];
      INFO(to_drawing(grid) << start.x << "," << start.y << " to " << goal.x << "," << goal.y);
      REQUIRE(found.status ==
              (wanted < std::numeric_limits<double>::infinity() ? Status::ok : Status::no_path));
      if (!found) continue;
      REQUIRE(std::abs(found.cost - wanted) <= 1e-9 * (1.0 + wanted));
      for (std::size_t k = 1; k < found.count; ++k) {
        const Tile tile = grid.tile(out[k]);
        REQUIRE(is_step_allowed(grid, grid.tile(out[k - 1]), tile, options.diagonal));
      }
    }
  }
}

TEST_CASE("find_corridor: between tiles, what is refused and small outputs", "[tile_steps]") {
  const Grid grid = draw_map(".....\n..@..\n.....\n");
  SearchScratch scratch(grid.tile_count());
  std::vector<TileId> out(grid.tile_count());
  GridSearchOptions options;
  const auto find = [&](Tile start, Tile goal) {
    return find_corridor(grid, center(start), center(goal), options, scratch, out);
  };
  CHECK(find({0, 1}, {4, 1}).count == 5);
  CHECK(find({0, 1}, {4, 1}).cost == 2.0 + 2.0 * kDiagonalCost);
  CHECK(find({0, 1}, {2, 1}).status == Status::invalid_input);
  CHECK(find({0, 1}, {5, 1}).status == Status::invalid_input);
  CHECK(find({-1, 1}, {4, 1}).status == Status::invalid_input);
  const std::span<TileId> room = std::span(out).first(3);
  const CorridorResult cut =
      find_corridor(grid, center({0, 1}), center({4, 1}), options, scratch, room);
  CHECK((cut.status == Status::truncated && cut.count == 3));
  SECTION("options") {
    options.length = static_cast<DiagonalLength>(2);
    CHECK(find({0, 1}, {4, 1}).status == Status::invalid_input);
    options = {};
    options.expansion_limit = 1;
    CHECK(find({0, 1}, {4, 1}).status == Status::out_of_nodes);
  }
}
