// Spaces of discs: complete, sound, near the optimum, right after edits.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>

#include "grid/agent/disc_shape.hpp"

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/disc_oracle.hpp"
#include "support/disc_paths.hpp"
#include "support/mesh_check.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Where a gap between tiles is just wide enough, just too narrow, and in between.
std::vector<double> make_radii() {
  std::vector<double> radii{1.0 / 1024.0, 0.01, 0.1, 0.25, 0.3, 0.4, 0.45, 0.5, 0.6,
                            0.9,          1.2,  1.4, 1.75, 2.2, 2.7, 3.2,  4.3, 5.1};
  for (const double square : {2.0, 4.0, 5.0, 8.0, 9.0, 10.0, 13.0, 16.0, 20.0, 25.0, 41.0, 50.0}) {
    const double exact = 0.5 * std::sqrt(square);
    radii.push_back(exact);
    radii.push_back(std::nextafter(exact, 0.0));
    radii.push_back(std::nextafter(exact, 9.0));
  }
  return radii;
}
const std::vector<double> kRadii = make_radii();

double pick_radius(Random& random) {
  if (random.chance(25)) return snap_radius(0.001 * random.between(1, 4500));
  return snap_radius(kRadii[random.below(kRadii.size())]);
}

Grid make_airy_map(Random& random, int side) {
  if (random.chance(40)) return make_random_map(random, side);
  return make_noise_map(random, random.between(side / 2, side), random.between(side / 2, side),
                        random.between(2, 12));
}

std::optional<Point> find_room(Random& random, const Grid& grid, double radius) {
  if (grid.walkable_count() == 0) return std::nullopt;
  for (int i = 0; i < 30; ++i) {
    const Point place = random.chance(30) ? center(random_walkable_tile(random, grid))
                                          : to_map_point(random_place(random, grid));
    if (has_clearance(grid.bits(), place, radius)) return place;
  }
  return std::nullopt;
}

// The space of a disc, and what its queries take.
struct Querier {
  Querier(const Grid& tiles, double radius)
      : grid(tiles), map(grid, Agent::disc(radius)), scratch(map), turns(max_disc_turns(map)) {}

  PathResult find(const Point& start, const Point& goal, const OptimalOptions& options = {}) {
    return find_optimal_path(map, start, goal, options, scratch, {.turns = turns});
  }

  const Grid& grid;
  Space map;
  SpaceScratch scratch;
  std::vector<DiscTurn> turns;
};

// What is wrong with the answer; empty for nothing. A narrow disc reaches what a point reaches.
std::string check_answer(Querier& querier, const Point& start, const Point& goal) {
  const double radius = querier.map.agent().radius;
  const AllocationCounter counter;
  const PathResult found = querier.find(start, goal);
  if (counter.count() != 0) return "allocates";
  const bool is_reached =
      querier.grid.is_connected(*querier.grid.locate(start), *querier.grid.locate(goal));
  if (found.status == Status::no_path) {
    // The mesh knows no way: a path that is found but cannot be pulled would be no_path too.
    if (querier.map.is_connected(start, goal)) return "cannot be pulled";
    return is_reached && radius <= kNarrowRadius ? "missed" : "";
  }
  if (found.status != Status::ok) return to_string(found.status);
  if (!is_reached) return "reaches what a point does not";
  const DiscCheck check = validate_disc_path(querier.grid, start, goal,
                                             std::span(querier.turns).first(found.count), radius);
  if (check.fault != DiscFault::none) return to_string(check.fault);
  if (check.clearance < radius - 1e-8) return "clearance";
  if (std::abs(check.length - found.length) > 1e-6) return "length";
  // The path on the mesh may be a lattice step or two longer than the disc's.
  const PathResult limited = querier.find(start, goal, {.length_limit = found.length});
  if (limited.status != Status::ok) return "no path within its own length";
  if (limited.length != found.length) return "another length within the limit";
  return "";
}

}  // namespace

TEST_CASE("disc spaces: a valid path wherever the mesh has one", "[disc_space]") {
  for (Random& random : random_generators("disc map")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(1500, 60000); ++i) {
      const Grid grid = make_airy_map(random, random.chance(80) ? 16 : 50);
      for (int size = 0; size < 4; ++size) {
        const double radius = pick_radius(random);
        Querier querier(grid, radius);
        for (int query = 0; query < 3; ++query) {
          const std::optional<Point> start = find_room(random, grid, radius);
          const std::optional<Point> goal = find_room(random, grid, radius);
          if (!start || !goal) break;
          const std::string fault = check_answer(querier, *start, *goal);
          if (!fault.empty()) FAIL(fault << "\n" << describe(grid, *start, *goal, radius));
          solved += querier.map.is_connected(*start, *goal) ? 1U : 0U;
        }
      }
    }
    CHECK((is_small_share() || solved > 1000));
  }
}

