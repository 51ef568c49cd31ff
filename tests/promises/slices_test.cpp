// Queries spread over several calls: the answers of one call, bit for bit.
#include <algorithm>
#include <array>
#include <vector>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

// Sizes of slices; 0: a random one for each call.
constexpr std::array<std::size_t, 5> kSlices{1, 2, 7, 100, 0};

// `find(budget, out)` is the whole query, or a slice of it. Returns the largest number of calls.
template <class Find>
std::size_t compare_slices(Random& random, std::size_t capacity, const Find& find) {
  std::vector<Point> whole(capacity);
  std::vector<Point> parts(capacity);
  const PathResult wanted = find(kNoExpansionLimit, std::span<Point>(whole));
  std::size_t most_calls = 0;
  for (const std::size_t slice : kSlices) {
    const AllocationCounter counter;
    std::size_t calls = 0;
    std::size_t allowed = 0;
    PathResult found;
    do {
      const std::size_t budget = slice == 0 ? 1 + random.below(20) : slice;
      allowed += budget;
      ++calls;
      found = find(budget, std::span<Point>(parts));
      REQUIRE(found.expanded <= allowed);
    } while (found.status == Status::unfinished);
    REQUIRE(counter.count() == 0);
    REQUIRE(found.status == wanted.status);
    REQUIRE(found.expanded == wanted.expanded);
    REQUIRE(found.count == wanted.count);
    REQUIRE(found.length == wanted.length);
    REQUIRE(std::equal(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(found.count),
                       whole.begin()));
    most_calls = std::max(most_calls, calls);
  }
  return most_calls;
}

struct Ends {
  Point start;
  Point goal;
};

std::size_t compare_on_mesh(Random& random, const ConvexMesh& mesh, const Ends& ends,
                            std::size_t capacity) {
  MeshScratch scratch(mesh);
  MeshSearchOptions options;
  options.partial = random.chance(50) ? PartialPath::nearest : PartialPath::none;
  options.expansion_limit = random.chance(20) ? random.below(20) : kNoExpansionLimit;
  const std::size_t most = std::min(capacity, max_path_points(mesh));
  const std::size_t over_cells =
      compare_slices(random, most, [&](std::size_t budget, std::span<Point> out) {
        options.budget = budget;
        return find_path(mesh, ends.start, ends.goal, options, scratch, out);
      });
  OptimalScratch optimal(mesh, random.chance(20) ? 40 : 4 * mesh.edge_count() + 8192);
  OptimalOptions limits;
  limits.expansion_limit = options.expansion_limit;
  if (random.chance(20)) limits.length_limit = random.between(0, 40);
  const std::size_t by_optimal =
      compare_slices(random, most, [&](std::size_t budget, std::span<Point> out) {
        limits.budget = budget;
        return find_optimal_path(mesh, ends.start, ends.goal, limits, optimal, out);
      });
  return std::min(over_cells, by_optimal);
}

// Some of these queries take several calls.
void compare_kinds(Random& random, std::size_t maps) {
  std::size_t most_calls = 0;
  for (std::size_t i = 0; i < maps; ++i) {
    const Grid grid = make_random_map(random, 32);
    const ConvexMesh mesh = build_mesh(grid);
    for (int k = 0; k < 2; ++k) {
      const Ends ends{to_map_point(random_place(random, grid)),
                      to_map_point(random_place(random, grid))};
      const std::size_t capacity = random.chance(20) ? random.below(6) : 1'000'000;
      most_calls = std::max(most_calls, compare_on_mesh(random, mesh, ends, capacity));
    }
  }
  CHECK((is_small_share() || most_calls > 5));
}

TEST_CASE("slices: every search gives the answer of one call") {
  for (Random& random : random_generators("slices")) compare_kinds(random, random_count(250, 5000));
}

// A wall with a gap at its end, and a query round it.
struct Wall {
  Grid grid{20, 20, TileState::walkable};
  Point start{0.5F, 0.5F};
  Point goal{19.5F, 0.5F};

  Wall() { grid.set({8, 0, 9, 19}, TileState::blocked); }
};

TEST_CASE("slices: any other call, or an edit, abandons an unfinished query") {
  Wall wall;
  ConvexMesh mesh = build_mesh(wall.grid);
  std::vector<Point> out(max_path_points(mesh));
  MeshScratch cells(mesh);
  OptimalScratch optimal(mesh);
  const auto find = [&](std::size_t budget, std::size_t limit, const Point& goal) {
    MeshSearchOptions over_cells;
    over_cells.budget = budget;
    over_cells.expansion_limit = limit;
    OptimalOptions best;
    best.budget = budget;
    best.expansion_limit = limit;
    return std::array{find_path(mesh, wall.start, goal, over_cells, cells, out),
                      find_optimal_path(mesh, wall.start, goal, best, optimal, out)};
  };
  const auto whole = find(kNoExpansionLimit, kNoExpansionLimit, wall.goal);
  const auto begins = [&] {
    for (const PathResult& found : find(1, kNoExpansionLimit, wall.goal)) {
      CHECK(found.status == Status::unfinished);
      CHECK(found.expanded == 1);
      CHECK(found.count == 0);
    }
  };
  begins();
  for (const PathResult& found : find(1, kNoExpansionLimit, wall.goal)) {
    CHECK(found.expanded == 2);  // it goes on
  }
  // Another goal, and then the first one again.
  for (const PathResult& found : find(kNoExpansionLimit, kNoExpansionLimit, {1.5F, 19.5F})) {
    CHECK(found.status == Status::ok);
  }
  begins();
  // Other options.
  for (const PathResult& found : find(1, 3, wall.goal)) CHECK(found.expanded == 1);
  begins();
  // Edits, after which the way is the same. Scratches need not be fitted where they have room.
  for (const TileState state : {TileState::blocked, TileState::walkable, TileState::blocked}) {
    const TileRect tile{15, 15, 16, 16};
    const std::size_t cell_ids = mesh.cell_ids();
    wall.grid.set(tile, state);
    edit_mesh(wall.grid, tile, mesh);
    if (mesh.cell_ids() > cell_ids) {
      cells.fit(mesh);
      optimal.fit(mesh);
    }
    begins();
  }
  const auto ended = find(kNoExpansionLimit, kNoExpansionLimit, wall.goal);
  for (std::size_t i = 0; i < ended.size(); ++i) {
    CHECK(ended[i].status == Status::ok);
    CHECK(ended[i].length == whole[i].length);
  }
}

}  // namespace
}  // namespace taut::test
