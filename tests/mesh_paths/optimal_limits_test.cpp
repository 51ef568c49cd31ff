// find_optimal_path() on meshes: limits, memory, and what it leaves in its scratch.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>

#include "bench/mesh_paths/greedy_rectangles.hpp"
#include "core/mesh_paths/passage_search.hpp"
#include "support/catch.hpp"
#include "support/guarded_block.hpp"
#include "support/optimal_querier.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("optimal search: every capacity holds the first points", "[optimal]") {
  for (Random& random : random_generators("optimal capacity")) {
    for (std::size_t i = 0; i < random_count(100, 1000); ++i) {
      const Grid grid = make_random_map(random, 30);
      const ConvexMesh mesh = build_mesh(grid);
      Querier querier(mesh);
      OptimalScratch scratch(mesh);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const Found whole = querier.run_query(start, goal);
      for (std::size_t room = 0; room <= whole.path.size() + 1; ++room) {
        GuardedBlock<Point> block(room);
        const PathResult part = find_optimal_path(mesh, start, goal, {}, scratch, block.room());
        REQUIRE(block.is_intact());
        const bool fits = room >= whole.path.size();
        REQUIRE(part.status == (fits ? whole.result.status : Status::truncated));
        REQUIRE(part.count == std::min(room, whole.path.size()));
        REQUIRE(std::equal(whole.path.begin(),
                           whole.path.begin() + static_cast<std::ptrdiff_t>(part.count),
                           block.room().begin()));
      }
      for (std::size_t room = 0; room <= whole.corridor.size() + 1; ++room) {
        GuardedBlock<CellId> block(room);
        const Result part = extract_corridor(mesh, scratch, block.room());
        REQUIRE(block.is_intact());
        REQUIRE(part.status == (room >= whole.corridor.size() ? Status::ok : Status::truncated));
        REQUIRE(part.count == std::min(room, whole.corridor.size()));
        REQUIRE(std::equal(whole.corridor.begin(),
                           whole.corridor.begin() + static_cast<std::ptrdiff_t>(part.count),
                           block.room().begin()));
      }
    }
  }
}

TEST_CASE("optimal search: limits", "[optimal]") {
  const Grid grid = Grid::from_predicate(
      40, 40, [](int x, int y) { return x % 4 != 3 || (x % 8 == 3 ? y > 37 : y < 2); });
  const ConvexMesh mesh = bench::build_rectangle_mesh(grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh));
  const Point start{0.5F, 0.5F};
  const Point goal{38.5F, 0.5F};
  const PathResult whole = find_optimal_path(mesh, start, goal, {}, scratch, out);
  REQUIRE(whole.status == Status::ok);
  REQUIRE(whole.expanded > 10);
  for (std::size_t limit = 0; limit <= whole.expanded; ++limit) {
    const PathResult part =
        find_optimal_path(mesh, start, goal, {.expansion_limit = limit}, scratch, out);
    CHECK(part.status == (limit < whole.expanded ? Status::out_of_nodes : Status::ok));
    CHECK(part.expanded == limit);
    if (limit < whole.expanded) {
      CHECK(part.count == 0);
      std::vector<CellId> corridor(mesh.cell_count());
      CHECK(extract_corridor(mesh, scratch, corridor).count == 0);
    }
  }
  const auto find_within = [&](double limit) {
    return find_optimal_path(mesh, start, goal, {.length_limit = limit}, scratch, out).status;
  };
  CHECK(find_within(whole.length) == Status::ok);
  CHECK(find_within(std::nextafter(whole.length, 0.0)) == Status::no_path);
  CHECK(find_within(std::nan("")) == Status::no_path);
  OptimalScratch small(mesh, 16);
  CHECK(small.memory_bytes() < scratch.memory_bytes());
  CHECK(find_optimal_path(mesh, start, goal, {}, small, out).status == Status::out_of_nodes);
  CHECK(find_optimal_path(mesh, start, {0.5F, 9.5F}, {}, small, out).status == Status::ok);
}

