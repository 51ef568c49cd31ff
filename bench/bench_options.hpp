// What the tables have in common on the command line.
#pragma once

#include <string>
#include <vector>

#include "bench_map.hpp"

namespace CLI {
class App;
}

namespace taut::bench {

struct BenchOptions {
  std::vector<std::string> maps;  // none: all of find_map_files()
  int every = 1;
  int rounds = 3;
};

// Adds MAP..., --every and --rounds, which write to `options`, which must outlive the parsing.
void add_bench_options(CLI::App& program, BenchOptions& options);

[[nodiscard]] std::vector<std::string> choose_map_files(const BenchOptions& options);

// Loads a map with every Nth of its queries.
[[nodiscard]] BenchMap load_bench_map(const std::string& file, const BenchOptions& options);

}  // namespace taut::bench
