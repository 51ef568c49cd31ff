// Fields on the shared maps, against the optimal search.
#include <cmath>
#include <cstdio>
#include <vector>

#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/optima.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The centres of all walkable tiles, or every Nth of them.
std::vector<Point> list_centers(const Grid& grid, std::size_t every) {
  std::vector<Point> centers;
  std::size_t count = 0;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    if (!grid.is_walkable(grid.tile(id)) || count++ % every != 0) continue;
    centers.push_back(center(grid.tile(id)));
  }
  return centers;
}

double find_length(const ConvexMesh& mesh, const Point& from, const Point& to,
                   OptimalScratch& scratch, std::vector<Point>& out) {
  PathResult found = find_optimal_path(mesh, from, to, {}, scratch, out);
  while (found.status == Status::out_of_nodes && scratch.grow()) {
    found = find_optimal_path(mesh, from, to, {}, scratch, out);
  }
  return found ? found.length : Field::kUnreached;
}

}  // namespace

TEST_CASE("field: MovingAI maps against the optimal search", "[movingai][field]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const std::filesystem::path& file : find_maps(*folder)) {
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    const ConvexMesh mesh = build_mesh(*grid.value);
    OptimalScratch search(mesh);
    std::vector<Point> out(max_path_points(mesh));
    Field field;
    FieldScratch scratch;
    std::size_t wrong = 0;
    for (Random& random : random_generators(file.stem().string())) {
      for (std::size_t i = 0; i < random_count(3, 10); ++i) {
        const FieldGoal goal{center(random_walkable_tile(random, *grid.value))};
        REQUIRE(build_field(mesh, {&goal, 1}, {}, scratch, field));
        const std::size_t every = is_long() ? 1 : 997 * query_stride();
        for (const Point& from : list_centers(*grid.value, every)) {
          const double length = find_length(mesh, from, goal.at, search, out);
          const double distance = field.distance(from);
          if (distance == length || std::abs(distance - length) <= 1e-9) continue;
          if (wrong++ > 0) continue;
          std::printf("%s: from %g %g to %g %g: %.12f for %.12f\n", file.stem().string().c_str(),
                      double{from.x}, double{from.y}, double{goal.at.x}, double{goal.at.y},
                      distance, length);
        }
      }
    }
    INFO(file.stem().string());
    CHECK(wrong == 0);
  }
}
