// Validates paths of a disc, independently of the code that makes them: for tests and tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/disc_path.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

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
  // The least distance to a blocked tile or the outside, at most max(radius, reach); 0 in one. Of
  // the path before the fault, if there is one.
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
// too. Not wrong_start nor wrong_goal. `reach` is how far it looks for the clearance, infinity
// included. Cost: the tiles within max(radius, min(reach, clearance)) of the path.
[[nodiscard]] DiscCheck validate_disc_path(const Grid& grid, std::span<const DiscTurn> turns,
                                           double radius, double reach = 0.0) noexcept;

// The same for a mover: tiles of classes that the table blocks count as blocked.
[[nodiscard]] DiscCheck validate_disc_path(const Grid& grid, const TerrainCosts& costs,
                                           std::span<const DiscTurn> turns, double radius,
                                           double reach = 0.0) noexcept;

// The same for straight legs between points, as extract_polyline() writes them: empty, overlap, or
// off_circle for an invalid radius.
[[nodiscard]] DiscCheck validate_disc_path(const Grid& grid, std::span<const DiscPoint> line,
                                           double radius, double reach = 0.0) noexcept;

}  // namespace taut
TAUT_API_END
