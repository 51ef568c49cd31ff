// How terrain costs look in pictures.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <vector>

#include "palette.hpp"

namespace taut::tools {

// The colour that lies between two, at `share` of the way from a to b.
[[nodiscard]] Color mix(Color a, Color b, double share);

// The colour of a tile on terrain of that cost: what costs more is browner, what costs less is
// greener, a cost of 1 changes nothing.
[[nodiscard]] Color shade(Color color, float cost);
[[nodiscard]] Color shade(Color color, const Grid& grid, const Ground& ground, Tile tile);

// The costs of the walkable tiles, for a legend: ascending, at most `most`, with the least and the
// greatest; none where all cost 1. Requires most >= 2.
[[nodiscard]] std::vector<float> costs_for_legend(const Grid& grid, const Ground& ground,
                                                  std::size_t most);

}  // namespace taut::tools
