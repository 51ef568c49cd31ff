#include "bench_options.hpp"

#include <CLI/CLI.hpp>

#include <limits>

namespace taut::bench {

void add_bench_options(CLI::App& table, BenchOptions& options) {
  constexpr int kMax = std::numeric_limits<int>::max();
  add_map_and_csv(table, options);
  table.add_option("--every", options.every, "query stride: query every Nth query of a map")
      ->type_name("N")
      ->check(CLI::Range(1, kMax))
      ->capture_default_str();
  table.add_option("--rounds", options.rounds, "measure everything N times")
      ->type_name("N")
      ->check(CLI::Range(1, kMax))
      ->capture_default_str();
}

void add_map_and_csv(CLI::App& table, BenchOptions& options) {
  table.add_option("MAP", options.maps,
                   "map files, with their .map.scen and .optimal.csv beside them; default: those "
                   "in maps/ and the shared test data");
  table.add_option("--csv", options.csv, "write the table to a CSV file as well")
      ->type_name("FILE");
}

void add_edit_script(CLI::App& table, EditScript& script) {
  table.add_option("--edits", script.edits, "number of edits")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  table.add_option("--side", script.side, "the longest side of an edit, in tiles")
      ->type_name("N")
      ->check(CLI::Range(1, 16384))
      ->capture_default_str();
  table.add_option("--seed", script.seed, "seed of the random edits")
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace taut::bench
