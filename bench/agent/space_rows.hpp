// Searches and paths of discs beside those of points.
#pragma once

#include "bench/harness/table.hpp"
#include "bench/maps/bench_map.hpp"

namespace taut::bench {

// Adds rows for several radii: the optimal search of a point and that of the disc on the same
// queries, the making of the disc's path, its length over the length of the path on the mesh, which
// no path of the disc is shorter than by more than a lattice step or two; building the space, its
// memory, and edits of one tile.
void add_space_rows(const BenchMap& map, int rounds, Table& table);

}  // namespace taut::bench
