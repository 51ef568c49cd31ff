// Why a query stopped, and how much it wrote.
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

enum class Status : std::uint8_t {
  ok,            // the whole answer is in `out`; an exact fit is ok
  truncated,     // `out` was too small: it holds the first elements of the answer, final and usable
  no_path,       // the goal cannot be reached
  out_of_nodes,  // a limit of the search or the size of its scratch was met first
  invalid_input,  // the input contradicts itself or the map: nothing was written
  // The budget of this call is spent. The same call goes on: with the same map, ends, scratch, and
  // options but for the budget. It ends with the answer of one call without a budget, bit for bit.
  // Any other call abandons the query and begins its own.
  unfinished,
};

// The enumerator's name, as `taut` prints it: "ok", "truncated", ...
[[nodiscard]] const char* to_string(Status status) noexcept;

// What every writer returns: `count` elements of `out` are written.
//
// A result with a status, this one and all others of the library, is true when the status is ok: if
// (const PathResult found = find_path(...)) the whole answer is there.
struct Result {
  Status status = Status::ok;
  std::size_t count = 0;

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// Why a query on a World has no path.
enum class Reason : std::uint8_t {
  none,               // there is a path
  start_blocked,      // the mover can enter no tile that the start lies on, or it is not finite
  goal_blocked,       // the same of the goal
  start_too_near,     // the agent overlaps a wall at the start
  goal_too_near,      // or at the goal
  not_connected,      // no way leads from start to goal
  too_narrow,         // routes lead there, but the agent fits through none
  limit,              // a limit of FindOptions was reached, or the search ran out of memory
  not_prepared,       // World::prepare() was not called for this agent
  bad_options,        // an invalid agent, max_goal_distance or length limit
  goal_too_far = 11,  // no place within the max_goal_distance of FindOptions, on the goal's floor,
                      // can be reached
  stale = 13,         // WorldField::update() was not called since the goals or the world changed
  broken,             // an edit of the world ran out of memory (World::is_broken())
};

// The enumerator's name: "none", "start_blocked", ...
[[nodiscard]] const char* to_string(Reason reason) noexcept;

}  // namespace taut
TAUT_API_END
