// String pulling for many corridors at once.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// One corridor of a batch: what string_pull() takes.
struct PullTask {
  Point start;
  Point goal;
  std::span<const Portal> portals;
  std::span<Point> out;
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
