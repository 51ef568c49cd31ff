// The state of the lanes of string_pull_batch(), and the steps done for one lane at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/engine/constants.hpp>
#include <taut/engine/funnel.hpp>

// Each lane walks through a corridor of its own by the restarting scan of funnel_scan.hpp. A step
// processes one portal in each lane, vectorised and branch-free: the portal is skipped, opens or
// narrows the cone, or makes the path turn; after a turn the lane goes back to just behind the
// portal of its new apex. The rare cases are handled here, lane by lane: a portal seen end-on, the
// end of a corridor, the next task.
//
// Turns are only recorded; every kLaneTurns turns, and at the end, they are written as points of
// the path.
//
// A scan that restarts is quadratic on a long curve before a hall. When the portals that a lane has
// gone back would exceed those of its corridor by more than kLaneGrace, its task is handed over, in
// the state before that turn, to FunnelScan, whose chains are linear.
namespace taut::detail {

// An address in a lane of a vector.
using Address = std::uint64_t;

// Portals and points are read as floats: x, y of the left end, x, y of the right one.
inline constexpr std::size_t kPointBytes = 2 * sizeof(float);
inline constexpr std::size_t kPortalBytes = 2 * kPointBytes;

template <class T>
using PerLane = T[kMaxLanes];

// What a step changes besides the apex and the recorded turns.
struct alignas(64) LaneFunnels {
  PerLane<double> left_x;  // the ray; NaN while no portal restrains the path
  PerLane<double> left_y;
  PerLane<double> right_x;
  PerLane<double> right_y;
  PerLane<Address> left_portal;
  PerLane<Address> right_portal;
  PerLane<Address> at;  // the next portal; the end of the portals means the goal
};

struct alignas(64) Lanes : LaneFunnels {
  PerLane<double> apex_x;
  PerLane<double> apex_y;
  PerLane<Address> fetch;         // what to read: `at`, or `goal` when that is the end
  PerLane<Address> goal;          // the goal's entry in goal_portals
  PerLane<Address> end;           // the end of the portals
  PerLane<std::uint64_t> stride;  // from portal to portal; 0 in a lane without a task
  PerLane<std::int64_t> grace;    // limits turns: back no farther than clock + grace
  PerLane<Address> note;          // where the next turn is recorded
  PerLane<Address> notes_end;
  PerLane<Address> noted;  // temporary of a step: the points it turns at

  LaneFunnels before;  // the state before the step, for attend_lane()

  PerLane<Address[kLaneTurns]> notes;  // the points that the path turns at
  PerLane<Portal> goal_portals;
  Portal nothing;  // the portal of lanes without a task: contains their apex
  PerLane<std::size_t> tasks;
  PerLane<std::size_t> counts;  // points of the path in `out`
  PerLane<bool> is_live;
};

// A batch in progress.
struct LaneBatch {
  LaneBatch(std::span<const PullTask> given_tasks, std::span<Result> given_results) noexcept
      : tasks(given_tasks), results(given_results) {}

  std::span<const PullTask> tasks;
  std::span<Result> results;
  std::size_t next_task = 0;
  std::size_t lane_count = 0;
  std::size_t live_count = 0;
  std::size_t handed_over = 0;  // tasks whose grace was used up
  std::int64_t clock = 0;       // steps, times kPortalBytes
  Lanes lanes;
};

// Assigns a task to each of the first `lane_count` lanes.
void start_lanes(LaneBatch& batch, std::size_t lane_count) noexcept;

enum class LaneCall : std::uint8_t {
  stop,       // its portal cannot be passed, its corridor is at the end, or its notes are full
  hand_over,  // its grace is used up
};

// Whether lanes are faster than pulling one corridor after the other. They are not when only half
// of them are in use, or when every fourth task is handed over.
[[nodiscard]] inline bool is_worthwhile(const LaneBatch& batch) noexcept {
  return batch.live_count > batch.lane_count / 2 && 4 * batch.handed_over <= batch.next_task;
}

// Handles the rare cases for a lane after a step. Its funnel before the step is in `before`.
void attend_lane(LaneBatch& batch, std::size_t lane, LaneCall call) noexcept;

// Pulls a task without lanes.
[[nodiscard]] inline Result pull(const PullTask& task) noexcept {
  return string_pull(task.start, task.goal, task.portals, task.out);
}

// Finishes the tasks that the lanes have begun, and pulls those that remain, one by one.
void finish_lanes(LaneBatch& batch) noexcept;

}  // namespace taut::detail
