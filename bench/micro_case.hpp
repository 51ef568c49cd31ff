// A map prepared for the benchmarks, and how they are registered.
#pragma once

#include <benchmark/benchmark.h>

#include <taut/portal.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench_map.hpp"

namespace taut::bench {

// A query of the map and what the stages make of it.
struct Sample {
  BenchQuery query;
  std::vector<TileId> corridor;  // by 8-connected A*
  std::vector<Portal> portals;
  std::vector<Point> path;  // pulled by the funnel
};

struct BenchCase {
  BenchMap map;
  std::vector<Sample> samples;
};

// Checks what it measures, then measures. Throws WrongAnswer when an answer is wrong.
using Body = std::function<void(benchmark::State& state, const BenchCase& bench_case)>;

class WrongAnswer : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws WrongAnswer with `what` unless `is_right`.
void require(bool is_right, const std::string& what);

// Registers a benchmark; what the body throws becomes its error.
void register_function(const std::string& name, std::function<void(benchmark::State& state)> body);

// Registers the benchmark FOLDER/MAP/NAME. The map is loaded when its first benchmark runs and kept
// until one of another map does; what the body throws becomes the benchmark's error.
void register_benchmark(const std::string& file, const std::string& name, Body body);

// Whether a body has thrown.
[[nodiscard]] bool has_failed() noexcept;

// Reports the mean time of one of the `count` things that each iteration did, as the column `name`.
void report_each(benchmark::State& state, const char* name, std::size_t count);

// The same random places on every run.
class Places {
 public:
  explicit Places(const Grid& grid) : grid_(grid) {}

  [[nodiscard]] int below(int bound) {
    return static_cast<int>(random_() % static_cast<std::uint32_t>(bound));
  }
  // A lattice point of the map with `rim` tiles on each side; no corner of a tile.
  [[nodiscard]] Point point(int rim);
  // A walkable tile. Requires one.
  [[nodiscard]] Tile walkable_tile();
  // A lattice point inside a tile.
  [[nodiscard]] Point point_in(Tile tile);

 private:
  const Grid& grid_;
  std::mt19937 random_{20261121};
};

// The benchmarks of one map.
void register_search_benchmarks(const std::string& file);  // search_bench.cpp
void register_pull_benchmarks(const std::string& file);    // pull_bench.cpp
void register_map_benchmarks(const std::string& file);     // map_bench.cpp

}  // namespace taut::bench
