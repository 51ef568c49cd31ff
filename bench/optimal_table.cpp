// bench_optimal: optimal paths and A* over each mesh of a map, beside A* over its tiles.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/grid_mesh.hpp>
#include <taut/grid_path.hpp>
#include <taut/mesh_search.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_mesh.hpp>
#include <taut/tile_portals.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "answers.hpp"
#include "bench_options.hpp"
#include "thread_clock.hpp"

namespace taut::bench {
namespace {

// Searches that are many times slower are asked only some of the queries.
constexpr std::size_t kSlowEvery = 10;

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

// What a search comes to on the queries of a map.
struct Row {
  std::size_t every = 1;      // it was asked every Nth query
  std::vector<double> times;  // best of each of them
  double expanded = 0.0;      // mean
  double ratio = 0.0;         // mean length over the optimum; 0 where that is not known
  std::size_t wrong = 0;
};

enum class Promise : std::uint8_t {
  optimum,       // to 1e-9
  valid,         // any valid path
  tile_corridor  // no path is made
};

// Asks every Nth query by ask(query), which writes to `out`; once to judge the answer and then in
// rounds, of which the best counts.
template <class Ask>
Row measure(const BenchMap& map, const BenchOptions& options, std::size_t every, Promise promise,
            std::span<const Point> out, const Ask& ask) {
  static const double overhead = clock_overhead_us();
  Row row;
  row.every = every;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < map.queries.size(); i += every) {
    const BenchQuery& query = map.queries[i];
    const PathResult found = ask(query);
    row.expanded += static_cast<double>(found.expanded);
    bool is_right = found.status == Status::ok;
    if (is_right && promise != Promise::tile_corridor) {
      is_right = find_fault(map.grid, query, out.first(found.count)).empty();
      if (query.optimum && *query.optimum > 0.0) {
        row.ratio += found.length / *query.optimum;
        ++compared;
      }
      if (promise == Promise::optimum && query.optimum) {
        is_right =
            is_right && std::abs(found.length - *query.optimum) <= 1e-9 * (1.0 + *query.optimum);
      }
    }
    row.wrong += is_right ? 0U : 1U;
    row.times.push_back(std::numeric_limits<double>::infinity());
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t k = 0; k < row.times.size(); ++k) {
      const BenchQuery& query = map.queries[k * every];
      const double begin = now_us();
      const PathResult found = ask(query);
      const double time = now_us() - begin - overhead;
      if (found.status == Status::ok) row.times[k] = std::min(row.times[k], time);
    }
  }
  row.expanded /= static_cast<double>(row.times.size());
  if (compared > 0) row.ratio /= static_cast<double>(compared);
  return row;
}

// The mean time over that of A* on tiles, on the queries that both were asked.
double share_of(const Row& row, const Row& tiles) {
  double sum = 0.0;
  for (std::size_t k = 0; k < tiles.times.size(); ++k) {
    sum += row.times[k * tiles.every / row.every];
  }
  return sum / static_cast<double>(tiles.times.size()) / mean(tiles.times);
}

constexpr const char* kHeader =
    "map                       mesh        cells    edges  build ms  B/tile  search          "
    "scratch "
    "B/tile   mean us  median us     p95 us  expanded  of tile A*  len/opt  wrong\n";

// Prints the end of a line; true when all was right.
bool print_row(const Row& row, const char* search, double scratch, const Row& tiles) {
  fmt::print("{:<16}{:>14.2f}{:>10.2f}{:>11.2f}{:>11.2f}{:>10.1f}{:>12.4f}{:>9}{:>7}\n", search,
             scratch, mean(row.times), quantile(row.times, 0.5), quantile(row.times, 0.95),
             row.expanded, share_of(row, tiles),
             row.ratio > 0.0 ? fmt::format("{:.5f}", row.ratio) : "-", row.wrong);
  std::fflush(stdout);
  return row.wrong == 0;
}

struct Decomposition {
  const char* name;
  ConvexMesh (*build)(const Grid&);
  std::size_t every;
  std::size_t places_per_edge;  // of the scratch; 4 are usual
};

ConvexMesh build_leaves(const Grid& grid) { return build_mesh(Quadtree(grid.bits())); }

constexpr std::array<Decomposition, 3> kDecompositions{{{"merged", build_mesh, 1, 4},
                                                        {"rectangles", build_rectangle_mesh, 1, 4},
                                                        {"leaves", build_leaves, kSlowEvery, 16}}};

