// Centres of mesh cells, and the paths through them.
#include <algorithm>
#include <vector>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/validate.hpp>

#include "bench/mesh_paths/greedy_rectangles.hpp"
#include "support/catch.hpp"
#include "support/guarded_block.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("mesh path: a cell's centre is a lattice point of its inside", "[mesh]") {
  for (Random& random : random_generators("mesh centres")) {
    for (std::size_t i = 0; i < random_count(300, 5000); ++i) {
      const Grid grid = make_random_map(random, 60);
      const ConvexMesh mesh = i % 2 == 0 ? build_mesh(grid) : bench::build_rectangle_mesh(grid);
      for (CellId cell = 0; cell < mesh.cell_count(); ++cell) {
        const Point at = center(mesh, cell);
        REQUIRE(at == snap(at));
        const std::span<const MeshEdge> ring = mesh.edges(cell);
        for (std::size_t k = 0; k < ring.size(); ++k) {
          REQUIRE(orient(ring[k].start(), ring[(k + 1) % ring.size()].start(), at) > 0.0);
        }
      }
    }
  }
}

TEST_CASE("mesh path: through the centres of cells", "[mesh]") {
  for (Random& random : random_generators("mesh join centres")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(300, 5000); ++i) {
      const Grid grid = make_random_map(random, 40);
      const ConvexMesh mesh = i % 2 == 0 ? build_mesh(grid) : bench::build_rectangle_mesh(grid);
      OptimalScratch scratch(mesh);
      std::vector<Point> room(max_path_points(2 * mesh.cell_count() + mesh.vertex_count()));
      std::vector<CellId> corridor(mesh.cell_count());
      std::vector<Portal> portals(mesh.cell_count());
      for (int k = 0; k < 5; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        if (find_optimal_path(mesh, start, goal, {}, scratch, room).status != Status::ok) continue;
        ++solved;
        const std::span cells(corridor.data(), extract_corridor(mesh, scratch, corridor).count);
        const std::span edges(portals.data(), extract_portals(mesh, cells, portals).count);
        const Result joined = join_centers(mesh, start, goal, cells, edges, room);
        REQUIRE(joined.status == Status::ok);
        REQUIRE(joined.count <= max_path_points(2 * cells.size()));
        const std::vector<Point> path(room.begin(),
                                      room.begin() + static_cast<std::ptrdiff_t>(joined.count));
        REQUIRE(validate_path(grid, start, goal, path).fault == PathFault::none);
        for (std::size_t size = 0; size < std::min<std::size_t>(path.size(), 6); ++size) {
          GuardedBlock<Point> block(size);
          const Result part = join_centers(mesh, start, goal, cells, edges, block.room());
          REQUIRE(block.is_intact());
          REQUIRE(part.status == Status::truncated);
          REQUIRE(part.count == size);
          REQUIRE(std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(size),
                             block.room().begin()));
        }
      }
    }
    if (!is_small_share()) CHECK(solved > 0);
  }
}
