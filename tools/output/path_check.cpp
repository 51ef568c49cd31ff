#include "path_check.hpp"

#include <taut/engine/validate.hpp>

#include <limits>

namespace taut::tools {

PathCheck check_path(const Grid& grid, const Agent& agent, const QueryAnswer& answer) {
  const double radius = snap_radius(agent.radius);
  if (agent.shape == AgentShape::square) {
    return validate_square_path(grid, answer.start, answer.goal, answer.points, radius);
  }
  if (agent.shape == AgentShape::point) {
    return validate_path(grid, answer.start, answer.goal, answer.points);
  }
  const DiscCheck check = validate_disc_path(grid, answer.start, answer.goal, answer.turns, radius);
  PathCheck path;
  path.fault = check.fault == DiscFault::none ? PathFault::none : PathFault::blocked_leg;
  path.at = check.at;
  // Arcs are round corners of tiles; bends, by terrain, are in the open.
  for (std::size_t i = 1; i + 1 < answer.turns.size(); ++i) {
    ++path.corners;
    if (answer.turns[i].kind == CornerKind::start) ++path.open_corners;
  }
  return path;
}

double find_clearance(const Grid& grid, const Agent& agent, const QueryAnswer& answer) {
  constexpr double kAll = std::numeric_limits<double>::infinity();
  return validate_disc_path(grid, answer.turns, snap_radius(agent.radius), kAll).clearance;
}

}  // namespace taut::tools
