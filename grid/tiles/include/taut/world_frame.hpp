// From the user's world units to tile units and back.
#pragma once

#include <taut/tile.hpp>

namespace taut {

// Where a grid lies in the user's world: tile (0, 0) has its low corner at `origin`, a tile is
// `cell_size` world units wide. Requires cell_size > 0. Rounds as floats do; queries snap to the
// lattice afterwards.
struct WorldFrame {
  Point origin{0.0F, 0.0F};
  float cell_size = 1.0F;

  [[nodiscard]] Point to_tiles(const Point& world) const noexcept {
    return (world - origin) / cell_size;
  }
  [[nodiscard]] Point to_world(const Point& tiles) const noexcept {
    return origin + tiles * cell_size;
  }
};

}  // namespace taut
