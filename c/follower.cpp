// Followers: paths of walking units, kept up to date.
#include <taut_follower.h>

#include <cmath>
#include <optional>
#include <span>

#include <taut/follower.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::FollowStatus;
using taut::PathFollower;

static_assert(TAUT_FOLLOW_ON_PATH == static_cast<int>(FollowStatus::on_path));
static_assert(TAUT_FOLLOW_MAYBE_SHORTER == static_cast<int>(FollowStatus::maybe_shorter));
static_assert(TAUT_FOLLOW_ARRIVED == static_cast<int>(FollowStatus::arrived));
static_assert(TAUT_FOLLOW_AT_LINK == static_cast<int>(FollowStatus::at_link));
static_assert(TAUT_FOLLOW_NO_PATH == static_cast<int>(FollowStatus::no_path));
static_assert(TAUT_FOLLOW_OFF_PATH == static_cast<int>(FollowStatus::off_path));
static_assert(TAUT_FOLLOW_GOAL_LOST == static_cast<int>(FollowStatus::goal_lost));
static_assert(TAUT_FOLLOW_CUT == static_cast<int>(FollowStatus::cut));

namespace {

taut_follow_status to_follow_status(FollowStatus status) noexcept {
  return static_cast<taut_follow_status>(status);
}

// Calls call(follower, world), which returns what the follower is now.
template <class Call>
taut_follow_status follow(taut_follower* follower, const Call& call) noexcept {
  if (!is_live(follower)) return TAUT_FOLLOW_NONE;
  return to_follow_status(call(follower->part, *follower->source.read()));
}

bool has_path(const taut_follower* follower) noexcept {
  return is_live(follower) && !follower->part.ahead().empty();
}

}  // namespace

extern "C" {

const char* taut_follow_status_text(taut_follow_status status) {
  if (status < TAUT_FOLLOW_ON_PATH || status > TAUT_FOLLOW_CUT) return "unknown status";
  return taut::to_string(static_cast<FollowStatus>(status));
}

taut_status taut_follower_create(const taut_world* world, const taut_agent* agent,
                                 double max_detour, taut_follower** follower, taut_error* error) {
  if (follower == nullptr) return refuse_null(error, "follower");
  *follower = nullptr;
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (const auto bad = check_agent(agent, "PathFollower", error)) return bad;
  if (const auto bad =
          check_within(error, "PathFollower: max_detour", max_detour, 0.0, TAUT_MAX_MAP_SIDE))
    return bad;
  return guard(error, [&] {
    *follower = new taut_follower(world->source(), PathFollower(*to_agent(agent), max_detour));
  });
}

void taut_follower_destroy(taut_follower* follower) {
  if (is_live(follower)) delete follower;
}

taut_status taut_follower_set(taut_follower* follower, const taut_finder* finder) {
  if (!is_live(follower) || !is_live(finder)) return TAUT_BAD_ARGUMENT;
  if (follower->source.origin != finder->source.origin) return TAUT_BAD_ARGUMENT;
  if (finder->found && finder->found.agent != follower->part.agent()) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] { (void)follower->part.set(*follower->source.read(), finder->found); });
}

taut_follow_status taut_follower_move(taut_follower* follower, float x, float y) {
  return follow(follower, [&](PathFollower& of, const taut::World& world) {
    return of.move(world, {x, y});
  });
}

taut_follow_status taut_follower_move_goal(taut_follower* follower, float x, float y) {
  return follow(follower, [&](PathFollower& of, const taut::World& world) {
    return of.move_goal(world, {x, y});
  });
}

taut_follow_status taut_follower_update(taut_follower* follower) {
  return follow(follower,
                [](PathFollower& of, const taut::World& world) { return of.update(world); });
}

taut_follow_status taut_follower_pass_link(taut_follower* follower) {
  return follow(follower,
                [](PathFollower& of, const taut::World& world) { return of.pass_link(world); });
}

taut_status taut_followers_update(taut_follower* const* followers, uint32_t follower_count,
                                  uint32_t* out, uint32_t capacity, uint32_t* count) {
  set_count(count, 0);
  if (followers == nullptr && follower_count > 0) return TAUT_BAD_ARGUMENT;
  if (out == nullptr && capacity > 0) return TAUT_BAD_ARGUMENT;
  for (uint32_t i = 0; i < follower_count; ++i) {
    if (followers[i] != nullptr && !is_live(followers[i])) return TAUT_BAD_ARGUMENT;
  }
  uint32_t total = 0;
  for (uint32_t i = 0; i < follower_count; ++i) {
    if (taut_follower_update(followers[i]) != TAUT_FOLLOW_CUT) continue;
    if (total < capacity) out[total] = i;
    ++total;
  }
  set_count(count, total);
  return total > capacity ? TAUT_TRUNCATED : TAUT_OK;
}

taut_status taut_follower_read(const taut_follower* follower, taut_follower_state* state) {
  if (!is_live(follower) || state == nullptr) return TAUT_BAD_ARGUMENT;
  const PathFollower& of = follower->part;
  *state = {of.place().x,
            of.place().y,
            of.length(),
            of.progress(),
            to_count(of.ahead().size()),
            to_follow_status(of.status())};
  return TAUT_OK;
}

taut_status taut_follower_ahead(const taut_follower* follower, taut_turn* out, uint32_t capacity,
                                uint32_t* count) {
  return fill_from(follower, out, capacity, count, to_turn,
                   [](auto& of) { return of.part.ahead(); });
}

taut_status taut_follower_place_ahead(const taut_follower* follower, double tiles, double* x,
                                      double* y) {
  if (!is_live(follower) || x == nullptr || y == nullptr) return TAUT_BAD_ARGUMENT;
  if (!(tiles >= 0.0) || !std::isfinite(tiles)) return TAUT_BAD_ARGUMENT;
  if (!has_path(follower)) return TAUT_NO_PATH;
  const taut::DiscPoint place = follower->part.place_ahead(tiles);
  *x = place.x;
  *y = place.y;
  return TAUT_OK;
}

taut_status taut_follower_next_link(const taut_follower* follower, taut_link_step* step) {
  if (!is_live(follower) || step == nullptr) return TAUT_BAD_ARGUMENT;
  const std::optional<taut::LinkStep> next = follower->part.next_link();
  if (!next) return TAUT_NO_PATH;
  *step = {next->link, to_point(next->entry), to_point(next->exit)};
  return TAUT_OK;
}

taut_status taut_follower_find_touched(const taut_follower* follower, int32_t x0, int32_t y0,
                                       int32_t x1, int32_t y1, uint32_t* turn) {
  if (!is_live(follower) || turn == nullptr) return TAUT_BAD_ARGUMENT;
  if (!has_path(follower)) return TAUT_NO_PATH;
  const std::optional<std::size_t> touched = follower->part.find_touched({x0, y0, x1, y1});
  if (!touched) return TAUT_NO_PATH;
  *turn = to_count(*touched);
  return TAUT_OK;
}

taut_status taut_follower_find_start(const taut_follower* follower, float x, float y,
                                     taut_point* start) {
  if (!is_live(follower) || start == nullptr || !is_place(x, y)) return TAUT_BAD_ARGUMENT;
  *start = to_point(follower->part.find_start(*follower->source.read(), {x, y}));
  return TAUT_OK;
}

}  // extern "C"
