// Places for edits of maps.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <vector>

namespace taut::bench {

// Up to `count` squares of side x side walkable tiles at random places, the same ones on every
// call; fewer, or none, where the map has hardly any.
[[nodiscard]] std::vector<TileRect> find_free_squares(const Grid& grid, int side,
                                                      std::size_t count);

}  // namespace taut::bench
