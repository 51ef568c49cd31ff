// ConvexMesh from polygons: faults, links, corners, places, components, dead ends, portals.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/vectors.hpp>

#include "support/catch.hpp"
#include "support/guarded_block.hpp"
#include "support/mesh_check.hpp"
#include "support/mesh_makers.hpp"
#include "support/mesh_shapes.hpp"
#include "support/optimal_querier.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

using Polygons = std::vector<std::vector<std::uint32_t>>;

struct Shape {
  std::vector<Point> vertices;
  Polygons polygons;

  [[nodiscard]] MeshBuild build() const { return build_mesh(vertices, polygons); }
};

// Columns x rows squares of side 1, cell i at column i % columns.
Shape make_squares(std::uint32_t columns, std::uint32_t rows) {
  Shape shape;
  for (std::uint32_t y = 0; y <= rows; ++y) {
    for (std::uint32_t x = 0; x <= columns; ++x) {
      shape.vertices.push_back({static_cast<float>(x), static_cast<float>(y)});
    }
  }
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < columns; ++x) {
      const std::uint32_t at = y * (columns + 1) + x;
      shape.polygons.push_back({at, at + 1, at + columns + 2, at + columns + 1});
    }
  }
  return shape;
}

// Squares of a board, given by their column and row.
Shape pick_squares(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& squares) {
  Shape board = make_squares(8, 8);
  Shape shape{board.vertices, {}};
  for (const auto& [x, y] : squares) shape.polygons.push_back(board.polygons[y * 8 + x]);
  return shape;
}

ConvexMesh make(const Shape& shape) {
  MeshBuild build = shape.build();
  INFO(build.error.message());
  REQUIRE(build);
  return std::move(*build.mesh);
}

MeshError fault_of(const std::vector<Point>& vertices, const Polygons& polygons) {
  const MeshBuild build = build_mesh(vertices, polygons);
  CHECK_FALSE(build);
  return build.error;
}

bool is_corner(const ConvexMesh& mesh, CellId cell, const Point& at) {
  for (const MeshEdge& edge : mesh.edges(cell)) {
    if (edge.start() == at) return edge.is_corner();
  }
  FAIL("no such vertex");
  return false;
}

VertexId vertex_at(const ConvexMesh& mesh, CellId cell, const Point& at) {
  for (const MeshEdge& edge : mesh.edges(cell)) {
    if (edge.start() == at) return edge.vertex();
  }
  FAIL("no such vertex");
  return 0;
}

// A walk of random steps gives the same portals on both meshes.
void compare_portals(Random& random, const ConvexMesh& plain, const ConvexMesh& mesh) {
  std::vector<CellId> walk{static_cast<CellId>(random.below(plain.cell_count()))};
  for (int k = 0; k < 30; ++k) {
    const std::span<const MeshEdge> ring = mesh.edges(walk.back());
    const MeshEdge& edge = ring[random.below(ring.size())];
    if (!edge.is_wall()) walk.push_back(mesh.cell_of(edge.twin()));
  }
  std::vector<Portal> wanted(walk.size());
  std::vector<Portal> found(walk.size());
  const Result plain_result = extract_portals(plain, walk, wanted);
  const Result result = extract_portals(mesh, walk, found);
  REQUIRE(plain_result.status == Status::ok);
  REQUIRE(result.status == Status::ok);
  REQUIRE(result.count == plain_result.count);
  for (std::size_t k = 0; k < result.count; ++k) {
    REQUIRE(found[k].left == wanted[k].left);
    REQUIRE(found[k].right == wanted[k].right);
  }
}

