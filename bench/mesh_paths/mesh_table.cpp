// taut_bench mesh: optimal paths and A* over the meshes of a map, beside A* over its tiles.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_mesh.hpp>
#include <taut/engine/tile_portals.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/query_times.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/mesh_paths/greedy_rectangles.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

// Searches that are many times slower answer only some of the queries.
constexpr std::size_t kSlowStride = 10;

struct Decomposition {
  const char* name;
  ConvexMesh (*build)(const Grid&);
  std::size_t stride;
  std::size_t places_per_edge;  // of the scratch; 4 are usual
};

ConvexMesh build_leaves(const Grid& grid) { return build_mesh(Quadtree(grid.bits())); }

constexpr std::array<Decomposition, 3> kDecompositions{{{"merged", build_mesh, 1, 4},
                                                        {"rectangles", build_rectangle_mesh, 1, 4},
                                                        {"leaves", build_leaves, kSlowStride, 16}}};

using Validator = decltype(Contender::find_fault);

// Validates paths of any length, which query() has written to `out`.
Validator check_path(const Grid& grid, std::span<const Point> out) {
  return [&grid, out](const BenchQuery& query, const PathResult& answer) -> std::string {
    if (answer.status != Status::ok) return to_string(answer.status);
    return find_fault(grid, query, out.first(answer.count));
  };
}

Validator check_optimal_path(const Grid& grid, std::span<const Point> out) {
  return [check = check_path(grid, out)](const BenchQuery& query,
                                         const PathResult& answer) -> std::string {
    std::string fault = check(query, answer);
    if (fault.empty() && query.optimum &&
        std::abs(answer.length - *query.optimum) > 1e-9 * (1.0 + *query.optimum)) {
      fault = fmt::format("length {} instead of {}", answer.length, *query.optimum);
    }
    return fault;
  };
}

// A mesh of the map with the memory of its searches.
class MeshUnderTest {
 public:
  MeshUnderTest(const BenchMap& map, const Decomposition& decomposition, int rounds)
      : grid_(map.grid),
        decomposition_(decomposition),
        mesh_(decomposition.build(map.grid)),
        optimal_scratch_(mesh_, decomposition.places_per_edge * mesh_.edge_count() + 8192),
        scratch_(mesh_),
        out_(max_path_points(mesh_.vertex_count() + mesh_.cell_count())) {
    build_us_ = best_us(rounds, 1, [&] { static_cast<void>(decomposition.build(map.grid)); });
  }

  [[nodiscard]] Contender optimal() {
    return {fmt::format("optimal over {}", decomposition_.name),
            [this](const BenchQuery& query) {
              return find_optimal_path(mesh_, center(query.start), center(query.goal), {},
                                       optimal_scratch_, out_);
            },
            check_optimal_path(grid_, out_), decomposition_.stride};
  }
  [[nodiscard]] Contender astar() {
    return {fmt::format("A* over {}", decomposition_.name),
            [this](const BenchQuery& query) {
              return find_path(mesh_, center(query.start), center(query.goal), {}, scratch_, out_);
            },
            check_path(grid_, out_)};
  }

  [[nodiscard]] Row row() const {
    const double tiles = static_cast<double>(grid_.tile_count());
    Row row;
    return row.set("cells_of", decomposition_.name)
        .set("cells", mesh_.cell_count())
        .set("edges", mesh_.edge_count())
        .set("build_ms", build_us_ / 1000.0)
        .set("bytes_per_tile", static_cast<double>(mesh_.memory_bytes()) / tiles);
  }
  [[nodiscard]] std::size_t optimal_bytes() const { return optimal_scratch_.memory_bytes(); }
  [[nodiscard]] std::size_t astar_bytes() const { return scratch_.memory_bytes(); }

 private:
  const Grid& grid_;
  const Decomposition& decomposition_;
  ConvexMesh mesh_;
  double build_us_ = 0.0;
  OptimalScratch optimal_scratch_;
  MeshScratch scratch_;
  std::vector<Point> out_;
};

// A* over tiles, and the paths pulled through its corridors.
class TilesUnderTest {
 public:
  explicit TilesUnderTest(const Grid& grid)
      : grid_(grid),
        jumps_(grid),
        scratch_(grid),
        portals_(max_portals(max_corridor_cells(grid))),
        out_(max_path_points(portals_.size())) {}

  [[nodiscard]] Contender search() {
    return {"A* over tiles", [this](const BenchQuery& query) { return find(query); },
            check_tile_path, kSlowStride};
  }
  [[nodiscard]] Contender jump_search() {
    return {"jump points",
            [this](const BenchQuery& query) {
              const CorridorResult found =
                  find_jump_points(grid_, jumps_, center(query.start), center(query.goal), {},
                                   scratch_.search, scratch_.corridor);
              return PathResult{found.status, found.count, found.cost, found.expanded};
            },
            check_tile_path};
  }
  // A*, funnel, smoothing, and the funnel again.
  [[nodiscard]] Contender path() {
    return {"find_path over tiles",
            [this](const BenchQuery& query) {
              return find_path(grid_, center(query.start), center(query.goal), {}, scratch_, out_);
            },
            check_path(grid_, out_), kSlowStride};
  }
  [[nodiscard]] Contender search_and_pull(const char* name, Pull pull) {
    return {name, [this, pull](const BenchQuery& query) { return find_and_pull(query, pull); },
            check_path(grid_, out_), kSlowStride};
  }

