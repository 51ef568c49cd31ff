#include <taut/agent.hpp>

#include <cmath>

#include <taut/detail/require.hpp>
#include <taut/engine/constants.hpp>

#include "core/base/words.hpp"

namespace taut {

double snap_radius(double radius) noexcept {
  if (!(radius > 0.0 && radius <= kMaxMapSide)) return radius;
  // The factor is a power of two: only ceil() rounds.
  return std::ceil(radius * kLatticePerTile) / kLatticePerTile;
}

Agent snap_size(const Agent& agent) noexcept {
  return {agent.shape, snap_radius(agent.radius), agent.ground};
}

bool is_valid(const Agent& agent) noexcept {
  switch (agent.shape) {
    case AgentShape::point:
      return agent.radius == 0.0;
    case AgentShape::disc:
      return agent.radius >= 0.0 && agent.radius <= kMaxDiscRadius;
    case AgentShape::square:
      return agent.radius > 0.0 && agent.radius <= kMaxMapSide;
  }
  return false;
}

std::string detail::find_fault(const char* where, const Agent& agent) {
  if (is_valid(agent)) return "";
  const std::string at = std::string(where) + ": ";
  const int shape = static_cast<int>(agent.shape);
  if (shape > static_cast<int>(AgentShape::square)) {
    return at + "no agent has the shape " + std::to_string(shape);
  }
  const std::string radius = to_text(agent.radius);
  if (agent.shape == AgentShape::point) return at + "a point has the radius 0, not " + radius;
  if (agent.radius == 0.0) return at + "no square agent has the radius 0";
  const bool is_disc = agent.shape == AgentShape::disc;
  const int most = is_disc ? static_cast<int>(kMaxDiscRadius) : kMaxMapSide;
  return at + "radius " + radius + " is not within 0 to " + std::to_string(most);
}

Agent detail::require_valid(const char* where, const Agent& agent) {
  const std::string fault = find_fault(where, agent);
  if (!fault.empty()) reject(fault);
  return snap_size(agent);
}

const char* to_string(AgentShape shape) noexcept {
  return detail::word_of<AgentShape::square>(shape, {"point", "disc", "square"});
}

}  // namespace taut
