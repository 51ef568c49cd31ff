// What the lanes of string_pull_batch() hold, and what is done for one lane at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/constants.hpp>
#include <taut/funnel.hpp>
#include <taut/funnel_batch.hpp>

// Each lane walks through a corridor of its own by the restarting scan of funnel_scan.hpp. A step
// looks at one portal in each lane, by vectors and without a branch: it is passed over, opens or
// narrows the cone, or makes the path turn; then the lane goes back behind the portal of its new
// apex. All else is rare and done here, lane by lane: a portal seen end-on, the end of a corridor,
// the next task.
//
// Turns are only noted; every kLaneTurns, and at the end, the notes are made points of the path.
//
// A scan that restarts is quadratic on a long curve before a hall. A lane that has gone back as
// many portals as its corridor has, and kLaneGrace more, is handed to FunnelScan, whose chains are
// linear, as it stands before the turn that would take it back again.
namespace taut::detail {

// An address, in the lanes of a vector.
using Address = std::uint64_t;

// Portals and points are read as floats: x, y of the left end, x, y of the right one.
inline constexpr std::size_t kPointBytes = 2 * sizeof(float);
inline constexpr std::size_t kPortalBytes = 2 * kPointBytes;

template <class T>
using PerLane = T[kMaxLanes];

// What a step changes besides the apex and the notes.
struct alignas(64) LaneFunnels {
  PerLane<double> left_x;  // the ray; not a number while no portal restrains the path
  PerLane<double> left_y;
  PerLane<double> right_x;
  PerLane<double> right_y;
  PerLane<Address> left_portal;
  PerLane<Address> right_portal;
  PerLane<Address> at;  // the portal to be looked at; the end of the portals stands for the goal
};

struct alignas(64) Lanes : LaneFunnels {
  PerLane<double> apex_x;
  PerLane<double> apex_y;
  PerLane<Address> fetch;         // what is to be read: `at`, or `goal` when that is the end
  PerLane<Address> goal;          // the goal's place in goal_portals
  PerLane<Address> end;           // the end of the portals
  PerLane<std::uint64_t> stride;  // from portal to portal; 0 in a lane without a task
  PerLane<std::int64_t> grace;    // how far back a turn may go: no farther than clock + grace
  PerLane<Address> note;          // where the next turn is noted
  PerLane<Address> notes_end;
  PerLane<Address> noted;  // room for a step: the points it turns at

  LaneFunnels before;  // what a step found, for the lanes to be attended to

  PerLane<Address[kLaneTurns]> notes;  // the points that the path turns at
  PerLane<Portal> goal_portals;
  Portal nothing;  // what a lane without a task looks at: it holds its apex
  PerLane<std::size_t> tasks;
  PerLane<std::size_t> counts;  // points of the path in `out`
  PerLane<bool> is_live;
};

// A batch on its way.
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

// Gives each of the first `lane_count` lanes a task.
void start_lanes(LaneBatch& batch, std::size_t lane_count) noexcept;

enum class LaneCall : std::uint8_t {
  stop,       // its portal cannot be passed, its corridor is at the end, or its notes are full
  hand_over,  // its grace is used up
};

// Whether lanes are faster than one corridor after the other: half of them are not, nor are any
// when every fourth task is handed over.
[[nodiscard]] inline bool is_worthwhile(const LaneBatch& batch) noexcept {
  return batch.live_count > batch.lane_count / 2 && 4 * batch.handed_over <= batch.next_task;
}

// Does for a lane what a step left undone. Its funnel before the step is in `before`.
void attend_lane(LaneBatch& batch, std::size_t lane, LaneCall call) noexcept;

// A task without lanes.
[[nodiscard]] inline Result pull(const PullTask& task) noexcept {
  return string_pull(task.start, task.goal, task.portals, task.out);
}

// Ends the tasks that the lanes have begun, and does those that are left, one by one.
void finish_lanes(LaneBatch& batch) noexcept;

}  // namespace taut::detail