  [[nodiscard]] std::size_t bytes() const { return scratch_.memory_bytes(); }

 private:
  static std::string check_tile_path(const BenchQuery& query, const PathResult& answer) {
    if (answer.status != Status::ok) return to_string(answer.status);
    return is_octile_length(query, answer.length) ? "" : "not the octile length";
  }
  // The corridor alone; its length is that of the tile path.
  PathResult find(const BenchQuery& query) {
    const CorridorResult found = find_corridor(grid_, center(query.start), center(query.goal), {},
                                               scratch_.search, scratch_.corridor);
    return {found.status, found.count, found.cost, found.expanded};
  }
  PathResult find_and_pull(const BenchQuery& query, Pull pull) {
    PathResult result = find(query);
    const auto corridor = std::span<const TileId>(scratch_.corridor).first(result.count);
    const Result made = pull == Pull::funnel ? extract_compressed_portals(grid_, corridor, portals_)
                                             : extract_portals(grid_, corridor, portals_);
    const Result path = pull_corridor(grid_, center(query.start), center(query.goal), corridor,
                                      std::span(portals_).first(made.count), pull, out_);
    result.count = path.count;
    result.length = path_length(std::span<const Point>(out_).first(path.count));
    if (result.status == Status::ok) result.status = path.status;
    return result;
  }

  const Grid& grid_;
  JumpMap jumps_;
  GridScratch scratch_;
  std::vector<Portal> portals_;
  std::vector<Point> out_;
};

// The mean time over that of A* over tiles, on the queries that both ran.
double time_over(const QueryFigures& figures, const QueryFigures& tiles) {
  double time = 0.0;
  double tile_time = 0.0;
  for (std::size_t k = 0; k < tiles.best_us.size(); ++k) {
    const double own = figures.best_us[k * tiles.stride / figures.stride];
    if (!std::isfinite(own) || !std::isfinite(tiles.best_us[k])) continue;
    time += own;
    tile_time += tiles.best_us[k];
  }
  return time / tile_time;
}

Columns mesh_columns() {
  return Columns{text_column("map", 25),          text_column("cells_of", 10),
                 text_column("search", 13),       count_column("cells", 7),
                 count_column("edges", 8),        {"build_ms", "build ms", 8},
                 {"bytes_per_tile", "B/tile", 6}, {"scratch_bytes_per_tile", "scratch", 8}} +
         query_columns() + Columns{{"time_over_tiles", "/tiles", 7, 4}};
}

void add_mesh_rows(const BenchMap& map, const BenchOptions& options, Table& table) {
  std::vector<MeshUnderTest> meshes;
  meshes.reserve(kDecompositions.size());
  for (const Decomposition& decomposition : kDecompositions)
    meshes.emplace_back(map, decomposition, options.rounds);
  TilesUnderTest tiles(map.grid);

  std::vector<Contender> contenders{tiles.search(),
                                    tiles.search_and_pull("A* + funnel over tiles", Pull::funnel),
                                    tiles.search_and_pull("A* + raycast over tiles", Pull::raycast),
                                    tiles.path(), tiles.jump_search()};
  for (MeshUnderTest& mesh : meshes) {
    contenders.push_back(mesh.optimal());
    contenders.push_back(mesh.astar());
  }
  const std::vector<QueryFigures> figures = measure_queries(map, {options.rounds}, contenders);

  constexpr std::array<const char*, 5> kTileSearches{"A*", "A* + funnel", "A* + raycast",
                                                     "find_path", "jump points"};
  const auto add = [&](Row row, const char* search, std::size_t scratch_bytes,
                       const QueryFigures& own) {
    row.set("map", map.name).set("search", search);
    row.set("scratch_bytes_per_tile",
            static_cast<double>(scratch_bytes) / static_cast<double>(map.grid.tile_count()));
    set_queries(row, own);
    table.add(row.set("time_over_tiles", time_over(own, figures[0])));
  };
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    add(meshes[i].row(), "optimal", meshes[i].optimal_bytes(),
        figures[kTileSearches.size() + 2 * i]);
    add(meshes[i].row(), "A* + funnel", meshes[i].astar_bytes(),
        figures[kTileSearches.size() + 2 * i + 1]);
  }
  for (std::size_t i = 0; i < kTileSearches.size(); ++i) {
    add(Row().set("cells_of", "tiles"), kTileSearches[i], tiles.bytes(), figures[i]);
  }
}

int run_mesh(const BenchOptions& options) {
  Table table(mesh_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) { add_mesh_rows(map, options, table); });
  return table.finish();
}

}  // namespace

void add_mesh_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "mesh", "optimal paths and A* over the meshes of a map, beside A* over its tiles");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread: of each query, and build, the best round. Searches over "
      "tiles, and optimal paths\nover leaves, run every tenth of the queries. `/tiles` is "
      "the mean time over that of 8-connected A* over tiles,\ncorridor only, on the same queries. "
      "`A* + raycast` straightens the midpoints of the portals by rays; `find_path` smooths\nthe "
      "corridor; `jump points` is the tile path of jump point search. `wrong` counts paths that "
      "are not valid, or not optimal where that is promised.\n");
  command.callback([options, &action] { action = [options] { return run_mesh(*options); }; });
}

}  // namespace taut::bench