TEST_CASE("disc spaces: reach what the exact graph of tangents reaches, near its length",
          "[disc_space]") {
  for (Random& random : random_generators("disc map optimum")) {
    std::size_t count = 0;
    double sum = 0.0;
    double worst = 1.0;
    for (std::size_t i = 0; i < random_count(150, 4000); ++i) {
      const Grid grid = make_airy_map(random, 13);
      const double radius = pick_radius(random);
      Querier querier(grid, radius);
      const DiscGraph graph(grid, static_cast<long double>(radius));
      for (int query = 0; query < 6; ++query) {
        const std::optional<Point> start = find_room(random, grid, radius);
        const std::optional<Point> goal = find_room(random, grid, radius);
        if (!start || !goal || *start == *goal) continue;
        INFO(describe(grid, *start, *goal, radius));
        const auto optimum =
            static_cast<double>(graph.find_length(to_lattice(*start), to_lattice(*goal)));
        const PathResult found = querier.find(*start, *goal);
        REQUIRE((found.status == Status::ok) ==
                (optimum < std::numeric_limits<double>::infinity()));
        if (!found) continue;
        REQUIRE(found.length > optimum - 1e-8);
        const double share = found.length / optimum;
        sum += share;
        worst = std::max(worst, share);
        ++count;
      }
    }
    std::printf("disc spaces: %zu paths, %.6f of the optimum in the mean, %.4f at worst\n", count,
                sum / static_cast<double>(count), worst);
    CHECK((is_small_share() || count > 100));
    CHECK(sum <= 1.0005 * static_cast<double>(count));
    CHECK(worst < 1.05);
  }
}

namespace {

// Whether two tiles grown by the shape overlap, or touch, where (dx, dy) whole tiles lie between
// them.
bool do_meet(const std::vector<std::int32_t>& reach, int dx, int dy, bool is_touch_enough) {
  for (std::size_t i = 0; i < reach.size(); ++i) {
    for (std::size_t j = 0; j < reach.size(); ++j) {
      const std::int32_t x = reach[i] + reach[j] - 1024 * dx;
      const std::int32_t y = reach[reach.size() - 1 - i] + reach[reach.size() - 1 - j] - 1024 * dy;
      if (is_touch_enough ? x >= 0 && y >= 0 : x > 0 && y > 0) return true;
    }
  }
  return false;
}

// The lattice points inside the shape are not as far away as the disc reaches.
bool is_inside_disc(const std::vector<std::int32_t>& reach, double radius) {
  for (std::size_t i = 0; i < reach.size(); ++i) {
    const double x = (reach[i] - 1) / 1024.0;
    const double y = (reach[reach.size() - 1 - i] - 1) / 1024.0;
    if (x * x + y * y >= radius * radius) return false;
  }
  return true;
}

std::string find_shape_fault(double radius, int most_lines) {
  const std::vector<std::int32_t> reach = detail::choose_disc_shape(radius, most_lines);
  if (!std::is_sorted(reach.begin(), reach.end())) return "order";
  if (reach.empty() || reach.front() < 1) return "no area";
  if (!is_inside_disc(reach, radius)) return "outside";
  const int far = static_cast<int>(2.0 * radius) + 2;
  for (int dx = 0; dx <= far; ++dx) {
    for (int dy = 0; dy <= far; ++dy) {
      const bool fits = 0.25 * (dx * dx + dy * dy) >= radius * radius;
      if (fits && do_meet(reach, dx, dy, true)) return "a gap that fits is closed";
      if (!fits && !do_meet(reach, dx, dy, false)) return "a gap that is too narrow is open";
    }
  }
  std::vector<std::int32_t> lines;
  for (const std::int32_t by : reach) {
    for (const std::int32_t line : {by % 1024, (1024 - by % 1024) % 1024}) {
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    for (const std::int32_t other : reach) {
      if ((by + other) % 1024 == 0) return "sides that touch";
    }
  }
  return static_cast<int>(lines.size()) <= most_lines ? "" : "too many lines";
}

}  // namespace

TEST_CASE("disc spaces: the shape closes exactly the gaps that are too narrow", "[disc_space]") {
  for (Random& random : random_generators("disc shape")) {
    std::vector<double> radii;
    for (const double radius : kRadii) radii.push_back(snap_radius(radius));
    for (int square = 2; square < 300; ++square) {
      const double exact = snap_radius(0.5 * std::sqrt(static_cast<double>(square)));
      radii.insert(radii.end(), {exact - 1.0 / 1024.0, exact, exact + 1.0 / 1024.0});
    }
    // Those at which points that are free would close a gap that fits.
    for (const int steps : {1, 512, 513, 2171, 2172, 2895, 2896, 32768}) {
      radii.push_back(steps / 1024.0);
    }
    const std::size_t count = random_count(1500, 32768);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t all = 32768;
      radii.push_back(static_cast<double>(1 + (count == all ? i : random.below(all))) / 1024.0);
    }
    for (const double radius : radii) {
      INFO("radius " << radius);
      REQUIRE(find_shape_fault(radius, 8) == "");
      REQUIRE(find_shape_fault(radius, 4) == "");
    }
  }
}

