// Escape maps: against every way by repeated relaxation, and in chases.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include <taut/engine/distance_map.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Relaxes all steps until nothing changes.
std::vector<double> find_expected(const Grid& grid, const std::vector<TileGoal>& exits,
                                  const std::vector<float>& theirs,
                                  const DistanceMapOptions& options, const Ground& ground) {
  std::vector<double> numbers(grid.tile_count(), std::numeric_limits<double>::infinity());
  const auto soonest = [&](TileId tile) {
    return -std::min<double>(theirs[tile], double{kMostLead});
  };
  const auto lower = [&](TileId tile, double number) {
    if (number > options.limit || number >= numbers[tile]) return false;
    numbers[tile] = number;
    return true;
  };
  for (const TileGoal& exit : exits) {
    if (!grid.is_walkable(exit.at)) continue;
    (void)lower(grid.id(exit.at), double{exit.value} + soonest(grid.id(exit.at)));
  }
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      if (numbers[id] == std::numeric_limits<double>::infinity()) continue;
      const Tile at = grid.tile(id);
      for (const Tile& to :
           {Tile{at.x - 1, at.y - 1}, Tile{at.x, at.y - 1}, Tile{at.x + 1, at.y - 1},
            Tile{at.x - 1, at.y}, Tile{at.x + 1, at.y}, Tile{at.x - 1, at.y + 1},
            Tile{at.x, at.y + 1}, Tile{at.x + 1, at.y + 1}}) {
        if (!is_step_allowed(grid, at, to, options.steps.diagonal)) continue;
        const double next = numbers[id] + step_cost(grid, at, to, ground);
        if (lower(grid.id(to), std::max(next, soonest(grid.id(to))))) is_changed = true;
      }
      for (const TileLink& link : options.links) {
        if (link.to != at || !grid.is_walkable(link.from)) continue;
        const TileId to = grid.id(link.from);
        if (lower(to, std::max(numbers[id] + link.cost, soonest(to)))) is_changed = true;
      }
    }
  }
  return numbers;
}

std::vector<float> find_distances(const Grid& grid, const std::vector<TileGoal>& goals,
                                  const DistanceMapOptions& options, DistanceMapScratch& scratch) {
  std::vector<float> numbers(grid.tile_count());
  REQUIRE(find_tile_distances(grid, goals, options, scratch, numbers));
  return numbers;
}

std::vector<TileGoal> random_goals(Random& random, const Grid& grid, int most) {
  std::vector<TileGoal> goals(static_cast<std::size_t>(random.between(1, most)));
  for (TileGoal& goal : goals) goal.at = random_walkable_tile(random, grid);
  return goals;
}

}  // namespace

TEST_CASE("find_escape_map: as by relaxing every step", "[distance_map]") {
  std::size_t safe = 0;
  std::size_t late = 0;
  for (Random& random : random_generators("escape maps")) {
    for (std::size_t i = random_count(600, 20'000); i > 0; --i) {
      Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      Ground ground;
      ground.set(1, random.chance(50) ? 3.0F : 0.5F);
      grid.set_class({0, 0, random.between(0, 10), random.between(0, 10)}, 1);
      DistanceMapOptions options;
      options.steps.diagonal = static_cast<DiagonalRule>(random.between(0, 3));
      options.steps.costs = &ground;
      if (random.chance(20)) options.limit = random.between(-6, 6);
      std::vector<TileLink> links(static_cast<std::size_t>(random.between(0, 6)));
      for (TileLink& link : links) {
        link = {random_walkable_tile(random, grid), random_walkable_tile(random, grid),
                static_cast<double>(random.between(1, 24)) / 4.0};
      }
      std::sort(links.begin(), links.end(), [&](const TileLink& a, const TileLink& b) {
        return grid.id(a.to) < grid.id(b.to);
      });
      options.links = links;
      DistanceMapScratch scratch(grid);
      const std::vector<float> theirs =
          find_distances(grid, random_goals(random, grid, 3), {options.steps}, scratch);
      std::vector<TileGoal> exits = random_goals(random, grid, 3);
      for (TileGoal& exit : exits) exit.value = static_cast<float>(random.between(0, 3));
      exits.push_back({{-1, 0}});
      std::vector<float> numbers(grid.tile_count());
      const DistanceMapResult made =
          find_escape_map(grid, exits, theirs, options, scratch, numbers);
      REQUIRE(made);
      REQUIRE(made.left_out == 1);
      const std::vector<double> expected = find_expected(grid, exits, theirs, options, ground);
      INFO(to_drawing(grid));
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        if (numbers[id] == kUnreachedTile) {
          REQUIRE(expected[id] == std::numeric_limits<double>::infinity());
          continue;
        }
        REQUIRE(std::abs(double{numbers[id]} - expected[id]) <=
                1e-6 * std::abs(expected[id]) + 1e-9);
        ++(numbers[id] < 0.0F ? safe : late);
      }
    }
  }
  CHECK(safe > 100);
  CHECK(late > 100);
}

