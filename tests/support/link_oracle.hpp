// The cheapest way over links, by brute force.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <taut/world.hpp>

#include "link_places.hpp"

namespace taut::test {

// Two places that a link joins.
struct Lane {
  const Link* link;
  Point from;
  Point to;
};

// Lanes of all links: of segments `parts` for each half tile of the longer one, and the last.
inline std::vector<Lane> lanes_of(const World& world, int parts = 1) {
  std::vector<Lane> lanes;
  for (const Link& link : world.links()) {
    const double length = std::max(distance(link.from.a, link.from.b),  //
                                   distance(link.to.a, link.to.b));
    const int count = parts * static_cast<int>(std::ceil(2.0 * length));
    for (int i = 0; i <= count; ++i) {
      const double ratio = count == 0 ? 0.0 : static_cast<double>(i) / count;
      lanes.push_back({&link, snap(narrow(place_at(link.from, ratio))),
                       snap(narrow(place_at(link.to, ratio)))});
    }
  }
  return lanes;
}

// The ends of a query, then both places of each lane: where legs may begin and end.
inline std::vector<Point> places_of(const std::vector<Lane>& lanes, const Point& start,
                                    const Point& goal) {
  std::vector<Point> places{start, goal};
  for (const Lane& lane : lanes) {
    places.push_back(lane.from);
    places.push_back(lane.to);
  }
  return places;
}

inline std::vector<Point> places_of(const World& world, const Point& start, const Point& goal) {
  return places_of(lanes_of(world), start, goal);
}

// Floyd and Warshall's algorithm over places_of(). `walk(i, k)` is the cost of the way between two
// of them without links, infinite where there is none. Links count for the agent as a reader of
// link.hpp would say, by `has_room(i)`, whether it may stand at a place.
template <class Walk, class HasRoom>
long double find_linked_cost(const World& world, const std::vector<Lane>& lanes, const Agent& agent,
                             const Walk& walk, const HasRoom& has_room) {
  const std::size_t place_count = 2 + 2 * lanes.size();
  std::vector<long double> costs(place_count * place_count);
  for (std::size_t i = 0; i < place_count; ++i) {
    for (std::size_t k = 0; k < place_count; ++k) costs[i * place_count + k] = walk(i, k);
  }
  const Ground* const ground = world.find_ground(agent.ground);
  std::size_t from = 2;
  for (const Lane& lane : lanes) {
    const LinkOptions& options = lane.link->options;
    const std::size_t to = from + 1;
    const float factor = ground == nullptr ? 1.0F : (*ground)[options.terrain_class];
    const bool is_passable = options.is_open && factor != kBlockedTerrain &&
                             2.0 * agent.radius <= options.width && has_room(from) && has_room(to);
    if (is_passable) {
      const long double cost = static_cast<long double>(options.cost) * factor;
      long double& there = costs[from * place_count + to];
      long double& back = costs[to * place_count + from];
      if (cost < there) there = cost;
      if (!options.is_one_way && cost < back) back = cost;
    }
    from += 2;
  }
  for (std::size_t over = 0; over < place_count; ++over) {
    for (std::size_t i = 0; i < place_count; ++i) {
      for (std::size_t k = 0; k < place_count; ++k) {
        const long double sum = costs[i * place_count + over] + costs[over * place_count + k];
        if (sum < costs[i * place_count + k]) costs[i * place_count + k] = sum;
      }
    }
  }
  return costs[1];
}

// Whether two blocked tiles touch at the place and nowhere else: where links count, find() leaves
// it on one side, but oracles walk from there to both sides.
inline bool is_pinched(const Grid& grid, const Point& place) {
  const int x = static_cast<int>(place.x);
  const int y = static_cast<int>(place.y);
  if (place != Point{static_cast<float>(x), static_cast<float>(y)}) return false;
  const bool low = grid.is_walkable(x - 1, y - 1);
  const bool high = grid.is_walkable(x, y - 1);
  return low == grid.is_walkable(x, y) && high == grid.is_walkable(x - 1, y) && low != high;
}

inline bool has_pinched(const Grid& grid, const std::vector<Point>& places) {
  return std::any_of(places.begin(), places.end(),
                     [&](const Point& place) { return is_pinched(grid, place); });
}

}  // namespace taut::test
