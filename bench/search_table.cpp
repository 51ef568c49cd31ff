// taut_table: what each pulling method costs and gives, map by map.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/grid_path.hpp>
#include <taut/search_scratch.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "bench_options.hpp"
#include "measure.hpp"

namespace {

using taut::bench::BenchMap;
using taut::bench::BenchOptions;
using taut::bench::MapRows;
using taut::bench::MethodRow;
using taut::tools::Clock;
using taut::tools::to_microseconds;

// What a measured time holds of the clock itself.
double clock_overhead_ns() {
  std::vector<double> times;
  for (int i = 0; i < 1001; ++i) {
    const Clock::time_point begin = Clock::now();
    times.push_back(1000.0 * to_microseconds(Clock::now() - begin));
  }
  std::nth_element(times.begin(), times.begin() + 500, times.end());
  return times[500];
}

std::string number(const std::optional<double>& value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

constexpr const char* kMethodHeader =
    "map                        method         search us  portals us   pull us  of raycast"
    "  length/opt   worst  corners  in open  invalid\n";

void print_methods(const BenchMap& map, const MapRows& rows) {
  const auto raycast = std::find_if(rows.methods.begin(), rows.methods.end(),
                                    [](const MethodRow& row) { return row.method == "raycast"; });
  for (const MethodRow& row : rows.methods) {
    const bool has_portals = row.method != "none";
    fmt::print("{:<25}  {:<13}{:>11.2f}{:>12}{:>10.3f}{:>10.1f} %{:>12}{:>8}{:>9.2f}{:>9}{:>9}\n",
               map.name, row.method, row.times.search_us,
               has_portals ? fmt::format("{:.3f}", row.times.portals_us) : "-", row.times.pull_us,
               100.0 * row.times.pull_us / raycast->times.pull_us, number(row.mean_ratio, 5),
               number(row.worst_ratio, 3), row.mean_corners,
               row.open_share ? fmt::format("{:.1f} %", 100.0 * *row.open_share) : "-", row.wrong);
  }
  std::fflush(stdout);
  for (const MethodRow& row : rows.methods) {
    if (row.wrong > 0) {
      fmt::print(stderr, "taut_table: {}: {}: {} answers are wrong, the first: {}\n", map.name,
                 row.method, row.wrong, row.first_wrong);
    }
  }
}

// A line on a map: what was asked, and how many bytes per tile the memory of queries takes.
std::string describe(const BenchMap& map, const MapRows& rows) {
  const taut::Grid& grid = map.grid;
  const double tiles = static_cast<double>(grid.tile_count());
  const taut::SearchScratch search(grid.tile_count());
  const taut::GridScratch scratch(grid);
  return fmt::format("{:<25}  {:>11}{:>10}{:>9}{:>10.1f}{:>10.1f}{:>8.2f}{:>15.2f}{:>13.2f}\n",
                     map.name, fmt::format("{}x{}", grid.width(), grid.height()),
                     grid.walkable_count(), map.queries.size(), rows.mean_corridor,
                     rows.mean_portals, static_cast<double>(grid.memory_bytes()) / tiles,
                     static_cast<double>(search.memory_bytes()) / tiles,
                     static_cast<double>(scratch.memory_bytes()) / tiles);
}

constexpr const char* kMapHeader =
    "                                                            mean tiles and        "
    "bytes per tile of\n"
    "map                               size  walkable  queries  portals of a path    Grid  "
    "SearchScratch  GridScratch\n";

int run(const BenchOptions& options) {
  fmt::print("{}, {}; {} rounds; steady clock, which adds {:.0f} ns to each time\n\n",
#ifdef __clang__
             "clang " __clang_version__,
#else
             "gcc " __VERSION__,
#endif
#ifdef NDEBUG
             "without assertions",
#else
             "WITH ASSERTIONS",
#endif
             options.rounds, clock_overhead_ns());
  fmt::print("{}", kMethodHeader);
  std::string descriptions;
  bool is_right = true;
  for (const std::string& file : taut::bench::choose_map_files(options)) {
    const BenchMap map = taut::bench::load_bench_map(file, options);
    const MapRows rows = taut::bench::measure_map(map, options.rounds);
    print_methods(map, rows);
    for (const MethodRow& row : rows.methods) is_right = is_right && row.wrong == 0;
    descriptions += describe(map, rows);
  }
  fmt::print("\n{}{}", kMapHeader, descriptions);
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program(
      "Measures every pulling method on the corridors of 8-connected A*, and checks all answers.");
  BenchOptions options;
  add_bench_options(program, options);
  program.footer(
      "Times are means over the queries of medians over the rounds, in microseconds. `pull us` "
      "holds the repair, `of raycast` "
      "is its share of\nthat of raycast; `length/opt` is the mean length over the true any-angle "
      "optimum; `in open` are the corners\nwhere the path does not bend round a blocked tile. "
      "`staircase` is the funnel through diagonal steps walked as\ntwo orthogonal ones. Exit "
      "status "
      "1 when an answer is wrong, 2 for bad input.");
  CLI11_PARSE(program, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "taut_table: {}\n", error.what());
    return 2;
  }
}
