// Meshes of leaves that follow the edits of their trees.
#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_mesh.hpp>

#include "support/catch.hpp"
#include "support/mesh_check.hpp"
#include "support/optimal_querier.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The outlines of a mesh's cells, each from its smallest vertex on, in order: a mesh without its
// ids.
std::vector<std::vector<float>> to_outlines(const ConvexMesh& mesh) {
  std::vector<std::vector<float>> outlines;
  mesh.for_each_cell([&](CellId cell) {
    const std::span<const MeshEdge> ring = mesh.edges(cell);
    std::size_t first = 0;
    for (std::size_t i = 1; i < ring.size(); ++i) {
      const Point& a = ring[i].start();
      const Point& b = ring[first].start();
      if (a.y < b.y || (a.y == b.y && a.x < b.x)) first = i;
    }
    std::vector<float>& outline = outlines.emplace_back();
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point& at = ring[(first + i) % ring.size()].start();
      outline.push_back(at.x);
      outline.push_back(at.y);
    }
  });
  std::sort(outlines.begin(), outlines.end());
  return outlines;
}

Grid grid_of(const Quadtree& tree) {
  return Grid::from_predicate(tree.width(), tree.height(),
                              [&](int x, int y) { return tree.is_walkable(x, y); });
}

// The fault of an edited mesh compared with a new one: find_fault() derives links, components, dead
// ends and corners from the cells alone.
std::string find_fault(const Quadtree& tree, const ConvexMesh& mesh, Random& random) {
  if (to_outlines(mesh) != to_outlines(build_mesh(tree))) return "other cells than afresh";
  return find_fault(grid_of(tree), mesh, random);
}

std::string describe(const TileRect& rect, const Grid& before, const Grid& after) {
  std::ostringstream text;
  text << "edit of " << rect.x0 << " " << rect.y0 << " " << rect.x1 << " " << rect.y1 << "\n"
       << to_drawing(before) << "\n"
       << to_drawing(after);
  return text.str();
}

}  // namespace

TEST_CASE("leaf mesh edits: after every edit the mesh built from scratch", "[leaf_mesh]") {
  for (Random& random : random_generators("leaf mesh edits")) {
    std::size_t changed = 0;
    for (std::size_t i = 0; i < random_count(250, 10000); ++i) {
      const Grid grid = make_random_map(random, random.chance(15) ? 70 : 18);
      Quadtree tree(grid.bits());
      ConvexMesh mesh = build_mesh(tree);
      for (int k = 0; k < 20; ++k) {
        const Grid before = grid_of(tree);
        const std::uint64_t revision = mesh.revision();
        const std::vector<std::vector<float>> outlines = to_outlines(mesh);
        const TileRect rect = edit_at_random(random, tree);
        edit_mesh(tree, rect, mesh);
        const std::string fault = find_fault(tree, mesh, random);
        if (!fault.empty()) FAIL(fault << ", " << describe(rect, before, grid_of(tree)));
        // A leaf may change between walkable and blocked as a whole, but not without its outline.
        const bool is_changed = to_outlines(mesh) != outlines;
        REQUIRE(mesh.revision() == revision + (is_changed ? 1 : 0));
        if (is_changed) ++changed;
      }
    }
    if (!is_small_share()) CHECK(changed > 1000);
  }
}

TEST_CASE("leaf mesh edits: optimal lengths, as on the grid's mesh and as the oracle's",
          "[leaf_mesh]") {
  for (Random& random : random_generators("leaf mesh lengths")) {
    for (std::size_t i = 0; i < random_count(150, 6000); ++i) {
      Grid grid = make_random_map(random, random.chance(10) ? 30 : 10);
      Quadtree tree(grid.bits());
      ConvexMesh mesh = build_mesh(tree);
      for (int k = 0; k < 6; ++k) {
        edit_mesh(tree, edit_at_random(random, tree), mesh);
        grid = grid_of(tree);
        const ConvexMesh other = build_mesh(grid);
        const VisibilityGraph oracle(grid);
        Querier querier(mesh);
        Querier other_querier(other);
        for (int query = 0; query < 8; ++query) {
          const LatticePoint start = random_place(random, grid);
          const LatticePoint goal = random_place(random, grid);
          const std::string fault = querier.check_answer(
              grid, to_map_point(start), to_map_point(goal), oracle.find_length(start, goal));
          if (!fault.empty()) FAIL(fault);
          const PathResult one = querier.run_query(to_map_point(start), to_map_point(goal)).result;
          const PathResult two =
              other_querier.run_query(to_map_point(start), to_map_point(goal)).result;
          REQUIRE(one.status == two.status);
          REQUIRE(std::abs(one.length - two.length) <= 1e-12 * (1.0 + two.length));
        }
      }
    }
  }
}

