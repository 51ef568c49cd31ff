// Many corridors at once: string_pull_batch() beside string_pull() on the corridors of many
// queries, so that no branch is learned.
#include <taut/funnel.hpp>
#include <taut/funnel_batch.hpp>
#include <taut/grid_search.hpp>
#include <taut/tile_portals.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench_case.hpp"

namespace taut::bench {
namespace {

using benchmark::State;

constexpr std::size_t kCorridors = 1024;

struct Corridor {
  Point start;
  Point goal;
  std::vector<Portal> portals;
  std::vector<Portal> bends;  // without the portals inside a straight run
};

// Whether a portal lies half-way between its neighbours, so that it restrains nothing.
bool is_between(const Portal& before, const Portal& portal, const Portal& after) {
  const Point step = portal.left - before.left;
  return portal.right - before.right == step && after.left - portal.left == step &&
         after.right - portal.right == step;
}

std::vector<Corridor> harvest(const std::string& file) {
  BenchMap map = load_bench_map(file);
  keep_evenly(map.queries, kCorridors);
  SearchScratch scratch(map.grid.tile_count());
  std::vector<TileId> tiles(map.grid.tile_count());
  std::vector<Portal> portals(max_portals(tiles.size()));
  std::vector<Corridor> corridors;
  for (const BenchQuery& query : map.queries) {
    const CorridorResult found =
        find_corridor(map.grid, query.start, query.goal, {}, scratch, tiles);
    require(found.status == Status::ok, "the search finds no corridor");
    const Result made = extract_portals(map.grid, std::span(tiles).first(found.count), portals);
    require(made.status == Status::ok, "the corridor has no portals");
    const std::span<const Portal> all = std::span(portals).first(made.count);
    Corridor corridor{center(query.start), center(query.goal), {all.begin(), all.end()}, {}};
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0 && i + 1 < all.size() && is_between(all[i - 1], all[i], all[i + 1])) continue;
      corridor.bends.push_back(all[i]);
    }
    corridors.push_back(std::move(corridor));
  }
  return corridors;
}

const std::vector<Corridor>& use_corridors(const std::string& file) {
  static std::string last;
  static std::vector<Corridor> corridors;
  if (last != file) {
    corridors = harvest(file);
    last = file;
  }
  return corridors;
}

void pull_one_by_one(std::span<const PullTask> tasks, std::span<Result> results) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    results[i] = string_pull(tasks[i].start, tasks[i].goal, tasks[i].portals, tasks[i].out);
  }
}

struct Method {
  const char* name;
  void (*run)(std::span<const PullTask> tasks, std::span<Result> results);
  std::vector<Portal> Corridor::*portals;
};

void measure(State& state, const std::string& file, const Method& method) {
  const std::vector<Corridor>& corridors = use_corridors(file);
  std::vector<std::vector<Point>> paths;
  std::vector<PullTask> tasks;
  std::size_t portals = 0;
  for (const Corridor& corridor : corridors) {
    paths.emplace_back(max_path_points((corridor.*method.portals).size()));
    portals += (corridor.*method.portals).size();
  }
  for (std::size_t i = 0; i < corridors.size(); ++i) {
    const Corridor& corridor = corridors[i];
    tasks.push_back({corridor.start, corridor.goal, corridor.*method.portals, paths[i]});
  }
  std::vector<Result> results(tasks.size());
  method.run(tasks, results);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    std::vector<Point> path(max_path_points(corridors[i].portals.size()));
    const Result right = string_pull(tasks[i].start, tasks[i].goal, corridors[i].portals, path);
    require(results[i].status == right.status && results[i].count == right.count &&
                std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(right.count),
                           tasks[i].out.begin()),
            "another path than string_pull() gives");
  }
  for (auto _ : state) {
    method.run(tasks, results);
    benchmark::ClobberMemory();
  }
  report_each(state, "query", tasks.size());
  report_each(state, "portal", portals);
}

}  // namespace

void register_batch_benchmarks(const std::string& file) {
  for (const Method& method :
       {Method{"pull_1024/funnel", pull_one_by_one, &Corridor::portals},
        Method{"pull_1024/batch", string_pull_batch, &Corridor::portals},
        Method{"pull_1024/funnel/bends", pull_one_by_one, &Corridor::bends},
        Method{"pull_1024/batch/bends", string_pull_batch, &Corridor::bends}}) {
    register_benchmark(file, method.name, [file, method](State& state, const BenchCase&) {
      measure(state, file, method);
    });
  }
}

}  // namespace taut::bench
