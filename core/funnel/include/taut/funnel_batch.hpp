// String pulling for many corridors at once.
#pragma once

#include <span>

#include <taut/portal.hpp>
#include <taut/status.hpp>

namespace taut {

// One corridor of a batch: what string_pull() takes.
struct PullTask {
  Point start;
  Point goal;
  std::span<const Portal> portals;
  std::span<Point> out;
};

// Pulls the string of every task: results[i] and the points that it counts in tasks[i].out are,
// bit for bit, those of string_pull(start, goal, portals, out) of that task, whatever the other
// tasks are, in whatever order and on whatever machine.
//
// Several corridors go through the lanes of the machine's vectors side by side; a lane that is done
// takes the next task. Which vectors there are is found out when the program runs; where there are
// none that help, or the library was built without Highway, the tasks are pulled one by one.
//
// Requires  what string_pull() requires of each task; no `out` overlaps another or what the tasks
//           are read from. Portals that string_pull() is not made for give some line through portal
//           ends here too, never a fault, but it may be another.
// Writes    a result for each task; tasks beyond results.size() are left out. Of each `out` what
//           string_pull() writes. What an `out` holds behind its points is lost.
// Cost      linear, as string_pull() with room for max_path_points(portals.size()), and with any
//           less room as well. A small `out` is looked through no further than its last corner
//           needs. Does not allocate: the lanes are on the stack (less than 8 KiB).
// Source    docs/funnel.md, "Batch".
void string_pull_batch(std::span<const PullTask> tasks, std::span<Result> results) noexcept;

}  // namespace taut
