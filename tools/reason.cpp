#include "reason.hpp"

#include <fmt/format.h>

#include <taut/engine/clear_point.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "coordinates.hpp"

namespace taut::tools {
namespace {

// The distance of a point to the nearest blocked tile or the outside: Euclidean for a disc, the
// larger of the two differences for a square.
double find_wall_distance(const Grid& grid, const Point& at, AgentShape agent) {
  const double x = static_cast<double>(at.x);
  const double y = static_cast<double>(at.y);
  const int column = static_cast<int>(std::floor(x));
  const int row = static_cast<int>(std::floor(y));
  double nearest = std::numeric_limits<double>::infinity();
  const auto look_at = [&](int tile_x, int tile_y) {
    if (grid.is_walkable(tile_x, tile_y)) return;
    const double dx = std::max({tile_x - x, x - (tile_x + 1), 0.0});
    const double dy = std::max({tile_y - y, y - (tile_y + 1), 0.0});
    nearest = std::min(nearest, agent == AgentShape::disc ? std::hypot(dx, dy) : std::max(dx, dy));
  };
  // Rings of tiles at growing distance; tiles beyond the map are blocked.
  for (int ring = 0; ring - 1 <= nearest; ++ring) {
    for (int dy = -ring; dy <= ring; ++dy) {
      const int step = std::abs(dy) == ring ? 1 : std::max(2 * ring, 1);
      for (int dx = -ring; dx <= ring; dx += step) look_at(column + dx, row + dy);
    }
  }
  return nearest;
}

// Why an agent does not fit at an end; empty when it does.
std::string explain_end(const Grid& grid, const QuerySettings& settings, const char* name,
                        const Point& end) {
  const double away = find_wall_distance(grid, end, settings.agent);
  if (away >= settings.radius) return "";
  std::string text = fmt::format("{} {} is {} tiles from a wall, less than the radius {}", name,
                                 to_text(end, ","), away, settings.radius);
  if (settings.agent == AgentShape::square) return text;
  if (settings.slide == 0.0) {
    constexpr double kReach = 2.0;
    const std::optional<Point> near = find_clear_point(grid.bits(), end, settings.radius, kReach);
    if (!near) return text + fmt::format("; there is no room within {} tiles", kReach);
    return text +
           fmt::format("; there is room at {}, to where --slide D moves it", to_text(*near, ","));
  }
  return text + fmt::format(", and the disc fits nowhere within --slide {}", settings.slide);
}

// How far an end slid; empty when it did not.
std::string explain_slide(const char* name, const Point& asked, const Point& found) {
  if (asked == found) return "";
  return fmt::format("{} slid {} tiles to {}; ", name, distance(asked, found), to_text(found, ","));
}

}  // namespace

std::string explain(const QueryRunner& runner, const QuerySettings& settings, const Point& start,
                    const Point& goal, const QueryOutcome& outcome) {
  const Grid& grid = runner.grid();
  if (outcome.status == Status::invalid_input) {
    const std::string first = explain_end(grid, settings, "start", start);
    // A goal without room would have been replaced.
    const bool is_goal_asked = first.empty() || !settings.is_near;
    const std::string last = is_goal_asked ? explain_end(grid, settings, "goal", goal) : "";
    return first + (first.empty() || last.empty() ? "" : "; ") + last;
  }
  if (outcome.status == Status::out_of_nodes) {
    return fmt::format("the search was stopped after {} {}", runner.expanded(), runner.node_name());
  }
  if (outcome.status != Status::no_path) return "";
  const std::string slides =
      explain_slide("start", start, runner.start()) + explain_slide("goal", goal, runner.goal());
  const std::optional<Tile> from = grid.locate(runner.start());
  const std::optional<Tile> to = grid.locate(runner.goal());
  if (!from || !to || !grid.is_connected(*from, *to)) {
    return slides + "start and goal are in different components of the map";
  }
  return slides + fmt::format(
                      "a point agent could walk from start to goal, but no way with room for the "
                      "radius {} was found",
                      settings.radius);
}

}  // namespace taut::tools