// The path of A* over the mesh is what is pulled through its cells on the plain mesh.
void compare_cell_paths(const ConvexMesh& plain, const ConvexMesh& mesh, const Point& start,
                        const Point& goal) {
  MeshScratch scratch(mesh);
  std::vector<Point> path(max_path_points(mesh.cell_count()));
  const PathResult near = find_path(mesh, start, goal, MeshSearchOptions{}, scratch, path);
  REQUIRE(near.status == Status::ok);
  std::vector<CellId> corridor(mesh.cell_count());
  const CorridorResult cells = find_corridor(mesh, start, goal, {}, scratch, corridor);
  std::vector<Portal> portals(cells.count);
  const Result whole = extract_portals(plain, std::span(corridor).first(cells.count), portals);
  REQUIRE(whole.status == Status::ok);
  portals.resize(whole.count);
  std::vector<Point> pulled(path.size());
  const Result pull = string_pull(start, goal, portals, pulled);
  REQUIRE(pull.count == near.count);
  path.resize(near.count);
  pulled.resize(pull.count);
  REQUIRE(path == pulled);
}

// Cells that share more than one edge with a neighbour.
std::size_t count_split_borders(const ConvexMesh& mesh) {
  std::size_t count = 0;
  for (CellId cell = 0; cell < mesh.cell_count(); ++cell) {
    std::vector<CellId> beside;
    for (const MeshEdge& edge : mesh.edges(cell)) {
      if (!edge.is_wall()) beside.push_back(mesh.cell_of(edge.twin()));
    }
    std::sort(beside.begin(), beside.end());
    count += std::adjacent_find(beside.begin(), beside.end()) != beside.end() ? 1U : 0U;
  }
  return count;
}

}  // namespace

TEST_CASE("mesh builder: what it refuses, and where", "[mesh]") {
  const std::vector<Point> square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const auto is = [](const MeshError& error, MeshFault fault, std::size_t polygon,
                     std::size_t vertex, std::size_t other) {
    INFO(error.message());
    CHECK(error.fault == fault);
    CHECK(error.polygon == polygon);
    CHECK(error.vertex == vertex);
    CHECK(error.other == other);
  };
  is(fault_of(square, {{0, 1, 2}, {0, 1}}), MeshFault::too_few_vertices, 1, 0, 1);
  is(fault_of(square, {{0, 1, 4}}), MeshFault::no_such_vertex, 0, 2, 0);
  is(fault_of({{0, 0}, {1, 0}, {0, 0.1F}}, {{0, 1, 2}}), MeshFault::off_lattice, 0, 2, 0);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  is(fault_of({{0, 0}, {nan, 0}, {0, 1}}, {{0, 1, 2}}), MeshFault::off_lattice, 0, 1, 0);
  is(fault_of({{0, 0}, {1, 0}, {0, infinity}}, {{0, 1, 2}}), MeshFault::off_lattice, 0, 2, 0);
  is(fault_of({{0, 0}, {16385, 0}, {0, 1}}, {{0, 1, 2}}), MeshFault::too_wide, 0, 1, 0);
  is(fault_of({{-9000, 0}, {9000, 0}, {0, 1}}, {{0, 1, 2}}), MeshFault::too_wide, 0, 1, 0);
  is(fault_of(square, {{0, 1, 1, 2}}), MeshFault::repeated_vertex, 0, 1, 0);
  is(fault_of(square, {{3, 2, 1, 0}}), MeshFault::clockwise, 0, 0, 0);
  is(fault_of({{0, 0}, {4, 0}, {4, 4}, {3, 1}}, {{0, 1, 2, 3}}), MeshFault::not_convex, 0, 3, 0);
  is(fault_of({{0, 0}, {4, 0}, {2, 0}}, {{0, 1, 2}}), MeshFault::not_convex, 0, 1, 0);
  // A star of five points turns left everywhere, but twice round.
  is(fault_of({{0, -5}, {3, 4}, {-5, -1}, {5, -1}, {-3, 4}}, {{0, 1, 2, 3, 4}}),
     MeshFault::not_convex, 0, 0, 0);
  is(fault_of({{0, 0}, {2, 0}, {1, 2}, {1, -2}, {1, 4}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}),
     MeshFault::edge_shared_twice, 2, 0, 0);
  is(fault_of({{0, 0}, {2, 0}, {1, 2}, {1, 4}}, {{0, 1, 2}, {0, 1, 3}}), MeshFault::overlap, 1, 0,
     0);
  is(fault_of({{0, 0}, {4, 0}, {0, 4}, {1, 1}, {5, 1}, {1, 5}}, {{0, 1, 2}, {3, 4, 5}}),
     MeshFault::overlap, 1, 0, 0);
  // A large square beside two small ones, without a vertex where these meet.
  const std::vector<Point> beside{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {3, 0}, {3, 1}, {2, 1}, {3, 2}};
  is(fault_of(beside, {{0, 1, 2, 3}, {1, 4, 5, 6}}), MeshFault::edge_shared_partly, 1, 3, 0);
  CHECK(Shape{beside, {{0, 1, 6, 2, 3}, {1, 4, 5, 6}, {6, 5, 7, 2}}}.build());

  CHECK(fault_of(square, {{3, 2, 1, 0}}).message() == "polygon 0, vertex 0: clockwise");
  CHECK(fault_of({{0, 0}, {2, 0}, {1, 2}, {1, 4}}, {{0, 1, 2}, {0, 1, 3}}).message() ==
        "polygon 1, vertex 0: overlap with polygon 0");
  CHECK(std::string(to_string(MeshFault::edge_shared_partly)) == "edge_shared_partly");
}

