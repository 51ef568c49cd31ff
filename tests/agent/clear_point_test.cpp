// The nearest place where a disc fits, against every lattice point around.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>

#include <taut/engine/tile_disc.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::int64_t kSteps = 1024;

// Whether a disc fits at a place, in whole lattice steps but for the radius.
bool has_room(const Grid& grid, LatticePoint at, double radius) {
  const double steps = radius * static_cast<double>(kSteps);
  const auto tiles = static_cast<int>(std::ceil(radius)) + 1;
  const auto column = static_cast<int>(at.x / kSteps);
  const auto row = static_cast<int>(at.y / kSteps);
  for (int y = row - tiles; y <= row + tiles; ++y) {
    for (int x = column - tiles; x <= column + tiles; ++x) {
      if (grid.is_walkable(x, y)) continue;
      const std::int64_t dx =
          std::max<std::int64_t>({x * kSteps - at.x, at.x - (x + 1) * kSteps, 0});
      const std::int64_t dy =
          std::max<std::int64_t>({y * kSteps - at.y, at.y - (y + 1) * kSteps, 0});
      if (static_cast<double>(dx * dx + dy * dy) < steps * steps) return false;
    }
  }
  return true;
}

std::int64_t square_distance(LatticePoint a, LatticePoint b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

bool is_nearer(LatticePoint from, LatticePoint a, LatticePoint b) {
  return std::tuple(square_distance(from, a), a.y, a.x) <
         std::tuple(square_distance(from, b), b.y, b.x);
}

// A legal place of the lattice of `spacing` steps that is nearer than `found`, or within the
// max_distance when nothing was found.
std::optional<LatticePoint> find_nearer(const Grid& grid, LatticePoint from, double radius,
                                        double max_distance, std::optional<LatticePoint> found,
                                        std::int64_t spacing) {
  const double limit = found ? std::sqrt(static_cast<double>(square_distance(from, *found)))
                             : max_distance * static_cast<double>(kSteps);
  const auto steps = static_cast<std::int64_t>(limit) + 1;
  const std::int64_t right = std::min(from.x + steps, grid.width() * kSteps);
  const std::int64_t below = std::min(from.y + steps, grid.height() * kSteps);
  const auto first = [&](std::int64_t at) {
    return std::max<std::int64_t>((at - steps) / spacing * spacing, 0);
  };
  for (std::int64_t y = first(from.y); y <= below; y += spacing) {
    for (std::int64_t x = first(from.x); x <= right; x += spacing) {
      const LatticePoint at{x, y};
      const double away = std::sqrt(static_cast<double>(square_distance(from, at)));
      if (found ? !is_nearer(from, at, *found) : away > limit) continue;
      if (has_room(grid, at, radius) && is_segment_walkable(grid, from, at)) return at;
    }
  }
  return std::nullopt;
}

std::string describe_nearest(const Grid& grid, LatticePoint from, double radius,
                             double max_distance, std::optional<LatticePoint> at) {
  std::ostringstream text;
  text << to_drawing(grid) << "from " << from.x << " " << from.y << ", radius " << radius
       << ", max_distance " << max_distance;
  if (at) text << ", " << at->x << " " << at->y;
  return text.str();
}

LatticePoint random_start(Random& random, const Grid& grid) {
  for (;;) {
    const LatticePoint place = random_place(random, grid);
    if (grid.locate(to_map_point(place))) return place;
  }
}

// Compares with all places of a lattice; returns whether there was one.
bool check_nearest(const Grid& grid, LatticePoint from, double radius, double max_distance,
                   std::int64_t spacing) {
  const Point start = to_map_point(from);
  const AllocationCounter counter;
  const std::optional<Point> place = find_clear_point(grid.bits(), start, radius, max_distance);
  if (counter.count() != 0) FAIL("allocates");
  std::optional<LatticePoint> found;
  if (place) {
    found = to_lattice(*place);
    const auto fail = [&](const char* what) {
      FAIL(what << "\n" << describe_nearest(grid, from, radius, max_distance, found));
    };
    if (to_map_point(*found) != *place) fail("not on the lattice");
    if (!has_room(grid, *found, radius)) fail("no room");
    if (!has_clearance(grid.bits(), *place, radius)) fail("no clearance");
    if (!is_segment_walkable(grid, from, *found)) fail("behind a wall");
    const double away = std::sqrt(static_cast<double>(square_distance(from, *found)));
    if (away > max_distance * static_cast<double>(kSteps) + 1e-6) fail("out of max_distance");
  } else if (radius <= 0.5 && max_distance >= 0.7072) {
    FAIL("nothing\n" << describe_nearest(grid, from, radius, max_distance, found));
  }
  if (const auto nearer = find_nearer(grid, from, radius, max_distance, found, spacing)) {
    FAIL("there is a nearer place\n"
         << describe_nearest(grid, from, radius, max_distance, found) << "\n"
         << nearer->x << " " << nearer->y);
  }
  return place.has_value();
}

}  // namespace

