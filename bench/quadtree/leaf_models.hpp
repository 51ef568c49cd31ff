// Cost models for the search over leaves.
#pragma once

#include "bench/harness/bench_options.hpp"

namespace taut::bench {

// Measures the models on the queries of each map and returns the exit status.
[[nodiscard]] int run_leaf_models(const BenchOptions& options);

}  // namespace taut::bench