TEST_CASE("mesh builder: no polygons make an empty mesh", "[mesh]") {
  const ConvexMesh mesh = make({{}, {}});
  CHECK(mesh.cell_count() == 0);
  CHECK(mesh.component_count() == 0);
  CHECK_FALSE(mesh.locate({0.0F, 0.0F}));
}

TEST_CASE("mesh: links of squares, vertices by place", "[mesh]") {
  // Each square with vertices of its own.
  const Shape board = make_squares(3, 2);
  Shape shape;
  for (const std::vector<std::uint32_t>& polygon : board.polygons) {
    std::vector<std::uint32_t> own;
    for (const std::uint32_t i : polygon) {
      own.push_back(static_cast<std::uint32_t>(shape.vertices.size()));
      shape.vertices.push_back(board.vertices[i]);
    }
    shape.polygons.push_back(own);
  }
  const ConvexMesh mesh = make(shape);
  REQUIRE(mesh.cell_count() == 6);
  CHECK(mesh.edge_count() == 24);
  CHECK(mesh.vertex_count() == 12);
  CHECK(mesh.component_count() == 1);
  std::size_t links = 0;
  for (EdgeId edge = 0; edge < mesh.edge_count(); ++edge) {
    const EdgeId twin = mesh.edge(edge).twin();
    if (twin == kNoEdge) continue;
    ++links;
    CHECK(mesh.edge(twin).twin() == edge);
    CHECK(mesh.edge(twin).start() == mesh.edge(mesh.next(edge)).start());
    CHECK(mesh.edge(mesh.next(twin)).start() == mesh.edge(edge).start());
    CHECK(mesh.cell_of(twin) != mesh.cell_of(edge));
  }
  CHECK(links == 14);
  // In a ring of cells none is a dead end, and without obstacle there are no corners.
  for (CellId cell = 0; cell < 6; ++cell) {
    CHECK_FALSE(mesh.is_dead_end(cell));
    for (const MeshEdge& edge : mesh.edges(cell)) CHECK_FALSE(edge.is_corner());
  }
}

