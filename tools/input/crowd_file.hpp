// Scenarios of crowds: a map, edits, and units with their goals.
#pragma once

#include <taut/grid.hpp>
#include <taut/point.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terrain.hpp"

namespace taut::tools {

enum class CrowdArrival : std::uint8_t {
  point,   // within the tolerance of its own goal
  disc,    // inside a disc around one goal of all
  wander,  // goals in turn, for ever
};

struct CrowdScenario {
  struct Unit {
    Point at;
    double radius = 0.0;
    double speed = 0.0;
    std::vector<Point> goals;
    std::size_t line = 0;  // of the file
  };
  struct Edit {
    std::int32_t tick = 0;
    TileRect tiles;  // become blocked
  };

  std::string file;
  std::string name;
  double tick_seconds = 0.05;
  std::int32_t ticks = 0;
  CrowdArrival arrival = CrowdArrival::point;
  double tolerance = 0.0;
  Point center;  // of the disc
  std::vector<Edit> edits;
  PricedMap map{Grid(1, 1, TileState::blocked)};
  std::vector<Unit> units;
};

// Reads a scenario:
//
//   crowd 1
//   name NAME
//   dt SECONDS
//   ticks N
//   arrive point TOLERANCE | arrive disc X Y RADIUS | wander TOLERANCE
//   edit TICK X0 Y0 X1 Y1       any number of them
//   map WIDTH HEIGHT            then HEIGHT rows of . (walkable), @ and characters of the terrain
//   units N                     then N lines: X Y RADIUS SPEED GOALS GX GY ...
//
// Throws Failure with file and line for anything else.
[[nodiscard]] CrowdScenario load_crowd(const std::string& file,
                                       const std::optional<Terrain>& terrain = std::nullopt);

}  // namespace taut::tools
