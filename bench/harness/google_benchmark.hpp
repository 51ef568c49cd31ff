// Tables that Google Benchmark measures.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench_options.hpp"

namespace taut::bench {

class WrongAnswer : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws WrongAnswer with `what` unless `is_right`.
void require(bool is_right, const std::string& what);

// Registers a benchmark MAP/NAME; an exception of the body becomes its error. MAP may be a shape of
// corridors.
void register_benchmark(const std::string& map, const std::string& name,
                        std::function<void(benchmark::State& state)> body);

// Reports the mean time of one of the `count` items that each iteration handled, as the column
// `item`.
void report_each(benchmark::State& state, const char* item, std::size_t count);

// Adds MAP..., --csv and all options of Google Benchmark, which are collected in `flags`.
void add_google_options(CLI::App& table, BenchOptions& options);

// Runs the registered benchmarks, prints them, and writes the CSV file if one is requested.
// `defaults` are flags that come before those of the command line. Returns the exit status: 1 when
// a body has thrown. Throws Failure for a flag that Google Benchmark does not know.
[[nodiscard]] int run_benchmarks(const BenchOptions& options, const std::vector<std::string>& flags,
                                 std::span<const char* const> defaults);

}  // namespace taut::bench
