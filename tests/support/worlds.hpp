// Worlds that answer every agent and method.
#pragma once

#include <array>
#include <utility>

#include <taut/world.hpp>

namespace taut::test {

inline constexpr std::array<Agent, 6> kAgents{
    Agent{},          Agent::disc(0.25),   Agent::disc(0.5),
    Agent::disc(0.9), Agent::square(0.25), Agent::square(0.5)};

inline constexpr std::array<Method, 3> kMethods{Method::best, Method::optimal, Method::fast};

inline World make_world(Grid grid) {
  World world(std::move(grid));
  for (const Agent& agent : kAgents) world.prepare(agent);
  return world;
}

}  // namespace taut::test
