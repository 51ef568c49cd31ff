#include "peer_crowd.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "peer_files.hpp"

namespace taut::bench {
namespace {

using tools::CrowdScenario;

constexpr double kTouch = 0.01;

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
      if (is_there[i] || !tools::is_at_goal(scenario, i, 0, at)) continue;
      is_there[i] = true;
      ++measures.arrived;
    }
    measures.worst.keep_worst(tools::judge_discs(scenario.map.grid, std::move(discs)));
    if (!measures.t95 && tools::is_95_percent(measures.arrived, is_there.size())) {
      measures.t95 = static_cast<double>(tick + 1) * scenario.tick_seconds;
    }
  }
  return measures;
}

}  // namespace taut::bench
