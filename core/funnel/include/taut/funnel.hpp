// String pulling: the shortest path through a row of portals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/corner.hpp>
#include <taut/portal.hpp>
#include <taut/status.hpp>

namespace taut {

// Writes the shortest path that starts at `start`, touches the portals in their order and ends at
// `goal`: its start, the portal ends where it turns, its goal.
//
// The path is canonical: no point is repeated and none lies where the direction does not change; a
// 180-degree turn is a change. start == goal with nothing between them gives one point.
//
// Right for every corridor of convex cells, also where start or goal lies on a portal line, portals
// share corners, have zero length, lie along one line (T-junctions), or the corridor doubles back
// or runs over itself. Every decision is exact: see geometry.hpp for what that requires of the
// coordinates.
//
// Requires  portals oriented along the walk (portal.hpp), and no cell left by the edge through
//           which it was entered. Other portals give some line through portal ends, never a fault.
// Writes    at most max_path_points(portals.size()) points. When `out` is smaller the status may be
//           truncated: then it holds the first points of the same path, and the portals are read no
//           further than the next corner is seen. What `out` holds behind the points is lost.
// Cost      linear when `out` has room for max_path_points(portals.size()). With less room the
//           scan starts anew at each corner: for K points at most K times as far as it looked,
//           linear again where corners lie near the portals that reveal them, as on tiles. Does not
//           allocate.
// Source    the funnel of Chazelle (1982) and Lee and Preparata (1984); the restarting scan is
//           Mononen's (2010). Chains made when a turn needs them, in the room behind the path, and
//           the treatment of degenerate cases are our own: docs/funnel.md.
[[nodiscard]] Result string_pull(const Point& start, const Point& goal,
                                 std::span<const Portal> portals, std::span<Point> out) noexcept;

// The path of string_pull() as corners: of each point which portal end it is. The portals that the
// path passes between two corners lie between theirs; where several portals share the end, one of
// them is named, the same on every machine. The last corner is the goal's, also where the goal is a
// portal end; when start == goal with nothing between them there is no other.
//
// Contract  that of string_pull(), with a corner for each point. Requires fewer than 2^32 portals.
[[nodiscard]] Result string_pull_corners(const Point& start, const Point& goal,
                                         std::span<const Portal> portals,
                                         std::span<Corner> out) noexcept;

}  // namespace taut
