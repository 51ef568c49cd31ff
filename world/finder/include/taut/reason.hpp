// Why a query on a world has no path.
#pragma once

#include <cstdint>
#include <string>

#include <taut/agent.hpp>
#include <taut/geometry.hpp>

namespace taut {

class World;

enum class Reason : std::uint8_t {
  none,            // there is a path
  start_blocked,   // the start stands on no walkable tile, or is not finite
  goal_blocked,    // the goal does
  start_too_near,  // the agent overlaps a wall at the start
  goal_too_near,   // or at the goal
  not_connected,   // no way leads from start to goal
  too_narrow,      // ways lead there, and the disc fits through none that was tried
  limit,           // FindOptions::expansion_limit was met, or the search's memory
  not_prepared,    // World::prepare() was not called for this agent
  bad_options,     // a radius that no agent has, or a goal rule that the agent has not
};

// One sentence, with the distance to the nearest wall where that is the reason. Allocates.
[[nodiscard]] std::string explain(const World& world, Reason reason, const Point& start,
                                  const Point& goal, const Agent& agent);

}  // namespace taut