TEST_CASE("optimal search: a scratch grows until the query succeeds", "[optimal]") {
  const Grid grid =
      Grid::from_predicate(40, 40, [](int x, int y) { return x % 3 != 1 || y % 3 != 1; });
  const ConvexMesh mesh = build_mesh(grid);
  OptimalScratch scratch(mesh);
  OptimalScratch growing(mesh, 16);
  std::vector<Point> out(max_path_points(mesh));
  std::vector<CellId> corridor(mesh.cell_count());
  const Point start{0.5F, 0.5F};
  const Point goal{39.5F, 24.25F};
  const PathResult wanted = find_optimal_path(mesh, start, goal, {}, scratch, out);
  REQUIRE(wanted.status == Status::ok);
  int grown = 0;
  PathResult found = find_optimal_path(mesh, start, goal, {}, growing, out);
  for (; found.status == Status::out_of_nodes && growing.grow(); ++grown) {
    CHECK(extract_corridor(mesh, growing, corridor).count == 0);
    found = find_optimal_path(mesh, start, goal, {}, growing, out);
  }
  CHECK(grown > 0);
  CHECK(found.status == Status::ok);
  CHECK(found.length == wanted.length);
  CHECK(found.expanded == wanted.expanded);
  CHECK(growing.memory_bytes() == OptimalScratch(mesh, std::size_t{16} << grown).memory_bytes());
  CHECK(growing.grow());
  CHECK(extract_corridor(mesh, growing, corridor).count == 0);

  const std::size_t most = OptimalScratch(mesh, OptimalScratch::kMaxGrownPlaces).memory_bytes();
  OptimalScratch large(mesh, OptimalScratch::kMaxGrownPlaces / 2 + 1);
  CHECK(large.grow());
  CHECK(large.memory_bytes() == most);
  CHECK_FALSE(large.grow());
  CHECK(large.memory_bytes() == most);
}

// Far queries among so many pillars would take seconds.
TEST_CASE("optimal search: default places end far searches among small obstacles", "[optimal]") {
  const Grid grid =
      Grid::from_predicate(640, 640, [](int x, int y) { return x % 2 == 0 || y % 2 == 0; });
  const ConvexMesh mesh = build_mesh(grid);
  REQUIRE(4 * mesh.edge_count() > OptimalScratch::kMaxDefaultPlaces);
  OptimalScratch scratch(mesh);
  CHECK(scratch.memory_bytes() ==
        OptimalScratch(mesh, OptimalScratch::kMaxDefaultPlaces).memory_bytes());
  std::vector<Point> out(max_path_points(mesh));
  const Point start = center(Tile{0, 0});
  const PathResult near = find_optimal_path(mesh, start, center(Tile{60, 40}), {}, scratch, out);
  CHECK(near.status == Status::ok);
  const PathResult far = find_optimal_path(mesh, start, center(Tile{638, 260}), {}, scratch, out);
  CHECK(far.status == Status::out_of_nodes);
  CHECK(far.expanded < OptimalScratch::kMaxDefaultPlaces);
}

// Through pillars on every other tile there are as many equal ways as orders to take their steps
// in.
TEST_CASE("optimal search: equal ways do not multiply", "[optimal]") {
  const Grid grid =
      Grid::from_predicate(48, 48, [](int x, int y) { return x % 2 == 0 || y % 2 == 0; });
  const ConvexMesh mesh = build_mesh(grid);
  OptimalScratch scratch(mesh, 64 * mesh.vertex_count());
  std::vector<Point> out(max_path_points(mesh));
  for (const Tile goal : {Tile{46, 46}, Tile{46, 20}, Tile{40, 16}, Tile{30, 11}, Tile{12, 47}}) {
    const PathResult found =
        find_optimal_path(mesh, center(Tile{0, 0}), center(goal), {}, scratch, out);
    INFO("to " << goal.x << " " << goal.y << ", " << found.expanded << " expanded, "
               << mesh.vertex_count() << " vertices");
    CHECK(found.status == Status::ok);
    CHECK(found.expanded < mesh.vertex_count());
  }
}

TEST_CASE("optimal search: scratches with few places run out or are right", "[optimal]") {
  for (Random& random : random_generators("optimal places")) {
    std::size_t full = 0;
    for (std::size_t i = 0; i < random_count(200, 4000); ++i) {
      const Grid grid = make_random_map(random, 30);
      const ConvexMesh mesh = build_mesh(grid);
      Querier querier(mesh);
      OptimalScratch small(mesh, static_cast<std::size_t>(random.between(16, 60)));
      std::vector<Point> out(max_path_points(mesh));
      for (int k = 0; k < 10; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        const Found whole = querier.run_query(start, goal);
        const PathResult part = find_optimal_path(mesh, start, goal, {}, small, out);
        if (part.status == Status::out_of_nodes) {
          ++full;
          REQUIRE(part.count == 0);
          continue;
        }
        REQUIRE(part.status == whole.result.status);
        REQUIRE(part.length == whole.result.length);
      }
    }
    if (!is_small_share()) CHECK(full > 0);
  }
}

