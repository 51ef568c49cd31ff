// Paths of discs in one call: output, sliding of ends, memory.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <taut/clear_point.hpp>
#include <taut/disc_funnel.hpp>
#include <taut/disc_map.hpp>
#include <taut/disc_search.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/grid_path.hpp>
#include <taut/mesh_search.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_path.hpp>
#include <taut/tile_disc.hpp>
#include <taut/validate_disc.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/disc_paths.hpp"
#include "support/guarded_block.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

Point random_start(Random& random, const Grid& grid) {
  for (;;) {
    const Point place = to_map_point(random_place(random, grid));
    if (grid.locate(place)) return place;
  }
}

// The call against its stages, in every capacity.
template <class Map, class Search>
void check_call(const Grid& grid, const Map& map, const DiscSpace& space, const Point& start,
                const Point& goal, const DiscOptions& options, DiscScratch<Search>& scratch) {
  const auto fail = [&](const std::string& what) {
    FAIL(what << "\n" << describe(grid, start, goal, options.radius));
  };
  std::vector<DiscTurn> turns(max_tile_turns(*space.walkable));
  const AllocationCounter counter;
  const PathResult found = find_disc_path(map, space, start, goal, options, scratch, turns);
  if (counter.count() != 0) fail("allocates");

  const auto from = find_clear_point(*space.walkable, start, options.radius, options.slide);
  const auto to = find_clear_point(*space.walkable, goal, options.radius, options.slide);
  if (!from || !to) {
    if (found.status != Status::invalid_input || found.count != 0) fail("an end has no room");
    return;
  }
  std::vector<Point> path(2 * turns.size());
  const PathResult point = detail::find_point_path(map, *from, *to, scratch.search, path);
  if (options.radius <= kNarrowRadius && found.status != point.status) fail("not as the point");
  if (found.status != Status::ok) {
    if (found.status != Status::no_path || found.count != 0) fail(to_string(found.status));
    return;
  }
  const std::span<const DiscTurn> way = std::span(turns).first(found.count);
  const DiscCheck check = validate_disc_path(grid, *from, *to, way, options.radius);
  if (check.fault != DiscFault::none) fail(to_string(check.fault));
  if (std::abs(check.length - found.length) > 1e-6) fail("length");
  if (options.radius <= kNarrowRadius && options.radius > 0.0) {
    std::vector<Point> work(max_repair_points(point.count));
    std::vector<DiscTurn> other(max_disc_turns(work.size()));
    const Result pulled =
        pull_disc(*space.walkable, std::span(path).first(point.count), options.radius, work, other);
    if (pulled.status != Status::ok || pulled.count != found.count)
      fail("not what its stages make");
    for (std::size_t i = 0; i < pulled.count; ++i) {
      if (other[i].entry != turns[i].entry || other[i].exit != turns[i].exit) fail("another turn");
    }
  }
  for (std::size_t room = 0; room < found.count; ++room) {
    GuardedBlock<DiscTurn> block(room);
    const PathResult part = find_disc_path(map, space, start, goal, options, scratch, block.room());
    if (part.status != Status::truncated || part.count > room) fail("truncated");
    for (std::size_t i = 0; i < part.count; ++i) {
      if (block.room()[i].center != turns[i].center) fail("other first turns");
    }
    if (!block.is_intact()) fail("written behind its end");
  }
}

}  // namespace

TEST_CASE("find_disc_path: as its stages on every map, in every capacity, without the heap",
          "[disc][allocation]") {
  for (Random& random : random_generators("disc call")) {
    for (std::size_t i = 0; i < random_count(300, 10000); ++i) {
      const Grid grid = random.chance(60) ? make_random_map(random, 16)
                                          : make_noise_map(random, 16, 12, random.between(3, 10));
      if (grid.walkable_count() == 0) continue;
      const Clearance clearance(grid.bits());
      const DiscSpace space{&grid.bits(), &clearance};
      const Quadtree tree(grid.bits());
      const ConvexMesh mesh = build_mesh(grid);
      DiscScratch<GridScratch> on_grid(grid, space);
      DiscScratch<QuadtreeScratch> on_tree(tree, space);
      DiscScratch<MeshScratch> on_cells(mesh, space);
      DiscScratch<OptimalScratch> on_mesh(mesh, space);
      for (int query = 0; query < 4; ++query) {
        const Point start = random_start(random, grid);
        const Point goal = random_start(random, grid);
        const DiscOptions options{std::array{0.0, 0.1, 0.4, 0.5, 0.6, 0.9, 1.5}[random.below(7)],
                                  std::array{0.0, 0.75, 2.0}[random.below(3)]};
        check_call(grid, grid, space, start, goal, options, on_grid);
        check_call(grid, tree, space, start, goal, options, on_tree);
        check_call(grid, mesh, space, start, goal, options, on_cells);
        check_call(grid, mesh, space, start, goal, options, on_mesh);
      }
    }
  }
}

