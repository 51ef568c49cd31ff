// taut_bench funnel: string pulling on corridors of known shapes and on those that searches find.
//
// `from_tiles` starts with the tiles of a corridor, all others with its portals: those of tiles
// (`portals`, and `compressed`), of quadtree leaves and of the convex cells of a mesh.
#include <CLI/CLI.hpp>

#include <taut/engine/baselines.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/quadtree_search.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/harness/google_benchmark.hpp"
#include "bench/maps/bench_map.hpp"
#include "bench/tables.hpp"
#include "support/long_corridors.hpp"

namespace taut::bench {
namespace {

using benchmark::State;

constexpr std::size_t kBatch = 1024;

struct Corridor {
  Point start{0, 0};
  Point goal{0, 0};
  std::vector<CellId> cells;  // none for a shape
  std::vector<Portal> portals;
};

// Corridors, and buffers for the results of one of them.
struct Corridors {
  std::vector<Corridor> items;
  const Grid* grid = nullptr;  // none for a shape
  std::vector<Portal> portals;
  std::vector<Point> path;

  void make_room() {
    std::size_t cells = 0;
    std::size_t most = 0;
    for (const Corridor& corridor : items) {
      cells = std::max(cells, corridor.cells.size());
      most = std::max(most, corridor.portals.size());
    }
    portals.resize(std::max(most, max_portals(cells)));
    path.resize(max_path_points(portals.size()));
  }
};

std::size_t count_portals(const Corridors& corridors) {
  std::size_t count = 0;
  for (const Corridor& corridor : corridors.items) count += corridor.portals.size();
  return count;
}

// `body` does its work on one corridor.
template <class Body>
void measure(State& state, Corridors& corridors, const Body& body) {
  for (auto _ : state) {
    for (const Corridor& corridor : corridors.items) {
      benchmark::DoNotOptimize(body(corridor));
      benchmark::ClobberMemory();
    }
  }
  report_each(state, "corridor", corridors.items.size());
  report_each(state, "portal", count_portals(corridors));
}

void pull_whole(State& state, Corridors& corridors) {
  for (const Corridor& corridor : corridors.items) {
    // With less room the scan works another way; the path is the same.
    std::vector<Point> other(corridors.path.size());
    const Result whole =
        string_pull(corridor.start, corridor.goal, corridor.portals, corridors.path);
    const Result again = string_pull(corridor.start, corridor.goal, corridor.portals,
                                     std::span(other).first(whole.count));
    require(whole.status == Status::ok && again.status == Status::ok &&
                std::equal(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(again.count),
                           corridors.path.begin(),
                           corridors.path.begin() + static_cast<std::ptrdiff_t>(whole.count)),
            "two paths");
  }
  measure(state, corridors, [&](const Corridor& corridor) {
    return string_pull(corridor.start, corridor.goal, corridor.portals, corridors.path);
  });
}

// The query of a steering loop: the position of the agent and the next three corners.
void pull_first_corners(State& state, Corridors& corridors) {
  measure(state, corridors, [&](const Corridor& corridor) {
    return string_pull(
        corridor.start, corridor.goal, corridor.portals,
        std::span(corridors.path).first(std::min<std::size_t>(4, corridors.path.size())));
  });
}

void pull_simple(State& state, Corridors& corridors) {
  measure(state, corridors, [&](const Corridor& corridor) {
    return simple_funnel(corridor.start, corridor.goal, corridor.portals, corridors.path);
  });
}

void pull_batch(State& state, Corridors& corridors) {
  std::vector<std::vector<Point>> paths;
  std::vector<PullTask> tasks;
  for (std::size_t i = 0; i < kBatch; ++i) {
    const Corridor& corridor = corridors.items[i % corridors.items.size()];
    paths.emplace_back(max_path_points(corridor.portals.size()));
    tasks.push_back({corridor.start, corridor.goal, corridor.portals, paths.back()});
  }
  std::vector<Result> results(tasks.size());
  string_pull_batch(tasks, results);
  std::size_t portals = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const Result one = string_pull(tasks[i].start, tasks[i].goal, tasks[i].portals, corridors.path);
    require(
        results[i].status == one.status && results[i].count == one.count &&
            std::equal(paths[i].begin(), paths[i].begin() + static_cast<std::ptrdiff_t>(one.count),
                       corridors.path.begin()),
        "another path in the batch");
    portals += tasks[i].portals.size();
  }
  for (auto _ : state) {
    string_pull_batch(tasks, results);
    benchmark::ClobberMemory();
  }
  report_each(state, "corridor", tasks.size());
  report_each(state, "portal", portals);
}

void pull_raycast(State& state, Corridors& corridors) {
  measure(state, corridors, [&](const Corridor& corridor) {
    return midpoint_raycast(*corridors.grid, corridor.start, corridor.goal, corridor.portals,
                            corridors.path);
  });
}

constexpr Result (*kExtractTilePortals)(const Grid&, std::span<const TileId>,
                                        std::span<Portal>) noexcept = extract_portals;

// From the tiles to the path, by the portals of one kind and a pull.
template <class Extract, class Pull>
void measure_from_tiles(State& state, Corridors& corridors, const Extract& extract,
                        const Pull& pull) {
  measure(state, corridors, [&](const Corridor& corridor) {
    const Result made = extract(*corridors.grid, corridor.cells, corridors.portals);
    return pull(corridor, std::span<const Portal>(corridors.portals).first(made.count));
  });
}

void register_one(const std::string& map, const std::string& name,
                  const std::shared_ptr<Corridors>& corridors, void (*body)(State&, Corridors&)) {
  register_benchmark(map, name, [corridors, body](State& state) { body(state, *corridors); });
}

void register_pulls(const std::string& map, const std::string& kind,
                    const std::shared_ptr<Corridors>& corridors) {
  register_one(map, kind + "string_pull", corridors, pull_whole);
  register_one(map, kind + "first_3_corners", corridors, pull_first_corners);
  register_one(map, kind + "batch", corridors, pull_batch);
  register_one(map, kind + "simple_funnel", corridors, pull_simple);
}

void register_shapes() {
  for (const test::Shape& shape : test::kShapes) {
    for (const std::size_t portals : {64U, 700U, 1024U, 16384U}) {
      const auto corridors = std::make_shared<Corridors>();
      const test::LatticeCorridor lattice = shape.make(portals);
      corridors->items.push_back({test::to_point(lattice.start, 1.0F),
                                  test::to_point(lattice.goal, 1.0F),
                                  {},
                                  test::to_portals(lattice.portals, 1.0F)});
      corridors->make_room();
      register_pulls(std::string(shape.name) + "/" + std::to_string(portals), "", corridors);
    }
  }
}

// The corridors of up to kBatch queries, the cells of each by find(corridor).
template <class Find>
std::vector<Corridor> harvest(const BenchMap& map, const Find& find) {
  std::vector<Corridor> corridors;
  for (const BenchQuery& query : map.queries) {
    Corridor corridor{center(query.start), center(query.goal), {}, {}};
    const std::span<const CellId> cells = find(corridor);
    corridor.cells.assign(cells.begin(), cells.end());
    corridors.push_back(std::move(corridor));
  }
  return corridors;
}

// By 8-connected A*.
std::vector<Corridor> harvest_tiles(const BenchMap& map) {
  SearchScratch scratch(map.grid.tile_count());
  std::vector<TileId> tiles(map.grid.tile_count());
  return harvest(map, [&](const Corridor& corridor) {
    const CorridorResult found =
        find_corridor(map.grid, corridor.start, corridor.goal, GridSearchOptions{}, scratch, tiles);
    require(found.status == Status::ok, "the search finds no corridor");
    return std::span<const CellId>(tiles).first(found.count);
  });
}

// The portals of corridors, by extract(corridor, portals).
template <class Extract>
std::shared_ptr<Corridors> make_corridors(const Grid& grid, const std::vector<Corridor>& found,
                                          const Extract& extract) {
  auto corridors = std::make_shared<Corridors>(Corridors{found, &grid, {}, {}});
  for (Corridor& corridor : corridors->items) {
    corridor.portals.resize(max_portals(corridor.cells.size()));
    const Result made = extract(corridor.cells, corridor.portals);
    require(made.status == Status::ok, "no portals");
    corridor.portals.resize(made.count);
  }
  corridors->make_room();
  return corridors;
}

std::shared_ptr<Corridors> harvest_leaves(const BenchMap& map) {
  const Quadtree tree(map.grid.bits());
  QuadtreeScratch scratch(tree);
  const std::vector<Corridor> found = harvest(map, [&](const Corridor& corridor) {
    const CorridorResult result =
        find_corridor(tree, corridor.start, corridor.goal, {}, scratch, scratch.corridor);
    require(result.status == Status::ok, "the search over leaves finds no corridor");
    return std::span<const CellId>(scratch.corridor).first(result.count);
  });
  return make_corridors(map.grid, found, [&](std::span<const CellId> cells, std::span<Portal> out) {
    return extract_portals(tree, cells, out);
  });
}

std::shared_ptr<Corridors> harvest_mesh(const BenchMap& map) {
  const ConvexMesh mesh = build_mesh(map.grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> path(max_path_points(mesh));
  std::vector<CellId> cells(mesh.cell_count());
  const std::vector<Corridor> found = harvest(map, [&](const Corridor& corridor) {
    const PathResult result =
        find_optimal_path(mesh, corridor.start, corridor.goal, OptimalOptions{}, scratch, path);
    require(result.status == Status::ok, "the search over the mesh finds no path");
    return std::span<const CellId>(cells).first(extract_corridor(mesh, scratch, cells).count);
  });
  return make_corridors(map.grid, found, [&](std::span<const CellId> ids, std::span<Portal> out) {
    return extract_portals(mesh, ids, out);
  });
}

void register_pulls_from_tiles(const std::shared_ptr<BenchMap>& map,
                               const std::shared_ptr<Corridors>& all,
                               const std::shared_ptr<Corridors>& few) {
  register_benchmark(map->name, "from_tiles/string_pull", [map, few](State& state) {
    measure_from_tiles(state, *few, taut::extract_compressed_portals,
                       [&](const Corridor& corridor, std::span<const Portal> portals) {
                         return string_pull(corridor.start, corridor.goal, portals, few->path);
                       });
  });
  register_benchmark(map->name, "from_tiles/simple_funnel", [map, all](State& state) {
    measure_from_tiles(state, *all, kExtractTilePortals,
                       [&](const Corridor& corridor, std::span<const Portal> portals) {
                         return simple_funnel(corridor.start, corridor.goal, portals, all->path);
                       });
  });
  register_benchmark(map->name, "from_tiles/midpoint_raycast", [map, all](State& state) {
    measure_from_tiles(state, *all, kExtractTilePortals,
                       [&](const Corridor& corridor, std::span<const Portal> portals) {
                         return midpoint_raycast(map->grid, corridor.start, corridor.goal, portals,
                                                 all->path);
                       });
  });
}

void register_map(const std::string& file) {
  const auto map = std::make_shared<BenchMap>(load_bench_map(file));
  keep_evenly(map->queries, kBatch);
  const std::vector<Corridor> found = harvest_tiles(*map);
  const auto all =
      make_corridors(map->grid, found, [&](std::span<const CellId> cells, std::span<Portal> out) {
        return extract_portals(map->grid, cells, out);
      });
  const auto few =
      make_corridors(map->grid, found, [&](std::span<const CellId> cells, std::span<Portal> out) {
        return extract_compressed_portals(map->grid, cells, out);
      });
  register_pulls(map->name, "portals/", all);
  register_pulls(map->name, "compressed/", few);
  register_pulls(map->name, "leaves/", harvest_leaves(*map));
  register_pulls(map->name, "mesh/", harvest_mesh(*map));
  register_benchmark(map->name, "portals/midpoint_raycast",
                     [map, all](State& state) { pull_raycast(state, *all); });
  register_pulls_from_tiles(map, all, few);
}

// Medians of interleaved repetitions.
constexpr std::array<const char*, 4> kDefaults{
    "--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=9",
    "--benchmark_report_aggregates_only=true", "--benchmark_min_time=0.05"};

int run_funnel(const BenchOptions& options, const std::vector<std::string>& flags) {
  register_shapes();
  for (const std::string& file : options.maps.empty() ? find_map_files() : options.maps) {
    register_map(file);
  }
  return run_benchmarks(options, flags, kDefaults);
}

}  // namespace

void add_funnel_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "funnel", "string pulling alone, on corridors of known shapes and of the queries of maps");
  const auto options = std::make_shared<BenchOptions>();
  add_google_options(command, *options);
  command.footer(
      "Google Benchmark measures; its options, such as --benchmark_filter=REGEX, are taken too. "
      "Preset are nine repetitions,\ninterleaved at random, of which it prints mean, median and "
      "deviation.\n");
  command.callback([options, &command, &action] {
    action = [options, flags = command.remaining()] { return run_funnel(*options, flags); };
  });
}

}  // namespace taut::bench
