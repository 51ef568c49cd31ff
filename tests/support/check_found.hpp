// The independent validators, for the paths of a Finder.
#pragma once

#include <string>

#include <taut/engine/validate.hpp>
#include <taut/finder.hpp>

namespace taut::test {

// What is wrong with a path by its validator; empty when nothing is.
inline std::string check_answer(const World& world, const Point& start, const Point& goal,
                                const Agent& agent, const FoundPath& found) {
  if (agent.shape == AgentShape::disc) {
    const DiscCheck check =
        validate_disc_path(world.grid(agent.ground), start, goal, found.turns, agent.radius);
    return check.fault == DiscFault::none ? "" : to_string(check.fault);
  }
  const PathCheck check =
      agent.shape == AgentShape::point
          ? validate_path(world.grid(agent.ground), start, goal, found.points)
          : validate_square_path(world.grid(agent.ground), start, goal, found.points, agent.radius);
  return check.fault == PathFault::none ? "" : to_string(check.fault);
}

}  // namespace taut::test
