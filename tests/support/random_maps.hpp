// Random tile maps of several kinds.
#pragma once

#include <string>
#include <string_view>

#include <taut/grid.hpp>

#include "support/lattice.hpp"
#include "support/random.hpp"

namespace taut::test {

// Each tile blocked `percent` times in a hundred.
Grid make_noise_map(Random& random, int width, int height, int percent);

// Scattered rectangles of blocked tiles.
Grid make_block_map(Random& random, int width, int height);

// Smooth caves grown from noise.
Grid make_cave_map(Random& random, int width, int height);

// Corridors of one tile, with some walls broken through.
Grid make_maze_map(Random& random, int width, int height);

// Rooms with doors.
Grid make_room_map(Random& random, int width, int height);

// One of these, or an empty or nearly full map, with sides from 1 to max_side.
Grid make_random_map(Random& random, int max_side);

// A random lattice point in or on the edge of tiles: tile centres, corners, edges and any 1/1024
// places.
LatticePoint random_place(Random& random, const Grid& grid);

// A random walkable tile, by its id; the map must have one.
Tile random_walkable_tile(Random& random, const Grid& grid);

// A map from rows of `.` (walkable) and other characters (blocked), separated by line ends.
// Requires rows of one length.
Grid draw_map(std::string_view rows);

// The reverse, for messages.
std::string to_drawing(const Grid& grid);

// In steps of 1/1024 tile.
inline Point to_map_point(LatticePoint p) { return to_point(p, 1.0F / 1024.0F); }
inline LatticePoint to_lattice(const Point& p) {
  return {static_cast<std::int64_t>(p.x * 1024.0F), static_cast<std::int64_t>(p.y * 1024.0F)};
}

}  // namespace taut::test
