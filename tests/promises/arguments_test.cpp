// How constructors, edits and queries reject invalid arguments, in every build.
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <taut/engine/fixed_buffer.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/priced_search.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/grid.hpp>

#include "support/catch.hpp"

using namespace taut;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();
constexpr int kMost = std::numeric_limits<int>::max();
constexpr int kLeast = std::numeric_limits<int>::min();

// The message of what the call throws; "nothing" when it throws nothing.
template <class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing";
}

template <class Call>
void check_rejected(const Call& call, const std::string& message) {
  CHECK(message_of(call) == "taut: " + message);
}

Grid open_grid(int width, int height) { return {width, height, TileState::walkable}; }

struct Sides {
  int width;
  int height;
  const char* message;
};

const std::array<Sides, 7> kBadSides{{{0, 1, "width 0 is not within 1 to 16384"},
                                      {1, 0, "height 0 is not within 1 to 16384"},
                                      {-1, 5, "width -1 is not within 1 to 16384"},
                                      {20000, 3, "width 20000 is not within 1 to 16384"},
                                      {3, 16385, "height 16385 is not within 1 to 16384"},
                                      {kMost, kMost, "width 2147483647 is not within 1 to 16384"},
                                      {5, kLeast, "height -2147483648 is not within 1 to 16384"}}};

// A square of 2 x 2 units in two cells.
MeshParts two_cells() {
  return {{0, 4, 8},
          {{0.0F, 0.0F},
           {1.0F, 0.0F},
           {1.0F, 2.0F},
           {0.0F, 2.0F},
           {1.0F, 0.0F},
           {2.0F, 0.0F},
           {2.0F, 2.0F},
           {1.0F, 2.0F}},
          {kNoEdge, 7, kNoEdge, kNoEdge, kNoEdge, kNoEdge, kNoEdge, 1}};
}

}  // namespace

TEST_CASE("arguments: sides of maps") {
  const std::vector<std::uint8_t> bytes(16);
  const std::vector<std::uint64_t> words(16);
  const auto never = [](int, int) -> bool { throw std::logic_error("requested a tile"); };
  for (const auto& [width, height, message] : kBadSides) {
    const int w = width;
    const int h = height;
    const std::string text = message;
    check_rejected([&] { return open_grid(w, h); }, "Grid: " + text);
    check_rejected([&] { return Grid::from_bytes(w, h, bytes); }, "Grid: " + text);
    check_rejected([&] { return Grid::from_bits(w, h, words); }, "Grid: " + text);
    check_rejected([&] { return Grid::from_predicate(w, h, never); }, "Grid: " + text);
    check_rejected([&] { return Quadtree::from_predicate(w, h, never); }, "Quadtree: " + text);
  }
  for (const int side : {0, -1, kLeast, kMost, kMaxBitsSide + 1}) {
    const std::string range = " " + std::to_string(side) + " is not within 1 to 81920";
    check_rejected([&] { return TileBits(side, 1); }, "TileBits: width" + range);
    check_rejected([&] { return TileBits(1, side); }, "TileBits: height" + range);
  }
  CHECK(open_grid(kMaxMapSide, 1).walkable_count() == kMaxMapSide);
  const TileBits wide(kMaxMapSide + 1, 1);
  const std::string range = "16385 is not within 1 to 16384";
  check_rejected([&] { return Quadtree(wide); }, "Quadtree: width " + range);
}

TEST_CASE("arguments: tiles of a grid") {
  const std::vector<std::uint8_t> bytes(7, 1);
  check_rejected([&] { return Grid::from_bytes(2, 4, bytes); },
                 "Grid::from_bytes: bytes 7 is not within 8 to 8");
  check_rejected([&] { return Grid::from_bytes(2, 3, bytes); },
                 "Grid::from_bytes: bytes 7 is not within 6 to 6");
  CHECK(Grid::from_bytes(7, 1, bytes).walkable_count() == 7);
  const std::vector<std::uint64_t> words(2, 1);
  check_rejected([&] { return Grid::from_bits(43, 3, words); },
                 "Grid::from_bits: words 2 is not within 3 to " + std::to_string(kHuge));
  CHECK(Grid::from_bits(64, 2, words).walkable_count() == 2);
}

