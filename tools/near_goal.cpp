#include "near_goal.hpp"

#include <taut/engine/clear_point.hpp>

namespace taut::tools {
namespace {

// What can be reached does not depend on costs.
Grid make_without_costs(const Grid& grid) {
  return Grid::from_predicate(grid.width(), grid.height(),
                              [&](int x, int y) { return grid.is_walkable(x, y); });
}

World make_world(const Grid& grid, const Agent& agent) {
  World world(make_without_costs(grid));
  world.prepare(agent);
  return world;
}

}  // namespace

NearGoal::NearGoal(const Grid& grid, const QuerySettings& settings)
    : world_(make_world(grid, to_agent(settings))), slide_(settings.slide), finder_(world_) {
  options_.agent = to_agent(settings);
  options_.method = Method::fast;
  options_.goal = GoalRule::nearest;
}

Point NearGoal::find(const Point& start, const Point& goal) {
  Point from = start;
  if (slide_ > 0.0) {
    const double radius = options_.agent.radius;
    from = find_clear_point(world_.grid().bits(), start, radius, slide_).value_or(start);
  }
  const FoundPath path = finder_.find(from, goal, options_);
  if (!path) return goal;
  return path.turns.empty() ? path.points.back() : path.turns.back().center;
}

}  // namespace taut::tools
