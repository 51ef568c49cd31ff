// Maps and edits as the competition passes them.
#pragma once

#include <taut/grid.hpp>

#include "entry_points.hpp"

namespace taut::gppc {

[[nodiscard]] inline bool is_walkable(const gppc_patch& patch, int x, int y) noexcept {
  const std::size_t i = static_cast<std::size_t>(y) * patch.width + static_cast<std::size_t>(x);
  return (patch.bitarray[i / 8] >> (i % 8) & 1U) != 0;
}

[[nodiscard]] inline Grid to_grid(const gppc_patch& map) {
  return Grid::from_predicate(map.width, map.height,
                              [&](int x, int y) { return is_walkable(map, x, y); });
}

[[nodiscard]] inline TileRect tiles_of(const gppc_patch& patch) noexcept {
  return {patch.pos.x, patch.pos.y, patch.pos.x + patch.width, patch.pos.y + patch.height};
}

// Calls visit(tiles, state) for each run of equal tiles in the rows of a patch.
template <class Visit>
void for_each_run(const gppc_patch& patch, const Visit& visit) {
  for (int y = 0; y < patch.height; ++y) {
    for (int first = 0, end = 1; first < patch.width; first = end++) {
      const bool is_open = is_walkable(patch, first, y);
      while (end < patch.width && is_walkable(patch, end, y) == is_open) ++end;
      const int row = patch.pos.y + y;
      visit(TileRect{patch.pos.x + first, row, patch.pos.x + end, row + 1},
            is_open ? TileState::walkable : TileState::blocked);
    }
  }
}

}  // namespace taut::gppc
