// What the cost model of a search over leaves gives and takes.
#pragma once

#include <cstddef>

#include "bench_map.hpp"

namespace taut::bench {

// Prints a line per cost model: expansions and time of the search, and the length over the optimum
// of the path pulled through its corridor, as it is and straightened once and twice.
void print_leaf_models(const BenchMap& map, std::size_t every);

}  // namespace taut::bench
