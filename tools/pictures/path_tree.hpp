// The tree of the shortest paths from all tiles.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <vector>

#include "tools/stages/distance_map.hpp"

namespace taut::tools {

// A line from a corner, or from a tile, to the next, and from how many tiles paths go along it.
struct PathBranch {
  Point from{0.0F, 0.0F};
  Point to{0.0F, 0.0F};
  std::size_t tiles = 0;
};

// The lines that the paths from all tile centres share, the fewest tiles first.
[[nodiscard]] std::vector<PathBranch> collect_branches(const Grid& grid,
                                                       const DistanceMap& distances);

}  // namespace taut::tools