TEST_CASE("optimal search: cones of the last search", "[optimal]") {
  for (Random& random : random_generators("optimal cones")) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < random_count(100, 1000); ++i) {
      const Grid grid = make_random_map(random, 20);
      const ConvexMesh mesh = build_mesh(grid);
      OptimalScratch scratch(mesh);
      std::vector<Point> out(max_path_points(mesh));
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const PathResult found = find_optimal_path(mesh, start, goal, {}, scratch, out);
      std::vector<Cone> cones(found.expanded);
      const Result all = extract_cones(mesh, scratch, cones);
      REQUIRE(all.status == Status::ok);
      seen += all.count;
      for (std::size_t k = 0; k < all.count; ++k) {
        const Cone& cone = cones[k];
        // A triangle of walkable space. Ends that a ray cut are rounded, so slivers are left out.
        REQUIRE(mesh.locate(cone.apex).has_value());
        const double area = orient(cone.apex, snap(cone.right), snap(cone.left));
        const Point middle = (cone.apex + cone.right + cone.left) / 3.0F;
        REQUIRE(area >= 0.0);
        if (area > 0.05) REQUIRE(mesh.locate(middle).has_value());
      }
      for (std::size_t room = 0; room < std::min<std::size_t>(all.count, 5); ++room) {
        GuardedBlock<Cone> block(room);
        const Result part = extract_cones(mesh, scratch, block.room());
        REQUIRE(block.is_intact());
        REQUIRE(part.status == Status::truncated);
        REQUIRE(part.count == room);
      }
    }
    if (!is_small_share()) CHECK(seen > 0);
  }
}

TEST_CASE("optimal search: places outside, unreachable and the same", "[optimal]") {
  const Grid grid = draw_map(
      "..@.\n"
      "..@.\n"
      "@@@.");
  const ConvexMesh mesh = build_mesh(grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> out(8);
  const auto run_query = [&](const Point& start, const Point& goal) {
    return find_optimal_path(mesh, start, goal, {}, scratch, out);
  };
  CHECK(run_query({2.5F, 0.5F}, {0.5F, 0.5F}).status == Status::invalid_input);
  CHECK(run_query({0.5F, 0.5F}, {1.5F, 2.5F}).status == Status::invalid_input);
  CHECK(run_query({0.5F, 0.5F}, {-4.0F, 0.5F}).status == Status::invalid_input);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(run_query({nan, 0.5F}, {0.5F, 0.5F}).status == Status::invalid_input);
  const PathResult apart = run_query({0.5F, 0.5F}, {3.5F, 0.5F});
  CHECK(apart.status == Status::no_path);
  CHECK(apart.expanded == 0);
  const PathResult same = run_query({0.5F, 0.5F}, {0.5F, 0.5F});
  CHECK(same.status == Status::ok);
  CHECK(same.count == 1);
  CHECK(same.length == 0.0);
  // Snapped to the lattice.
  const PathResult snapped = run_query({0.5001F, 0.5F}, {1.2501F, 1.4999F});
  REQUIRE(snapped.count == 2);
  CHECK(out[0] == Point{0.5F, 0.5F});
  CHECK(out[1] == Point{1.25F, 1.5F});
}

// A query that is running must not go on over passages that are no more.
TEST_CASE("optimal search: fit() for other passages ends the query", "[optimal]") {
  const ConvexMesh mesh = build_mesh(draw_map("....@....\n.@..@..@.\n....@....\n"));
  const Point start{0.5F, 0.5F};
  const Point goal{8.5F, 2.5F};
  const detail::PlaceBounds none;
  std::array<detail::MeshPassages, 2> passages;
  const std::array<float, 2> rows{0.5F, 2.5F};
  std::array<std::array<double, 1>, 2> rests{};
  std::array<detail::PassageQuery, 2> over;
  const std::uint32_t from = mesh.component(*mesh.locate(start));
  const std::uint32_t to = mesh.component(*mesh.locate(goal));
  for (std::size_t i = 0; i < 2; ++i) {
    const Point entry{3.5F, rows[i]};
    const Point exit{5.5F, rows[i]};
    passages[i].assign(mesh, {{entry, exit, from, to, 1.0, 0, 0, false}});
    rests[i] = {1.0 + distance(exit, goal)};
    over[i] = {&passages[i], rests[i], 1.0, from, to, &none};
  }
  const auto find = [&](std::size_t i, std::size_t budget, OptimalScratch& scratch) {
    OptimalOptions options;
    options.budget = budget;
    return detail::find_path_over(mesh, start, goal, over[i], options, scratch);
  };
  OptimalScratch fresh(mesh);
  detail::fit(mesh, passages[1], fresh);
  const PathResult wanted = find(1, kNoExpansionLimit, fresh);
  REQUIRE(wanted.status == Status::ok);
  OptimalScratch scratch(mesh);
  detail::fit(mesh, passages[0], scratch);
  REQUIRE(find(0, 1, scratch).status == Status::unfinished);
  detail::fit(mesh, passages[1], scratch);
  const PathResult found = find(1, kNoExpansionLimit, scratch);
  CHECK(found.status == Status::ok);
  CHECK(found.expanded == wanted.expanded);
  detail::MeshRoute route;
  detail::extract_route(scratch, route);
  REQUIRE(route.legs.size() == 2);
  CHECK(route.points[route.legs[0].count - 1] == Point{3.5F, rows[1]});
}
