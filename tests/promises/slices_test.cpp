// Queries spread over several calls: the answers of one call, bit for bit.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/space.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

// Sizes of slices; 0: a random one for each call.
constexpr std::array<std::size_t, 5> kSlices{1, 2, 7, 100, 0};

double length_of(const PathResult& found) { return found.length; }

// `find(out)` is the whole query, `begin()` and `advance(expansions, out)` the same in slices.
// Returns the largest number of calls.
template <class Find, class Begin, class Advance>
std::size_t compare_slices(Random& random, std::size_t capacity, const Find& find,
                           const Begin& begin, const Advance& advance) {
  std::vector<Point> whole(capacity);
  std::vector<Point> parts(capacity);
  const auto wanted = find(std::span<Point>(whole));
  std::size_t most_calls = 0;
  for (const std::size_t slice : kSlices) {
    const AllocationCounter counter;
    std::size_t calls = 0;
    std::size_t allowed = 0;
    begin();
    auto found = std::optional(wanted);
    do {
      const std::size_t expansions = slice == 0 ? 1 + random.below(20) : slice;
      allowed += expansions;
      ++calls;
      found = advance(expansions, std::span<Point>(parts));
    } while (!found);
    REQUIRE(counter.count() == 0);
    REQUIRE(found->status == wanted.status);
    REQUIRE(found->expanded == wanted.expanded);
    REQUIRE(found->expanded <= allowed);
    REQUIRE(found->count == wanted.count);
    REQUIRE(length_of(*found) == length_of(wanted));
    REQUIRE(std::equal(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(found->count),
                       whole.begin()));
    REQUIRE(advance(1, std::span<Point>(parts))->status == Status::invalid_input);
    most_calls = std::max(most_calls, calls);
  }
  return most_calls;
}

struct Ends {
  Point start;
  Point goal;
};

std::size_t compare_on_grid(Random& random, const Grid& grid, const Ends& ends,
                            std::size_t capacity) {
  GridScratch scratch(grid);
  GridPathOptions options;
  options.search.partial = random.chance(50) ? PartialPath::nearest : PartialPath::none;
  options.search.expansion_limit = random.chance(20) ? random.below(40) : kNoExpansionLimit;
  options.repair = random.chance(50) ? Repair::none : Repair::raycast;
  return compare_slices(
      random, std::min(capacity, max_path_points(grid)),
      [&](std::span<Point> out) {
        return find_path(grid, ends.start, ends.goal, options, scratch, out);
      },
      [&] { begin_path(grid, ends.start, ends.goal, options, scratch); },
      [&](std::size_t n, std::span<Point> out) { return advance_path(grid, n, scratch, out); });
}

std::size_t compare_on_mesh(Random& random, const ConvexMesh& mesh, const Ends& ends,
                            std::size_t capacity) {
  MeshScratch scratch(mesh);
  MeshSearchOptions options;
  options.partial = random.chance(50) ? PartialPath::nearest : PartialPath::none;
  options.expansion_limit = random.chance(20) ? random.below(20) : kNoExpansionLimit;
  const std::size_t over_cells = compare_slices(
      random, std::min(capacity, max_path_points(mesh)),
      [&](std::span<Point> out) {
        return find_path(mesh, ends.start, ends.goal, options, scratch, out);
      },
      [&] { begin_path(mesh, ends.start, ends.goal, options, scratch); },
      [&](std::size_t n, std::span<Point> out) { return advance_path(mesh, n, scratch, out); });
  OptimalScratch optimal(mesh, random.chance(20) ? 40 : 4 * mesh.edge_count() + 8192);
  OptimalOptions limits;
  limits.expansion_limit = options.expansion_limit;
  if (random.chance(20)) limits.length_limit = random.between(0, 40);
  return std::min(over_cells,
                  compare_slices(
                      random, std::min(capacity, max_path_points(mesh)),
                      [&](std::span<Point> out) {
                        return find_optimal_path(mesh, ends.start, ends.goal, limits, optimal, out);
                      },
                      [&] { begin_optimal_path(mesh, ends.start, ends.goal, limits, optimal); },
                      [&](std::size_t n, std::span<Point> out) {
                        return advance_optimal_path(mesh, n, optimal, out);
                      }));
}

