#include <taut/reason.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <taut/world.hpp>
#include <taut/world_frame.hpp>

namespace taut {
namespace {

std::string to_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string to_text(const Point& p) {
  return "(" + to_text(static_cast<double>(p.x())) + ", " + to_text(static_cast<double>(p.y())) +
         ")";
}

// Distance from a point to the nearest blocked tile or the outside, in the metric of the agent, as
// far as `reach`.
double find_wall_distance(const Grid& grid, const Point& p, AgentShape shape, double reach) {
  const double x = static_cast<double>(p.x());
  const double y = static_cast<double>(p.y());
  double least = reach;
  const auto low = [&](double v) { return static_cast<int>(std::floor(v - reach)) - 1; };
  const auto high = [&](double v) { return static_cast<int>(std::floor(v + reach)) + 1; };
  for (int ty = std::max(low(y), -1); ty <= std::min(high(y), grid.height()); ++ty) {
    for (int tx = std::max(low(x), -1); tx <= std::min(high(x), grid.width()); ++tx) {
      if (grid.is_walkable(tx, ty)) continue;
      const double dx = std::max({tx - x, x - (tx + 1), 0.0});
      const double dy = std::max({ty - y, y - (ty + 1), 0.0});
      const double distance =
          shape == AgentShape::square ? std::max(dx, dy) : std::sqrt(dx * dx + dy * dy);
      least = std::min(least, distance);
    }
  }
  return least;
}

// Where a sentence speaks of: places and lengths in the user's units.
struct Subject {
  const World& world;
  const WorldFrame& frame;
  const char* unit;  // after a length
  const Point& start;
  const Point& goal;
  const Agent& agent;
};

std::string explain_overlap(const Subject& of, const char* end, const Point& p) {
  const double radius = of.frame.length_to_tiles(of.agent.radius);
  const double tiles =
      find_wall_distance(of.world.grid(), of.frame.to_tiles(p), of.agent.shape, radius);
  return std::string("The ") + end + " " + to_text(p) + " is " +
         to_text(of.frame.length_from_tiles(tiles)) + of.unit +
         " from a wall; the agent's radius is " + to_text(of.agent.radius) + ".";
}

std::string explain_by(const Subject& of, Reason reason) {
  switch (reason) {
    case Reason::none:
      return "There is a path.";
    case Reason::start_blocked:
      return "The start " + to_text(of.start) + " stands on no walkable tile.";
    case Reason::goal_blocked:
      return "The goal " + to_text(of.goal) + " stands on no walkable tile.";
    case Reason::start_too_near:
      return explain_overlap(of, "start", of.start);
    case Reason::goal_too_near:
      return explain_overlap(of, "goal", of.goal);
    case Reason::not_connected:
      return "No way leads from " + to_text(of.start) + " to " + to_text(of.goal) + ".";
    case Reason::too_narrow:
      return "No way from " + to_text(of.start) + " to " + to_text(of.goal) +
             " is wide enough for a radius of " + to_text(of.agent.radius) + ".";
    case Reason::goal_too_far:
      return "No place that can be reached is as near to " + to_text(of.goal) + " as asked.";
    case Reason::limit:
      return "No path was found within the limits of length and expansions.";
    case Reason::not_prepared:
      return "The world was not prepared for the method, or for an agent of radius " +
             to_text(of.agent.radius) + ".";
    case Reason::bad_options:
      return "No agent has the radius " + to_text(of.agent.radius) +
             ", the goal reach or the length limit is negative, or the pull is for points only.";
    case Reason::not_begun:
      return "No query is running.";
    case Reason::no_field:
      return "A disc of radius " + to_text(of.agent.radius) +
             " has a field only in a world that is prepared for it, up to a radius of " +
             to_text(DiscMap::kMostRadius) + ".";
    case Reason::terrain:
      return "This method, agent, goal rule, pull or field does not use terrain costs, which the "
             "world or the options have.";
    case Reason::stale:
      return "The field was not updated since its goals or the world changed.";
    case Reason::broken:
      return "An edit of the world ran out of memory: it answers nothing until it is made again.";
  }
  return "";
}

}  // namespace

std::string explain(const World& world, Reason reason, const Point& start, const Point& goal,
                    const Agent& agent) {
  return explain_by({world, WorldFrame(), " tiles", start, goal, agent}, reason);
}

std::string explain(const WorldFrame& frame, const World& world, Reason reason, const Point& start,
                    const Point& goal, const Agent& agent) {
  return explain_by({world, frame, "", start, goal, agent}, reason);
}

}  // namespace taut
