// Searches over tiles, and whole queries.
#include <taut/engine/grid_path.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/tile_portals.hpp>

#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "micro_case.hpp"

namespace taut::bench {
namespace {

using benchmark::State;

// Whether the corridor leads over walkable tiles by orthogonal steps from start to goal, in as few
// as there can be.
bool is_shortest_orthogonal(const Grid& grid, const BenchQuery& query,
                            std::span<const TileId> corridor) {
  if (corridor.empty() || grid.tile(corridor.front()) != query.start ||
      grid.tile(corridor.back()) != query.goal) {
    return false;
  }
  const std::vector<int> distances = find_distances(grid, query.start);
  for (std::size_t i = 0; i < corridor.size(); ++i) {
    const Tile tile = grid.tile(corridor[i]);
    if (distances[corridor[i]] != static_cast<int>(i)) return false;
    if (i == 0) continue;
    const Tile before = grid.tile(corridor[i - 1]);
    if (std::abs(tile.x - before.x) + std::abs(tile.y - before.y) != 1) return false;
  }
  return true;
}

void measure_search(State& state, const MicroCase& micro_case, const GridSearchOptions& options) {
  const Grid& grid = micro_case.map.grid;
  SearchScratch scratch(grid.tile_count());
  std::vector<TileId> room(grid.tile_count());
  std::size_t expanded = 0;
  for (const Sample& sample : micro_case.samples) {
    const CorridorResult found = find_corridor(grid, center(sample.query.start),
                                               center(sample.query.goal), options, scratch, room);
    require(found.status == Status::ok, "no corridor");
    expanded += found.expanded;
    if (options.diagonal == DiagonalRule::never) {
      require(is_shortest_orthogonal(grid, sample.query, std::span(room).first(found.count)),
              "no shortest orthogonal path");
    } else {
      require(is_octile_length(sample.query, found.cost), "not the octile length");
    }
  }
  for (auto _ : state) {
    for (const Sample& sample : micro_case.samples) {
      benchmark::DoNotOptimize(find_corridor(grid, center(sample.query.start),
                                             center(sample.query.goal), options, scratch, room));
    }
  }
  report_each(state, "query", micro_case.samples.size());
  report_each(state, "expansion", expanded);
}

// The whole query with default options.
void measure_find_path(State& state, const MicroCase& micro_case) {
  const Grid& grid = micro_case.map.grid;
  const GridPathOptions options;
  GridScratch scratch(grid);
  std::vector<Point> room(max_path_points(max_portals(max_corridor_cells(grid))));
  for (const Sample& sample : micro_case.samples) {
    const PathResult found = find_path(grid, center(sample.query.start), center(sample.query.goal),
                                       options, scratch, room);
    require(found.status == Status::ok, "no path");
    require(find_fault(grid, sample.query, std::span(room).first(found.count)).empty(),
            "a path with a fault");
  }
  for (auto _ : state) {
    for (const Sample& sample : micro_case.samples) {
      benchmark::DoNotOptimize(find_path(grid, center(sample.query.start),
                                         center(sample.query.goal), options, scratch, room));
    }
  }
  report_each(state, "query", micro_case.samples.size());
}

}  // namespace

void register_search_benchmarks(const std::string& file) {
  register_map_benchmark(file, "search/8", [](State& state, const MicroCase& micro_case) {
    measure_search(state, micro_case, {});
  });
  register_map_benchmark(file, "search/4", [](State& state, const MicroCase& micro_case) {
    measure_search(state, micro_case, {{.diagonal = DiagonalRule::never}});
  });
  register_map_benchmark(file, "find_path", measure_find_path);
}

}  // namespace taut::bench
