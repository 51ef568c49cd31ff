// Meshes that follow the edits of their grids.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <taut/engine/constants.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/validate.hpp>

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

// Whether some edge could be taken out so that its two cells were one that build_mesh() may make.
bool has_needless_edge(const ConvexMesh& mesh) {
  const auto is_needless_at = [&](EdgeId edge) {
    const CellId cell = mesh.cell_of(edge);
    const EdgeId first = mesh.first_edge(cell);
    const EdgeId before =
        edge == first ? first + static_cast<EdgeId>(mesh.edges(cell).size()) - 1 : edge - 1;
    const EdgeId after = mesh.next(mesh.next(mesh.edge(edge).twin()));
    return orient(mesh.edge(before).start(), mesh.edge(edge).start(), mesh.edge(after).start()) >=
           0.0;
  };
  bool has_one = false;
  mesh.for_each_cell([&](CellId cell) {
    for (EdgeId edge = mesh.first_edge(cell);
         edge < mesh.first_edge(cell) + mesh.edges(cell).size(); ++edge) {
      if (mesh.edge(edge).is_wall()) continue;
      const EdgeId twin = mesh.edge(edge).twin();
      const std::size_t sum = mesh.edges(cell).size() + mesh.edges(mesh.cell_of(twin)).size();
      if (sum - 2 > kMaxMergedEdges) continue;
      if (is_needless_at(edge) && is_needless_at(twin)) has_one = true;
    }
  });
  return has_one;
}

// Places against a look at all cells, links against their twins, components against a flood.
std::string find_fault_of_edit(const ConvexMesh& mesh, Random& random) {
  for (int i = 0; i < 8; ++i) {
    const float x =
        0.5F * static_cast<float>(random.between(0, 2 * static_cast<int>(mesh.high().x)));
    const float y =
        0.5F * static_cast<float>(random.between(0, 2 * static_cast<int>(mesh.high().y)));
    const std::vector<CellId> cells = find_cells_at(mesh, {x, y});
    std::vector<CellId> found;
    mesh.for_each_cell_at({x, y}, [&](CellId cell) { found.push_back(cell); });
    if (found != cells) return "wrong cells at a place";
    const std::optional<CellId> first = mesh.locate({x, y});
    if (first.has_value() == cells.empty() ||
        (first && *first != *std::min_element(cells.begin(), cells.end()))) {
      return "wrong cell at a place";
    }
    if (found.size() > mesh.max_cells_at_point()) return "more cells at a place than the bound";
  }
  std::vector<bool> is_reached(mesh.cell_ids(), false);
  std::vector<bool> is_known(2 * mesh.cell_ids() + 2, false);
  std::size_t components = 0;
  std::string fault;
  mesh.for_each_cell([&](CellId seed) {
    if (is_reached[seed]) return;
    ++components;
    const std::uint32_t component = mesh.component(seed);
    if (component >= is_known.size()) is_known.resize(component + 1, false);
    if (is_known[component]) fault = "two parts with one component";
    is_known[component] = true;
    std::vector<CellId> reached{seed};
    is_reached[seed] = true;
    while (!reached.empty()) {
      const CellId cell = reached.back();
      reached.pop_back();
      if (mesh.component(cell) != component) fault = "a part with two components";
      for (EdgeId edge = mesh.first_edge(cell); const MeshEdge& side : mesh.edges(cell)) {
        if (mesh.cell_of(edge) != cell) fault = "an edge of another cell";
        if (!side.is_wall() && mesh.edge(side.twin()).twin() != edge) fault = "no twin of its twin";
        ++edge;
        if (side.is_wall() || is_reached[mesh.cell_of(side.twin())]) continue;
        is_reached[mesh.cell_of(side.twin())] = true;
        reached.push_back(mesh.cell_of(side.twin()));
      }
    }
  });
  if (components != mesh.component_count()) fault = "wrong number of components";
  return fault;
}

}  // namespace

