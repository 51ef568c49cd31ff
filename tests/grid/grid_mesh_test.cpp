// Meshes of grids against the tiles they are made from.
#include <span>
#include <string>

#include <taut/engine/grid_mesh.hpp>

#include "bench/mesh_paths/greedy_rectangles.hpp"
#include "support/catch.hpp"
#include "support/mesh_check.hpp"
#include "support/mesh_makers.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("grid mesh: random maps", "[mesh]") {
  for (Random& random : random_generators("grid mesh")) {
    for (std::size_t i = 0; i < random_count(2000, 40000); ++i) {
      const Grid grid = make_random_map(random, random.chance(10) ? 150 : 24);
      for (const MeshMaker make : kMeshMakers) {
        const std::string fault = find_fault(grid, make(grid), random);
        if (!fault.empty()) FAIL(fault << "\n" << to_drawing(grid));
      }
    }
  }
}

TEST_CASE("grid mesh: connected as the tiles are", "[mesh]") {
  for (Random& random : random_generators("grid mesh components")) {
    for (std::size_t i = 0; i < random_count(300, 3000); ++i) {
      const Grid grid = make_random_map(random, 20);
      if (grid.walkable_count() == 0) continue;
      const ConvexMesh mesh = build_mesh(grid);
      for (int k = 0; k < 20; ++k) {
        const Tile a = random_walkable_tile(random, grid);
        const Tile b = random_walkable_tile(random, grid);
        REQUIRE(mesh.is_connected(*mesh.locate(center(a)), *mesh.locate(center(b))) ==
                grid.is_connected(a, b));
      }
    }
  }
}

TEST_CASE("quadtree mesh: a cell per leaf, also after edits", "[mesh]") {
  CHECK(build_mesh(Quadtree(Grid(3, 2, TileState::blocked).bits())).cell_count() == 0);
  for (Random& random : random_generators("quadtree mesh")) {
    for (std::size_t i = 0; i < random_count(200, 4000); ++i) {
      Grid grid = make_random_map(random, 60);
      Quadtree tree(grid.bits());
      for (int k = 0; k < 8; ++k) {
        const ConvexMesh mesh = build_mesh(tree);
        REQUIRE(mesh.cell_count() == tree.leaf_count());
        const std::string fault = find_fault(grid, mesh, random);
        if (!fault.empty()) FAIL(fault << "\n" << to_drawing(grid));
        const int x = random.between(-2, grid.width());
        const int y = random.between(-2, grid.height());
        const TileRect tiles{x, y, x + random.between(1, 20), y + random.between(1, 20)};
        const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
        grid.set(tiles, state);
        tree.set(tiles, state);
      }
    }
  }
}

TEST_CASE("grid mesh: the ends of the scale", "[mesh]") {
  CHECK(build_mesh(Grid(3, 2, TileState::blocked)).cell_count() == 0);
  CHECK(bench::build_rectangle_mesh(Grid(3, 2, TileState::blocked)).cell_count() == 0);
  // Leaves are squares: see the tests of quadtrees.
  for (const MeshMaker make : std::span(kMeshMakers).first(2)) {
    const ConvexMesh open = make(Grid(70, 130, TileState::walkable));
    CHECK(open.cell_count() == 1);
    CHECK(open.edge_count() == 4);
    const ConvexMesh wide = make(Grid(kMaxMapSide, 1, TileState::walkable));
    CHECK(wide.cell_count() == 1);
    CHECK(wide.high() == Point{static_cast<float>(kMaxMapSide), 1.0F});
    // Every second tile: no links, and vertices only where tiles are.
    const ConvexMesh board =
        make(Grid::from_predicate(65, 65, [](int x, int y) { return (x + y) % 2 == 0; }));
    CHECK(board.cell_count() == 2113);
    CHECK(board.component_count() == 2113);
  }
}