TEST_CASE("mesh: obstacle corners", "[mesh]") {
  // An L: its inner corner has 270 free degrees; a straight wall and a room's corner are none.
  const ConvexMesh bend = make(pick_squares({{0, 0}, {1, 0}, {0, 1}}));
  CHECK(is_corner(bend, 0, {1, 1}));
  CHECK(is_corner(bend, 1, {1, 1}));
  CHECK(is_corner(bend, 2, {1, 1}));
  CHECK_FALSE(is_corner(bend, 0, {1, 0}));
  CHECK_FALSE(is_corner(bend, 1, {2, 1}));
  // Squares that touch in a point: two vertices there, no corners, no way.
  const ConvexMesh touching = make(pick_squares({{0, 0}, {1, 1}}));
  CHECK(touching.vertex_count() == 8);
  CHECK(vertex_at(touching, 0, {1, 1}) != vertex_at(touching, 1, {1, 1}));
  CHECK_FALSE(is_corner(touching, 0, {1, 1}));
  CHECK(touching.component_count() == 2);
  CHECK_FALSE(touching.is_connected(0, 1));
  // A ring round a hole: four corners.
  const ConvexMesh ring =
      make(pick_squares({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}));
  std::set<VertexId> corners;
  for (EdgeId edge = 0; edge < ring.edge_count(); ++edge) {
    if (ring.edge(edge).is_corner()) corners.insert(ring.edge(edge).vertex());
  }
  CHECK(corners.size() == 4);
  // Triangles round the end of a wedge: a little more than half, half, and less.
  const std::vector<Point> fan{{0, 0}, {4, 0}, {0, 4}, {-4, 0}, {-4, -1}, {-4, 1}};
  CHECK(is_corner(make({fan, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}}), 0, {0, 0}));
  CHECK_FALSE(is_corner(make({fan, {{0, 1, 2}, {0, 2, 3}}}), 0, {0, 0}));
  CHECK_FALSE(is_corner(make({fan, {{0, 1, 2}, {0, 2, 5}}}), 0, {0, 0}));
}

TEST_CASE("mesh: locate, also on edges and corners and outside", "[mesh]") {
  const ConvexMesh mesh = make(pick_squares({{0, 0}, {1, 0}, {3, 3}, {1, 1}}));
  CHECK(mesh.locate({0.5F, 0.5F}) == CellId{0});
  CHECK(mesh.locate({1.0F, 0.5F}) == CellId{0});
  CHECK(mesh.locate({1.5F, 0.5F}) == CellId{1});
  CHECK(mesh.locate({4.0F, 4.0F}) == CellId{2});
  CHECK_FALSE(mesh.locate({4.0F + 1.0F / 1024, 4.0F}));
  CHECK_FALSE(mesh.locate({2.5F, 2.5F}));
  CHECK_FALSE(mesh.locate({-1.0F, 0.5F}));
  CHECK_FALSE(mesh.locate({1e9F, 0.5F}));
  CHECK_FALSE(mesh.locate({std::numeric_limits<float>::quiet_NaN(), 0.5F}));
  std::vector<CellId> cells;
  mesh.for_each_cell_at({1.0F, 1.0F}, [&](CellId cell) { cells.push_back(cell); });
  CHECK(cells == std::vector<CellId>{0, 1, 3});
  CHECK(cells.size() <= mesh.max_cells_at_point());
  CHECK(mesh.holds(1, {2.0F, 1.0F}));
  CHECK_FALSE(mesh.holds(1, {2.0F, 1.0F + 1.0F / 1024}));
}

TEST_CASE("mesh: locate in a cell of 40 edges beside small ones as all cells tell", "[mesh]") {
  // Two parabolas, 20 wide and 12.5 high, and 400 squares: buckets of half a tile and less, many of
  // which lie inside the large cell, and others on edges beyond the 32nd.
  Shape shape = make_squares(20, 20);
  // At a place on an edge the cell whose buckets begin there is tried first.
  std::reverse(shape.polygons.begin(), shape.polygons.end());
  std::vector<std::uint32_t> ring;
  for (int i = 0; i < 40; ++i) {
    const int x = i <= 20 ? i : 40 - i;
    const float height = static_cast<float>((x - 10) * (x - 10)) / 16.0F;
    ring.push_back(static_cast<std::uint32_t>(shape.vertices.size()));
    shape.vertices.push_back(
        {static_cast<float>(22 + x), 3.0F + (i <= 20 ? height : 12.5F - height)});
  }
  shape.polygons.push_back(ring);
  const ConvexMesh mesh = make(shape);
  constexpr float kStep = 1.0F / 1024.0F;
  for (Random& random : random_generators("mesh locate")) {
    for (int i = 0; i < 5'000; ++i) {
      // Anywhere, or within two lattice steps of an edge.
      Point at{kStep * static_cast<float>(random.between(-1024, 43 * 1024)),
               kStep * static_cast<float>(random.between(-1024, 21 * 1024))};
      if (random.between(0, 1) == 1) {
        const auto edge = static_cast<EdgeId>(random.between(0, 1639));
        const Point from = mesh.edge(edge).start();
        const Point way = mesh.edge(mesh.next(edge)).start() - from;
        const float part = static_cast<float>(random.between(0, 16)) / 16.0F;
        const Point aside{kStep * static_cast<float>(random.between(-2, 2)),
                          kStep * static_cast<float>(random.between(-2, 2))};
        at = snap(from + part * way + aside);
      }
      std::vector<CellId> cells = find_cells_at(mesh, at);
      std::vector<CellId> found;
      mesh.for_each_cell_at(at, [&](CellId cell) { found.push_back(cell); });
      INFO(at);
      REQUIRE(found == cells);
      std::sort(cells.begin(), cells.end());
      REQUIRE(mesh.locate(at) == (cells.empty() ? std::nullopt : std::optional(cells.front())));
    }
  }
}

