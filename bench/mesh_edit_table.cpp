// bench_mesh_edits: what edits of a mesh cost, and what they leave behind: queries on the edited
// mesh beside those on one built afresh from the same tiles.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/grid_mesh.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "bench_map.hpp"
#include "thread_clock.hpp"

namespace {

using taut::bench::BenchMap;
using taut::bench::now_us;

// Leaves need more than the usual four.
constexpr std::size_t kPlacesPerEdge = 16;

struct Options {
  std::vector<std::string> maps;
  bool has_leaves = false;
  int edits = 10000;
  int side = 8;
  int rounds = 3;
  std::uint32_t seed = 1;
};

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(std::max<std::size_t>(values.size(), 1));
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// Rectangles of 1 x 1 to side x side tiles, as often blocked as opened. Of a map that can be edited
// and that meshes are made of: a grid or a quadtree.
template <class Map>
std::vector<double> edit_at_random(Map& map, taut::ConvexMesh& mesh, const Options& options) {
  std::mt19937 random(options.seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<double> times;
  for (int i = 0; i < options.edits; ++i) {
    const int x = below(map.width());
    const int y = below(map.height());
    const taut::TileRect tiles{x, y, x + 1 + below(options.side), y + 1 + below(options.side)};
    map.set(tiles, below(2) == 0 ? taut::TileState::blocked : taut::TileState::walkable);
    const double begin = now_us();
    edit_mesh(map, tiles, mesh);
    times.push_back(now_us() - begin);
  }
  return times;
}

template <class Map>
bool run_map(const BenchMap& bench, Map map, const Options& options) {
  taut::ConvexMesh edited = build_mesh(map);
  const std::vector<double> edits = edit_at_random(map, edited, options);
  double build_us = std::numeric_limits<double>::infinity();
  for (int round = 0; round < options.rounds; ++round) {
    const double begin = now_us();
    static_cast<void>(build_mesh(map));
    build_us = std::min(build_us, now_us() - begin);
  }
  const taut::ConvexMesh fresh = build_mesh(map);

  taut::OptimalScratch edited_scratch(edited, kPlacesPerEdge * edited.edge_count() + 8192);
  taut::OptimalScratch fresh_scratch(fresh, kPlacesPerEdge * fresh.edge_count() + 8192);
  std::vector<taut::Point> out(
      taut::max_path_points(std::max(edited.vertex_count(), fresh.vertex_count())));
  std::vector<double> edited_times;
  std::vector<double> fresh_times;
  std::size_t wrong = 0;
  for (const taut::bench::BenchQuery& query : bench.queries) {
    const taut::Point start = center(query.start);
    const taut::Point goal = center(query.goal);
    const auto ask = [&](const taut::ConvexMesh& mesh, taut::OptimalScratch& scratch) {
      return find_optimal_path(mesh, start, goal, {}, scratch, out);
    };
    const taut::PathResult one = ask(edited, edited_scratch);
    const taut::PathResult other = ask(fresh, fresh_scratch);
    if (one.status != other.status ||
        std::abs(one.length - other.length) > 1e-9 * (1.0 + other.length)) {
      ++wrong;
    }
    if (other.status != taut::Status::ok) continue;
    double least_edited = std::numeric_limits<double>::infinity();
    double least_fresh = least_edited;
    for (int round = 0; round < options.rounds; ++round) {
      const double begin = now_us();
      static_cast<void>(ask(edited, edited_scratch));
      const double middle = now_us();
      static_cast<void>(ask(fresh, fresh_scratch));
      const double end = now_us();
      least_edited = std::min(least_edited, middle - begin);
      least_fresh = std::min(least_fresh, end - middle);
    }
    edited_times.push_back(least_edited);
    fresh_times.push_back(least_fresh);
  }
  const double tiles = static_cast<double>(bench.grid.tile_count());
  fmt::print("{:<27}{:>8}{:>9.1f}{:>9.1f}{:>9.1f}", bench.name, options.edits, mean(edits),
             quantile(edits, 0.99), quantile(edits, 1.0));
  const auto print_mesh = [&](const char* name, const taut::ConvexMesh& mesh,
                              const std::vector<double>& times) {
    fmt::print("{:>9}{:>9}{:>9}{:>8.2f}{:>10.2f}", name, mesh.cell_count(), mesh.edge_count(),
               static_cast<double>(mesh.memory_bytes()) / tiles, mean(times));
  };
  print_mesh("edited", edited, edited_times);
  fmt::print("{:>8.3f}{:>7}\n{:<35}{:>9.1f}{:18}", mean(edited_times) / mean(fresh_times), wrong,
             "  built anew", build_us, "");
  print_mesh("fresh", fresh, fresh_times);
  fmt::print("\n");
  std::fflush(stdout);
  return wrong == 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Measures edits of meshes, and queries after them.");
  Options options;
  program.add_option(
      "MAP", options.maps,
      "map files with their .map.scen beside them; default: maps/ and the shared data");
  program.add_flag("--leaves", options.has_leaves, "edit quadtrees and the meshes of their leaves");
  program.add_option("--edits", options.edits, "edit so many times")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000));
  program.add_option("--side", options.side, "edits of 1 to N tiles a side")
      ->type_name("N")
      ->check(CLI::Range(1, 16384));
  program.add_option("--rounds", options.rounds, "take the best of N times of a query")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  program.add_option("--seed", options.seed, "of the edits")->type_name("N");
  program.footer(
      "Times are CPU time of the thread, in microseconds: of an edit the mean, 99 percent and the "
      "longest, without the\nmap's own part; of a query the mean of the best times. `ratio` is "
      "edited over fresh. `wrong` counts queries whose\nlengths differ. `built anew` is what "
      "build_mesh() takes. Exit status 1 when there are wrong lengths, 2 for bad input.");
  CLI11_PARSE(program, argc, argv);
  try {
    const std::vector<std::string> files =
        options.maps.empty() ? taut::bench::find_map_files() : options.maps;
    fmt::print(
        "map                           edits  mean us      99%      max     mesh    cells    edges "
        " B/tile  query us   ratio  wrong\n");
    bool is_good = true;
    for (const std::string& file : files) {
      const BenchMap map = taut::bench::load_bench_map(file);
      const bool is_equal = options.has_leaves
                                ? run_map(map, taut::Quadtree(map.grid.bits()), options)
                                : run_map(map, map.grid, options);
      is_good = is_good && is_equal;
    }
    return is_good ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_mesh_edits: {}\n", error.what());
    return 2;
  }
}
