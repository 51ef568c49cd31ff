// What path queries on every map share: their choices and their results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/funnel.hpp>
#include <taut/midpoints.hpp>
#include <taut/path_writer.hpp>
#include <taut/portal.hpp>
#include <taut/simple_funnel.hpp>
#include <taut/status.hpp>

namespace taut {

// What a search writes when the goal is out of reach (or a limit stops it).
enum class PartialPath : std::uint8_t {
  none,     // nothing
  nearest,  // the path to the cell, of those expanded, with the least heuristic; ties: the one
            // expanded first
};

struct CorridorResult {
  Status status = Status::no_path;  // ok, truncated, no_path, out_of_nodes (a limit or the scratch
                                    // was met), invalid_input (start or goal is blocked or outside)
  std::size_t count = 0;            // cells written
  double cost = 0.0;                // of the whole path from cell to cell, in tiles times terrain
                                    // factor
  std::size_t expanded = 0;         // nodes expanded
};

// How a corridor becomes a path.
enum class Pull : std::uint8_t {
  funnel,    // string_pull(): the shortest path inside the corridor
  simple,    // simple_funnel(): the published funnel
  midpoint,  // the midpoints of the portals
  raycast,   // midpoint_raycast()
  none,      // start, the centres of the cells between, goal
};

enum class Repair : std::uint8_t {
  none,
  raycast,  // repair_corridor() before the last pull
};

struct PathResult {
  Status status = Status::no_path;
  std::size_t count = 0;     // points written
  double length = 0.0;       // of the points written, in tiles
  std::size_t expanded = 0;  // nodes expanded
};

// Pulls a path through portals by one of the methods that need nothing but portals and sight.
//
// Requires  pull != Pull::none.
// Writes    a canonical path, as the methods' own functions do; truncated with its first points when
//           `out` is smaller. max_path_points(portals.size()) is always enough. Does not allocate.
template <HasLineOfSight Map>
[[nodiscard]] Result pull_portals(const Map& map, const Point& start, const Point& goal,
                                  std::span<const Portal> portals, Pull pull,
                                  std::span<Point> out) noexcept {
  if (pull == Pull::funnel) return string_pull(start, goal, portals, out);
  if (pull == Pull::simple) return simple_funnel_canonical(start, goal, portals, out);
  if (pull == Pull::raycast) return midpoint_raycast(map, start, goal, portals, out);
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = 0; fits && i < portals.size(); ++i) fits = path.append(midpoint(portals[i]));
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

}  // namespace taut