TEST_CASE("mesh: dead ends are what hangs on by one edge", "[mesh]") {
  // A ring of eight squares with a tail of two, and a separate row of three.
  const ConvexMesh mesh = make(pick_squares({{0, 0},
                                             {1, 0},
                                             {2, 0},
                                             {2, 1},
                                             {2, 2},
                                             {1, 2},
                                             {0, 2},
                                             {0, 1},
                                             {3, 0},
                                             {4, 0},
                                             {4, 4},
                                             {5, 4},
                                             {6, 4}}));
  for (CellId cell = 0; cell < 8; ++cell) CHECK_FALSE(mesh.is_dead_end(cell));
  CHECK(mesh.is_dead_end(8));
  CHECK(mesh.is_dead_end(9));
  CHECK(mesh.cell_of(mesh.edge(mesh.toward_exit(9)).twin()) == 8);
  CHECK(mesh.cell_of(mesh.edge(mesh.toward_exit(8)).twin()) == 2);
  // The middle of a tree is left.
  CHECK(mesh.is_dead_end(10));
  CHECK_FALSE(mesh.is_dead_end(11));
  CHECK(mesh.is_dead_end(12));
  std::size_t marks = 0;
  for (EdgeId edge = 0; edge < mesh.edge_count(); ++edge) {
    if (!mesh.edge(edge).leads_to_dead_end()) continue;
    ++marks;
    const CellId beyond = mesh.cell_of(mesh.edge(edge).twin());
    CHECK(mesh.is_dead_end(beyond));
    CHECK(mesh.toward_exit(beyond) == mesh.edge(edge).twin());
  }
  CHECK(marks == 4);
  for (CellId cell = 0; cell < mesh.cell_count(); ++cell) {
    std::uint32_t exits = 0;
    std::uint32_t links = 0;
    for (std::uint32_t i = 0; i < mesh.edges(cell).size(); ++i) {
      const MeshEdge& edge = mesh.edges(cell)[i];
      if (!edge.is_wall()) links |= 1U << i;
      if (!edge.is_wall() && !edge.leads_to_dead_end()) exits |= 1U << i;
    }
    CHECK(mesh.exits(cell) == exits);
    CHECK(mesh.links(cell) == links);
  }
}

TEST_CASE("mesh: portals of a corridor, their errors and capacities", "[mesh]") {
  const ConvexMesh mesh = make(pick_squares({{0, 0}, {1, 0}, {1, 1}, {3, 3}}));
  const std::vector<CellId> corridor{0, 1, 2};
  for (std::size_t room = 0; room <= 3; ++room) {
    GuardedBlock<Portal> block(room);
    const Result result = extract_portals(mesh, corridor, block.room());
    CHECK(block.is_intact());
    CHECK(result.count == std::min<std::size_t>(room, 2));
    CHECK(result.status == (room < 2 ? Status::truncated : Status::ok));
    if (result.count > 0) {
      // Walking to the right, left is larger y.
      CHECK(block.room()[0].left == Point{1, 1});
      CHECK(block.room()[0].right == Point{1, 0});
    }
    if (result.count > 1) {
      CHECK(block.room()[1].left == Point{1, 1});
      CHECK(block.room()[1].right == Point{2, 1});
    }
  }
  CHECK(max_edge_portals(corridor.size()) == 2);
  CHECK(max_edge_portals(0) == 0);
  std::vector<Portal> out(4);
  CHECK(extract_portals(mesh, {}, out).count == 0);
  CHECK(extract_portals(mesh, std::vector<CellId>{2}, out).status == Status::ok);
  for (const std::vector<CellId>& wrong :
       {std::vector<CellId>{0, 2}, {0, 1, 4}, {9}, {1, 2, 3}, {1, 1}}) {
    const Result result = extract_portals(mesh, wrong, out);
    CHECK(result.status == Status::invalid_input);
    CHECK(result.count == 0);
  }
  // Wrong beyond what fits is wrong too.
  CHECK(extract_portals(mesh, std::vector<CellId>{0, 1, 0, 2}, std::span(out).first(1)).status ==
        Status::invalid_input);
}