namespace {

// What differs between the answers of an updated space and of a new one; empty when nothing does.
std::string compare(const Space& edited, const Space& fresh, const Point& start,
                    const Point& goal) {
  SpaceScratch scratch(edited);
  SpaceScratch fresh_scratch(fresh);
  std::vector<Point> path(max_path_points(edited));
  std::vector<Point> fresh_path(max_path_points(fresh));
  const PathResult found = find_optimal_path(
      edited.mesh(), start, goal, {.landmarks = edited.landmarks().get()}, scratch.search, path);
  const PathResult expected =
      find_optimal_path(fresh.mesh(), start, goal, {}, fresh_scratch.search, fresh_path);
  if (found.status != expected.status) return "status";
  if (std::abs(found.length - expected.length) > 1e-9 * expected.length) return "length";
  if (found.status != Status::ok) return "";
  std::vector<DiscTurn> turns(max_disc_turns(edited));
  const PathResult disc = find_optimal_path(edited, start, goal, {}, scratch, {.turns = turns});
  return disc.status == Status::ok ? "" : "cannot be pulled";
}

}  // namespace

TEST_CASE("disc spaces: after random edits a space is that of the tiles", "[disc_space]") {
  for (Random& random : random_generators("disc map edits")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(150, 8000); ++i) {
      Grid grid = make_airy_map(random, random.chance(10) ? 40 : 16);
      Space edited(grid, Agent::disc(pick_radius(random)));
      const bool has_landmarks = edited.mesh().cell_count() > 0 && random.chance(50);
      if (has_landmarks) {
        edited.use_landmarks(std::make_shared<Landmarks>(build_landmarks(edited.mesh(), 4)));
      }
      for (int edit = 0; edit < 10; ++edit) {
        const TileRect tiles = edit_at_random(random, grid);
        edited.update(grid, tiles);
        const Space fresh(grid, edited.agent());
        const double radius = edited.agent().radius;
        INFO(to_drawing(grid) << "radius " << radius);
        REQUIRE(find_fault(edited.mesh()) == "");
        REQUIRE((!has_landmarks || edited.landmarks()->is_current(edited.mesh())));
        REQUIRE(edited.mesh().component_count() == fresh.mesh().component_count());
        for (int query = 0; query < 2; ++query) {
          const std::optional<Point> start = find_room(random, grid, radius);
          const std::optional<Point> goal = find_room(random, grid, radius);
          if (!start || !goal) break;
          CAPTURE(*start, *goal);
          REQUIRE(compare(edited, fresh, *start, *goal) == "");
          ++solved;
        }
      }
    }
    CHECK((is_small_share() || solved > 300));
  }
}

