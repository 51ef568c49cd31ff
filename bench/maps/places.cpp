#include "places.hpp"

#include <taut/engine/geometry.hpp>

namespace taut::bench {
namespace {

float lattice(int steps) { return static_cast<float>(steps) / kLatticePerTile; }

}  // namespace

Point Places::point(int border) {
  return point_in(
      {below(grid_.width() + 2 * border) - border, below(grid_.height() + 2 * border) - border});
}

Tile Places::walkable_tile() {
  for (;;) {
    const Tile found = tile();
    if (grid_.is_walkable(found)) return found;
  }
}

Point Places::point_in(Tile tile) {
  return {static_cast<float>(tile.x) + lattice(1 + below(kLatticePerTile - 1)),
          static_cast<float>(tile.y) + lattice(1 + below(kLatticePerTile - 1))};
}

}  // namespace taut::bench
