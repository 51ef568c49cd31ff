// Small maps of the kinds on which incorrect path searches fail.
#pragma once

#include <array>

#include <taut/grid.hpp>

#include "support/random.hpp"

namespace taut::test {

enum class MapFamily {
  noise,      // each tile blocked with one probability, from none to all
  blocks,     // squares that touch at their corners, with holes
  diagonals,  // slanted lines of tiles that touch at their corners, with holes
  walls,      // walls of one tile with doors, in one direction or both
  combs,      // teeth from both sides
  spirals,    // a corridor winding inwards, with holes in its walls
  rings,      // walls inside each other, with gaps
  islands,    // obstacles of one tile or two in rows
};

inline constexpr std::array<MapFamily, 8> kMapFamilies{
    MapFamily::noise, MapFamily::blocks,  MapFamily::diagonals, MapFamily::walls,
    MapFamily::combs, MapFamily::spirals, MapFamily::rings,     MapFamily::islands};

// With sides from 4 to max_side. Of the maps that are not noise some are inverted, some turned, and
// some have a few tiles of noise. Requires max_side >= 4.
Grid make_family_map(Random& random, MapFamily family, int max_side);

// A map of any family.
Grid make_family_map(Random& random, int max_side);

}  // namespace taut::test
