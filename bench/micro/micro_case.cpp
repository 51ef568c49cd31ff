#include "micro_case.hpp"

#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/tile_portals.hpp>

#include <memory>
#include <utility>

namespace taut::bench {
namespace {

// One pass over the queries of the largest maps then takes less than a second.
constexpr std::size_t kQueriesPerMap = 40;

void prepare(const Grid& grid, SearchScratch& scratch, Sample& sample) {
  sample.corridor.resize(grid.tile_count());
  const CorridorResult found =
      find_corridor(grid, center(sample.query.start), center(sample.query.goal),
                    GridSearchOptions{}, scratch, sample.corridor);
  require(found.status == Status::ok, "the search finds no corridor");
  sample.corridor.resize(found.count);
  sample.corridor.shrink_to_fit();

  sample.portals.resize(max_portals(sample.corridor.size()));
  const Result portals = extract_portals(grid, sample.corridor, sample.portals);
  require(portals.status == Status::ok, "the corridor has no portals");
  sample.portals.resize(portals.count);

  sample.path.resize(max_path_points(sample.portals.size()));
  const Result path = string_pull(center(sample.query.start), center(sample.query.goal),
                                  sample.portals, sample.path);
  require(path.status == Status::ok, "the portals have no path");
  sample.path.resize(path.count);
}

MicroCase load_case(const std::string& file) {
  MicroCase loaded{load_bench_map(file), {}};
  keep_evenly(loaded.map.queries, kQueriesPerMap);
  SearchScratch scratch(loaded.map.grid.tile_count());
  for (const BenchQuery& query : loaded.map.queries) {
    Sample sample{query, {}, {}, {}};
    prepare(loaded.map.grid, scratch, sample);
    loaded.samples.push_back(std::move(sample));
  }
  return loaded;
}

// Benchmarks run one after the other, map by map: one map is kept at a time.
const MicroCase& use_case(const std::string& file) {
  static std::unique_ptr<const MicroCase> last;
  if (!last || last->map.file != file) last = std::make_unique<MicroCase>(load_case(file));
  return *last;
}

}  // namespace

void register_map_benchmark(const std::string& file, const std::string& name, Body body) {
  register_benchmark(map_name(file), name, [file, body = std::move(body)](benchmark::State& state) {
    body(state, use_case(file));
  });
}

}  // namespace taut::bench