TEST_CASE("arguments: terrain factors") {
  Ground ground;
  for (const float factor : {0.124999F, 0.0F, -1.0F, 255.0001F, kNan, -kInfinity}) {
    INFO(factor);
    CHECK(message_of([&] { ground.set(1, factor); }).find("Ground::set: factor ") == 6);
    CHECK(message_of([&] { (void)Ground(factor); }).find("Ground: factor ") == 6);
  }
  check_rejected([&] { ground.set(1, 0.0625F); },
                 "Ground::set: factor 0.0625 is not within 0.125 to 255");
  CHECK(ground == Ground());
  for (const float factor : {kLeastTerrainCost, 1.5F, kMostTerrainCost, kBlockedTerrain}) {
    ground.set(1, factor);
    CHECK(ground[1] == factor);
  }
}

TEST_CASE("arguments: sizes of agents") {
  const Grid grid = open_grid(4, 4);
  for (const double half_width :
       {0.0, -1.0, 20000.0, static_cast<double>(kNan), static_cast<double>(kInfinity)}) {
    INFO(half_width);
    CHECK(message_of([&] { return Space(grid, Agent::square(half_width)); }).find("Space: ") == 6);
  }
}

TEST_CASE("arguments: sizes of scratches") {
  const Grid grid = open_grid(4, 4);
  const ConvexMesh mesh = build_mesh(grid);
  const std::string huge = std::to_string(kHuge);
  for (const std::size_t nodes : {kHuge, kHuge - 1, std::size_t{kNoNode}}) {
    CHECK(message_of([&] { return SearchScratch(nodes); }).find("SearchScratch: node count") == 6);
    CHECK(message_of([&] { return QuadtreeScratch(nodes); }).find("LeafScratch: leaf ids") == 6);
    CHECK(message_of([&] { return MeshScratch(nodes, 1); }).find("MeshScratch: cell ids") == 6);
  }
  for (const std::size_t places : {std::size_t{0}, std::size_t{15}, kHuge}) {
    check_rejected(
        [&] { return SearchScratch(10, places); },
        "SearchScratch: open places " + std::to_string(places) + " is not within 16 to 4294967296");
    check_rejected([&] { return OptimalScratch(mesh, places); },
                   "OptimalScratch: node places " + std::to_string(places) +
                       " is not within 16 to 2147483647");
    check_rejected([&] { return PricedScratch(mesh, places); },
                   "PricedScratch: node places " + std::to_string(places) +
                       " is not within 16 to " + std::to_string(PricedScratch::kMaxGrownPlaces));
  }
  CHECK(message_of([&] { return GridScratch(grid, kHuge); }).find("GridScratch: corridor") == 6);
}

TEST_CASE("arguments: bits outside, points that do not fit") {
  TileBits bits(3, 3);
  const TileBits before = bits;
  for (const int at : {-1, 3, 1000, kMost, kLeast}) {
    bits.set(at, 1);
    bits.set(1, at);
    bits.clear(at, 1);
    bits.clear(1, at);
  }
  CHECK(bits == before);
  FixedBuffer<int, 2> buffer;
  CHECK(buffer.take(Result{Status::ok, 3}) == Status::ok);
  CHECK(buffer.size() == 2);
}

TEST_CASE("arguments: rectangles of edits") {
  const TileRect all{kLeast, kLeast, kMost, kMost};
  const TileRect far{1 << 30, 1 << 30, kMost, kMost};
  const TileRect negative{kLeast, kLeast, -(1 << 30), -(1 << 30)};
  const TileRect turned{kMost, kMost, kLeast, kLeast};
  Grid grid = open_grid(9, 7);
  Quadtree tree(grid.bits());
  ConvexMesh mesh = build_mesh(grid);
  Space space(grid, Agent::disc(0.4));
  for (const TileRect& tiles : {far, negative, turned}) {
    grid.set(tiles, TileState::blocked);
    tree.set(tiles, TileState::blocked);
    edit_mesh(grid, tiles, mesh);
    space.update(grid, tiles);
  }
  CHECK(grid.revision() == 0);
  CHECK(tree.revision() == 0);
  CHECK(mesh.revision() == 0);
  CHECK(space.mesh().revision() == 0);
  grid.set(all, TileState::blocked);
  tree.set(all, TileState::blocked);
  edit_mesh(grid, all, mesh);
  space.update(grid, all);
  CHECK(grid.walkable_count() == 0);
  CHECK(tree.leaf_count() == 0);
  CHECK(mesh.cell_count() == 0);
  CHECK(space.mesh().cell_count() == 0);
  check_rejected([&] { space.update(open_grid(8, 7), all); },
                 "Space::update: width 8 is not within 9 to 9");
}

