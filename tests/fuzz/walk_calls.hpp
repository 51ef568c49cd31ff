// Calls of the C interface about queues, groups and followers.
#pragma once

#include <taut_follower.h>
#include <taut_group.h>
#include <taut_queue.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "fuzz/c_call.hpp"
#include "fuzz/check.hpp"

namespace taut::fuzz {

// One of each, which is replaced by one on another world now and then.
struct Walkers {
  Walkers() = default;
  Walkers(const Walkers&) = delete;
  Walkers& operator=(const Walkers&) = delete;
  ~Walkers() { destroy(); }

  void destroy() {
    taut_queue_destroy(queue);
    taut_group_destroy(group);
    taut_follower_destroy(follower);
  }
  void make(CallInput& input, const taut_world* world, taut_error& error) {
    destroy();
    ticket = {};
    check_status(taut_queue_create(world, &queue));
    check_status(taut_group_create(&group));
    const taut_agent agent = input.agent();
    const bool is_point = input.byte() % 2 == 0;
    check_status(taut_follower_create(world, is_point ? nullptr : &agent, input.number(), &follower,
                                      &error));
  }

  taut_queue* queue = nullptr;
  taut_group* group = nullptr;
  taut_follower* follower = nullptr;
  taut_ticket ticket{};
};

inline void run_queue(CallInput& input, Walkers& walkers, taut_finder* finder, taut_error& error) {
  const taut_find_options options = input.options();
  std::array<float, 4> ends{};
  for (float& end : ends) end = input.place();
  check_status(taut_queue_set_slice(walkers.queue, input.byte() % 8U));
  check_status(taut_queue_set_lead(walkers.queue, input.byte()));
  taut_ticket ticket;
  check_status(taut_queue_submit(walkers.queue, ends[0], ends[1], ends[2], ends[3], &options,
                                 input.choice(256), &ticket, &error));
  std::uint32_t waiting = 77;
  check_status(taut_queue_advance(walkers.queue, input.byte() % 64U, &waiting));
  require(waiting == taut_queue_waiting(walkers.queue), "both count the same requests");
  taut_path path;
  for (const taut_ticket& of : {ticket, walkers.ticket}) {
    const taut_status status = taut_queue_answer(walkers.queue, of, finder, &path);
    check_status(status);
    if (status == TAUT_BAD_ARGUMENT) continue;
    require((status == TAUT_OK) == (path.point_count + path.turn_count > 0),
            "an answer has points or turns exactly when there is a path");
  }
  check_status(taut_queue_release(walkers.queue, walkers.ticket));
  walkers.ticket = ticket;
}

inline void find_group(CallInput& input, Walkers& walkers, taut_finder* finder) {
  std::vector<taut_group_unit> units(input.byte() % 5U);
  for (taut_group_unit& unit : units) {
    const float x = input.place();
    unit.start = {x, input.place()};
    unit.agent = input.byte() % 4 == 0 ? input.agent() : taut_agent{0.25, TAUT_AGENT_DISC, 0};
  }
  taut_group_options options;
  options.find = input.options();
  options.ends = input.choice(2);
  options.method = input.choice(3);
  const float x = input.place();
  const auto count = static_cast<std::uint32_t>(units.size());
  taut_group_result result;
  const taut_status status = taut_find_group(finder, units.data(), count, x, input.place(),
                                             &options, walkers.group, &result);
  check_status(status);
  require(result.found <= count, "no more paths than units");
  if (status > TAUT_UNFINISHED) return;
  require(taut_group_size(walkers.group) == count, "a group has its units");
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i <= count; ++i) {
    taut_path path;
    taut_point end;
    found += taut_group_path(walkers.group, i, finder, &path) == TAUT_OK ? 1U : 0U;
    check_status(taut_group_end(walkers.group, i, &end));
  }
  require(found == result.found, "the paths of a group are counted");
}

inline void follow(CallInput& input, Walkers& walkers, const taut_finder* finder) {
  taut_follower* const follower = walkers.follower;
  if (input.byte() % 2 == 0) check_status(taut_follower_set(follower, finder));
  const float x = input.place();
  const float y = input.place();
  (void)taut_follower_move(follower, x, y);
  if (input.byte() % 4 == 0) (void)taut_follower_pass_link(follower);
  (void)taut_follower_move_goal(follower, y, x);
  taut_follower_state state;
  if (taut_follower_read(follower, &state) != TAUT_OK) return;
  require(state.status >= TAUT_FOLLOW_ON_PATH && state.status <= TAUT_FOLLOW_CUT,
          "a follower has a status");
  require(state.progress >= 0.0 && state.progress <= 1.0, "progress is a share");
  const auto turns = fill<taut_turn>(input, [&](auto* out, auto capacity, auto* count) {
    return taut_follower_ahead(follower, out, capacity, count);
  });
  require(turns.size() <= state.turns, "no more turns than there are");
  double ahead_x = 0.0;
  double ahead_y = 0.0;
  check_status(taut_follower_place_ahead(follower, input.number(), &ahead_x, &ahead_y));
  require(std::isfinite(ahead_x) && std::isfinite(ahead_y), "what is ahead is a place");
  taut_link_step step;
  check_status(taut_follower_next_link(follower, &step));
  std::uint32_t turn = 0;
  const std::int32_t left = input.integer();
  check_status(taut_follower_find_touched(follower, left, 0, input.integer(), 9, &turn));
  require(turn == 0 || turn < state.turns, "a turn that is touched is ahead");
  taut_point start;
  check_status(taut_follower_find_start(follower, x, y, &start));
  const std::array<taut_follower*, 2> both{follower, nullptr};
  (void)fill<std::uint32_t>(input, [&](auto* out, auto capacity, auto* count) {
    return taut_followers_update(both.data(), 2, out, capacity, count);
  });
}

}  // namespace taut::fuzz
