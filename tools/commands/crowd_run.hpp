// A scenario of a crowd, run and measured.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <taut/crowd.hpp>

#include "tools/input/crowd_file.hpp"

namespace taut::tools {

// How deep units are in each other and in walls: the worst of each, in tiles.
struct CrowdDepths {
  double overlap = 0.0;
  double overlap_share = 0.0;  // of the smaller radius
  double wall = 0.0;

  void keep_worst(const CrowdDepths& other) noexcept;
};
[[nodiscard]] CrowdDepths find_depths(const World& world, const Crowd& crowd);

struct CrowdDisc {
  Point at;
  double radius = 0.0;
};
// The same of discs on tiles.
[[nodiscard]] CrowdDepths judge_discs(const Grid& tiles, std::vector<CrowdDisc> discs);

// Whether a place is where a unit's goal of that number counts as reached.
[[nodiscard]] bool is_at_goal(const CrowdScenario& scenario, std::size_t unit, std::size_t goal,
                              const Point& at);
// Whether those that have arrived are 95 % of the units or more.
[[nodiscard]] bool is_95_percent(std::size_t arrived, std::size_t units) noexcept;

struct CrowdMeasures {
  std::optional<double> t95;  // seconds until 95 % have arrived
  std::size_t arrived = 0;
  CrowdDepths worst;
  double turn = 0.0;      // mean change of direction a tick, in degrees, of those that walk
  double rest = 0.0;      // mean speed of the arrived in the last 60 ticks, as a share of theirs
  std::size_t stuck = 0;  // at the end, without having moved half a tile for 3 s, and not arrived
  // Mean time of advance() a unit and tick until 95 % have arrived: of the ticks without a search,
  // or of all where each has one.
  double us = 0.0;
};

// Calls `after_tick` with the number of the tick. Throws Failure where a unit has no room.
[[nodiscard]] CrowdMeasures run_crowd(
    const CrowdScenario& scenario,
    const std::function<void(std::int32_t tick, const Crowd&)>& after_tick);

}  // namespace taut::tools