TEST_CASE("mesh edits: valid after every edit of random scripts", "[mesh_edit]") {
  for (Random& random : random_generators("mesh edits")) {
    for (std::size_t i = 0; i < random_count(250, 10000); ++i) {
      Grid grid = make_random_map(random, random.chance(10) ? 40 : 14);
      ConvexMesh mesh = build_mesh(grid);
      for (int k = 0; k < 20; ++k) {
        const Grid before = grid;
        const TileRect rect = edit_at_random(random, grid);
        edit_mesh(grid, rect, mesh);
        std::string fault = find_fault(grid, mesh, random);
        if (has_needless_edge(mesh)) fault = "needless edge";
        if (fault.empty()) fault = find_difference(mesh, build_mesh(grid));
        if (!fault.empty()) {
          FAIL(fault << ", edit " << k << " of " << rect.x0 << " " << rect.y0 << " " << rect.x1
                     << " " << rect.y1 << "\n"
                     << to_drawing(before) << "\n"
                     << to_drawing(grid));
        }
      }
    }
  }
}

TEST_CASE("mesh edits: optimal lengths as on a fresh mesh, and as the oracle's", "[mesh_edit]") {
  for (Random& random : random_generators("mesh edit lengths")) {
    for (std::size_t i = 0; i < random_count(150, 6000); ++i) {
      Grid grid = make_random_map(random, random.chance(10) ? 30 : 10);
      ConvexMesh mesh = build_mesh(grid);
      OptimalScratch scratch(mesh);
      for (int k = 0; k < 6; ++k) {
        edit_mesh(grid, edit_at_random(random, grid), mesh);
        scratch.fit(mesh);
        const ConvexMesh fresh = build_mesh(grid);
        OptimalScratch fresh_scratch(fresh);
        std::vector<Point> out(max_path_points(mesh));
        std::vector<Point> fresh_out(max_path_points(fresh));
        const VisibilityGraph oracle(grid);
        for (int query = 0; query < 6; ++query) {
          const LatticePoint from = random_place(random, grid);
          const LatticePoint to = random_place(random, grid);
          const Point start = to_map_point(from);
          const Point goal = to_map_point(to);
          const PathResult one = find_optimal_path(mesh, start, goal, {}, scratch, out);
          const PathResult other =
              find_optimal_path(fresh, start, goal, {}, fresh_scratch, fresh_out);
          const auto length = static_cast<double>(oracle.find_length(from, to));
          INFO(to_drawing(grid) << start.x << " " << start.y << " to " << goal.x << " " << goal.y);
          REQUIRE(one.status == other.status);
          REQUIRE((one.status == Status::ok) == std::isfinite(length));
          if (one.status != Status::ok) continue;
          REQUIRE(std::abs(one.length - other.length) <= 1e-9 * other.length);
          REQUIRE(std::abs(one.length - length) <= 1e-9 * length);
          const PathCheck check = validate_path(grid, start, goal, std::span(out).first(one.count));
          REQUIRE(check.fault == PathFault::none);
          REQUIRE(check.open_corners == 0);
        }
      }
    }
  }
}

TEST_CASE("mesh edits: the corridors of optimal paths give these paths", "[mesh_edit]") {
  for (Random& random : random_generators("mesh edit corridors")) {
    for (std::size_t i = 0; i < random_count(300, 10000); ++i) {
      Grid grid = make_random_map(random, random.chance(10) ? 30 : 12);
      ConvexMesh mesh = build_mesh(grid);
      for (int k = random.between(1, 8); k > 0; --k) {
        edit_mesh(grid, edit_at_random(random, grid), mesh);
      }
      const VisibilityGraph oracle(grid);
      Querier querier(mesh);
      for (int query = 0; query < 12; ++query) {
        const LatticePoint from = random_place(random, grid);
        const LatticePoint to = random_place(random, grid);
        const std::string fault = querier.check_answer(grid, to_map_point(from), to_map_point(to),
                                                       oracle.find_length(from, to));
        if (!fault.empty()) FAIL(fault);
      }
    }
  }
}

