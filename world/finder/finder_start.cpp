// StartRule::nearest: where a query begins whose agent has no room at its start.
#include <limits>
#include <optional>

#include <taut/clear_point.hpp>
#include <taut/constants.hpp>
#include <taut/nearest.hpp>
#include <taut/nearest_place.hpp>

#include "finder_memory.hpp"

namespace taut {
namespace {

// A place that has room, for a bound on the distance of the nearest one.
std::optional<Point> find_room(const World& world, const Agent& agent, const Point& start) {
  const Grid& grid = world.grid();
  if (!detail::is_wide(agent)) {
    const std::optional<Tile> tile = find_nearest_walkable(grid, start);
    if (!tile) return std::nullopt;
    return center(*tile);
  }
  return find_nearest_room(*world.clearance(), start, agent.radius);
}

}  // namespace

void Finder::Memory::move_start() {
  const FindOptions& options = query.options;
  const Agent& agent = options.agent;
  std::optional<Point> place;
  switch (agent.shape) {
    case AgentShape::point:
      place = find_nearest_place(world->grid(), options.costs, query.from);
      break;
    case AgentShape::square:
      place = find_nearest_place(*world->find_square_map(agent.radius), query.from);
      break;
    case AgentShape::disc: {
      if (world->has_room(agent, query.from)) return;
      const std::optional<Point> room = find_room(*world, agent, query.from);
      // A step more than the rounded distance.
      const double reach = room ? distance(query.from, *room) + 1.0 / kLatticePerTile
                                : std::numeric_limits<double>::infinity();
      place = find_clear_place(world->grid().bits(), query.from, agent.radius, reach);
    }
  }
  if (place) query.from = *place;
}

}  // namespace taut
