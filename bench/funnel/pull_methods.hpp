// Every pulling method on the queries of a map: answers are checked, then timed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness/figures.hpp"
#include "bench/maps/bench_map.hpp"

namespace taut::bench {

// Times are medians over the rounds, per query. Methods that share a stage share its times.
struct MethodFigures {
  std::string method;
  Times search;
  Times portals;  // none where the method takes no portals
  Times pull;     // with smoothing, where there is one
  Ratios lengths;
  double corners = 0.0;                // mean
  std::optional<double> open_corners;  // share of all corners; nothing where there are no corners
  std::size_t wrong = 0;
};

struct PullFigures {
  double corridor_tiles = 0.0;    // mean
  double corridor_portals = 0.0;  // mean
  std::vector<MethodFigures> methods;
};

// Finds the corridor of each query by 8-connected A* and pulls it by every method. A first pass
// checks the answers and warms up. `rounds` passes are timed: in each the methods run one after the
// other on the same corridor, and the first one rotates.
//
// An answer is wrong when its status is not ok, find_fault() finds something, the tile path
// (`none`) does not have the octile length, the exact funnel is longer than another path through
// its corridor, smoothing made a path longer, or a round does not repeat the length of the first
// pass.
// Requires queries and rounds >= 1.
[[nodiscard]] PullFigures measure_pulls(const BenchMap& map, int rounds);

}  // namespace taut::bench
