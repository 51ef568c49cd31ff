// What the families of the study ask on a map.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "study_method.hpp"

namespace taut::bench {

struct SceneSample {
  std::size_t queries = 100;  // at most
  std::uint32_t seed = 1;
};

// Scenes are of some queries of the map's scenario, chosen by the seed, in its order. Optima that
// are not beside the map are found by the optimal search, once, before any time is taken. A scene
// has no queries where the map has none for it.
[[nodiscard]] Scene point_scene(const std::string& file, const SceneSample& sample);
// Those that start and end where the agent has room, and have a path.
[[nodiscard]] Scene agent_scene(const std::string& file, const SceneSample& sample,
                                const Agent& agent);
// For an agent that pays for letters of the map, such as S=3 and T=10.
[[nodiscard]] Scene ground_scene(const std::string& file, const SceneSample& sample);
// All queries lead to the goal of one of them.
[[nodiscard]] Scene field_scene(const std::string& file, const SceneSample& sample);
// Random places of a world file.
[[nodiscard]] Scene floor_scene(const std::string& file, const SceneSample& sample);
// Random connected places on copies of the map side by side, `side` tiles a side.
[[nodiscard]] Scene growth_scene(const std::string& file, const SceneSample& sample, int side);

}  // namespace taut::bench
