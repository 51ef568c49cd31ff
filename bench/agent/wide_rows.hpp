// Searches and paths of discs beside those of points.
#pragma once

#include "bench/harness/table.hpp"
#include "bench/maps/bench_map.hpp"

namespace taut::bench {

// Adds rows for several radii: the optimal search of a point and that of the disc on the same
// queries, the making of the disc's path, its length over the length of the path on the mesh, which
// no path of the disc is shorter than by more than a lattice step or two; above a radius of 0.5,
// where the mesh is a DiscMap, building it, its memory, and edits of one tile.
void add_wide_rows(const BenchMap& map, int rounds, Table& table);

}  // namespace taut::bench
