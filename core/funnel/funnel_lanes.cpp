#include "funnel_lanes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include "funnel_scan.hpp"

namespace taut::detail {

static_assert(sizeof(Address) == sizeof(void*));
static_assert(sizeof(Point) == kPointBytes && sizeof(Portal) == kPortalBytes);
static_assert(sizeof(LaneBatch) < std::size_t{8} * 1024, "funnel.hpp promises this of the stack");

namespace {

constexpr double kNoRay = std::numeric_limits<double>::quiet_NaN();

Address address(const void* place) noexcept { return std::bit_cast<Address>(place); }
const Point& point_at(Address place) noexcept { return *std::bit_cast<const Point*>(place); }
const Portal& portal_at(Address place) noexcept { return *std::bit_cast<const Portal*>(place); }

// Sets the apex of a lane; no portal restrains the path from there.
void set_apex(Lanes& lanes, std::size_t lane, const Point& apex) noexcept {
  lanes.apex_x[lane] = static_cast<double>(apex.x);
  lanes.apex_y[lane] = static_cast<double>(apex.y);
  lanes.left_x[lane] = lanes.left_y[lane] = kNoRay;
  lanes.right_x[lane] = lanes.right_y[lane] = kNoRay;
}

void go_to(Lanes& lanes, std::size_t lane, Address portal) noexcept {
  lanes.at[lane] = portal;
  lanes.fetch[lane] = portal == lanes.end[lane] ? lanes.goal[lane] : portal;
}

// Allows no more notes than it takes to tell whether the path still fits into `out`.
void clear_notes(Lanes& lanes, std::size_t lane, std::size_t room) noexcept {
  lanes.note[lane] = address(lanes.notes[lane]);
  lanes.notes_end[lane] = lanes.note[lane] + sizeof(Address) * std::min(kLaneTurns, room + 1);
}

// Idles a lane: its next portal contains its apex, step after step.
void park(Lanes& lanes, std::size_t lane) noexcept {
  lanes.is_live[lane] = false;
  lanes.left_portal[lane] = lanes.right_portal[lane] = address(&lanes.nothing);
  lanes.end[lane] = 0;
  lanes.goal[lane] = address(&lanes.nothing);
  lanes.stride[lane] = 0;
  lanes.grace[lane] = 0;
  set_apex(lanes, lane, {0.0F, 0.0F});
  go_to(lanes, lane, address(&lanes.nothing));
  clear_notes(lanes, lane, 0);
}

void take_task(LaneBatch& batch, std::size_t lane, std::size_t index) noexcept {
  Lanes& lanes = batch.lanes;
  const PullTask& task = batch.tasks[index];
  const Address begin = address(task.portals.data());
  lanes.is_live[lane] = true;
  lanes.tasks[lane] = index;
  lanes.counts[lane] = 1;
  task.out[0] = task.start;
  lanes.goal_portals[lane] = {task.goal, task.goal};
  lanes.goal[lane] = address(&lanes.goal_portals[lane]);
  lanes.end[lane] = begin + task.portals.size_bytes();
  lanes.stride[lane] = kPortalBytes;
  // A task takes one step per portal, and again for those it goes back. Those it has gone back,
  // with a turn to `bound`, are steps + begin - bound; that must not exceed the grace.
  lanes.grace[lane] =
      static_cast<std::int64_t>(begin) - batch.clock -
      static_cast<std::int64_t>(task.portals.size_bytes() + kLaneGrace * kPortalBytes);
  lanes.left_portal[lane] = lanes.right_portal[lane] = begin;
  set_apex(lanes, lane, task.start);
  go_to(lanes, lane, begin);
  clear_notes(lanes, lane, task.out.size() - 1);
}

// Assigns the next task that needs a lane to this one.
void refill(LaneBatch& batch, std::size_t lane) noexcept {
  for (; batch.next_task < batch.tasks.size(); ++batch.next_task) {
    if (batch.tasks[batch.next_task].out.empty()) {
      batch.results[batch.next_task] = {Status::truncated, 0};
    } else {
      take_task(batch, lane, batch.next_task++);
      return;
    }
  }
  --batch.live_count;
  park(batch.lanes, lane);
}

// Writes the recorded turns as points. False when `out` is full.
[[nodiscard]] bool write_notes(LaneBatch& batch, std::size_t lane) noexcept {
  Lanes& lanes = batch.lanes;
  const std::span<Point> out = batch.tasks[lanes.tasks[lane]].out;
  const std::span<const Address> notes(
      lanes.notes[lane], (lanes.note[lane] - address(lanes.notes[lane])) / sizeof(Address));
  std::size_t count = lanes.counts[lane];
  bool has_room = true;
  if (notes.size() <= out.size() - count) {
    // What PathWriter does, but branch-free: whether a corner lies on a straight line is
    // unpredictable. A corner never equals the one before it.
    Point* const points = out.data();
    Point last = points[count - 1];
    Vector way = count > 1 ? between(points[count - 2], last) : Vector{};
    for (const Address note : notes) {
      const Point point = point_at(note);
      const Vector next = between(last, point);
      const bool is_needless = static_cast<bool>(static_cast<int>(cross(way, next) == 0.0) &
                                                 static_cast<int>(dot(way, next) > 0.0));
      count -= static_cast<std::size_t>(is_needless);
      points[count++] = point;
      last = point;
      way = next;
    }
  } else {
    PathWriter path(out, count);
    for (std::size_t i = 0; has_room && i < notes.size(); ++i) {
      has_room = path.append(point_at(notes[i]));
    }
    count = path.count();
  }
  lanes.counts[lane] = count;
  clear_notes(lanes, lane, out.size() - count);
  return has_room;
}

void end_task(LaneBatch& batch, std::size_t lane, const Result& result) noexcept {
  batch.results[batch.lanes.tasks[lane]] = result;
  refill(batch, lane);
}

void make_room_for_notes(LaneBatch& batch, std::size_t lane) noexcept {
  if (batch.lanes.note[lane] != batch.lanes.notes_end[lane]) return;
  if (!write_notes(batch, lane)) {
    end_task(batch, lane, {Status::truncated, batch.lanes.counts[lane]});
  }
}

// Completes the path of a lane at the goal.
[[nodiscard]] Result arrive(LaneBatch& batch, std::size_t lane) noexcept {
  if (!write_notes(batch, lane)) return {Status::truncated, batch.lanes.counts[lane]};
  const PullTask& task = batch.tasks[batch.lanes.tasks[lane]];
  PathWriter path(task.out, batch.lanes.counts[lane]);
  const bool has_room = path.append(task.goal);
  return {has_room ? Status::ok : Status::truncated, path.count()};
}

// Completes the path of a lane, whose scan has reached `funnels`, by FunnelScan.
[[nodiscard]] Result scan_rest(LaneBatch& batch, std::size_t lane,
                               const LaneFunnels& funnels) noexcept {
  if (!write_notes(batch, lane)) return {Status::truncated, batch.lanes.counts[lane]};
  const PullTask& task = batch.tasks[batch.lanes.tasks[lane]];
  const auto index = [&](Address portal) noexcept -> std::size_t {
    return (portal - address(task.portals.data())) / kPortalBytes;
  };
  ScanState state;
  state.count = batch.lanes.counts[lane];
  state.apex = task.out[state.count - 1];
  state.left = {{funnels.left_x[lane], funnels.left_y[lane]}, index(funnels.left_portal[lane])};
  state.right = {{funnels.right_x[lane], funnels.right_y[lane]}, index(funnels.right_portal[lane])};
  state.is_open = funnels.left_x[lane] == funnels.left_x[lane];
  state.next = index(funnels.at[lane]);
  FunnelScan<std::span<const Portal>> scan(task.goal, task.portals, task.out);
  return scan.resume(state);
}

}  // namespace

void start_lanes(LaneBatch& batch, std::size_t lane_count) noexcept {
  batch.lane_count = batch.live_count = lane_count;
  batch.lanes.nothing = {{-1.0F, 0.0F}, {1.0F, 0.0F}};
  for (std::size_t lane = 0; lane < lane_count; ++lane) refill(batch, lane);
}

void attend_lane(LaneBatch& batch, std::size_t lane, LaneCall call) noexcept {
  Lanes& lanes = batch.lanes;
  if (call == LaneCall::hand_over) {
    ++batch.handed_over;
    end_task(batch, lane, scan_rest(batch, lane, lanes.before));
  } else if (lanes.note[lane] == lanes.notes_end[lane]) {
    make_room_for_notes(batch, lane);
  } else if (lanes.before.at[lane] == lanes.end[lane]) {
    end_task(batch, lane, arrive(batch, lane));
  } else {
    // The portal is seen end-on: walk to its nearer end.
    const Portal& portal = portal_at(lanes.before.at[lane]);
    const Vector l{static_cast<double>(portal.left.x) - lanes.apex_x[lane],
                   static_cast<double>(portal.left.y) - lanes.apex_y[lane]};
    const Vector r{static_cast<double>(portal.right.x) - lanes.apex_x[lane],
                   static_cast<double>(portal.right.y) - lanes.apex_y[lane]};
    const Point& pin = dot(l, l) <= dot(r, r) ? portal.left : portal.right;
    *std::bit_cast<Address*>(lanes.note[lane]) = address(&pin);
    lanes.note[lane] += sizeof(Address);
    set_apex(lanes, lane, pin);
    make_room_for_notes(batch, lane);
  }
}

void finish_lanes(LaneBatch& batch) noexcept {
  for (std::size_t lane = 0; lane < batch.lane_count; ++lane) {
    if (!batch.lanes.is_live[lane]) continue;
    batch.results[batch.lanes.tasks[lane]] = scan_rest(batch, lane, batch.lanes);
  }
  for (; batch.next_task < batch.tasks.size(); ++batch.next_task) {
    batch.results[batch.next_task] = pull(batch.tasks[batch.next_task]);
  }
}

}  // namespace taut::detail
