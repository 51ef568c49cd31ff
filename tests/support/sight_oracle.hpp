// What is seen on small maps: every blocked tile against every ray through a corner of a tile.
#pragma once

#include <vector>

#include <taut/grid.hpp>

#include "support/lattice.hpp"

namespace taut::test {

// Whether a point of each tile is seen from the centre of a walkable one, by id. Exact.
std::vector<bool> find_touched_tiles(const Grid& grid, Tile from);

// The area of what is seen from a place within a square of half the side `radius`, in tiles; place
// and radius in steps of 1/1024 tile. Rounded.
long double find_visible_area(const Grid& grid, LatticePoint from, std::int64_t radius);

}  // namespace taut::test