TEST_CASE("leaf mesh edits: cells away from the change keep their ids", "[leaf_mesh]") {
  for (Random& random : random_generators("leaf mesh ids")) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < random_count(200, 4000); ++i) {
      const Grid grid = make_random_map(random, 40);
      Quadtree tree(grid.bits());
      ConvexMesh mesh = build_mesh(tree);
      const ConvexMesh before = mesh;
      edit_mesh(tree, edit_at_random(random, tree), mesh);
      const std::vector<std::vector<float>> outlines = to_outlines(mesh);
      // A leaf that has the vertices it had keeps its cell.
      before.for_each_cell([&](CellId cell) {
        std::vector<float> outline;
        for (const MeshEdge& edge : before.edges(cell)) {
          outline.push_back(edge.start().x);
          outline.push_back(edge.start().y);
        }
        if (!std::binary_search(outlines.begin(), outlines.end(), outline)) return;
        ++kept;
        REQUIRE(mesh.is_cell(cell));
        REQUIRE(mesh.edges(cell).size() == before.edges(cell).size());
        for (std::size_t k = 0; k < mesh.edges(cell).size(); ++k) {
          REQUIRE(mesh.edges(cell)[k].start() == before.edges(cell)[k].start());
        }
      });
    }
    if (!is_small_share()) CHECK(kept > 1000);
  }
}

TEST_CASE("leaf mesh edits: a long script on a large map", "[leaf_mesh]") {
  for (Random& random : random_generators("leaf mesh, long")) {
    const int side = is_small_share() ? 200 : 512;
    const Grid grid = make_cave_map(random, side, 300);
    Quadtree tree(grid.bits());
    ConvexMesh mesh = build_mesh(tree);
    const std::size_t edits = random_count(4000, 40000);
    for (std::size_t k = 1; k <= edits; ++k) {
      const int x = random.between(-4, tree.width());
      const int y = random.between(-4, tree.height());
      const TileRect rect{x, y, x + random.between(1, 10), y + random.between(1, 10)};
      tree.set(rect, random.chance(50) ? TileState::blocked : TileState::walkable);
      edit_mesh(tree, rect, mesh);
      if (k % std::max<std::size_t>(edits / 4, 1) == 0) {
        const std::string fault = find_fault(tree, mesh, random);
        INFO(fault);
        REQUIRE(fault.empty());
      }
    }
    const ConvexMesh fresh = build_mesh(tree);
    CHECK(mesh.cell_ids() < 2 * fresh.cell_count());
    CHECK(mesh.edge_ids() < 2 * fresh.edge_count());
    CHECK(mesh.memory_bytes() < 3 * fresh.memory_bytes());
  }
}

TEST_CASE("leaf mesh edits: the ends of the scale", "[leaf_mesh]") {
  Random random(7);
  Quadtree tree = Quadtree::from_predicate(70, 50, [](int, int) { return false; });
  ConvexMesh mesh = build_mesh(tree);
  const auto edit = [&](const TileRect& rect, TileState state) {
    tree.set(rect, state);
    edit_mesh(tree, rect, mesh);
    CHECK(find_fault(tree, mesh, random).empty());
  };
  const TileRect all{0, 0, 70, 50};
  edit({3, 3, 4, 4}, TileState::blocked);
  CHECK(mesh.revision() == 0);
  edit({3, 3, 4, 4}, TileState::walkable);
  CHECK(mesh.cell_count() == 1);
  CHECK(mesh.revision() == 1);
  edit({69, 49, 90, 90}, TileState::walkable);
  CHECK(mesh.component_count() == 2);
  edit({-5, -5, 90, 90}, TileState::walkable);
  CHECK(mesh.component_count() == 1);
  CHECK(mesh.cell_count() == tree.leaf_count());
  const std::uint64_t revision = mesh.revision();
  for (const TileRect& none :
       {TileRect{-5, -5, 0, 0}, TileRect{70, 0, 80, 50}, TileRect{5, 5, 5, 9}, TileRect{5, 5, 4, 4},
        TileRect{1 << 20, 0, 1 << 21, 5}, all}) {
    edit_mesh(tree, none, mesh);
  }
  CHECK(mesh.revision() == revision);
  edit(all, TileState::blocked);
  CHECK(mesh.cell_count() == 0);
  edit(all, TileState::walkable);
  CHECK(mesh.cell_count() == tree.leaf_count());
}
