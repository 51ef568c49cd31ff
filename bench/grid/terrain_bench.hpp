// Maps with terrain costs, their queries and corridors.
#pragma once

#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>

#include <span>
#include <string>
#include <vector>

namespace taut::bench {

struct TerrainQuery {
  Tile start;
  Tile goal;
  double reference = 0.0;  // cost of a path near the optimum; 0 where none is known
};

struct TerrainMap {
  std::string name;
  Grid grid;
  std::vector<TerrainQuery> queries;
};

// The maps in shared/data/terrain, if present, then those of this project and of MovingAI that have
// letters of terrain.
[[nodiscard]] std::vector<std::string> find_terrain_maps();

// Loads a map with its costs, its scenario, and NAME.reference.csv if it exists. Throws Failure
// with file, line and value.
[[nodiscard]] TerrainMap load_terrain_bench(const std::string& file, const std::string& terrain);

// A corridor for string_pull_weighted().
struct TerrainCorridorPortals {
  std::vector<Portal> portals;
  std::vector<float> costs;  // one more

  // A portal for each orthogonal step of a tile corridor; a diagonal step is two, past the cheaper
  // tile.
  [[nodiscard]] static TerrainCorridorPortals of_tiles(const Grid& grid,
                                                       std::span<const TileId> tiles);
  // The same without the portals between tiles in a row that cost the same.
  [[nodiscard]] static TerrainCorridorPortals of_rows(const Grid& grid,
                                                      std::span<const TileId> tiles);
};

}  // namespace taut::bench
