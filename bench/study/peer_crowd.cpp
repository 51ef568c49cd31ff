#include "peer_crowd.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "peer_files.hpp"

namespace taut::bench {
namespace {

using tools::CrowdScenario;

constexpr double kTouch = 0.01;

bool has_arrived(const CrowdScenario& scenario, std::size_t unit, const Point& at) {
  const bool is_disc = scenario.arrival == tools::CrowdArrival::disc;
  const Point& goal = is_disc ? scenario.center : scenario.units[unit].goals.front();
  const double dx = static_cast<double>(at.x) - static_cast<double>(goal.x);
  const double dy = static_cast<double>(at.y) - static_cast<double>(goal.y);
  return std::hypot(dx, dy) <= scenario.tolerance;
}

}  // namespace

bool is_wrong(const tools::CrowdDepths& worst, double radius) {
  return std::max(worst.overlap, worst.wall) > kTouch * radius;
}

bool suits_peers(const CrowdScenario& scenario) {
  return scenario.edits.empty() && scenario.arrival != tools::CrowdArrival::wander &&
         std::all_of(scenario.units.begin(), scenario.units.end(),
                     [](const CrowdScenario::Unit& unit) { return unit.goals.size() == 1; });
}

PeerCrowd run_peer_crowd(const CrowdScenario& scenario, const NamedProgram& peer) {
  const PeerFolder folder;
  write_crowd_file(scenario, folder.file("scenario.crowd"));
  run_peer(peer.name, peer.program, {folder.file("scenario.crowd"), folder.file("positions")});
  const CrowdTrack track = read_positions(folder.file("positions"), scenario.units.size());
  PeerCrowd measures;
  measures.us = track.us;
  std::vector<bool> is_there(scenario.units.size());
  for (std::size_t tick = 0; tick < track.ticks.size(); ++tick) {
    std::vector<tools::CrowdDisc> discs;
    for (std::size_t i = 0; i < is_there.size(); ++i) {
      const Point& at = track.ticks[tick][i];
      discs.push_back({at, scenario.units[i].radius});
      if (is_there[i] || !has_arrived(scenario, i, at)) continue;
      is_there[i] = true;
      ++measures.arrived;
    }
    const tools::CrowdDepths depths = tools::judge_discs(scenario.map.grid, std::move(discs));
    measures.worst.overlap = std::max(measures.worst.overlap, depths.overlap);
    measures.worst.overlap_share = std::max(measures.worst.overlap_share, depths.overlap_share);
    measures.worst.wall = std::max(measures.worst.wall, depths.wall);
    const bool is_95 = measures.arrived >= (is_there.size() * 95 + 99) / 100;
    if (is_95 && !measures.t95) {
      measures.t95 = static_cast<double>(tick + 1) * scenario.tick_seconds;
    }
  }
  return measures;
}

}  // namespace taut::bench
