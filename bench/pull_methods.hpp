// All methods on the queries of one map: answers checked, then timed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench_map.hpp"
#include "tools/query.hpp"

namespace taut::bench {

// What one method comes to on the queries of a map. Times are means over the queries of medians
// over the rounds.
struct MethodRow {
  std::string method;
  tools::StageTimes times;
  std::optional<double> mean_ratio;  // length over the optimum; nothing when that is not known
  std::optional<double> worst_ratio;
  double mean_corners = 0.0;
  std::optional<double> open_share;  // of all corners, those in open space; nothing without corners
  std::size_t wrong = 0;             // answers that are not right
  std::string first_wrong;           // the first of them: its query and what is wrong
};

struct MapRows {
  double mean_corridor = 0.0;  // tiles
  double mean_portals = 0.0;
  std::vector<MethodRow> methods;
};

// Finds the corridor of each query by 8-connected A* and pulls it by every method. A first pass
// checks the answers and warms up; `rounds` passes are timed, in each of which the methods follow
// each other on the same corridor and take turns in going first.
//
// An answer is wrong when its status is not ok, find_fault() finds something, the tile path
// (`none`) does not have the octile length, the exact funnel is longer than another path through
// its corridor or than the published funnel's, repair made a path longer, or a round does not
// repeat the length of the first pass. Requires queries and rounds >= 1.
[[nodiscard]] MapRows measure_map(const BenchMap& map, int rounds);

}  // namespace taut::bench