TEST_CASE("arguments: parts of a mesh") {
  CHECK(ConvexMesh(two_cells()).component_count() == 1);
  const auto rejects = [](const auto& spoil) {
    MeshParts parts = two_cells();
    spoil(parts);
    return message_of([&] { return ConvexMesh(parts); });
  };
  const std::string begins =
      "taut: ConvexMesh: cell_begin must go from 0 to the number of edges, 8";
  CHECK(rejects([](MeshParts& p) { p.cell_begin.clear(); }) == begins);
  CHECK(rejects([](MeshParts& p) { p.cell_begin.back() = 9; }) == begins);
  CHECK(rejects([](MeshParts& p) { p.cell_begin.front() = 1; }) == begins);
  CHECK(rejects([](MeshParts& p) { p.cell_begin[1] = 6; }) ==
        "taut: ConvexMesh: cell 1 has less than 3 edges");
  CHECK(rejects([](MeshParts& p) { p.cell_begin[1] = 4000000000U; }) ==
        "taut: ConvexMesh: cell 1 has less than 3 edges");
  CHECK(rejects([](MeshParts& p) { p.edge_twin.pop_back(); }) ==
        "taut: ConvexMesh: 7 twins of 8 edges");
  CHECK(rejects([](MeshParts& p) { p.edge_twin[1] = 1000; }) ==
        "taut: ConvexMesh: edge 1 is not the twin of its twin 1000");
  CHECK(rejects([](MeshParts& p) { p.edge_twin[7] = kNoEdge; }) ==
        "taut: ConvexMesh: edge 1 is not the twin of its twin 7");
  CHECK(rejects([](MeshParts& p) { p.edge_start[7].y = 1.0F; }) ==
        "taut: ConvexMesh: edge 1 does not lie on its twin 7");
  for (const float bad : {kNan, kInfinity, -20000.0F}) {
    CHECK(rejects([&](MeshParts& p) { p.edge_start[5].x = bad; }) ==
          "taut: ConvexMesh: edge 5 starts farther from 0 than 16384");
  }
}

TEST_CASE("arguments: patches of a mesh") {
  const auto rejects = [](const auto& spoil) {
    ConvexMesh mesh(two_cells());
    // The right cell again, beside edge 1 of the left one.
    MeshPatch patch{{1},
                    {{0, 4},
                     {{1.0F, 0.0F}, {2.0F, 0.0F}, {2.0F, 2.0F}, {1.0F, 2.0F}},
                     {kNoEdge, kNoEdge, kNoEdge, kNoEdge}},
                    {kNoEdge, kNoEdge, kNoEdge, 1}};
    spoil(patch);
    const std::string message = message_of([&] { mesh.replace(patch); });
    CHECK((message == "nothing") == (mesh.revision() == 1));
    CHECK(mesh.component_count() == 1);
    return message;
  };
  const std::string call = "taut: ConvexMesh::replace: ";
  CHECK(rejects([](MeshPatch&) {}) == "nothing");
  CHECK(rejects([](MeshPatch& p) { p.removed = {2}; }) == call + "cell 2 is removed, but is none");
  CHECK(rejects([](MeshPatch& p) { p.removed = {1, 1}; }) == call + "cell 1 is removed twice");
  CHECK(rejects([](MeshPatch& p) { p.beyond.pop_back(); }) == call + "3 edges beyond for 4 edges");
  CHECK(rejects([](MeshPatch& p) { p.beyond[3] = 1000; }) ==
        call + "edge 3 leads to the edge 1000, which is of no cell that stays");
  CHECK(rejects([](MeshPatch& p) { p.beyond[3] = 7; }) ==
        call + "edge 3 leads to the edge 7, which is of no cell that stays");
  CHECK(rejects([](MeshPatch& p) { p.removed.clear(); }) ==
        call + "edge 3 leads to the edge 1, which has a twin that stays");
  CHECK(rejects([](MeshPatch& p) { p.beyond[3] = 0; }) ==
        call + "edge 3 does not lie on the edge 0 beyond");
  CHECK(rejects([](MeshPatch& p) { p.added.cell_begin = {0, 2}; }).find(call + "cell_begin") == 0);
}

