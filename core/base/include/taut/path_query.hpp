// What path queries on every map share: their choices and their results.
#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace taut
