// taut_bench [--benchmark_...] [MAP...]: the parts of the library one by one, on the maps named or
// on all. Exit status 1 when an answer is wrong, 2 when there is nothing to measure.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench_case.hpp"
#include "bench_map.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  try {
    std::vector<std::string> files(argv + 1, argv + argc);
    if (files.empty()) files = taut::bench::find_map_files();
    for (const std::string& file : files) {
      taut::bench::register_search_benchmarks(file);
      taut::bench::register_pull_benchmarks(file);
      taut::bench::register_map_benchmarks(file);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "taut_bench: %s\n", error.what());
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return taut::bench::has_failed() ? 1 : 0;
}