TEST_CASE("arguments: scratches that are too small") {
  const Grid small = open_grid(3, 3);
  const Grid large = open_grid(40, 40);
  std::vector<Point> out(100, Point{0.0F, 0.0F});
  const Point from{0.5F, 0.5F};
  const Point to{2.5F, 1.5F};
  GridScratch tiles(small);
  CHECK(find_path(large, from, to, {}, tiles, out).status == Status::invalid_input);

  // A mesh that has outgrown its scratch, until fit() is called.
  Grid edited = open_grid(40, 40);
  ConvexMesh mesh = build_mesh(edited);
  OptimalScratch optimal(mesh);
  CHECK(find_optimal_path(mesh, from, to, {}, optimal, out).status == Status::ok);
  std::vector<CellId> cells(mesh.cell_ids());
  CHECK(extract_corridor(mesh, optimal, cells).status == Status::ok);
  for (int y = 3; y < 39; y += 3) {
    for (int x = 3; x < 39; x += 3) edited.set(Tile{x, y}, TileState::blocked);
  }
  edit_mesh(edited, {0, 0, 40, 40}, mesh);
  std::vector<Cone> cones(100);
  CHECK(extract_corridor(mesh, optimal, cells).status == Status::invalid_input);
  CHECK(extract_cones(mesh, optimal, cones).status == Status::invalid_input);
  CHECK(find_optimal_path(mesh, from, to, {}, optimal, out).status == Status::invalid_input);
  CHECK(extract_corridor(mesh, optimal, cells).count == 0);
  CHECK(extract_cones(mesh, optimal, cones).count == 0);
  optimal.fit(mesh);
  CHECK(find_optimal_path(mesh, from, to, {}, optimal, out).status == Status::ok);
}

TEST_CASE("arguments: scratches of agents that are too small") {
  const Grid small = open_grid(3, 3);
  const Grid large = open_grid(40, 40);
  std::vector<Point> out(100, Point{0.0F, 0.0F});
  std::array<DiscTurn, 8> turns;
  for (const Agent& agent :
       {Agent{}, Agent::disc(0.4), Agent::disc(1.0), Agent::square(0.3), Agent::square(0.5)}) {
    Grid much = large;
    for (int x = 3; x < 40; x += 6) much.set({x, x, x + 1, x + 1}, TileState::blocked);
    const Space narrow(small, agent);
    const Space wide(much, agent);
    SpaceScratch scratch(narrow);
    const auto find = [&] {
      return find_optimal_path(wide, {1.5F, 1.5F}, {9.5F, 7.5F}, {}, scratch,
                               {.points = out, .turns = turns});
    };
    CHECK(find().status == Status::invalid_input);
    scratch.fit(wide);
    CHECK(find().status == Status::ok);
  }
}

TEST_CASE("arguments: outputs and work buffers that are too small") {
  const Grid grid = open_grid(40, 40);
  const Point from{0.5F, 0.5F};
  const Point to{2.5F, 1.5F};
  std::vector<Point> out(100, Point{0.0F, 0.0F});
  std::vector<CellId> cells(100);
  std::array<Point, 3> work;
  CHECK(smooth_corridor(grid, std::array{from, to}, work, cells).status == Status::invalid_input);

  const std::array<PullTask, 2> tasks{{{from, to, {}, std::span<Point>(out).first(2)},
                                       {from, to, {}, std::span<Point>(out).subspan(2, 2)}}};
  std::array<Result, 1> results;
  string_pull_batch(tasks, results);
  CHECK(results[0].count == 2);
  CHECK(out[2] == Point{0.0F, 0.0F});
}

