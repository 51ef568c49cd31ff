// What a field reaches within a distance, against an oracle that knows nothing of meshes.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <taut/engine/field.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/mesh_makers.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The distances from some places to the nearest of some goals.
std::vector<double> find_distances(const Grid& grid, const std::vector<FieldGoal>& goals,
                                   const std::vector<LatticePoint>& places) {
  std::vector<LatticePoint> all;
  for (const FieldGoal& goal : goals) all.push_back(to_lattice(goal.at));
  all.insert(all.end(), places.begin(), places.end());
  const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(all);
  std::vector<double> distances(places.size(), Field::kUnreached);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < goals.size(); ++k) {
      const auto length = static_cast<double>(lengths[(goals.size() + i) * all.size() + k]);
      distances[i] = std::min(distances[i], length + goals[k].cost);
    }
  }
  return distances;
}

std::vector<FieldGoal> choose_goals(Random& random, const Grid& grid) {
  std::vector<FieldGoal> goals;
  for (int tries = random.between(1, 3); tries > 0; --tries) {
    const LatticePoint at = random_place(random, grid);
    if (!is_segment_walkable(grid, at, at)) continue;
    goals.push_back({to_map_point(at), random.chance(50) ? 0.0 : 0.5 * random.between(0, 4)});
  }
  return goals;
}

}  // namespace

TEST_CASE("field: the tiles that are reached", "[field]") {
  for (Random& random : random_generators("field tiles")) {
    for (std::size_t i = 0; i < random_count(60, 4000); ++i) {
      const Grid grid = make_family_map(random, 10);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      const std::vector<FieldGoal> goals = choose_goals(random, grid);
      std::vector<LatticePoint> centers;
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        if (grid.is_walkable(grid.tile(id))) centers.push_back(to_lattice(center(grid.tile(id))));
      }
      const std::vector<double> distances = find_distances(grid, goals, centers);
      const double limit = 0.37 * random.between(0, 20);
      FieldScratch scratch;
      Field field;
      const bool is_bounded = random.chance(50);
      const FieldOptions options{is_bounded ? limit : kNoLengthLimit};
      REQUIRE(build_field(mesh, goals, options, scratch, field));
      std::vector<ReachedTile> reached(grid.tile_count());
      const Result found =
          extract_reached_tiles(field, is_bounded ? kNoLengthLimit : limit, reached);
      REQUIRE(found);
      std::set<std::pair<int, int>> tiles;
      for (std::size_t k = 0; k < found.count; ++k) {
        const Tile tile = reached[k].tile;
        CHECK(tiles.insert({tile.x, tile.y}).second);
        CHECK(reached[k].distance == field.distance(center(tile)));
      }
      for (std::size_t k = 0; k < centers.size(); ++k) {
        if (std::abs(distances[k] - limit) < 1e-9) continue;
        const Tile tile{static_cast<int>(centers[k].x / 1024),
                        static_cast<int>(centers[k].y / 1024)};
        CHECK(tiles.contains({tile.x, tile.y}) == (distances[k] <= limit));
      }
      CHECK(tiles.size() <= centers.size());
      CHECK(extract_reached_tiles(field, -1.0, reached).count == 0);
      CHECK(extract_reached_tiles(field, std::nan(""), reached).count == 0);
    }
  }
}
