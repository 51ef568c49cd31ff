// From corridors to paths: portals, each pull, smoothing.
#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "micro_case.hpp"

namespace taut::bench {
namespace {

using benchmark::State;

// Room for the points and portals of every sample, also after smoothing.
struct Room {
  explicit Room(const MicroCase& micro_case) {
    std::size_t longest = 0;
    for (const Sample& sample : micro_case.samples) {
      longest = std::max(longest, sample.corridor.size());
    }
    tiles.resize(2 * longest + 64);
    portals.resize(max_portals(tiles.size()));
    points.resize(max_path_points(portals.size()));
    work.resize(max_smoothing_points(points.size()));
  }

  std::vector<TileId> tiles;
  std::vector<Portal> portals;
  std::vector<Point> points;
  std::vector<Point> work;
};

void require_path(const Grid& grid, const Sample& sample, const Result& result,
                  const std::vector<Point>& points) {
  require(result.status == Status::ok, "no path");
  require(find_fault(grid, sample.query, std::span(points).first(result.count)).empty(),
          "a path with a fault");
}

void measure_portals(State& state, const MicroCase& micro_case) {
  const Grid& grid = micro_case.map.grid;
  Room room(micro_case);
  std::size_t count = 0;
  for (const Sample& sample : micro_case.samples) {
    const Result result = extract_portals(grid, sample.corridor, room.portals);
    require(result.status == Status::ok, "no portals");
    const PortalCheck check =
        validate_portals(grid, center(sample.query.start), center(sample.query.goal),
                         std::span(room.portals).first(result.count));
    require(check.fault == PortalFault::none, to_string(check.fault));
    count += result.count;
  }
  for (auto _ : state) {
    for (const Sample& sample : micro_case.samples) {
      benchmark::DoNotOptimize(extract_portals(grid, sample.corridor, room.portals));
      benchmark::ClobberMemory();
    }
  }
  report_each(state, "query", micro_case.samples.size());
  report_each(state, "portal", count);
}

void measure_pull(State& state, const MicroCase& micro_case, Pull pull) {
  const Grid& grid = micro_case.map.grid;
  Room room(micro_case);
  const auto run = [&](const Sample& sample) {
    return pull_corridor(grid, center(sample.query.start), center(sample.query.goal),
                         sample.corridor, sample.portals, pull, room.points);
  };
  std::size_t portals = 0;
  for (const Sample& sample : micro_case.samples) {
    const Result result = run(sample);
    require_path(grid, sample, result, room.points);
    portals += sample.portals.size();
  }
  for (auto _ : state) {
    for (const Sample& sample : micro_case.samples) {
      benchmark::DoNotOptimize(run(sample));
      benchmark::ClobberMemory();
    }
  }
  report_each(state, "query", micro_case.samples.size());
  report_each(state, "portal", portals);
}

// What smoothing adds to the funnel: rays, the new corridor, its portals, the second pull.
Result smoothing(const Grid& grid, const Sample& sample, Room& room) {
  const Result corridor = smooth_corridor(grid, sample.path, room.work, room.tiles);
  if (corridor.status != Status::ok) return corridor;
  const Result portals =
      extract_portals(grid, std::span(room.tiles).first(corridor.count), room.portals);
  if (portals.status != Status::ok) return portals;
  return string_pull(center(sample.query.start), center(sample.query.goal),
                     std::span(room.portals).first(portals.count), room.points);
}

void measure_smoothing(State& state, const MicroCase& micro_case) {
  const Grid& grid = micro_case.map.grid;
  Room room(micro_case);
  for (const Sample& sample : micro_case.samples) {
    const Result result = smoothing(grid, sample, room);
    require_path(grid, sample, result, room.points);
    require(
        path_length(std::span(room.points).first(result.count)) <= path_length(sample.path) + 1e-9,
        "a path longer than before smoothing");
  }
  for (auto _ : state) {
    for (const Sample& sample : micro_case.samples) {
      benchmark::DoNotOptimize(smoothing(grid, sample, room));
      benchmark::ClobberMemory();
    }
  }
  report_each(state, "query", micro_case.samples.size());
}

}  // namespace

void register_pull_benchmarks(const std::string& file) {
  struct Method {
    const char* name;
    Pull pull;
  };
  register_map_benchmark(file, "portals", measure_portals);
  for (const Method& method :
       {Method{"pull/funnel", Pull::funnel}, Method{"pull/simple", Pull::simple},
        Method{"pull/midpoint", Pull::midpoint}, Method{"pull/raycast", Pull::raycast},
        Method{"pull/none", Pull::none}}) {
    register_map_benchmark(file, method.name,
                           [pull = method.pull](State& state, const MicroCase& micro_case) {
                             measure_pull(state, micro_case, pull);
                           });
  }
  register_map_benchmark(file, "smoothing", measure_smoothing);
}

}  // namespace taut::bench