TEST_CASE("mesh: cells that share several edges share one portal", "[mesh]") {
  // Two rows of height 1 and width 8 with a vertex between them at 7 0; the edge that the lower one
  // lists first is the far one, or lies in the middle of four, two at the ends of the list.
  const std::vector<Point> vertices{{0, -1}, {8, -1}, {8, 0}, {7, 0}, {0, 0},
                                    {8, 1},  {0, 1},  {5, 0}, {2, 0}};
  const std::vector<Polygons> boards{{{0, 1, 2, 3, 4}, {4, 3, 2, 5, 6}},
                                     {{7, 8, 4, 0, 1, 2, 3}, {4, 8, 7, 3, 2, 5, 6}},
                                     {{8, 4, 0, 1, 2, 3, 7}, {3, 2, 5, 6, 4, 8, 7}}};
  for (const Polygons& polygons : boards) {
    const ConvexMesh mesh = make({vertices, polygons});
    std::vector<Portal> portals(1);
    const std::vector<CellId> up{0, 1};
    REQUIRE(extract_portals(mesh, up, portals).status == Status::ok);
    CHECK(portals[0].left == Point{0, 0});
    CHECK(portals[0].right == Point{8, 0});
    const std::vector<CellId> down{1, 0};
    REQUIRE(extract_portals(mesh, down, portals).status == Status::ok);
    CHECK(portals[0].left == Point{8, 0});
    CHECK(portals[0].right == Point{0, 0});

    MeshScratch scratch(mesh);
    std::vector<Point> path(4);
    for (const float x : {0.0F, 4.0F, 6.0F, 7.0F, 8.0F}) {
      const PathResult found =
          find_path(mesh, {x, -0.5F}, {x, 0.5F}, MeshSearchOptions{}, scratch, path);
      CHECK(found.length == 1.0);
    }
  }
}

TEST_CASE("mesh: more vertices on sides change no portal and no path", "[mesh]") {
  for (Random& random : random_generators("mesh split sides")) {
    std::size_t shared = 0;
    for (std::size_t i = 0; i < random_count(600, 20000); ++i) {
      const Grid grid = make_random_map(random, 14);
      MeshShape shape = to_shape(kMeshMakers[i % kMeshMakers.size()](grid));
      if (random.chance(50)) shape = cut_at_random(random, shape);
      const MeshShape split = split_sides_at_random(random, shape);
      const ConvexMesh plain = make({shape.vertices, shape.polygons});
      const ConvexMesh mesh = make({split.vertices, split.polygons});
      if (plain.cell_count() == 0) continue;
      compare_portals(random, plain, mesh);
      Querier querier(mesh);
      Querier plain_querier(plain);
      for (int k = 0; k < 5; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        const Found best = plain_querier.run_query(start, goal);
        const bool has_path = best.result.status == Status::ok;
        const auto length = has_path ? best.result.length : std::numeric_limits<double>::infinity();
        const std::string fault = querier.check_answer(grid, start, goal, length);
        if (!fault.empty()) FAIL(fault);
        if (has_path) compare_cell_paths(plain, mesh, start, goal);
      }
      shared += count_split_borders(mesh);
    }
    if (!is_small_share()) CHECK(shared > 0);
  }
}
