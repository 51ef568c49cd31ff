#include "bench_case.hpp"

#include <taut/funnel.hpp>
#include <taut/grid_search.hpp>
#include <taut/tile_portals.hpp>

#include <filesystem>
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

BenchCase load_case(const std::string& file) {
  BenchCase loaded{load_bench_map(file), {}};
  keep_evenly(loaded.map.queries, kQueriesPerMap);
  SearchScratch scratch(loaded.map.grid.tile_count());
  for (const BenchQuery& query : loaded.map.queries) {
    Sample sample{query, {}, {}, {}};
    prepare(loaded.map.grid, scratch, sample);
    loaded.samples.push_back(std::move(sample));
  }
  return loaded;
}

// Benchmarks run one after the other, map by map.
const BenchCase& use_case(const std::string& file) {
  static std::unique_ptr<const BenchCase> last;
  if (!last || last->map.file != file) last = std::make_unique<BenchCase>(load_case(file));
  return *last;
}

bool is_failed = false;

float lattice(int steps) { return static_cast<float>(steps) / kLatticePerTile; }

}  // namespace

void require(bool is_right, const std::string& what) {
  if (!is_right) throw WrongAnswer(what);
}

void register_function(const std::string& name, std::function<void(benchmark::State& state)> body) {
  benchmark::RegisterBenchmark(name.c_str(), [body = std::move(body)](benchmark::State& state) {
    try {
      body(state);
    } catch (const std::exception& error) {
      is_failed = true;
      state.SkipWithError(error.what());
    }
  })->Unit(benchmark::kMicrosecond);
}

void register_benchmark(const std::string& file, const std::string& name, Body body) {
  const std::filesystem::path path = std::filesystem::absolute(file);
  const std::string map = (path.parent_path().filename() / path.stem()).string();
  register_function(map + "/" + name, [file, body = std::move(body)](benchmark::State& state) {
    body(state, use_case(file));
  });
}

bool has_failed() noexcept { return is_failed; }

void report_each(benchmark::State& state, const char* name, std::size_t count) {
  state.counters[name] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

Point Places::point(int rim) {
  const Tile tile{below(grid_.width() + 2 * rim) - rim, below(grid_.height() + 2 * rim) - rim};
  return point_in(tile);
}

Tile Places::walkable_tile() {
  for (;;) {
    const Tile tile{below(grid_.width()), below(grid_.height())};
    if (grid_.is_walkable(tile)) return tile;
  }
}

Point Places::point_in(Tile tile) {
  return {static_cast<float>(tile.x) + lattice(1 + below(kLatticePerTile - 1)),
          static_cast<float>(tile.y) + lattice(1 + below(kLatticePerTile - 1))};
}

}  // namespace taut::bench
