// The command-line options that the tables share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/maps/bench_map.hpp"

namespace CLI {
class App;
}

namespace taut::bench {

struct BenchOptions {
  std::vector<std::string> maps;  // none: all of find_map_files()
  int every = 1;
  int rounds = 3;
  std::string csv;
};

// Adds MAP..., --every, --rounds and --csv. They write to `options`, which must outlive the
// parsing.
void add_bench_options(CLI::App& table, BenchOptions& options);

// Random edits of a map.
struct EditScript {
  int edits = 10000;
  int side = 1;  // the longest, in tiles
  std::uint32_t seed = 1;
};

// Adds --edits, --side and --seed; as add_bench_options().
void add_edit_script(CLI::App& table, EditScript& script);

// Adds MAP... and --csv alone.
void add_map_and_csv(CLI::App& table, BenchOptions& options);

// Loads the maps one by one, each with every Nth of its queries, and calls visit(map).
template <class Visit>
void for_each_map(const BenchOptions& options, const Visit& visit) {
  const std::vector<std::string> files = options.maps.empty() ? find_map_files() : options.maps;
  for (const std::string& file : files) {
    BenchMap map = load_bench_map(file);
    keep_every(map.queries, static_cast<std::size_t>(options.every));
    visit(map);
  }
}

}  // namespace taut::bench
