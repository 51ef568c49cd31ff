// Paths where tiles cost differently, near the optimum, by brute force.
#pragma once

#include <taut/engine/geometry.hpp>
#include <taut/grid.hpp>

#include "support/random.hpp"

namespace taut::test {

// Sets classes in random rectangles. Returns what they cost: from 1/2 to 10.
Ground add_terrain(Random& random, Grid& grid);

// The least cost of a path that goes straight inside each tile and passes from tile to tile at the
// corners of tiles and at `places` places inside each side: Dijkstra over all of them. Tiles cost
// what the ground says of their class; those that it blocks are walls. An upper bound of the
// optimum. Infinity when there is none. start and goal lie inside tiles.
double find_cost_by_places(const Grid& grid, const Ground& ground, const Point& start,
                           const Point& goal, int places);

}  // namespace taut::test
