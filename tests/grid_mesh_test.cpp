// Meshes of grids against the tiles they are made from.
#include <span>
#include <string>
#include <vector>

#include <taut/grid_mesh.hpp>
#include <taut/mesh_builder.hpp>

#include "support/catch.hpp"
#include "support/mesh_shapes.hpp"
#include "support/optimal_asker.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// What is wrong with a mesh of a grid, empty when nothing is. The builder of polygons judges the
// cells: it shares no code with the makers, and makes the links by itself.
std::string find_fault(const Grid& grid, const ConvexMesh& mesh) {
  const MeshShape shape = to_shape(mesh);
  const MeshBuild again = build_mesh(shape.vertices, shape.polygons);
  if (!again) return again.error.message();
  double area = 0.0;
  for (EdgeId edge = 0; edge < mesh.edge_count(); ++edge) {
    const MeshEdge& one = mesh.edge(edge);
    const MeshEdge& other = again.mesh->edge(edge);
    if (one.twin() != other.twin() || one.vertex() != other.vertex()) return "links differ";
    const Point a = one.start();
    const Point b = mesh.edge(mesh.next(edge)).start();
    area += 0.5 * (static_cast<double>(a.x()) * static_cast<double>(b.y()) -
                   static_cast<double>(b.x()) * static_cast<double>(a.y()));
    // A corner has three walkable tiles around it.
    const int x = static_cast<int>(a.x());
    const int y = static_cast<int>(a.y());
    if (static_cast<float>(x) != a.x() || static_cast<float>(y) != a.y()) return "no tile corner";
    int walkable = 0;
    for (int dy = -1; dy <= 0; ++dy) {
      for (int dx = -1; dx <= 0; ++dx) walkable += grid.is_walkable(x + dx, y + dy) ? 1 : 0;
    }
    if (one.is_corner() != (walkable == 3)) return "wrong corner";
  }
  // Cells without common insides that hold each walkable tile's centre, have the area of all, and
  // no blocked one's centre, are those tiles: outlines run between tile corners.
  if (area != static_cast<double>(grid.walkable_count())) return "wrong area";
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Point at = center(grid.tile(id));
    if (mesh.locate(at).has_value() != grid.is_walkable(grid.tile(id))) return "wrong place";
  }
  if (mesh.component_count() != grid.component_count()) return "wrong components";
  return {};
}

}  // namespace

TEST_CASE("grid mesh: random maps", "[mesh]") {
  for (Random& random : random_generators("grid mesh")) {
    for (std::size_t i = 0; i < random_count(2000, 40000); ++i) {
      const Grid grid = make_random_map(random, random.chance(10) ? 150 : 24);
      for (const MeshMaker make : kMeshMakers) {
        const std::string fault = find_fault(grid, make(grid));
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
        const std::string fault = find_fault(grid, mesh);
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
  CHECK(build_rectangle_mesh(Grid(3, 2, TileState::blocked)).cell_count() == 0);
  // Leaves are squares: see the tests of quadtrees.
  for (const MeshMaker make : std::span(kMeshMakers).first(2)) {
    const ConvexMesh open = make(Grid(70, 130, TileState::walkable));
    CHECK(open.cell_count() == 1);
    CHECK(open.edge_count() == 4);
    const ConvexMesh wide = make(Grid(kMaxMapSide, 1, TileState::walkable));
    CHECK(wide.cell_count() == 1);
    CHECK(wide.high() == Point(static_cast<float>(kMaxMapSide), 1.0F));
    // Every second tile: no links, and vertices only where tiles are.
    const ConvexMesh board =
        make(Grid::from_predicate(65, 65, [](int x, int y) { return (x + y) % 2 == 0; }));
    CHECK(board.cell_count() == 2113);
    CHECK(board.component_count() == 2113);
  }
}
