// Discs that do not fit everywhere: the search, and what it misses.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <taut/disc_funnel.hpp>
#include <taut/tile_disc.hpp>
#include <taut/validate_disc.hpp>
#include <taut/wide_search.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/disc_oracle.hpp"
#include "support/disc_paths.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::array<double, 8> kRadii{0.5, 0.6, 0.7071, 0.9, 1.0, 1.5, 2.0, 3.2};

// Maps in which there is room.
Grid make_airy_map(Random& random, int side) {
  if (random.chance(40)) return make_random_map(random, side);
  return make_noise_map(random, random.between(side / 2, side), random.between(side / 2, side),
                        random.between(2, 12));
}

// A place where the disc fits; nothing when there seems to be none.
std::optional<Point> find_room(Random& random, const Grid& grid, double radius) {
  for (int i = 0; i < 30; ++i) {
    const Point place = random.chance(30) ? center(random_walkable_tile(random, grid))
                                          : to_map_point(random_place(random, grid));
    if (has_clearance(grid.bits(), place, radius)) return place;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("wide discs: every path found is made short and meets nothing", "[wide]") {
  for (Random& random : random_generators("wide")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(700, 60000); ++i) {
      const Grid grid = make_airy_map(random, random.chance(80) ? 16 : 50);
      if (grid.walkable_count() == 0) continue;
      const Clearance clearance(grid.bits());
      WideScratch scratch(clearance);
      std::vector<Point> path(clearance.point_count() + 2);
      std::vector<Point> work(max_repair_points(path.size()));
      std::vector<DiscTurn> turns(max_disc_turns(work.size()));
      for (const double radius : kRadii) {
        const std::optional<Point> start = find_room(random, grid, radius);
        const std::optional<Point> goal = find_room(random, grid, radius);
        if (!start || !goal) continue;
        const AllocationCounter counter;
        const WideResult found =
            find_wide_path(grid.bits(), clearance, *start, *goal, {radius}, scratch, path);
        if (found.status == Status::no_path) continue;
        const Result result =
            pull_disc(grid.bits(), std::span(path).first(found.count), radius, work, turns);
        const std::size_t allocations = counter.count();
        const auto fail = [&](const std::string& what) {
          FAIL(what << "\n" << describe(grid, *start, *goal, radius));
        };
        if (found.status != Status::ok || result.status != Status::ok) fail("not solved");
        if (allocations != 0) fail("allocates");
        const DiscCheck check =
            validate_disc_path(grid, *start, *goal, std::span(turns).first(result.count), radius);
        if (check.fault != DiscFault::none) fail(to_string(check.fault));
        if (check.clearance < radius - 1e-8) fail("clearance");
        if (check.length > path_length(std::span(path).first(found.count)) + 1e-6) fail("longer");
        ++solved;
      }
    }
    CHECK((is_small_share() || solved > 1000));
  }
}

TEST_CASE("wide discs: what the lattice misses of all that can be reached", "[wide]") {
  for (Random& random : random_generators("wide reach")) {
    std::size_t reachable = 0;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < random_count(60, 3000); ++i) {
      const Grid grid = make_airy_map(random, 11);
      if (grid.walkable_count() == 0) continue;
      const double radius = kRadii[random.below(kRadii.size())];
      const Clearance clearance(grid.bits());
      WideScratch scratch(clearance);
      std::vector<Point> path(clearance.point_count() + 2);
      const DiscGraph graph(grid, static_cast<long double>(radius));
      for (int query = 0; query < 6; ++query) {
        const std::optional<Point> start = find_room(random, grid, radius);
        const std::optional<Point> goal = find_room(random, grid, radius);
        if (!start || !goal) continue;
        const auto optimum =
            static_cast<double>(graph.find_length(to_lattice(*start), to_lattice(*goal)));
        const WideResult found =
            find_wide_path(grid.bits(), clearance, *start, *goal, {radius}, scratch, path);
        if (found.status == Status::ok) {
          if (std::isinf(optimum)) {
            FAIL("there is no way\n" << describe(grid, *start, *goal, radius));
          }
          std::vector<Point> work(max_repair_points(found.count));
          std::vector<DiscTurn> turns(max_disc_turns(work.size()));
          const Result result =
              pull_disc(grid.bits(), std::span(path).first(found.count), radius, work, turns);
          const double length = disc_path_length(std::span(turns).first(result.count), radius);
          if (result.status != Status::ok || length < optimum - 1e-8) {
            FAIL("shorter than " << optimum << "\n" << describe(grid, *start, *goal, radius));
          }
        }
        reachable += std::isinf(optimum) ? 0U : 1U;
        lost += !std::isinf(optimum) && found.status != Status::ok ? 1U : 0U;
      }
    }
    std::printf("wide discs: %zu of %zu reachable goals are not found\n", lost, reachable);
    CHECK((is_small_share() || reachable > 100));
    CHECK(lost * 100 <= reachable + 100);
  }
}

TEST_CASE("find_wide_path: ends without room, and every capacity", "[wide]") {
  const Grid grid = draw_map(
      "........\n"
      "........\n"
      "...@....\n"
      "........\n"
      "........\n");
  const Clearance clearance(grid.bits());
  WideScratch scratch(clearance);
  std::vector<Point> path(clearance.point_count() + 2);
  const Point start(1.0F, 2.5F);
  const Point goal(7.0F, 2.5F);
  const auto find = [&](const Point& from, double radius, std::span<Point> out) {
    return find_wide_path(grid.bits(), clearance, from, goal, {radius}, scratch, out);
  };
  CHECK(find(Point(0.9F, 2.5F), 1.0, path).status == Status::invalid_input);
  CHECK(find(Point(3.5F, 2.5F), 0.6, path).status == Status::invalid_input);
  CHECK(find(start, 1.0 + 1e-9, path).status == Status::invalid_input);
  const WideResult found = find(start, 1.0, path);
  REQUIRE(found.status == Status::ok);
  for (std::size_t room = 0; room < found.count; ++room) {
    std::vector<Point> part(room);
    const WideResult cut = find(start, 1.0, part);
    CHECK(cut.status == Status::truncated);
    CHECK(cut.count == room);
    CHECK(std::equal(part.begin(), part.end(), path.begin()));
  }
}
