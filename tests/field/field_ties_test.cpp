// Fields where paths are equally long, or so up to rounding.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <taut/engine/field.hpp>
#include <taut/engine/optimal_search.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/mesh_makers.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Infinite lengths are close to themselves only.
bool is_close(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-12 * (std::min(a, b) + 1.0);
}

// The places where paths may turn.
std::vector<Point> list_corners(const ConvexMesh& mesh) {
  std::vector<Point> corners;
  mesh.for_each_cell([&](CellId cell) {
    for (const MeshEdge& edge : mesh.edges(cell)) {
      if (edge.is_corner()) corners.push_back(edge.start());
    }
  });
  return corners;
}

}  // namespace

// Two paths to one corner may differ by rounding alone: then the funnels of both were dropped.
TEST_CASE("field: paths of equal lengths to one corner", "[field]") {
  struct Case {
    const char* map;
    Point goal;
    Point from;
  };
  const std::array<Case, 2> cases{{{"............\n"
                                    ".@.@@@@@@@@.\n"
                                    ".@........@.\n"
                                    ".@..@.@@@.@.\n"
                                    ".@......@.@.\n"
                                    ".@@@@@.@@.@.\n"
                                    "..........@.\n",
                                    {2.0F, 1.0F},
                                    {9.0F, 6.0F}},
                                   {".........@....\n"
                                    ".@@@@@@@@@@..@\n"
                                    ".@.......@...@\n"
                                    ".....@...@...@\n"
                                    ".....@...@...@\n"
                                    "@@@.@@.@.@.@@@\n"
                                    ".@...........@\n"
                                    ".@.......@...@\n"
                                    ".....@...@...@\n"
                                    "@@@@.@@@@@@@@.\n"
                                    ".........@...@\n"
                                    ".@...........@\n"
                                    ".............@\n"
                                    "@@@..@@@@..@@@\n",
                                    {11.0F, 1.0F},
                                    {1.0F, 1.0F}}}};
  FieldScratch scratch;
  Field field;
  for (const Case& at : cases) {
    const Grid grid = draw_map(at.map);
    const auto length = VisibilityGraph(grid).find_length(to_lattice(at.from), to_lattice(at.goal));
    for (const MeshMaker make : kMeshMakers) {
      const ConvexMesh mesh = make(grid);
      const FieldGoal goal{at.goal};
      REQUIRE(build_field(mesh, {&goal, 1}, {}, scratch, field));
      CHECK(is_close(field.distance(at.from), static_cast<double>(length)));
    }
  }
}

// The paths from two goals to a corner differ by more than the rounding of a short length, and by
// less than that of a long one: at the far end of a corridor neither is nearer.
TEST_CASE("field: a tie far away is none near the goals", "[field]") {
  constexpr int kWidth = 600;
  Grid grid(kWidth, 3, TileState::walkable);
  grid.set({0, 0, kWidth - 1, 1}, TileState::blocked);
  grid.set({0, 2, 1, 3}, TileState::blocked);
  grid.set({2, 2, kWidth, 3}, TileState::blocked);
  const ConvexMesh mesh = build_mesh(grid);
  const Point far{kWidth - 0.5F, 0.5F};
  FieldScratch scratch;
  Field field;
  for (int i = 0; i < 400; ++i) {
    // Both are 5/1024 from the corner (2, 2).
    const std::array<FieldGoal, 2> goals{{{to_map_point({2 * 1024 - 3, 2 * 1024 + 4})},
                                          {to_map_point({2 * 1024 - 4, 2 * 1024 + 3}), 1e-15 * i}}};
    REQUIRE(build_field(mesh, goals, {}, scratch, field));
    const std::array path{goals[0].at, Point{2.0F, 2.0F}, Point{kWidth - 1.0F, 1.0F}, far};
    REQUIRE(is_close(field.distance(far), path_length(path)));
  }
}

// Among pillars the number of equally long paths grows exponentially with the distance.
TEST_CASE("field: equally long paths do not multiply", "[field]") {
  for (const int side : {41, 161}) {
    Grid grid(side, side, TileState::walkable);
    for (int y = 1; y < side; y += 2) {
      for (int x = 1; x < side; x += 2) grid.set(Tile{x, y}, TileState::blocked);
    }
    FieldScratch scratch;
    Field field;
    for (const MeshMaker make : kMeshMakers) {
      const ConvexMesh mesh = make(grid);
      const FieldGoal goal{Point{0.5F, 0.5F}};
      const FieldResult built = build_field(mesh, {&goal, 1}, {}, scratch, field);
      REQUIRE(built);
      CHECK(built.expanded < 4 * grid.tile_count());
    }
  }
}

// Goals and places at corners of maps with many tiles: there most paths are equally long.
TEST_CASE("field: the meshes of a map agree at all corners", "[field]") {
  for (Random& random : random_generators("field corners")) {
    for (std::size_t i = 0; i < random_count(100, 20'000); ++i) {
      const Grid grid = make_family_map(random, random.chance(50) ? 14 : 40);
      std::vector<ConvexMesh> meshes;
      for (const MeshMaker make : kMeshMakers) meshes.push_back(make(grid));
      const std::vector<Point> corners = list_corners(meshes[0]);
      if (corners.empty()) continue;
      std::array<Field, kMeshMakers.size()> fields;
      FieldScratch scratch;
      OptimalScratch search(meshes[0]);
      std::vector<Point> out(max_path_points(meshes[0]));
      for (int k = 0; k < 8; ++k) {
        const FieldGoal goal{corners[random.below(corners.size())]};
        for (std::size_t m = 0; m < meshes.size(); ++m) {
          REQUIRE(build_field(meshes[m], {&goal, 1}, {}, scratch, fields[m]));
        }
        // The search tells what all fields could have wrong.
        const Point& queried = corners[random.below(corners.size())];
        const PathResult path = find_optimal_path(meshes[0], queried, goal.at, {}, search, out);
        const double distance = fields[0].distance(queried);
        REQUIRE(is_close(distance, path ? path.length : Field::kUnreached));
        for (const Point& from : corners) {
          const double first = fields[0].distance(from);
          for (const Field& field : fields) {
            const double other = field.distance(from);
            if (is_close(first, other)) continue;
            FAIL(from << " to " << goal.at << ": " << first << " or " << other << "\n"
                      << to_drawing(grid));
          }
        }
      }
    }
  }
}
