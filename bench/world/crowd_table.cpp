// taut_bench crowd: scenarios of crowds, and the time of a tick of many units.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/crowd.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/generated_map.hpp"
#include "bench/maps/places.hpp"
#include "bench/study/peer_crowd.hpp"
#include "bench/tables.hpp"
#include "tools/commands/crowd_run.hpp"
#include "tools/input/map_input.hpp"

namespace taut::bench {
namespace {

struct CrowdTableOptions {
  BenchOptions common;
  std::vector<int> units{1000, 10'000, 50'000};
  int ticks = 100;
};

constexpr double kTick = 0.05;
constexpr double kRadius = 0.3;
constexpr int kTilesPerUnit = 20;
constexpr int kLeastTrip = 16;  // tiles: none arrives while ticks are measured
constexpr int kMostTrip = 48;
constexpr int kWarmTicks = 20;

Columns crowd_columns() {
  return {text_column("map", 16),           count_column("units", 6),     {"t95_s", "t95 s", 7},
          count_column("arrived", 8),       {"overlap", "overlap", 8, 3}, {"turn_deg", "turn", 6},
          {"rest", "rest", 6, 3},           count_column("stuck", 6),     {"us_per_unit", "us", 6},
          {"worst_tick_ms", "worst ms", 9}, count_column("wrong", 6)};
}

void add_scenario(const std::string& file, Table& table) {
  const tools::CrowdScenario scenario = tools::load_crowd(file);
  const tools::CrowdMeasures measures =
      tools::run_crowd(scenario, [](std::int32_t, const Crowd&) {});
  Row row;
  if (measures.t95) row.set("t95_s", *measures.t95);
  const bool is_wrong = measures.worst.overlap > 0.0 || measures.worst.wall > 0.0;
  table.add(row.set("map", scenario.name)
                .set("units", scenario.units.size())
                .set("arrived", measures.arrived)
                .set("overlap", measures.worst.overlap)
                .set("turn_deg", measures.turn)
                .set("rest", measures.rest)
                .set("stuck", measures.stuck)
                .set("us_per_unit", measures.us)
                .set("wrong", std::size_t{is_wrong ? 1U : 0U}));
}

// Where `./run peers rvo2=DIR` has built it.
void add_rvo2(const std::string& file, Table& table) {
  const NamedProgram rvo2{"RVO2", TAUT_PEERS "/rvo2_peer"};
  const tools::CrowdScenario scenario = tools::load_crowd(file);
  if (!std::filesystem::exists(rvo2.program) || !suits_peers(scenario)) return;
  const PeerCrowd measures = run_peer_crowd(scenario, rvo2);
  Row row;
  if (measures.t95) row.set("t95_s", *measures.t95);
  table.add(row.set("map", "RVO2 " + scenario.name)
                .set("units", scenario.units.size())
                .set("arrived", measures.arrived)
                .set("overlap", measures.worst.overlap)
                .set("us_per_unit", measures.us));
}

// Copies of the map side by side, so many that there are some tiles for each unit.
Grid make_room(const Grid& grid, int units) {
  int copies = 1;
  while (static_cast<std::size_t>(copies) * static_cast<std::size_t>(copies) * grid.tile_count() <
         static_cast<std::size_t>(units) * kTilesPerUnit) {
    ++copies;
  }
  return repeat(grid, copies * grid.width(), copies * grid.height());
}

// A walkable tile some way off; that of the unit after many tries.
Tile choose_goal(const Grid& grid, Places& places, Tile from) {
  for (int tries = 0; tries < 1000; ++tries) {
    const int x = places.below(2 * kMostTrip + 1) - kMostTrip;
    const int y = places.below(2 * kMostTrip + 1) - kMostTrip;
    const int square = x * x + y * y;
    if (square < kLeastTrip * kLeastTrip || square > kMostTrip * kMostTrip) continue;
    if (grid.is_walkable(from.x + x, from.y + y)) return {from.x + x, from.y + y};
  }
  return from;
}

void add_walk(const std::string& file, int units, int ticks, Table& table) {
  World world(make_room(tools::load_any_map(file), units));
  world.prepare(Agent::disc(kRadius));
  world.keep_landmarks();
  CrowdOptions all_at_once;
  all_at_once.expansions = kNoExpansionLimit;
  Crowd crowd(world, all_at_once);
  Places places(world.grid());
  std::vector<char> is_taken(world.grid().tile_count());
  while (crowd.size() < static_cast<std::size_t>(units)) {
    const Tile start = places.walkable_tile();
    char& taken = is_taken[world.grid().id(start)];
    if (taken != 0) continue;
    taken = 1;
    const std::optional<UnitId> unit = crowd.add(Agent::disc(kRadius), center(start));
    if (unit) crowd.order(*unit, center(choose_goal(world.grid(), places, start)));
  }
  for (int tick = 0; tick < kWarmTicks; ++tick) crowd.advance(kTick);
  Times times;
  tools::CrowdDepths worst;
  for (int tick = 0; tick < ticks; ++tick) {
    times.add(time_us([&] { crowd.advance(kTick); }));
    if (tick % 10 == 0) {
      const tools::CrowdDepths depths = tools::find_depths(world, crowd);
      worst.overlap = std::max(worst.overlap, depths.overlap);
      worst.wall = std::max(worst.wall, depths.wall);
    }
  }
  Row row;
  table.add(row.set("map", map_name(file))
                .set("units", crowd.size())
                .set("overlap", worst.overlap)
                .set("us_per_unit", times.mean() / units)
                .set("worst_tick_ms", times.worst() / 1000.0)
                .set("wrong", std::size_t{worst.overlap > 0.0 || worst.wall > 0.0 ? 1U : 0U}));
}

int run_crowd(const CrowdTableOptions& options) {
  std::vector<std::string> files = options.common.maps;
  if (files.empty()) {
    files = find_crowd_files();
    files.push_back(std::string(TAUT_SOURCE_DIR) + "/maps/city.map");
  }
  Table table(crowd_columns(), options.common.csv);
  for (const std::string& file : files) {
    if (std::filesystem::path(file).extension() == ".crowd") {
      add_scenario(file, table);
      add_rvo2(file, table);
    } else {
      for (const int units : options.units) add_walk(file, units, options.ticks, table);
    }
  }
  return table.finish();
}

}  // namespace

void add_crowd_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand("crowd", "units that walk and give way");
  const auto options = std::make_shared<CrowdTableOptions>();
  command.add_option("FILE", options->common.maps,
                     "scenarios (.crowd) and maps; default: the scenarios of the shared test data "
                     "and maps/city.map");
  command.add_option("--csv", options->common.csv, "write the table to a CSV file as well")
      ->type_name("FILE");
  command.add_option("--units", options->units, "numbers of units that walk on each map")
      ->type_name("N")
      ->delimiter(',')
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--ticks", options->ticks, "number of ticks that are measured on maps")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.footer(
      "Scenarios: the measures of `taut crowd`; us is the mean CPU time of a unit and tick, of "
      "ticks without searches.\nBeside them RVO2, where `./run peers rvo2=DIR` has built it; its "
      "overlaps are not counted as wrong.\nMaps: copies side by side, 20 tiles or more a unit; "
      "every unit is on its way, 16 to 48 tiles from its goal, and ticks\nsearch only for those "
      "that lost their way. `wrong` counts runs in which units overlapped each other or a "
      "wall.\n");
  command.callback([options, &action] { action = [options] { return run_crowd(*options); }; });
}

}  // namespace taut::bench