TEST_CASE("find_escape_map: who has a number below 0 is never caught", "[distance_map]") {
  constexpr std::array kRules{DiagonalRule::never, DiagonalRule::only_if_no_obstacles};
  std::size_t escapes = 0;
  for (Random& random : random_generators("chases")) {
    for (std::size_t i = random_count(400, 20'000); i > 0; --i) {
      const Grid grid = make_random_map(random, 24);
      if (grid.walkable_count() < 3) continue;
      DistanceMapOptions options;
      options.steps = {kRules[random.below(2)], DiagonalLength::one};
      DistanceMapScratch scratch(grid);
      const std::vector<TileGoal> exits = random_goals(random, grid, 2);
      std::vector<TileGoal> others = random_goals(random, grid, 4);
      Tile at = random_walkable_tile(random, grid);
      std::vector<float> numbers(grid.tile_count());
      const auto look = [&] {
        const std::vector<float> theirs = find_distances(grid, others, options, scratch);
        REQUIRE(find_escape_map(grid, exits, theirs, options, scratch, numbers));
        return numbers[grid.id(at)];
      };
      const auto is_out = [&] {
        return std::any_of(exits.begin(), exits.end(),
                           [&](const TileGoal& exit) { return exit.at == at; });
      };
      if (!(look() < 0.0F)) continue;
      while (!is_out()) {
        const std::optional<Tile> next = find_downhill_step(grid, numbers, at, options.steps);
        REQUIRE(next);
        at = *next;
        // The others run at it, or anywhere.
        const std::vector<float> to_me = find_distances(grid, {{at}}, options, scratch);
        for (TileGoal& other : others) {
          REQUIRE(other.at != at);
          if (random.chance(80)) {
            other.at = find_downhill_step(grid, to_me, other.at, options.steps).value_or(other.at);
          }
          REQUIRE((other.at != at || is_out()));
        }
        if (!is_out()) REQUIRE(look() < 0.0F);
      }
      ++escapes;
    }
  }
  CHECK((escapes > 100 || is_small_share()));
}

TEST_CASE("find_escape_map: a shut exit, one past the others, and what is refused",
          "[distance_map]") {
  const Grid grid = draw_map(
      "........\n"
      ".@@@@@@.\n"
      "........");
  DistanceMapScratch scratch(grid);
  std::vector<float> numbers(grid.tile_count(), 7.0F);
  // The other is as near to the exit by the upper way as to the lower one: both must be run ahead.
  const std::vector<float> theirs = find_distances(grid, {{{7, 1}}}, {}, scratch);
  const auto number_at = [&](Tile tile) { return numbers[grid.id(tile)]; };
  REQUIRE(find_escape_map(grid, std::array{TileGoal{{0, 1}}}, theirs, {}, scratch, numbers));
  CHECK(number_at({0, 1}) == -9.0F);
  CHECK(number_at({4, 0}) == -4.0F);
  CHECK(number_at({7, 0}) == 0.0F - 1.0F);
  CHECK(number_at({7, 1}) == 0.0F);
  REQUIRE(find_escape_map(grid, std::array{TileGoal{{7, 2}}}, theirs, {}, scratch, numbers));
  CHECK(number_at({7, 2}) == -1.0F);
  CHECK(number_at({5, 2}) == 1.0F);
  // Two turns at the lock are two turns less.
  REQUIRE(find_escape_map(grid, std::array{TileGoal{{0, 1}, 8.0F}}, theirs, {}, scratch, numbers));
  CHECK(number_at({0, 1}) == -1.0F);
  CHECK(number_at({0, 0}) == 0.0F);
  // Nobody comes.
  const std::vector<float> none(grid.tile_count(), kUnreachedTile);
  REQUIRE(find_escape_map(grid, std::array{TileGoal{{0, 1}}}, none, {}, scratch, numbers));
  CHECK(number_at({0, 1}) == -kMostLead);
  CHECK(number_at({4, 0}) == 5.0F - kMostLead);

  const std::vector<float> before = numbers;
  const auto refuses = [&](const std::vector<TileGoal>& exits, std::vector<float> others) {
    const Status status = find_escape_map(grid, exits, others, {}, scratch, numbers).status;
    return status == Status::invalid_input && numbers == before;
  };
  std::vector<float> bad = theirs;
  CHECK(refuses({{{1, 1}}}, theirs));
  CHECK(refuses({{{0, 1}, std::numeric_limits<float>::quiet_NaN()}}, theirs));
  bad[0] = -1.0F;
  CHECK(refuses({{{0, 1}}}, bad));
  bad[0] = std::numeric_limits<float>::quiet_NaN();
  CHECK(refuses({{{0, 1}}}, bad));
  bad.pop_back();
  CHECK(refuses({{{0, 1}}}, bad));
  REQUIRE(find_escape_map(grid, {}, theirs, {}, scratch, numbers));
  CHECK(numbers == none);
}
