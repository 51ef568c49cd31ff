// A scenario of a crowd that a peer steers, checked tick by tick.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tools/commands/crowd_run.hpp"
#include "tools/input/crowd_file.hpp"

namespace taut::bench {

struct NamedProgram {
  std::string name;
  std::string program;
};

struct PeerCrowd {
  std::optional<double> t95;  // seconds until 95 % have arrived
  std::size_t arrived = 0;
  tools::CrowdDepths worst;
  double us = 0.0;  // of a unit and tick
};

// Whether a unit is in another, or in a wall, by more than 1 % of the radius: peers compute in
// floats.
[[nodiscard]] bool is_wrong(const tools::CrowdDepths& worst, double radius);

// Whether peers can run it: they know the first goal of each unit, and no edits.
[[nodiscard]] bool suits_peers(const tools::CrowdScenario& scenario);

// Throws Failure where the program fails, or with file, line and value of what it wrote.
[[nodiscard]] PeerCrowd run_peer_crowd(const tools::CrowdScenario& scenario,
                                       const NamedProgram& peer);

}  // namespace taut::bench
