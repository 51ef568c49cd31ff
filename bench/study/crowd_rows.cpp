#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "bench/maps/generated_map.hpp"
#include "bench/maps/places.hpp"
#include "more_rows.hpp"
#include "tools/commands/crowd_run.hpp"
#include "tools/input/map_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::bench {
namespace {

using tools::CrowdScenario;

constexpr std::array<int, 4> kUnits{100, 300, 1000, 3000};
constexpr double kRadius = 0.3;
constexpr double kSpeed = 2.0;
constexpr int kTrip = 48;  // tiles, at most
constexpr std::size_t kTilesPerUnit = 20;

// A walkable connected tile some way off; the tile itself where tries find none.
Tile choose_connected_goal(const Grid& grid, Places& places, Tile from) {
  for (int tries = 0; tries < 1000; ++tries) {
    const Tile to{from.x + places.below(2 * kTrip + 1) - kTrip,
                  from.y + places.below(2 * kTrip + 1) - kTrip};
    if (to != from && grid.is_walkable(to) && grid.is_connected(from, to)) return to;
  }
  return from;
}

CrowdScenario make_walk(const std::string& file, const SceneSample& sample, int units) {
  CrowdScenario scenario;
  scenario.file = file;
  scenario.name = map_name(file);
  scenario.ticks = kCrowdTicks;
  scenario.tolerance = 0.5;
  const Grid grid = tools::load_any_map(file);
  int copies = 1;
  while (static_cast<std::size_t>(copies * copies) * grid.walkable_count() <
         static_cast<std::size_t>(units) * kTilesPerUnit) {
    ++copies;
  }
  scenario.map.grid = repeat(grid, copies * grid.width(), copies * grid.height());
  Places places(scenario.map.grid, sample.seed);
  std::vector<bool> is_taken(scenario.map.grid.tile_count());
  while (scenario.units.size() < static_cast<std::size_t>(units)) {
    const Tile at = places.walkable_tile();
    if (is_taken[scenario.map.grid.id(at)]) continue;
    is_taken[scenario.map.grid.id(at)] = true;
    const Tile goal = choose_connected_goal(scenario.map.grid, places, at);
    scenario.units.push_back({center(at), kRadius, kSpeed, {center(goal)}});
  }
  return scenario;
}

StudyRow row_of(const CrowdScenario& scenario, const char* method) {
  StudyRow row{scenario.name, "crowd", scenario.units.size(), std::nullopt, method};
  row.agent = fmt::format("disc {:g}", scenario.units.front().radius);
  return row;
}

void add_taut(const CrowdScenario& scenario, int rounds, StudyTable& table) {
  std::vector<double> times;
  StudyRow row = row_of(scenario, "crowd");
  for (int round = 0; round < rounds; ++round) {
    const tools::CrowdMeasures measures =
        tools::run_crowd(scenario, [](std::int32_t, const Crowd&) {});
    times.push_back(measures.us);
    row.cost = measures.t95;
    if (is_wrong(measures.worst, scenario.units.front().radius)) row.status = "wrong";
  }
  row.us = find_median(times);
  table.add(row);
}

void add_peer(const CrowdScenario& scenario, const NamedProgram& peer, int rounds,
              StudyTable& table) {
  std::vector<double> times;
  StudyRow row = row_of(scenario, peer.name.c_str());
  for (int round = 0; round < rounds; ++round) {
    const PeerCrowd measures = run_peer_crowd(scenario, peer);
    times.push_back(measures.us);
    row.cost = measures.t95;
    if (is_wrong(measures.worst, scenario.units.front().radius)) row.status = "wrong";
  }
  row.us = find_median(times);
  table.add(row);
}

}  // namespace

void add_crowd_rows(const std::string& file, const SceneSample& sample, int rounds,
                    const std::vector<NamedProgram>& peers, StudyTable& table) {
  std::vector<CrowdScenario> scenarios;
  if (std::filesystem::path(file).extension() == ".crowd") {
    scenarios.push_back(tools::load_crowd(file));
  } else {
    for (const int units : kUnits) scenarios.push_back(make_walk(file, sample, units));
  }
  for (const CrowdScenario& scenario : scenarios) {
    add_taut(scenario, rounds, table);
    if (!suits_peers(scenario)) continue;
    for (const NamedProgram& peer : peers) {
      try {
        add_peer(scenario, peer, rounds, table);
      } catch (const tools::Failure& failure) {
        fmt::print(stderr, "study: without {} on {}: {}\n", peer.name, scenario.name,
                   failure.what());
      }
    }
  }
}

}  // namespace taut::bench
