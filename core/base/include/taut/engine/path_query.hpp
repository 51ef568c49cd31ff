// What path queries on every map share: their options and their results.
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// What a search writes when the goal cannot be reached or a limit stops the search.
enum class PartialPath : std::uint8_t {
  none,     // no path
  nearest,  // the path to the cell, of those expanded, with the least heuristic; ties: the one
            // expanded first
};

struct CorridorResult {
  Status status = Status::no_path;  // ok, truncated, no_path, out_of_nodes (limit met or scratch
                                    // full), invalid_input (start or goal is blocked or outside)
  std::size_t count = 0;            // cells written
  double cost = 0.0;                // of the whole path from cell to cell, in tiles times terrain
                                    // factor
  std::size_t expanded = 0;         // nodes expanded

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// How a corridor becomes a path.
enum class Pull : std::uint8_t {
  funnel,    // string_pull(): the shortest path inside the corridor
  simple,    // simple_funnel(): the published funnel
  midpoint,  // the midpoints of the portals
  raycast,   // midpoint_raycast()
  none,      // start, the centres of the cells between, goal
};

enum class Smoothing : std::uint8_t {
  none,
  raycast,  // smooth_corridor() before the last pull
};

struct PathResult {
  Status status = Status::no_path;
  std::size_t count = 0;     // points written
  double length = 0.0;       // of the points written, in tiles
  std::size_t expanded = 0;  // nodes expanded
  double cost = 0.0;         // of the points written: what classes cost, else the length

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

}  // namespace taut
TAUT_API_END
