#include <taut/status.hpp>

#include <algorithm>
#include <cmath>

#include <taut/detail/require.hpp>
#include <taut/finder.hpp>
#include <taut/frame.hpp>

#include "finder_memory.hpp"

namespace taut {
namespace {

// A length or a place.
template <class T>
std::string to_text(const T& value) {
  return detail::to_text(value, 6);
}

// Distance from a point to the nearest blocked tile or the outside, in the metric of the agent, as
// far as `limit`.
double find_wall_distance(const Grid& grid, const Point& p, AgentShape shape, double limit) {
  const double x = static_cast<double>(p.x);
  const double y = static_cast<double>(p.y);
  double least = limit;
  const auto low = [&](double v) { return static_cast<int>(std::floor(v - limit)) - 1; };
  const auto high = [&](double v) { return static_cast<int>(std::floor(v + limit)) + 1; };
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
  const FindOptions& options;

  [[nodiscard]] const Agent& agent() const noexcept { return options.agent; }
  // In tiles, to be written.
  [[nodiscard]] std::string length(double tiles) const {
    return to_text(frame.length_from_tiles(tiles));
  }
  // As requested, and as it is on the lattice where that differs in what is written.
  [[nodiscard]] std::string radius() const {
    const std::string queried = length(agent().radius);
    const std::string snapped = length(snap_radius(agent().radius));
    return queried == snapped ? queried : queried + " (" + snapped + " on the lattice)";
  }
};

std::string explain_overlap(const Subject& of, const char* end, const Point& p) {
  const double tiles = find_wall_distance(of.world.grid(of.agent().ground), of.frame.to_tiles(p),
                                          of.agent().shape, snap_radius(of.agent().radius));
  return std::string("The ") + end + " " + to_text(p) + " is " + of.length(tiles) + of.unit +
         " from a wall; the agent's radius is " + of.radius() + ".";
}

std::string explain_bad_options(const Subject& of) {
  const FindOptions& options = of.options;
  const Agent& agent = options.agent;
  if (!is_valid(agent)) {
    if (agent.shape == AgentShape::point) {
      return "A point has the radius 0, not " + of.length(agent.radius) + ".";
    }
    return std::string("No ") + to_string(agent.shape) + " has the radius " +
           of.length(agent.radius) + ".";
  }
  const auto refuse = [&](const char* what, double tiles) {
    return std::string("The ") + what + " " + of.length(tiles) + " is not 0 or more.";
  };
  if (!(options.length_limit >= 0.0)) return refuse("length limit", options.length_limit);
  if (!(options.max_goal_distance >= 0.0))
    return refuse("max_goal_distance", options.max_goal_distance);
  return "A goal or an option of the field is not valid.";
}

std::string explain_too_far(const Subject& of) {
  const double most = of.options.max_goal_distance;
  if (std::isinf(most)) return "No place on the floor of " + to_text(of.goal) + " can be reached.";
  return "No place within " + of.length(most) + of.unit + " of " + to_text(of.goal) +
         " can be reached.";
}

std::string explain_not_prepared(const Subject& of) {
  const Agent& agent = of.agent();
  if (!of.world.is_prepared(agent)) {
    const std::string ground =
        agent.ground != 0 ? " and ground " + std::to_string(agent.ground) : "";
    return std::string("The world was not prepared for a ") + to_string(agent.shape) +
           " of radius " + of.radius() + ground + ".";
  }
  return "The world was not prepared when the query was made; now it is.";
}

std::string explain_limit(const Subject& of) {
  const bool is_long = of.options.length_limit < kNoLengthLimit;
  const bool is_counted = of.options.expansion_limit < kNoExpansionLimit;
  std::string limits;
  if (is_long) limits = "of length, " + of.length(of.options.length_limit) + of.unit;
  if (is_counted) {
    limits += std::string(is_long ? ", and " : "") + "of expansions, " +
              std::to_string(of.options.expansion_limit);
  }
  if (limits.empty()) return "No path was found within the memory of the search or the field.";
  return "No path was found within the limit " + limits + ".";
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
             " is wide enough for a radius of " + of.radius() + ".";
    case Reason::goal_too_far:
      return explain_too_far(of);
    case Reason::limit:
      return explain_limit(of);
    case Reason::not_prepared:
      return explain_not_prepared(of);
    case Reason::bad_options:
      return explain_bad_options(of);
    case Reason::stale:
      return "The field was not updated since its goals or the world changed.";
    case Reason::broken:
      return "An edit of the world ran out of memory: it answers nothing until it is rebuilt.";
  }
  return "";
}

}  // namespace

std::string explain(const World& world, Reason reason, const Point& start, const Point& goal,
                    const FindOptions& options) {
  return explain_by({world, WorldFrame(), " tiles", start, goal, options}, reason);
}

std::string explain(const WorldFrame& frame, const World& world, Reason reason, const Point& start,
                    const Point& goal, const FindOptions& options) {
  return explain_by({world, frame, "", start, goal, options}, reason);
}

}  // namespace taut
