// String pulling: the shortest path through a sequence of portals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Writes the shortest path that starts at `start`, touches the portals in their order and ends at
// `goal`: its start, the portal ends where it turns, its goal.
//
// The path is canonical: no point is repeated and none lies where the direction does not change; a
// 180-degree turn is a change. start == goal with nothing between them gives one point.
//
// Correct for every corridor of convex cells, also where start or goal lies on a portal line, where
// portals share corners, have zero length or lie along one line (T-junctions), and where the
// corridor doubles back or overlaps itself. Every decision is exact: see geometry.hpp for what that
// requires of the coordinates.
//
// Requires  portals oriented along the walk (portal.hpp), and no cell left by the edge through
//           which it was entered. Other portals give some polyline through portal ends, never
//           undefined behaviour.
// Writes    at most max_path_points(portals.size()) points. When `out` is smaller the status may be
//           truncated: then it holds the first points of the same path, and portals are read only
//           as far as the next corner requires. The contents of `out` behind the points are
//           unspecified.
// Cost      linear when `out` has room for max_path_points(portals.size()). With less room the scan
//           restarts at each corner: for K points the cost is at most K scans; it stays linear
//           where corners lie near the portals that reveal them, as on tiles. Does not allocate.
// Source    the funnel of Chazelle (1982) and Lee and Preparata (1984); the restarting scan is
//           Mononen's (2010). Building chains lazily, in the free part of `out`, and the treatment
//           of degenerate cases are our own: docs/funnel.md.
[[nodiscard]] Result string_pull(const Point& start, const Point& goal,
                                 std::span<const Portal> portals, std::span<Point> out) noexcept;

// One corridor of a batch: what string_pull() takes.
struct PullTask {
  Point start{};
  Point goal{};
  std::span<const Portal> portals{};
  std::span<Point> out{};
};

// Does string pulling for every task: results[i] and the points it counts in tasks[i].out are, bit
// for bit, those of string_pull(start, goal, portals, out) for that task, independent of the other
// tasks, their order and the machine.
//
// Several corridors are processed side by side in the lanes of vector registers; a lane that is
// done takes the next task. The instruction set is selected at run time; where none helps, or the
// library was built without Highway, the tasks are pulled one by one.
//
// Requires  what string_pull() requires of each task; no `out` overlaps another `out` or the input
//           of any task. Portals that violate the requirements of string_pull() give some polyline
//           through portal ends here too, but it may differ from that of string_pull().
// Writes    a result for each task; tasks beyond results.size() are skipped. Each `out` as
//           string_pull() does; its contents behind the points are unspecified.
// Cost      linear, as string_pull() with room for max_path_points(portals.size()), and linear with
//           less room as well. With a small `out` portals are read only as far as its last point
//           requires. Does not allocate: the lanes are on the stack (less than 8 KiB).
// Source    docs/funnel.md, "Batch".
void string_pull_batch(std::span<const PullTask> tasks, std::span<Result> results) noexcept;

}  // namespace taut
TAUT_API_END
