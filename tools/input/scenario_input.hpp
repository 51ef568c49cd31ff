// Loading the queries of a scenario file for a map.
#pragma once

#include <taut/engine/scenario_file.hpp>
#include <taut/grid.hpp>

#include <string>
#include <vector>

namespace taut::tools {

// Throws Failure with file, line and value when the file is not a scenario, or contains a query for
// a map of another size than `grid`, which was read from `map_file`.
[[nodiscard]] std::vector<ScenarioQuery> load_queries(const std::string& file, const Grid& grid,
                                                      const std::string& map_file);

}  // namespace taut::tools
