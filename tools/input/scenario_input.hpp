// Loading the queries of a scenario file for a map.
#pragma once

#include <taut/engine/scenario_file.hpp>
#include <taut/grid.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "map_input.hpp"

namespace taut::tools {

// Throws Failure with file, line and value when the file is not a scenario, or contains a query for
// a map of another size than `grid`, which was read from `map_file`.
[[nodiscard]] std::vector<ScenarioQuery> load_queries(const std::string& file, const Grid& grid,
                                                      const std::string& map_file);

// A query, and the floor that both of its ends are on.
struct FloorQuery {
  ScenarioQuery query;
  std::size_t floor = 0;
};

// On several floors of a world file, a query is on the first whose map has the name that its line
// names, on floor 0 where none has. Throws Failure as load_queries().
[[nodiscard]] std::vector<FloorQuery> load_floor_queries(const std::string& file,
                                                         const LoadedMap& map);

// Tiles that change before a query.
struct ScenarioEdit {
  std::size_t query = 0;  // its index
  TileRect tiles{};
  TileState state = TileState::walkable;
};

// A scenario of version 2, with its map.
struct DynamicInput {
  Grid map;
  std::vector<FloorQuery> queries{};
  std::vector<ScenarioEdit> edits{};
};

// For `taut scen` without SCEN. Throws Failure with file, line and value.
[[nodiscard]] DynamicInput load_dynamic_queries(const std::string& file);

}  // namespace taut::tools
