// Worlds with links, and what their paths must keep.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include <taut/finder.hpp>
#include <taut/world.hpp>

#include "check_found.hpp"
#include "link_places.hpp"
#include "random_maps.hpp"

namespace taut::test {

// Two rooms, 10 x 10 tiles each, with a wall of two tiles between.
inline World make_rooms() {
  World world(Grid(22, 10, TileState::walkable));
  world.set(TileRect{10, 0, 12, 10}, TileState::blocked);
  return world;
}

// What is wrong with a path over links; empty when nothing is.
inline std::string check_linked(const World& world, const Point& start, const Point& goal,
                                const FoundPath& found) {
  const bool is_disc = found.agent.shape == AgentShape::disc;
  const std::size_t count = is_disc ? found.turns.size() : found.points.size();
  const auto at = [&](std::size_t i) { return is_disc ? found.turns[i].center : found.points[i]; };
  std::size_t first = 0;
  Point from = snap(start);
  double length = 0.0;
  double cost = 0.0;
  for (std::size_t i = 0; i <= found.links.size(); ++i) {
    const bool is_last = i == found.links.size();
    const std::size_t end = is_last ? count : found.links[i].exit;
    if (end <= first || end > count) return "a link is out of place";
    FoundPath leg = found;
    if (is_disc) {
      leg.turns = found.turns.subspan(first, end - first);
      length += disc_path_length(leg.turns, found.agent.radius);
    } else {
      leg.points = found.points.subspan(first, end - first);
      length += path_length(leg.points);
    }
    Point to = snap(goal);
    Point next = to;
    if (!is_last) {
      const Link* const link = world.find_link(found.links[i].link);
      if (link == nullptr || !world.is_passable(*link, found.agent)) return "no such link";
      if (end >= count) return "a link leads nowhere";
      to = at(end - 1);
      next = at(end);
      if (!is_lane(*link, to, next)) return "a link is passed at places that it does not join";
      if (!world.has_room(found.agent, to) || !world.has_room(found.agent, next)) {
        return "a link is passed in a wall";
      }
      cost += world.link_cost(*link, found.agent);
    }
    const std::string fault = check_answer(world, from, to, found.agent, leg);
    if (!fault.empty()) return fault;
    first = end;
    from = next;
  }
  if (std::abs(length - found.length) > 1e-9 * (1.0 + length)) return "a wrong length";
  const bool is_plain = world.find_ground(found.agent.ground) == nullptr;
  if (is_plain && std::abs(length + cost - found.cost) > 1e-9 * (1.0 + cost)) return "a wrong cost";
  return "";
}

inline Point random_point(Random& random, const World& world) {
  return to_map_point(random_place(random, world.grid()));
}

}  // namespace taut::test
