// taut_optimal: what optimal paths cost over each mesh of a map, beside A* over its tiles.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/grid_mesh.hpp>
#include <taut/grid_search.hpp>
#include <taut/optimal_search.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "answers.hpp"
#include "bench_map.hpp"
#include "thread_clock.hpp"

namespace {

using taut::bench::BenchMap;
using taut::bench::BenchQuery;
using taut::bench::clock_overhead_us;
using taut::bench::now_us;

struct Options {
  std::vector<std::string> maps;
  int every = 1;
  int rounds = 3;
};

// A* is many times slower and is asked only some of the queries.
constexpr std::size_t kTileSearchEvery = 10;

struct Decomposition {
  const char* name;
  taut::ConvexMesh (*build)(const taut::Grid&);
};
constexpr std::array<Decomposition, 2> kDecompositions{
    {{"merged", taut::build_mesh}, {"rectangles", taut::build_rectangle_mesh}}};

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// The value that a share of them does not exceed.
double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// The best time of each of the kept queries, 8-connected A* over tiles.
std::vector<double> time_tile_search(const BenchMap& map, int rounds, double overhead) {
  std::vector<double> best;
  taut::SearchScratch scratch(map.grid.tile_count());
  std::vector<taut::TileId> tiles(map.grid.tile_count());
  for (std::size_t i = 0; i < map.queries.size(); i += kTileSearchEvery) {
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
      const double begin = now_us();
      const taut::CorridorResult found = taut::find_corridor(
          map.grid, map.queries[i].start, map.queries[i].goal, {}, scratch, tiles);
      least = std::min(least, now_us() - begin - overhead);
      if (found.status != taut::Status::ok) throw std::runtime_error(map.name + ": no tile path");
    }
    best.push_back(least);
  }
  return best;
}

struct Row {
  double build_us = std::numeric_limits<double>::infinity();
  std::vector<double> times;  // best of each query
  double expanded = 0.0;
  std::size_t wrong = 0;
};

// Whether the path is valid, turns at corners only and has the length of the optimum.
bool is_right(const BenchMap& map, const BenchQuery& query, const taut::MeshPathResult& found,
              std::span<const taut::Point> path) {
  if (found.status != taut::Status::ok) return false;
  if (!taut::bench::find_fault(map.grid, query, path).empty()) return false;
  return !query.optimum || std::abs(found.length - *query.optimum) <= 1e-9 * (1.0 + *query.optimum);
}

Row measure(const BenchMap& map, const Decomposition& how, const taut::ConvexMesh& mesh, int rounds,
            double overhead) {
  Row row;
  for (int round = 0; round < rounds; ++round) {
    const double begin = now_us();
    const taut::ConvexMesh again = how.build(map.grid);
    row.build_us = std::min(row.build_us, now_us() - begin);
    if (again.cell_count() != mesh.cell_count()) throw std::runtime_error("another mesh");
  }
  taut::OptimalScratch scratch(mesh);
  std::vector<taut::Point> out(taut::max_path_points(mesh.vertex_count()));
  row.times.assign(map.queries.size(), std::numeric_limits<double>::infinity());
  for (int round = -1; round < rounds; ++round) {
    for (std::size_t i = 0; i < map.queries.size(); ++i) {
      const BenchQuery& query = map.queries[i];
      const taut::Point start = center(query.start);
      const taut::Point goal = center(query.goal);
      const double begin = now_us();
      const taut::MeshPathResult found = find_path(mesh, start, goal, {}, scratch, out);
      const double time = now_us() - begin - overhead;
      if (round >= 0) {
        row.times[i] = std::min(row.times[i], time);
        continue;
      }
      row.expanded += static_cast<double>(found.expanded);
      row.wrong += is_right(map, query, found, std::span(out).first(found.count)) ? 0U : 1U;
    }
  }
  return row;
}

constexpr const char* kHeader =
    "map                        mesh          cells    edges  build ms  bytes/tile  scratch "
    "B/tile    mean us  median us     p95 us  expanded  of tile A*  wrong\n";

bool run_map(const std::string& file, const Options& options) {
  BenchMap map = taut::bench::load_bench_map(file);
  std::vector<BenchQuery> kept;
  for (std::size_t i = 0; i < map.queries.size(); i += static_cast<std::size_t>(options.every)) {
    kept.push_back(map.queries[i]);
  }
  map.queries = kept;
  const double overhead = clock_overhead_us();
  const std::vector<double> tiles = time_tile_search(map, options.rounds, overhead);
  bool is_good = true;
  for (const Decomposition& how : kDecompositions) {
    const taut::ConvexMesh mesh = how.build(map.grid);
    const Row row = measure(map, how, mesh, options.rounds, overhead);
    double compared = 0.0;
    for (std::size_t i = 0; i < map.queries.size(); i += kTileSearchEvery) compared += row.times[i];
    const double share = compared / static_cast<double>(tiles.size()) / mean(tiles);
    const double tile_count = static_cast<double>(map.grid.tile_count());
    fmt::print(
        "{:<27}{:<11}{:>8}{:>9}{:>10.2f}{:>12.2f}{:>16.2f}{:>11.2f}{:>11.2f}{:>11.2f}"
        "{:>10.1f}{:>12.4f}{:>7}\n",
        map.name, how.name, mesh.cell_count(), mesh.edge_count(), row.build_us / 1000.0,
        static_cast<double>(mesh.memory_bytes()) / tile_count,
        static_cast<double>(taut::OptimalScratch(mesh).memory_bytes()) / tile_count,
        mean(row.times), quantile(row.times, 0.5), quantile(row.times, 0.95),
        row.expanded / static_cast<double>(map.queries.size()), share, row.wrong);
    std::fflush(stdout);
    is_good = is_good && row.wrong == 0;
  }
  fmt::print("{:<27}{:<11}{:>67}{:>11.2f}{:>11.2f}{:>11.2f}\n\n", map.name, "tile A*", "",
             mean(tiles), quantile(tiles, 0.5), quantile(tiles, 0.95));
  return is_good;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Measures optimal paths over the meshes of maps, and checks all answers.");
  Options options;
  constexpr int kMany = std::numeric_limits<int>::max();
  program.add_option("MAP", options.maps,
                     "map files with their .map.scen and .optimal.csv beside them; default: maps/ "
                     "and the shared data");
  program.add_option("--every", options.every, "ask only every Nth query")
      ->type_name("N")
      ->check(CLI::Range(1, kMany));
  program.add_option("--rounds", options.rounds, "take the best of N times")
      ->type_name("N")
      ->check(CLI::Range(1, kMany));
  program.footer(
      "Times are CPU time of the thread: of each query (and build) the best round; then mean, "
      "median and 95 "
      "percent of the queries.\n`of tile A*` is the time over that of 8-connected A* over tiles, "
      "corridor only, on every tenth query. `wrong` counts\npaths that are not valid or not of the "
      "optimal length. Exit status 1 when there are any, 2 for bad input.");
  CLI11_PARSE(program, argc, argv);
  try {
    const std::vector<std::string> files =
        options.maps.empty() ? taut::bench::find_map_files() : options.maps;
    fmt::print("{}", kHeader);
    bool is_good = true;
    for (const std::string& file : files) is_good = run_map(file, options) && is_good;
    return is_good ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "taut_optimal: {}\n", error.what());
    return 2;
  }
}