TEST_CASE("mesh edits: a long script on a large map", "[mesh_edit]") {
  for (Random& random : random_generators("mesh edits, long")) {
    const int side = is_small_share() ? 200 : 512;
    Grid grid = make_cave_map(random, side, side);
    ConvexMesh mesh = build_mesh(grid);
    const std::size_t edits = random_count(10000, 40000);
    for (std::size_t k = 1; k <= edits; ++k) {
      const int x = random.between(-4, grid.width());
      const int y = random.between(-4, grid.height());
      const TileRect rect{x, y, x + random.between(1, 10), y + random.between(1, 10)};
      grid.set(rect, random.chance(50) ? TileState::blocked : TileState::walkable);
      edit_mesh(grid, rect, mesh);
      if (k % std::max<std::size_t>(edits / 4, 1) == 0) {
        REQUIRE(find_fault(grid, mesh, random).empty());
      }
    }
    // Not much worse than a new mesh, in cells and in memory.
    const ConvexMesh fresh = build_mesh(grid);
    CHECK(mesh.cell_count() < fresh.cell_count() + fresh.cell_count() / 4);
    CHECK(mesh.cell_ids() < 2 * fresh.cell_count());
    CHECK(mesh.edge_ids() < 2 * fresh.edge_count());
    CHECK(mesh.memory_bytes() < 3 * fresh.memory_bytes());
  }
}

// The cells are checked now and then, by find_fault(); what is spread over edits after each of
// them.
TEST_CASE("mesh edits: right while work is spread over them", "[mesh_edit]") {
  for (Random& random : random_generators("mesh edits, spread work")) {
    for (const int share : {15, 85}) {
      // From one cell to thousands, or back.
      const int side = is_small_share() ? 90 : 150;
      Grid grid = Grid::from_predicate(side, side,
                                       [&](int, int) { return share == 15 || random.chance(80); });
      ConvexMesh mesh = build_mesh(grid);
      const std::size_t edits = random_count(1500, 6000);
      for (std::size_t k = 1; k <= edits; ++k) {
        const int x = random.between(0, side - 1);
        const int y = random.between(0, side - 1);
        const int longest = share == 15 ? 2 : 9;
        const TileRect rect{x, y, x + random.between(1, longest), y + random.between(1, longest)};
        grid.set(rect, random.chance(share) ? TileState::walkable : TileState::blocked);
        edit_mesh(grid, rect, mesh);
        const std::string fault = find_fault_of_edit(mesh, random);
        if (!fault.empty()) FAIL(fault << " after edit " << k);
        if (k % (edits / 4) == 0) REQUIRE(find_fault(grid, mesh, random).empty());
        // A copy goes on from where the work was.
        if (k % 97 == 0) mesh = ConvexMesh(std::as_const(mesh));
      }
    }
  }
}

TEST_CASE("mesh edits: unused places of edges are given back", "[mesh_edit]") {
  constexpr int kSide = 128;
  Random random(5);
  Grid grid = Grid::from_predicate(kSide, kSide, [&](int, int) { return random.chance(80); });
  ConvexMesh mesh = build_mesh(grid);
  const std::size_t before = mesh.edge_ids();
  for (int y = 0; y < kSide; y += 4) {
    for (int x = 0; x < kSide; x += 4) {
      grid.set({x, y, x + 4, y + 4}, TileState::walkable);
      edit_mesh(grid, {x, y, x + 4, y + 4}, mesh);
    }
  }
  CHECK(mesh.cell_count() == 1);
  // All that is left is what a walk through all places has not seen yet.
  for (int i = 0; i < 500; ++i) {
    const TileRect tile{1 + i % 100, 5, 2 + i % 100, 6};
    grid.set(tile, i % 2 == 0 ? TileState::blocked : TileState::walkable);
    edit_mesh(grid, tile, mesh);
  }
  CHECK(before > 5000);
  CHECK(mesh.edge_ids() < 2000);
  CHECK(find_fault(grid, mesh, random).empty());
}

