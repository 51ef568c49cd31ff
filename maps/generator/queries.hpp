// Queries for a map, of all lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <taut/engine/scenario_file.hpp>
#include <taut/grid.hpp>

namespace taut::maps {

// About `count` queries that have a path, as evenly spread over the lengths as the map allows, from
// short to long; lengths are of the shortest tile paths without corner cutting. Buckets are four
// tiles of length wide, as in MovingAI's scenarios. The same on every machine.
[[nodiscard]] std::vector<ScenarioQuery> choose_queries(const Grid& grid, const std::string& map,
                                                        std::size_t count, std::uint64_t seed);

}  // namespace taut::maps