TEST_CASE("max_tile_turns counts the corners that paths turn at", "[disc]") {
  for (Random& random : random_generators("disc turns")) {
    for (std::size_t i = 0; i < random_count(300, 5000); ++i) {
      const Grid grid = make_random_map(random, random.chance(80) ? 12 : 150);
      std::size_t corners = 0;
      for (int y = 0; y <= grid.height(); ++y) {
        for (int x = 0; x <= grid.width(); ++x) {
          const std::array blocked{!grid.is_walkable(x - 1, y - 1), !grid.is_walkable(x, y - 1),
                                   !grid.is_walkable(x, y), !grid.is_walkable(x - 1, y)};
          const auto count = std::count(blocked.begin(), blocked.end(), true);
          corners += count == 1 || (count == 2 && blocked[0] == blocked[2]) ? 1U : 0U;
        }
      }
      REQUIRE(max_tile_turns(grid.bits()) == corners + 2);
    }
  }
  CHECK(max_tile_turns(TileBits::from_predicate(512, 512, [](int, int) { return true; })) == 2);
}

TEST_CASE("find_disc_path: wide discs on grids, quadtrees and meshes", "[disc]") {
  const Grid grid = draw_map(
      ".......\n"
      ".......\n"
      "...@...\n"
      ".......\n"
      ".......\n");
  const Clearance clearance(grid.bits());
  const DiscSpace space{&grid.bits(), &clearance};
  const Quadtree tree(grid.bits());
  const ConvexMesh mesh = build_mesh(grid);
  const Point start(1.0F, 2.5F);
  const Point goal(6.0F, 2.5F);
  std::vector<DiscTurn> turns(max_tile_turns(grid.bits()));
  const auto find = [&](const auto& map, auto scratch, const DiscSpace& where) {
    return find_disc_path(map, where, start, goal, {0.9}, scratch, turns);
  };
  const DiscSpace narrow{&grid.bits()};
  CHECK(find(grid, DiscScratch<GridScratch>(grid, narrow), narrow).status == Status::invalid_input);
  CHECK(find(tree, DiscScratch<QuadtreeScratch>(tree, narrow), narrow).status ==
        Status::invalid_input);
  CHECK(find(mesh, DiscScratch<OptimalScratch>(mesh, narrow), narrow).status ==
        Status::invalid_input);
  // Not the memory either.
  CHECK(find(grid, DiscScratch<GridScratch>(grid, narrow), space).status == Status::invalid_input);
  const PathResult found = find(grid, DiscScratch<GridScratch>(grid, space), space);
  REQUIRE(found.status == Status::ok);
  CHECK(find(tree, DiscScratch<QuadtreeScratch>(tree, space), space).length == found.length);
  CHECK(find(mesh, DiscScratch<OptimalScratch>(mesh, space), space).length == found.length);
  // A DiscMap of the tiles of any of them gives the same.
  const DiscMap map(tree.bits(), 0.9);
  DiscMapScratch scratch(map);
  std::vector<DiscTurn> room(max_disc_turns(map));
  const PathResult same = find_disc_path(map, tree.bits(), start, goal, {}, scratch, room);
  CHECK(std::abs(same.length - found.length) < 1e-9);
}

TEST_CASE("find_disc_path: memory that was not fitted after an edit is refused", "[disc]") {
  Grid grid(40, 3, TileState::walkable);
  const DiscSpace space{&grid.bits()};
  ConvexMesh mesh = build_mesh(grid);
  DiscScratch<MeshScratch> scratch(mesh, space);
  for (int x = 1; x < 39; x += 2) {
    grid.set(Tile{x, x % 4 == 1 ? 0 : 2}, TileState::blocked);
    grid.set(Tile{x, 1}, TileState::blocked);
  }
  mesh = build_mesh(grid);
  std::vector<DiscTurn> turns(max_tile_turns(grid.bits()));
  const auto find = [&] {
    return find_disc_path(mesh, space, {0.5F, 0.5F}, {39.5F, 0.5F}, {0.3}, scratch, turns);
  };
  const Status before = find().status;
  CHECK((before == Status::out_of_nodes || before == Status::invalid_input));
  scratch.search.fit(mesh);
  CHECK(find().status == Status::out_of_nodes);
  scratch.fit(mesh, space);
  const PathResult found = find();
  CHECK(found.status == Status::ok);
  CHECK(found.count > 38);
  CHECK(found.count <= turns.size());
}

TEST_CASE("find_disc_path: a narrow disc needs no clearance, and its ends slide", "[disc]") {
  const Grid grid = draw_map(
      ".....\n"
      ".@@@.\n"
      ".....\n");
  const DiscSpace space{&grid.bits()};
  const ConvexMesh mesh = build_mesh(grid);
  DiscScratch<OptimalScratch> scratch(mesh, space);
  CHECK(!scratch.wide);
  std::array<DiscTurn, 8> turns{};
  const Point start(0.125F, 0.5F);
  const Point goal(2.5F, 2.125F);
  const auto find = [&](const DiscOptions& options) {
    return find_disc_path(mesh, space, start, goal, options, scratch, turns);
  };
  CHECK(find({0.4}).status == Status::invalid_input);
  CHECK(find({0.4, 0.25}).status == Status::invalid_input);
  const PathResult found = find({0.4, 0.5});
  REQUIRE(found.status == Status::ok);
  const DiscTurn& first = turns.front();
  const DiscTurn& last = turns[found.count - 1];
  // The nearest multiples of 1/1024 that are 0.4 away from the walls.
  CHECK(first.center == Point(410.0F / 1024.0F, 0.5F));
  CHECK(last.center == Point(2.5F, 2.0F + 410.0F / 1024.0F));
  CHECK(first.entry == first.center.cast<double>());
}