TEST_CASE("mesh edits: cells that remain as they are keep their ids", "[mesh_edit]") {
  for (Random& random : random_generators("mesh edit ids")) {
    for (std::size_t i = 0; i < random_count(200, 4000); ++i) {
      Grid grid = make_random_map(random, 40);
      ConvexMesh mesh = build_mesh(grid);
      const ConvexMesh before = mesh;
      const TileRect rect = edit_at_random(random, grid);
      edit_mesh(grid, rect, mesh);
      CHECK(mesh.revision() <= before.revision() + 1);
      const TileRect inside{std::max(rect.x0, 0), std::max(rect.y0, 0),
                            std::min(rect.x1, grid.width()), std::min(rect.y1, grid.height())};
      const bool is_empty = inside.x0 >= inside.x1 || inside.y0 >= inside.y1;
      const Point low{static_cast<float>(inside.x0), static_cast<float>(inside.y0)};
      const Point high{static_cast<float>(inside.x1), static_cast<float>(inside.y1)};
      const auto has_outline_of = [&](CellId cell, CellId other) {
        return std::equal(
            mesh.edges(cell).begin(), mesh.edges(cell).end(), before.edges(other).begin(),
            before.edges(other).end(),
            [](const MeshEdge& a, const MeshEdge& b) { return a.start() == b.start(); });
      };
      before.for_each_cell([&](CellId cell) {
        if (!is_empty && before.touches(cell, low, high)) return;
        if (mesh.is_cell(cell) && has_outline_of(cell, cell)) return;
        // It was removed: no cell is as it was.
        mesh.for_each_cell([&](CellId other) { REQUIRE_FALSE(has_outline_of(other, cell)); });
      });
    }
  }
}

TEST_CASE("mesh edits: the ends of the scale", "[mesh_edit]") {
  Random random(7);
  Grid grid(70, 50, TileState::blocked);
  ConvexMesh mesh = build_mesh(grid);
  const auto edit = [&](const TileRect& rect, TileState state) {
    grid.set(rect, state);
    edit_mesh(grid, rect, mesh);
    CHECK(find_fault(grid, mesh, random).empty());
  };
  const TileRect all{0, 0, 70, 50};
  edit({3, 3, 4, 4}, TileState::blocked);
  CHECK(mesh.revision() == 0);
  edit({3, 3, 4, 4}, TileState::walkable);
  CHECK(mesh.cell_count() == 1);
  CHECK(mesh.revision() == 1);
  edit({69, 49, 70, 50}, TileState::walkable);
  CHECK(mesh.component_count() == 2);
  edit(all, TileState::walkable);
  CHECK(mesh.cell_count() == 1);
  CHECK(mesh.edge_count() == 4);
  CHECK(mesh.vertex_count() == 4);
  const std::uint64_t revision = mesh.revision();
  for (const TileRect& none : {TileRect{-5, -5, 0, 0}, TileRect{70, 0, 80, 50},
                               TileRect{5, 5, 5, 9}, TileRect{5, 5, 4, 4}}) {
    edit_mesh(grid, none, mesh);
  }
  CHECK(mesh.revision() == revision);
  // Edits that cancel each other leave nothing behind.
  for (int i = 0; i < 3000; ++i) {
    const TileRect rect{10 + i % 3, 10, 14 + i % 5, 12 + i % 7};
    grid.set(rect, TileState::blocked);
    edit_mesh(grid, rect, mesh);
    grid.set(rect, TileState::walkable);
    edit_mesh(grid, rect, mesh);
  }
  CHECK(mesh.cell_count() == 1);
  CHECK(mesh.cell_ids() < 20);
  CHECK(mesh.edge_ids() < 2000);
  CHECK(mesh.vertex_ids() < 20);
  CHECK(find_fault(grid, mesh, random).empty());
  edit(all, TileState::blocked);
  CHECK(mesh.cell_count() == 0);
  CHECK(mesh.component_count() == 0);
  CHECK_FALSE(mesh.locate({3.5F, 3.5F}));
  edit(all, TileState::walkable);
  CHECK(mesh.cell_count() == 1);
}

TEST_CASE("mesh edits: a large edit that makes or joins very many parts", "[mesh_edit]") {
  // Work for each part that grows with their number would be minutes.
  constexpr int kSide = 400;
  const Grid open(kSide, kSide, TileState::walkable);
  const Grid board = Grid::from_predicate(kSide, kSide, [](int x, int y) {
    const bool is_rim = x == 0 || y == 0 || x + 1 == kSide || y + 1 == kSide;
    return is_rim || (x + y) % 2 != 0;
  });
  const TileRect inside{1, 1, kSide - 1, kSide - 1};
  ConvexMesh mesh = build_mesh(open);
  edit_mesh(board, inside, mesh);
  CHECK(mesh.component_count() == board.component_count());
  CHECK(mesh.component_count() > 70000);
  edit_mesh(open, inside, mesh);
  CHECK(mesh.component_count() == 1);
  CHECK(mesh.cell_count() == 1);
}

