// Method: how a path is searched for.
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

enum class Method : std::uint8_t {
  // over_tiles where the grid has terrain costs. Else optimal, and over_cells where that has
  // expanded kBestExpansions nodes without an end: on maps with very many corners the shortest path
  // takes many times as long as one that is 0.1 % longer.
  best,
  optimal,      // find_optimal_path() over the mesh: the shortest path
  over_cells,   // find_path() over the mesh: A* over cells, for maps of very many corners
  over_leaves,  // find_path() over a quadtree, which World::prepare() makes
  over_tiles,   // find_path() over the grid: the only one that uses terrain costs
};

// docs/measurements.md compares the methods.
inline constexpr std::size_t kBestExpansions = 1000;

}  // namespace taut
TAUT_API_END
