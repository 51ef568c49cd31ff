// Validates paths and portals, and computes what paths cost, independently of the code that makes
// them: for tests, fuzzers and tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/disc_path.hpp>
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

enum class DiscFault : std::uint8_t {
  none,
  empty,        // no turn at all
  wrong_start,  // the first turn is not the start
  wrong_goal,   // the last turn is not the goal
  off_circle,   // an entry or exit does not lie at the radius from its corner
  kink,         // a leg does not continue an arc, or the path turns where there is neither an arc
                // nor a bend
  overlap,      // the disc enters a blocked tile or leaves the map
};

[[nodiscard]] const char* to_string(DiscFault fault) noexcept;

struct DiscCheck {
  DiscFault fault = DiscFault::none;  // the first one along the path
  std::size_t at = 0;                 // index of the turn, or of the turn at a leg's end
  // The least distance to a blocked tile or the outside, at most max(radius, max_clearance); 0 in
  // one. Of the path before the fault, if there is one.
  double clearance = 0.0;
  double length = 0.0;  // of legs and arcs; when there is no fault
};

// Checks that a path leads from start to goal, that legs and arcs join smoothly (1e-5), and that no
// blocked tile is nearer than radius - 1e-4. Decides in double, leg and arc against tile, by other
// formulas than the code that makes paths. Cost: the tiles within the radius of the path. Does not
// allocate.
[[nodiscard]] DiscCheck validate_disc_path(const Grid& grid, const Point& start, const Point& goal,
                                           std::span<const DiscTurn> turns, double radius) noexcept;

// The same for what is left of a path, from any place on it: it may begin and end anywhere, on arcs
// too. Not wrong_start nor wrong_goal. `max_clearance` is how far it looks for the clearance,
// infinity included. Cost: the tiles within max(radius, min(max_clearance, clearance)) of the path.
[[nodiscard]] DiscCheck validate_disc_path(const Grid& grid, std::span<const DiscTurn> turns,
                                           double radius, double max_clearance = 0.0) noexcept;

// The same for straight legs between points, as extract_polyline() writes them: empty, overlap, or
// off_circle for an invalid radius.
[[nodiscard]] DiscCheck validate_disc_path(const Grid& grid, std::span<const DiscPoint> line,
                                           double radius, double max_clearance = 0.0) noexcept;

// Checks that a path leads from start to goal, is canonical, and that the open square of half-width
// `half_width` around the centre, swept along it, meets no blocked tile and nothing outside the map
// (else blocked_leg). Decides in 64-bit integers on lattice points, leg against tile. `corners` and
// `open_corners`, those where the square does not bend around a corner of a blocked tile, are set
// when there is no fault. Cost: the tiles in the bounding box of each leg. Does not allocate.
//
// Requires  a half-width that is a multiple of 1/1024 tile, as snap_radius() gives.
[[nodiscard]] PathCheck validate_square_path(const Grid& grid, const Point& start,
                                             const Point& goal, std::span<const Point> path,
                                             double half_width) noexcept;

// The integral of what tiles cost over the path: for each leg the length inside each tile times the
// factor of the tile's class. Along the line between two tiles the cheaper walkable one counts.
// Tiles of blocked classes count as blocked.
//
// Requires  points on the lattice, as those of every path of the library.
// Returns   0 for fewer than two points; infinity when a leg enters a blocked tile, leaves the map,
//           passes between two blocked tiles, or has an end that is not finite. A turn between two
//           blocked tiles that touch at a corner is not noticed: validate_path() notices it.
// Cost      linear in the tiles that the path crosses. Which tiles these are is decided exactly;
//           only lengths are rounded. Does not allocate.
[[nodiscard]] double path_cost(const Grid& grid, const Ground& costs,
                               std::span<const Point> path) noexcept;

// The integral of what tiles cost over the path of the disc's centre: for legs and arcs the length
// inside each tile times the factor of the tile's class. Along the line between two tiles the
// cheaper walkable one counts. Tiles of blocked classes count as blocked.
//
// Returns   0 for fewer than two turns; infinity when the path enters a blocked tile by more than
//           the tolerance of pull_disc() or leaves the map, the radius is invalid (is_radius()) or
//           above kMaxMapSide, or a place is not finite. The arc of the first turn does not count.
// Cost      linear in the tiles that the path crosses. Rounded. Does not allocate.
[[nodiscard]] double disc_path_cost(const Grid& grid, const Ground& costs,
                                    std::span<const DiscTurn> turns, double radius) noexcept;

}  // namespace taut
TAUT_API_END