TEST_CASE("disc spaces: limits", "[disc_space]") {
  for (Random& random : random_generators("disc map limits")) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < random_count(150, 2000); ++i) {
      const Grid grid = make_airy_map(random, 40);
      const double radius = pick_radius(random);
      const std::optional<Point> start = find_room(random, grid, radius);
      const std::optional<Point> goal = find_room(random, grid, radius);
      if (!start || !goal) continue;
      Querier querier(grid, radius);
      const PathResult whole = querier.find(*start, *goal);
      if (!whole) continue;
      ++found;
      OptimalOptions options;
      options.length_limit = whole.length;
      REQUIRE(querier.find(*start, *goal, options).length == whole.length);
      options.length_limit = std::nextafter(whole.length, 0.0);
      REQUIRE(
          (whole.length == 0.0 || querier.find(*start, *goal, options).status == Status::no_path));
      options.length_limit = kNoLengthLimit;
      options.expansion_limit = whole.expanded;
      REQUIRE(querier.find(*start, *goal, options).status == Status::ok);
      if (whole.expanded == 0) continue;
      options.expansion_limit = whole.expanded - 1;
      REQUIRE(querier.find(*start, *goal, options).status == Status::out_of_nodes);
    }
    CHECK((is_small_share() || found > 10));
  }
}

TEST_CASE("disc spaces: bad input, every capacity, and edits outside the map", "[disc_space]") {
  Grid grid = draw_map(
      "........\n"
      "........\n"
      "...@....\n"
      "........\n"
      "........\n");
  for (const double radius : {-1.0, 32.5, std::nan(""), 1e300}) {
    CHECK_THROWS_AS(Space(grid, Agent::disc(radius)), std::invalid_argument);
  }
  Querier querier(grid, 1.0);
  const Point start{1.0F, 2.5F};
  const Point goal{7.0F, 2.5F};
  CHECK(querier.find(Point{0.9F, 2.5F}, goal).status == Status::invalid_input);
  CHECK(querier.find(Point{std::nanf(""), 2.5F}, goal).status == Status::invalid_input);
  const PathResult found = querier.find(start, goal);
  REQUIRE(found.status == Status::ok);
  for (std::size_t room = 0; room < found.count; ++room) {
    std::vector<DiscTurn> part(room);
    const PathResult cut =
        find_optimal_path(querier.map, start, goal, {}, querier.scratch, {.turns = part});
    CHECK(cut.status == Status::truncated);
    CHECK(cut.count <= room);
  }

  const std::uint64_t revision = querier.map.mesh().revision();
  constexpr int kFar = std::numeric_limits<int>::max();
  for (const TileRect& tiles : {TileRect{8, 0, 12, 6}, TileRect{-kFar, -kFar, 0, 0},
                                TileRect{5, 4, 3, 3}, TileRect{2, 2, 2, 4}, TileRect{}}) {
    querier.map.update(grid, tiles);
  }
  querier.map.update(grid, {0, 0, 8, 5});
  CHECK(querier.map.mesh().revision() == revision);
  const Grid other(8, 6, TileState::walkable);
  CHECK_THROWS_AS(querier.map.update(other, {0, 0, 1, 1}), std::invalid_argument);
  grid.set({3, 2, 4, 3}, TileState::walkable);
  querier.map.update(grid, {-kFar, -kFar, kFar, kFar});
  querier.scratch.fit(querier.map);
  CHECK(querier.find(start, goal).count == 2);

  // A disc that is wider than the map, and one that is just as wide.
  const Grid room(3, 3, TileState::walkable);
  const Point middle{1.5F, 1.5F};
  Querier none(room, 1.6);
  CHECK(none.find(middle, middle).status == Status::invalid_input);
  Querier same(room, 1.5);
  CHECK(same.find(middle, middle).status == Status::ok);
}

TEST_CASE("disc spaces: a radius of 0 gives the path of a point", "[disc_space]") {
  for (Random& random : random_generators("disc of radius 0")) {
    for (std::size_t i = 0; i < random_count(200, 5000); ++i) {
      const Grid grid = make_random_map(random, 16);
      if (grid.walkable_count() == 0) continue;
      Querier querier(grid, 0.0);
      const Space point(grid);
      SpaceScratch scratch(point);
      std::vector<Point> path(max_path_points(point));
      const Point start = center(random_walkable_tile(random, grid));
      const Point goal = center(random_walkable_tile(random, grid));
      const PathResult found = querier.find(start, goal);
      const PathResult wanted =
          find_optimal_path(point, start, goal, {}, scratch, {.points = path});
      REQUIRE(found.status == wanted.status);
      REQUIRE(found.count == wanted.count);
      for (std::size_t k = 0; k < found.count; ++k) {
        REQUIRE(querier.turns[k].entry == widen(path[k]));
        REQUIRE(querier.turns[k].exit == widen(path[k]));
      }
    }
  }
}
