#include "bench_options.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <limits>
#include <utility>

namespace taut::bench {

void add_bench_options(CLI::App& program, BenchOptions& options) {
  constexpr int kMany = std::numeric_limits<int>::max();
  program.add_option("MAP", options.maps,
                     "map files with their .map.scen and .optimal.csv beside them; default: maps/ "
                     "and the shared data");
  program.add_option("--every", options.every, "ask only every Nth query")
      ->type_name("N")
      ->check(CLI::Range(1, kMany));
  program.add_option("--rounds", options.rounds, "measure each time N times")
      ->type_name("N")
      ->check(CLI::Range(1, kMany));
}

std::vector<std::string> choose_map_files(const BenchOptions& options) {
  return options.maps.empty() ? find_map_files() : options.maps;
}

BenchMap load_bench_map(const std::string& file, const BenchOptions& options) {
  BenchMap map = load_bench_map(file);
  std::vector<BenchQuery> kept;
  for (std::size_t i = 0; i < map.queries.size(); i += static_cast<std::size_t>(options.every)) {
    kept.push_back(map.queries[i]);
  }
  map.queries = std::move(kept);
  return map;
}

}  // namespace taut::bench