// Some of these queries take several calls.
void compare_kinds(Random& random, std::size_t maps) {
  std::array<std::size_t, 2> calls{};
  for (std::size_t i = 0; i < maps; ++i) {
    const Grid grid = make_random_map(random, 32);
    const ConvexMesh mesh = build_mesh(grid);
    for (int k = 0; k < 2; ++k) {
      const Ends ends{to_map_point(random_place(random, grid)),
                      to_map_point(random_place(random, grid))};
      const std::size_t capacity = random.chance(20) ? random.below(6) : 1'000'000;
      const std::array<std::size_t, 2> now{compare_on_grid(random, grid, ends, capacity),
                                           compare_on_mesh(random, mesh, ends, capacity)};
      for (std::size_t kind = 0; kind < now.size(); ++kind) {
        calls[kind] = std::max(calls[kind], now[kind]);
      }
    }
  }
  for (const std::size_t most : calls) CHECK((is_small_share() || most > 5));
}

TEST_CASE("slices: every search gives the answer of one call") {
  for (Random& random : random_generators("slices")) compare_kinds(random, random_count(250, 5000));
}

TEST_CASE("slices: a map that was edited, or a scratch without a query, is invalid_input") {
  Grid grid(20, 20, TileState::walkable);
  grid.set({8, 0, 9, 19}, TileState::blocked);
  const Point start{0.5F, 0.5F};
  const Point goal{19.5F, 0.5F};
  ConvexMesh mesh = build_mesh(grid);
  std::vector<Point> out(max_path_points(grid));
  GridScratch tiles(grid);
  MeshScratch cells(mesh);
  OptimalScratch optimal(mesh);
  const auto are_invalid = [&] {
    return advance_path(grid, 1, tiles, out)->status == Status::invalid_input &&
           advance_path(mesh, 1, cells, out)->status == Status::invalid_input &&
           advance_optimal_path(mesh, 1, optimal, out)->status == Status::invalid_input;
  };
  const auto begin = [&] {
    begin_path(grid, start, goal, {}, tiles);
    begin_path(mesh, start, goal, {}, cells);
    begin_optimal_path(mesh, start, goal, {}, optimal);
  };
  CHECK(are_invalid());
  begin();
  CHECK_FALSE(advance_path(grid, 1, tiles, out));
  CHECK_FALSE(advance_path(mesh, 1, cells, out));
  CHECK_FALSE(advance_optimal_path(mesh, 1, optimal, out));
  grid.set({15, 15, 16, 16}, TileState::blocked);
  edit_mesh(grid, {15, 15, 16, 16}, mesh);
  CHECK(are_invalid());

  cells.fit(mesh);
  optimal.fit(mesh);
  begin();
  CHECK(find_path(grid, start, goal, {}, tiles, out).status == Status::ok);
  CHECK(find_path(mesh, start, goal, {}, cells, out).status == Status::ok);
  CHECK(find_optimal_path(mesh, start, goal, {}, optimal, out).status == Status::ok);
  CHECK(are_invalid());
}

// Returns how many paths were longer than a limit.
std::size_t compare_lengths(Random& random, std::size_t maps) {
  std::size_t excluded = 0;
  for (std::size_t i = 0; i < maps; ++i) {
    const Grid grid = make_random_map(random, 24);
    const ConvexMesh mesh = build_mesh(grid);
    OptimalScratch scratch(mesh);
    std::vector<Point> whole(max_path_points(mesh));
    std::vector<Point> limited(max_path_points(mesh));
    const Point start = to_map_point(random_place(random, grid));
    const Point goal = to_map_point(random_place(random, grid));
    const PathResult wanted = find_optimal_path(mesh, start, goal, {}, scratch, whole);
    if (wanted.status != Status::ok) continue;
    const double above = std::nextafter(wanted.length, 1e9);
    const double below = std::nextafter(wanted.length, -1.0);
    for (const double limit : {wanted.length, above, 2.0 * wanted.length, HUGE_VAL}) {
      const PathResult found =
          find_optimal_path(mesh, start, goal, {kNoExpansionLimit, limit}, scratch, limited);
      REQUIRE(found.status == Status::ok);
      REQUIRE(found.expanded == wanted.expanded);
      REQUIRE(found.length == wanted.length);
      REQUIRE(std::equal(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(found.count),
                         limited.begin()));
    }
    for (const double limit : {below, 0.99 * wanted.length, 0.5 * wanted.length, 0.0}) {
      if (!(limit >= 0.0 && limit < wanted.length)) continue;
      const PathResult found =
          find_optimal_path(mesh, start, goal, {kNoExpansionLimit, limit}, scratch, limited);
      REQUIRE(found.status == Status::no_path);
      REQUIRE(found.count == 0);
      REQUIRE(found.expanded <= wanted.expanded);
      excluded += 1;
    }
  }
  return excluded;
}

TEST_CASE("find_optimal_path: length_limit excludes longer paths and nothing else") {
  for (Random& random : random_generators("length limit")) {
    CHECK(compare_lengths(random, random_count(2000, 40000)) > 0);
  }
}

}  // namespace
}  // namespace taut::test