bool run_mesh(const BenchMap& map, const BenchOptions& options, const Decomposition& how,
              const Row& tiles) {
  const ConvexMesh mesh = how.build(map.grid);
  double build_us = std::numeric_limits<double>::infinity();
  for (int round = 0; round < options.rounds; ++round) {
    const double begin = now_us();
    const ConvexMesh again = how.build(map.grid);
    build_us = std::min(build_us, now_us() - begin);
    if (again.cell_count() != mesh.cell_count()) throw std::runtime_error("another mesh");
  }
  OptimalScratch optimal_scratch(mesh, how.places_per_edge * mesh.edge_count() + 8192);
  MeshScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh.vertex_count() + mesh.cell_count()));
  const Row optimal =
      measure(map, options, how.every, Promise::optimum, out, [&](const BenchQuery& query) {
        return find_optimal_path(mesh, center(query.start), center(query.goal), {}, optimal_scratch,
                                 out);
      });
  const Row quick = measure(map, options, 1, Promise::valid, out, [&](const BenchQuery& query) {
    return find_path(mesh, center(query.start), center(query.goal), {}, scratch, out);
  });
  const double tile_count = static_cast<double>(map.grid.tile_count());
  const auto per_tile = [&](std::size_t bytes) { return static_cast<double>(bytes) / tile_count; };
  fmt::print("{:<26}{:<10}{:>7}{:>9}{:>10.2f}{:>8.2f}  ", map.name, how.name, mesh.cell_count(),
             mesh.edge_count(), build_us / 1000.0, per_tile(mesh.memory_bytes()));
  const bool is_optimal =
      print_row(optimal, "optimal", per_tile(optimal_scratch.memory_bytes()), tiles);
  fmt::print("{:<26}{:<10}{:>34}  ", map.name, how.name, "");
  return print_row(quick, "A* + funnel", per_tile(scratch.memory_bytes()), tiles) && is_optimal;
}

bool run_map(const BenchMap& map, const BenchOptions& options) {
  const Grid& grid = map.grid;
  GridScratch scratch(grid);
  std::vector<Portal> portals(max_portals(max_corridor_cells(grid)));
  std::vector<Point> out(max_path_points(portals.size()));
  const auto find = [&](const BenchQuery& query) {
    const CorridorResult found = find_corridor(grid, center(query.start), center(query.goal), {},
                                               scratch.search, scratch.corridor);
    return PathResult{found.status, found.count, 0.0, found.expanded};
  };
  const auto find_and_pull = [&](const BenchQuery& query, Pull pull) {
    PathResult result = find(query);
    const auto corridor = std::span<const TileId>(scratch.corridor).first(result.count);
    const Result made = pull == Pull::funnel ? extract_compressed_portals(grid, corridor, portals)
                                             : extract_portals(grid, corridor, portals);
    const Result path = pull_corridor(grid, center(query.start), center(query.goal), corridor,
                                      std::span(portals).first(made.count), pull, out);
    result.count = path.count;
    result.length = path_length(std::span<const Point>(out).first(path.count));
    if (result.status == Status::ok) result.status = path.status;
    return result;
  };
  const Row tiles = measure(map, options, kSlowEvery, Promise::tile_corridor, out, find);
  bool is_good = true;
  for (const Decomposition& how : kDecompositions) {
    is_good = run_mesh(map, options, how, tiles) && is_good;
  }
  const double bytes =
      static_cast<double>(scratch.memory_bytes()) / static_cast<double>(grid.tile_count());
  const auto print_tiles = [&](const Row& row, const char* search) {
    fmt::print("{:<26}{:<10}{:>34}  ", map.name, "tiles", "");
    is_good = print_row(row, search, bytes, tiles) && is_good;
  };
  print_tiles(tiles, "A*");
  print_tiles(measure(map, options, kSlowEvery, Promise::valid, out,
                      [&](const BenchQuery& query) { return find_and_pull(query, Pull::funnel); }),
              "A* + funnel");
  print_tiles(measure(map, options, kSlowEvery, Promise::valid, out,
                      [&](const BenchQuery& query) { return find_and_pull(query, Pull::raycast); }),
              "A* + raycast");
  fmt::print("\n");
  return is_good;
}

bool run(const BenchOptions& options) {
  fmt::print("{}", kHeader);
  bool is_good = true;
  for (const std::string& file : choose_map_files(options)) {
    is_good = run_map(load_bench_map(file, options), options) && is_good;
  }
  return is_good;
}

}  // namespace
}  // namespace taut::bench

int main(int argc, char** argv) {
  CLI::App program(
      "Measures optimal paths and A* over the meshes of maps, and A* over tiles, and checks all "
      "answers.");
  taut::bench::BenchOptions options;
  add_bench_options(program, options);
  program.footer(
      "Times are CPU time of the thread: of each query (and build) the best round; then mean, "
      "median and 95 percent of\nthe queries. Those over tiles, and optimal paths over leaves, are "
      "of every tenth query. `of tile A*` is the time over\nthat of 8-connected A* over tiles, "
      "corridor only, on the same queries. `raycast` straightens the midpoints of the portals\nby "
      "rays. `wrong` counts paths that are not valid, or not of the optimal length where that is "
      "promised. Exit status 1 when\nthere are any, 2 for bad input.");
  CLI11_PARSE(program, argc, argv);
  try {
    return taut::bench::run(options) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_optimal: {}\n", error.what());
    return 2;
  }
}
