// The distances of a WorldField, for every agent.
#pragma once

#include <memory>
#include <vector>

#include "tools/input/map_input.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/stages/distance_map.hpp"

namespace taut::tools {

// At any angle, up to `limit`, for the agent and the terrain of the settings, over links. Requires
// goals on walkable tiles. Throws Failure for a goal where the agent has no room.
[[nodiscard]] std::unique_ptr<DistanceMap> build_world_distances(
    LoadedMap map, const QuerySettings& settings, const std::vector<PlaceToGo>& goals,
    double limit);

}  // namespace taut::tools