TEST_CASE("mesh edits: long rows of obstacles do not make an edit larger", "[mesh_edit]") {
  // Between two rows all space is convex: one cell would have an edge for each obstacle.
  const auto differs = [](const ConvexMesh& a, const ConvexMesh& b, CellId cell) {
    if (a.is_cell(cell) != b.is_cell(cell)) return true;
    if (!a.is_cell(cell)) return false;
    return !std::equal(a.edges(cell).begin(), a.edges(cell).end(), b.edges(cell).begin(),
                       b.edges(cell).end(),
                       [](const MeshEdge& p, const MeshEdge& q) { return p.start() == q.start(); });
  };
  for (const int width : {256, 1024, 4096, 16384}) {
    if (is_small_share() && width > 4096) continue;
    Grid grid =
        Grid::from_predicate(width, 5, [](int x, int y) { return x % 2 == 0 || y % 2 == 0; });
    ConvexMesh mesh = build_mesh(grid);
    mesh.for_each_cell([&](CellId cell) { REQUIRE(mesh.edges(cell).size() <= kMaxMergedEdges); });
    const TileRect tile{width / 2, 2, width / 2 + 1, 3};
    for (const TileState state : {TileState::blocked, TileState::walkable}) {
      const ConvexMesh before = mesh;
      grid.set(tile, state);
      edit_mesh(grid, tile, mesh);
      const auto ids = static_cast<CellId>(std::max(before.cell_ids(), mesh.cell_ids()));
      std::size_t changed = 0;  // edges
      for (CellId cell = 0; cell < ids; ++cell) {
        if (!differs(before, mesh, cell)) continue;
        if (before.is_cell(cell)) changed += before.edges(cell).size();
        if (mesh.is_cell(cell)) changed += mesh.edges(cell).size();
      }
      CHECK(changed > 0);
      CHECK(changed <= 16 * kMaxMergedEdges);
      CHECK(find_difference(mesh, build_mesh(grid)).empty());
    }
    Random random(3);
    CHECK(find_fault(grid, mesh, random).empty());
  }
}

TEST_CASE("mesh edits: cells of as many edges as there may be are those of a new mesh",
          "[mesh_edit]") {
  for (Random& random : random_generators("mesh edits, most edges")) {
    for (std::size_t i = random_count(12, 400); i > 0; --i) {
      // Rows of obstacles: how much of the space between two of them is one cell depends on how
      // many edges it has.
      const int width = random.between(100, 300);
      const int rows = random.between(2, 4);
      const int apart = random.between(2, 12);
      const int share = random.between(85, 100);
      Grid grid = Grid::from_predicate(width, rows * apart, [&](int x, int y) {
        return y % apart != 0 || x % 2 != 0 || !random.chance(share);
      });
      ConvexMesh mesh = build_mesh(grid);
      for (int k = 0; k < 30; ++k) {
        const int x = random.between(0, width - 1);
        const int y = random.between(0, grid.height() - 1);
        const TileRect rect{x, y, x + random.between(1, 3), y + random.between(1, 2)};
        grid.set(rect, random.chance(40) ? TileState::blocked : TileState::walkable);
        edit_mesh(grid, rect, mesh);
        const std::string difference = find_difference(mesh, build_mesh(grid));
        if (!difference.empty()) FAIL(difference << ", edit " << k << "\n" << to_drawing(grid));
      }
      REQUIRE(find_fault(grid, mesh, random).empty());
    }
  }
}

TEST_CASE("mesh edits: very many obstacles at once", "[mesh_edit]") {
  // The sweep over the hole finds the place of each without a look at all others.
  constexpr int kSide = 300;
  const Grid open(kSide, kSide, TileState::walkable);
  const Grid pillars =
      Grid::from_predicate(kSide, kSide, [](int x, int y) { return x % 2 == 0 || y % 2 == 0; });
  ConvexMesh mesh = build_mesh(open);
  edit_mesh(pillars, {0, 0, kSide, kSide}, mesh);
  CHECK(mesh.cell_count() == build_mesh(pillars).cell_count());
  edit_mesh(open, {0, 0, kSide, kSide}, mesh);
  CHECK(mesh.cell_count() == 1);
}
