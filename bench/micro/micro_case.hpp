// A map and the stages of its queries, prepared for micro-benchmarks.
#pragma once

#include <taut/engine/portal.hpp>

#include <functional>
#include <string>
#include <vector>

#include "bench/harness/google_benchmark.hpp"
#include "bench/maps/bench_map.hpp"

namespace taut::bench {

// A query of the map and the results of its stages.
struct Sample {
  BenchQuery query;
  std::vector<TileId> corridor;  // by 8-connected A*
  std::vector<Portal> portals;
  std::vector<Point> path;  // pulled by the funnel
};

struct MicroCase {
  BenchMap map;
  std::vector<Sample> samples;
};

// Checks what it measures, then measures. Throws WrongAnswer when an answer is wrong.
using Body = std::function<void(benchmark::State& state, const MicroCase& micro_case)>;

// Registers the benchmark map_name(file)/NAME. The map is loaded when its first benchmark runs and
// kept until one of another map does.
void register_map_benchmark(const std::string& file, const std::string& name, Body body);

// The benchmarks of one map.
void register_search_benchmarks(const std::string& file);  // micro_search.cpp
void register_pull_benchmarks(const std::string& file);    // micro_pull.cpp
void register_tile_benchmarks(const std::string& file);    // micro_tiles.cpp

}  // namespace taut::bench
