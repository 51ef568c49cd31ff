// Validates paths and portals, independently of the code that makes them: for tests, fuzzers and
// tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

enum class PathFault : std::uint8_t {
  none,
  empty,           // no point at all
  off_lattice,     // a point is not on the lattice (snap()), or beyond the largest map
  wrong_start,     // the first point is not the start
  wrong_goal,      // the last point is not the goal
  repeated_point,  // a point equals the one before it
  straight_point,  // the direction does not change at an inner point
  blocked_leg,  // a leg enters a blocked tile, leaves the map, or slips between two blocked tiles;
                // or the start touches no walkable tile
  pinched_corner,  // the path passes between two blocked tiles that touch only at a corner
};

[[nodiscard]] const char* to_string(PathFault fault) noexcept;

struct PathCheck {
  PathFault fault = PathFault::none;  // the first one along the path
  std::size_t at = 0;                 // index of the point, or of the first point of the leg
  std::size_t corners = 0;            // inner points
  std::size_t open_corners = 0;  // of them, those where the path does not bend around a blocked
                                 // tile: they stand in open space and the path is not taut there
};

// Checks that a path leads from start to goal, is canonical, and is walkable for a point agent.
// Decides in 64-bit integers on lattice points, leg against tile; shares no code with raycast().
// `corners` and `open_corners` are set when there is no fault. Cost: the tiles in the rows of each
// leg. Does not allocate.
[[nodiscard]] PathCheck validate_path(const Grid& grid, const Point& start, const Point& goal,
                                      std::span<const Point> path) noexcept;

enum class PortalFault : std::uint8_t {
  none,
  off_lattice,   // an end is not on the lattice, or beyond the largest map
  no_length,     // left equals right
  wrong_side,    // the walk does not pass it from its near to its far side
  intersecting,  // it has more in common with its predecessor than an end of both
  blocked,       // the convex region between it and its predecessor overlaps a blocked tile
};

[[nodiscard]] const char* to_string(PortalFault fault) noexcept;

struct PortalCheck {
  PortalFault fault = PortalFault::none;
  std::size_t at = 0;  // index of the portal, the number of portals for the goal
};

// Checks the portals of a corridor: each has length; its predecessor (or the start) lies on its
// near side and its successor (or the goal) on its far side, the portal's line counting as both;
// consecutive portals have nothing in common but an end of both, as in a fan; and the convex hull
// of two consecutive ones (with start and goal as first and last) overlaps no blocked tile. Portals
// that are not consecutive may cross: a corridor may overlap itself. Cost: the tiles around each
// portal. Does not allocate.
[[nodiscard]] PortalCheck validate_portals(const Grid& grid, const Point& start, const Point& goal,
                                           std::span<const Portal> portals) noexcept;

}  // namespace taut
TAUT_API_END
