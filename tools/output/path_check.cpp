#include "path_check.hpp"

#include <taut/engine/validate.hpp>

#include <algorithm>
#include <limits>

namespace taut::tools {

namespace {

PathCheck check_leg(const Grid& grid, const Agent& agent, const QueryAnswer& answer) {
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

}  // namespace

PathCheck check_path(const Grid& grid, const Agent& agent, const QueryAnswer& answer) {
  PathCheck sum;
  for (const QueryAnswer& leg : split_legs(answer)) {
    const PathCheck check = check_leg(grid, agent, leg);
    if (check.fault != PathFault::none) return check;
    sum.corners += check.corners;
    sum.open_corners += check.open_corners;
  }
  const bool has_fault = std::any_of(answer.links.begin(), answer.links.end(),
                                     [](const AnswerLink& link) { return !link.is_sound; });
  if (has_fault) sum.fault = PathFault::wrong_goal;
  return sum;
}

double find_clearance(const Grid& grid, const Agent& agent, const QueryAnswer& answer) {
  constexpr double kAll = std::numeric_limits<double>::infinity();
  double least = kAll;
  for (const QueryAnswer& leg : split_legs(answer)) {
    least = std::min(
        least, validate_disc_path(grid, leg.turns, snap_radius(agent.radius), kAll).clearance);
  }
  return least;
}

}  // namespace taut::tools
