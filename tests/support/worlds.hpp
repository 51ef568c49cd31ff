// Worlds that answer every agent and method.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include <taut/engine/space.hpp>
#include <taut/world.hpp>

namespace taut::test {

inline constexpr std::array<Agent, 6> kAgents{
    Agent{},          Agent::disc(0.25),   Agent::disc(0.5),
    Agent::disc(0.9), Agent::square(0.25), Agent::square(0.5)};

inline constexpr std::uint8_t kGround = 1;  // of units that have one

inline constexpr std::array<Method, 3> kMethods{Method::best, Method::optimal, Method::fast};

inline World make_world(Grid grid, std::span<const Agent> agents = kAgents) {
  World world(std::move(grid));
  for (const Agent& agent : agents) world.prepare(agent);
  return world;
}

// How far apart two lengths of one query may be, over the length: rounding, and ways that the
// lattice of an opened mesh takes for equally long.
inline double length_tolerance(const World& world, const Agent& agent) {
  const Space& space = *world.find_space(agent);
  return 1e-12 + (space.is_opened() ? 2.0 / (space.steps_per_tile() - 2) : 0.0);
}

}  // namespace taut::test
