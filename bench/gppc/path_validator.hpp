// Whether the answers of an entry are right: valid paths, as long as those of another search.
#pragma once

#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/search.hpp>
#include <taut/grid.hpp>

#include <span>
#include <vector>

#include "entry_points.hpp"

namespace taut::bench {

// A path with tile steps: each leg straight or diagonal over walkable tiles, no corner cut; its
// length that of A*. `path` is empty where there is none.
class StepValidator {
 public:
  explicit StepValidator(const Grid& grid)
      : scratch_(grid.tile_count()), corridor_(grid.tile_count()) {}

  [[nodiscard]] bool is_right(const Grid& grid, gppc_point start, gppc_point goal,
                              std::span<const gppc_point> path);

 private:
  SearchScratch scratch_;
  std::vector<TileId> corridor_;
};

// A path from corner to corner, by validate_path(); its length that of the optimal search on a mesh
// made afresh from the edited grid.
class AnyAngleValidator {
 public:
  explicit AnyAngleValidator(const Grid& grid);

  [[nodiscard]] bool is_right(const Grid& grid, gppc_point start, gppc_point goal,
                              std::span<const gppc_point> path);

 private:
  std::uint64_t revision_;
  ConvexMesh mesh_;
  OptimalScratch scratch_;
  std::vector<Point> points_;
};

}  // namespace taut::bench