TEST_CASE("find_clear_point: the nearest of all lattice points", "[disc]") {
  for (Random& random : random_generators("clear point")) {
    std::size_t found = 0;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < random_count(60, 2000); ++i) {
      const Grid grid = make_random_map(random, 9);
      if (grid.walkable_count() == 0) continue;
      const double radius = std::array{0.1, 0.25, 0.4, 0.5, 0.7071, 0.9, 1.2}[random.below(7)];
      const double max_distance = std::array{0.05, 0.2, 0.45, 0.75}[random.below(4)];
      (check_nearest(grid, random_start(random, grid), radius, max_distance, 1) ? found : lost) +=
          1;
    }
    CHECK((is_small_share() || (found > 3 && lost > 3)));
  }
}

TEST_CASE("find_clear_point: far and wide", "[disc]") {
  for (Random& random : random_generators("clear point far")) {
    std::size_t found = 0;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < random_count(400, 20000); ++i) {
      const int side = random.between(4, 16);
      const Grid grid = random.chance(50)
                            ? make_random_map(random, side)
                            : make_noise_map(random, side, side, random.between(2, 12));
      if (grid.walkable_count() == 0) continue;
      const double radius = std::array{0.4, 0.5, 0.9, 1.5, 2.0, 3.2}[random.below(6)];
      const double max_distance = std::array{0.75, 1.5, 3.0, 6.0}[random.below(4)];
      (check_nearest(grid, random_start(random, grid), radius, max_distance, 64) ? found : lost) +=
          1;
    }
    CHECK((is_small_share() || (found > 20 && lost > 20)));
  }
}

TEST_CASE("find_clear_point: the same side of a wall, and nothing in walls", "[disc]") {
  // The nearest places lie beyond the wall and beyond the corner where two blocked tiles touch.
  const Grid grid = draw_map(
      "......\n"
      "@@@@@.\n"
      "......\n"
      "@@@.@@\n"
      "...@..\n");
  const std::optional<Point> above = find_clear_point(grid.bits(), Point{2.5F, 0.875F}, 0.5, 1.0);
  REQUIRE(above);
  CHECK(*above == Point{2.5F, 0.5F});
  const std::optional<Point> pinched = find_clear_point(grid.bits(), Point{3.0F, 4.0F}, 0.25, 1.0);
  REQUIRE(pinched);
  CHECK(has_clearance(grid.bits(), *pinched, 0.25));
  CHECK(!find_clear_point(grid.bits(), Point{2.5F, 0.875F}, 0.6, 1.0));
  CHECK(!find_clear_point(grid.bits(), Point{1.5F, 1.5F}, 0.1, 3.0));
  CHECK(!find_clear_point(grid.bits(), Point{-1.0F, 1.5F}, 0.1, 3.0));
  CHECK(!find_clear_point(grid.bits(), Point{2.5F, 0.875F}, 0.5, 0.25));
  // What has room stays, without any max_distance.
  CHECK(find_clear_point(grid.bits(), Point{2.5F, 0.5F}, 0.5, 0.0) == Point{2.5F, 0.5F});
}

TEST_CASE("find_clear_point: not between blocked tiles that touch", "[disc]") {
  // Straight down from the start, along the line between two tiles of the wall, there is room.
  const Grid wall = draw_map(
      "....\n"
      "@@@@\n"
      "....\n"
      "....\n");
  CHECK(!find_clear_point(wall.bits(), Point{2.0F, 1.0F}, 0.6, 3.0));
  CHECK(find_clear_point(wall.bits(), Point{2.0F, 2.0F}, 0.6, 3.0));
  // And here through the corner where two of them touch, either way.
  const Grid pinch = draw_map(
      "..@@@\n"
      "@@...\n"
      "@@...\n"
      "@@...\n");
  CHECK(!find_clear_point(pinch.bits(), Point{1.5F, 0.5F}, 0.6, 3.0));
  CHECK(find_clear_point(pinch.bits(), Point{2.0F, 1.0F}, 0.6, 3.0));
  const Grid mirrored = draw_map(
      "@@@..\n"
      "...@@\n"
      "...@@\n"
      "...@@\n");
  CHECK(!find_clear_point(mirrored.bits(), Point{3.5F, 0.5F}, 0.6, 3.0));
}
