// Maps with terrain costs, and their queries.
#pragma once

#include <taut/grid.hpp>

#include <string>
#include <vector>

#include "tools/input/terrain.hpp"

namespace taut::bench {

struct TerrainQuery {
  Tile start;
  Tile goal;
  double reference = 0.0;  // cost of a path near the optimum; 0 where none is known
};

struct TerrainMap {
  std::string name;
  tools::PricedMap tiles;
  std::vector<TerrainQuery> queries;
};

// The maps in shared/data/terrain, if present, then those of this project and of MovingAI that have
// letters of terrain.
[[nodiscard]] std::vector<std::string> find_terrain_maps();

// Loads a map with its costs, its scenario, and NAME.reference.csv if it exists. Throws Failure
// with file, line and value.
[[nodiscard]] TerrainMap load_terrain_bench(const std::string& file, const std::string& terrain);

}  // namespace taut::bench
