// What a World knows of ways without a search.
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/engine/space_cut.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/world.hpp>

#include "core/base/can_snap.hpp"

namespace taut {

bool World::is_reachable(const Agent& agent, const Point& from, const Point& to) const {
  if (is_broken_ || !detail::can_snap(from) || !detail::can_snap(to)) return false;
  const Space* const space = find_space(agent);
  if (space == nullptr) return false;
  const Point start = snap(from);
  const Point goal = snap(to);
  if (!space->has_room(start) || !space->has_room(goal)) return false;
  return space->is_connected(start, goal) || is_linked(*space, agent, start, goal);
}

// Whether links lead from one place to another, and what lies between them can be walked.
bool World::is_linked(const Space& space, const Agent& agent, const Point& start,
                      const Point& goal) const {
  struct Way {
    Point from;
    Point to;
  };
  std::vector<Way> ways;  // that were not taken
  for (const Link& link : links_) {
    if (!is_passable(link, snap_size(agent))) continue;
    ways.push_back({link.from, link.to});
    if (link.options.ways == LinkWays::both_ways) ways.push_back({link.to, link.from});
  }
  std::vector<Point> reached{start};
  while (!reached.empty()) {
    const Point at = reached.back();
    reached.pop_back();
    if (space.is_connected(at, goal)) return true;
    for (std::size_t i = 0; i < ways.size();) {
      if (!space.is_connected(at, ways[i].from)) {
        ++i;
        continue;
      }
      reached.push_back(ways[i].to);
      ways[i] = ways.back();
      ways.pop_back();
    }
  }
  return false;
}

bool World::would_cut(std::span<const TileRect> rectangles, std::span<const Point> starts,
                      std::span<const Point> goals, const Agent& agent) const {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  return space != nullptr && taut::would_cut(*space, rectangles, starts, goals);
}

}  // namespace taut