TEST_CASE("arguments: choices that are none") {
  const Grid grid = open_grid(5, 5);
  GridScratch scratch(grid);
  std::array<Point, 16> out;
  for (const int rule : {4, 17, 255}) {
    GridPathOptions options;
    options.search.diagonal = static_cast<DiagonalRule>(rule);
    CHECK(find_path(grid, {0.5F, 0.5F}, {4.5F, 4.5F}, options, scratch, out).status ==
          Status::invalid_input);
  }
}

TEST_CASE("arguments: radii that are none") {
  const Grid grid = open_grid(9, 9);
  const Point at{4.5F, 4.5F};
  const Point to{5.5F, 4.5F};
  const std::array<Point, 2> path{at, to};
  std::array<DiscTurn, 8> turns;
  std::array<Point, 128> work;
  std::array<DiscPoint, 8> polyline;
  for (const double bad : {-1.0, -0.0001, static_cast<double>(kInfinity),
                           -static_cast<double>(kInfinity), static_cast<double>(kNan)}) {
    INFO(bad);
    CHECK_FALSE(is_radius(bad));
    CHECK_FALSE(has_clearance(grid.bits(), at, bad));
    CHECK_FALSE(has_clearance(grid.bits(), at, to, bad));
    CHECK_FALSE(find_clear_point(grid.bits(), at, bad, 1.0));
    CHECK(pull_disc(grid.bits(), path, bad, work, turns).status == Status::invalid_input);
    CHECK(extract_polyline({}, bad, 0.1, polyline).status == Status::invalid_input);
    CHECK(max_polyline_points(3, bad, 0.1) == 0);
    CHECK(message_of([&] { return Space(grid, Agent::disc(bad)); }).find("Space: ") == 6);
    if (bad < 0.0 || bad != bad) {
      CHECK_FALSE(find_clear_point(grid.bits(), {0.25F, 4.5F}, 0.5, bad));
    }
    CHECK(extract_polyline({}, 0.5, bad, polyline).status == Status::invalid_input);
  }
  // Finite, and wider than any map.
  for (const double vast : {1e5, 1e30, 1e308}) {
    CHECK_FALSE(find_clear_point(grid.bits(), at, vast, 1e9));
    CHECK(message_of([&] { return Space(grid, Agent::disc(vast)); }).find("Space: ") == 6);
  }
  CHECK(extract_polyline({}, 1.0, 1e-300, polyline).status == Status::invalid_input);
}

TEST_CASE("arguments: coordinates that are none") {
  const Grid grid = open_grid(9, 9);
  const Quadtree tree(grid.bits());
  const ConvexMesh mesh = build_mesh(grid);
  const Space opened(grid, Agent::square(0.5));
  const Space plain(grid, Agent::square(0.3));
  const Space disc(grid, Agent::disc(0.3));
  const Point at{4.5F, 4.5F};
  for (const float bad : {kNan, kInfinity, -kInfinity, 1e30F, -1e30F, 3e9F}) {
    INFO(bad);
    for (const Point& p : {Point{bad, 4.5F}, Point{4.5F, bad}, Point{bad, bad}}) {
      CHECK_FALSE(grid.locate(p));
      CHECK_FALSE(tree.locate(p));
      CHECK_FALSE(mesh.locate(p));
      CHECK_FALSE(opened.has_room(p));
      CHECK_FALSE(plain.has_room(p));
      CHECK_FALSE(disc.has_room(p));
      CHECK_FALSE(has_clearance(grid.bits(), at, p, 0.5));
      CHECK(max_ray_cells(at, p) <= 4U * kMaxMapSide + 3U);
      CHECK(raycast(grid, at, p).status == Status::invalid_input);
      CHECK(raycast(tree, p, at).status == Status::invalid_input);
      CHECK(find_nearest_walkable(grid, p).has_value() == is_finite(p));
      std::size_t touching = 0;
      mesh.for_each_cell_touching(p, p, [&](CellId) { ++touching; });
      CHECK(touching <= 1);
    }
  }
}
