// String pulling: the shortest path through a row of portals.
#pragma once

#include <span>

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
// Writes    at most max_path_points(portals.size()) points. When `out` is smaller the status is
//           truncated and `out` holds the first points of the same path.
// Cost      a scan that starts anew at each corner: linear on corridors whose corners lie near the
//           portals that reveal them, quadratic at worst. Does not allocate.
// Source    the funnel of Chazelle (1982) and Lee and Preparata (1984); the restarting scan is
//           Mononen's (2010). The treatment of degenerate cases is our own, see funnel.cpp.
[[nodiscard]] Result string_pull(const Point& start, const Point& goal,
                                 std::span<const Portal> portals, std::span<Point> out) noexcept;

}  // namespace taut
