// Families of the study that are not queries.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "peer_crowd.hpp"
#include "scenes.hpp"
#include "study_rows.hpp"

namespace taut::bench {

// One row per edit and what has to follow it: a free tile that is blocked and opened, a round each.
void add_edit_rows(const std::string& file, const SceneSample& sample, int rounds,
                   StudyTable& table);

// Crowds: the time of a unit and tick, a row per number of units. A file that ends in .crowd is a
// scenario; on a map, units walk between random places, at most kCrowdTicks. Peers read the
// scenario and write where their units are, as docs/study.md says; a run in which units
// overlap each other or a wall by more than 1 % of the radius has the status `wrong`.
inline constexpr int kCrowdTicks = 200;
void add_crowd_rows(const std::string& file, const SceneSample& sample, int rounds,
                    const std::vector<NamedProgram>& peers, StudyTable& table);

}  // namespace taut::bench
