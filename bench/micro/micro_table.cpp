// taut_bench micro: the parts of the library one by one.
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "bench/harness/google_benchmark.hpp"
#include "bench/maps/bench_map.hpp"
#include "bench/tables.hpp"
#include "micro_case.hpp"

namespace taut::bench {
namespace {

int run_micro(const BenchOptions& options, const std::vector<std::string>& flags) {
  for (const std::string& file : options.maps.empty() ? find_map_files() : options.maps) {
    register_search_benchmarks(file);
    register_pull_benchmarks(file);
    register_tile_benchmarks(file);
  }
  return run_benchmarks(options, flags, {});
}

}  // namespace

void add_micro_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "micro", "the parts of the library one by one: searches, pulls, rays, edits, loading");
  const auto options = std::make_shared<BenchOptions>();
  add_google_options(command, *options);
  command.footer(
      "Google Benchmark measures; its options, such as --benchmark_filter=REGEX, are taken too.\n");
  command.callback([options, &command, &action] {
    action = [options, flags = command.remaining()] { return run_micro(*options, flags); };
  });
}

}  // namespace taut::bench
