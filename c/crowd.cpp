// Crowds: units, their orders, and what they are after a tick.
#include <taut_crowd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <span>

#include "answers.hpp"
#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::Crowd;
using taut::Point;
using taut::UnitId;

namespace {

std::span<const UnitId> to_units(const uint32_t* units, uint32_t count) noexcept {
  return {units, count};
}

taut_status check_unit_options(const taut_unit_options& options, taut_error* error) noexcept {
  if (const auto bad = check_within(error, "Crowd::add: speed", options.speed, Crowd::kLeastSpeed,
                                    Crowd::kMostSpeed))
    return bad;
  if (!(options.acceleration >= Crowd::kLeastAcceleration)) {
    const bool is_above = options.acceleration > 0.0;
    char words[128];
    std::snprintf(words, sizeof words, "taut: Crowd::add: acceleration %.9g is %s %.9g",
                  options.acceleration, is_above ? "below" : "not above",
                  is_above ? Crowd::kLeastAcceleration : 0.0);
    return refuse(error, words);
  }
  return check_within(error, "Crowd::add: rank", options.rank, 0.0, 255.0);
}

taut_status check_disc(const taut_agent* agent, taut_error* error) noexcept {
  if (const auto bad = check_agent(agent, "Crowd::add", error)) return bad;
  if (agent->shape != TAUT_AGENT_DISC) {
    return refuse(error, "taut: Crowd::add: the agent is not a disc");
  }
  return check_within(error, "Crowd::add: radius", taut::snap_radius(agent->radius),
                      Crowd::kLeastRadius, taut::kMaxDiscRadius);
}

// TAUT_OK, or refuses an agent whose ground was not set, or, on a shared world, that its writer has
// not prepared.
taut_status check_prepared(const taut_crowd& crowd, const taut_agent& agent, taut_error* error) {
  const std::shared_ptr<const taut::World> world = crowd.source.read();
  if (crowd.source.shared == nullptr) return check_ground(*world, agent, error);
  if (world->is_prepared(*to_agent(&agent))) return TAUT_OK;
  return refuse(error, "taut: Crowd::add: the shared world is not prepared for this agent");
}

// What a call on one unit returns: whether it did anything.
taut_status done_if(bool is_done) noexcept { return is_done ? TAUT_OK : TAUT_INVALID_INPUT; }

// Calls send(), which returns how many units it sent.
template <class Send>
taut_status order(taut_crowd* crowd, const uint32_t* units, uint32_t count, uint32_t* sent,
                  const Send& send) {
  set_count(sent, 0);
  if (!is_live(crowd) || (units == nullptr && count > 0)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] { set_count(sent, send(to_units(units, count))); });
}

template <class Out, class Make>
taut_status fill_units(const taut_crowd* crowd, Out* out, uint32_t capacity, uint32_t* count,
                       Out none, const Make& make) {
  set_count(count, 0);
  if (!is_live(crowd)) return TAUT_BAD_ARGUMENT;
  return fill(out, capacity, count, crowd->part.id_end(), [&](std::size_t i) {
    const auto unit = static_cast<UnitId>(i);
    return crowd->part.contains(unit) ? make(unit) : none;
  });
}

}  // namespace

extern "C" {

void taut_crowd_options_init(taut_crowd_options* options) {
  const taut::CrowdOptions made;
  if (options != nullptr) {
    *options = {to_count(made.expansions), static_cast<int32_t>(made.goal), TAUT_NO_LIMIT};
  }
}

void taut_unit_options_init(taut_unit_options* options) {
  const taut::UnitOptions made;
  if (options != nullptr) {
    *options = {made.speed, made.acceleration, made.rank, made.gives_way ? 1 : 0};
  }
}

const char* taut_unit_state_text(taut_unit_state state) {
  if (state > TAUT_UNIT_AT_LINK) return "unknown state";
  return taut::to_string(static_cast<taut::UnitState>(state));
}

taut_status taut_crowd_create(taut_world* world, const taut_crowd_options* options,
                              taut_crowd** crowd, taut_error* error) {
  if (crowd == nullptr) return refuse_null(error, "crowd");
  *crowd = nullptr;
  if (const auto bad = check_crowd_world(world, error)) return bad;
  taut::CrowdOptions made;
  if (options != nullptr) {
    if (options->expansions == 0) return refuse(error, "taut: Crowd: expansions 0 is not above 0");
    if (const auto bad = check_within(error, "Crowd: goal rule", options->goal_rule,
                                      TAUT_GOAL_EXACT, TAUT_GOAL_NEAREST))
      return bad;
    made.expansions = options->expansions;
    if (options->microseconds != TAUT_NO_LIMIT) {
      made.budget = std::chrono::microseconds(options->microseconds);
    }
    made.goal = static_cast<taut::EndRule>(options->goal_rule);
  }
  return guard(error, [&] {
    const WorldSource source = world->source();
    *crowd = new taut_crowd(source, make_on<Crowd>(source, made));
  });
}

void taut_crowd_destroy(taut_crowd* crowd) {
  if (is_live(crowd)) delete crowd;
}

taut_status taut_crowd_add(taut_crowd* crowd, const taut_agent* agent, float x, float y,
                           const taut_unit_options* options, uint32_t* unit, taut_error* error) {
  if (!is_live(crowd)) return refuse_handle(error, crowd, "crowd");
  if (agent == nullptr) return refuse_null(error, "agent");
  if (unit == nullptr) return refuse_null(error, "unit");
  taut_unit_options wanted;
  taut_unit_options_init(&wanted);
  if (options != nullptr) wanted = *options;
  if (const auto bad = check_disc(agent, error)) return bad;
  if (const auto bad = check_unit_options(wanted, error)) return bad;
  if (const auto bad = check_prepared(*crowd, *agent, error)) return bad;
  return guard(error, [&] {
    taut::UnitOptions made;
    made.speed = wanted.speed;
    made.acceleration = wanted.acceleration;
    made.rank = static_cast<std::uint8_t>(wanted.rank);
    made.gives_way = wanted.gives_way != 0;
    const std::optional<UnitId> added = crowd->part.add(*to_agent(agent), {x, y}, made);
    if (added) *unit = *added;
    return done_if(added.has_value());
  });
}

taut_status taut_crowd_remove(taut_crowd* crowd, uint32_t unit) {
  if (!is_live(crowd)) return TAUT_BAD_ARGUMENT;
  const bool is_there = crowd->part.contains(unit);
  crowd->part.remove(unit);
  return done_if(is_there);
}

taut_status taut_crowd_order(taut_crowd* crowd, uint32_t unit, float x, float y) {
  if (!is_live(crowd)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] { return done_if(crowd->part.order(unit, Point{x, y})); });
}

taut_status taut_crowd_steer(taut_crowd* crowd, uint32_t unit, float x, float y) {
  if (!is_live(crowd)) return TAUT_BAD_ARGUMENT;
  return done_if(crowd->part.steer(unit, {x, y}));
}

taut_status taut_crowd_stop(taut_crowd* crowd, uint32_t unit) {
  if (!is_live(crowd)) return TAUT_BAD_ARGUMENT;
  crowd->part.stop(unit);
  return done_if(crowd->part.contains(unit));
}

taut_status taut_crowd_order_group(taut_crowd* crowd, const uint32_t* units, uint32_t count,
                                   float x, float y, uint32_t* sent) {
  return order(crowd, units, count, sent, [&](std::span<const UnitId> ids) {
    return crowd->part.order(ids, Point{x, y});
  });
}

taut_status taut_crowd_order_places(taut_crowd* crowd, const uint32_t* units, uint32_t count,
                                    const taut_point* places, uint32_t place_count,
                                    uint32_t* sent) {
  set_count(sent, 0);
  if (places == nullptr && place_count > 0) return TAUT_BAD_ARGUMENT;
  return order(crowd, units, count, sent, [&](std::span<const UnitId> ids) {
    std::vector<Point> goals(place_count);
    for (uint32_t i = 0; i < place_count; ++i) goals[i] = {places[i].x, places[i].y};
    return crowd->part.order(ids, goals);
  });
}

taut_status taut_crowd_order_field(taut_crowd* crowd, const uint32_t* units, uint32_t count,
                                   const taut_field* field, uint32_t* sent) {
  set_count(sent, 0);
  if (!is_live(field)) return TAUT_BAD_ARGUMENT;
  if (is_live(crowd) && field->is_foreign(crowd->source)) return TAUT_BAD_ARGUMENT;
  return order(crowd, units, count, sent,
               [&](std::span<const UnitId> ids) { return crowd->part.order(ids, field->shared); });
}

taut_status taut_crowd_field(const taut_crowd* crowd, uint32_t unit, taut_field** field) {
  if (field == nullptr) return TAUT_BAD_ARGUMENT;
  *field = nullptr;
  if (!is_live(crowd)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    std::shared_ptr<taut::WorldField> found = crowd->part.field(unit);
    if (found == nullptr) return;
    *field = new taut_field(std::move(found));
    (*field)->origin = crowd->source.origin;
  });
}

taut_status taut_crowd_advance(taut_crowd* crowd, double seconds, taut_error* error) {
  if (!is_live(crowd)) return refuse_handle(error, crowd, "crowd");
  if (!(seconds > 0.0 && seconds <= Crowd::kMostTick)) {
    char words[128];
    std::snprintf(words, sizeof words,
                  "taut: Crowd::advance: %.9g seconds are not within 0 to %.9g", seconds,
                  Crowd::kMostTick);
    return refuse(error, words);
  }
  return guard(error, [&] { crowd->part.advance(seconds); });
}

uint32_t taut_crowd_size(const taut_crowd* crowd) {
  return is_live(crowd) ? to_count(crowd->part.size()) : 0;
}

uint32_t taut_crowd_searches_waiting(const taut_crowd* crowd) {
  return is_live(crowd) ? to_count(crowd->part.searches_waiting()) : 0;
}

int32_t taut_crowd_contains(const taut_crowd* crowd, uint32_t unit) {
  return is_live(crowd) && crowd->part.contains(unit) ? 1 : 0;
}

int32_t taut_crowd_is_occupied(const taut_crowd* crowd, int32_t x0, int32_t y0, int32_t x1,
                               int32_t y1) {
  return is_live(crowd) && crowd->part.is_occupied({x0, y0, x1, y1}) ? 1 : 0;
}

taut_reason taut_crowd_reason(const taut_crowd* crowd, uint32_t unit) {
  if (!is_live(crowd) || !crowd->part.contains(unit)) return TAUT_REASON_NONE;
  return static_cast<taut_reason>(crowd->part.reason(unit));
}

taut_status taut_crowd_agent(const taut_crowd* crowd, uint32_t unit, taut_agent* agent) {
  if (!is_live(crowd) || agent == nullptr) return TAUT_BAD_ARGUMENT;
  if (!crowd->part.contains(unit)) return TAUT_INVALID_INPUT;
  const taut::Agent made = crowd->part.agent(unit);
  *agent = {made.radius, static_cast<int32_t>(made.shape), made.ground};
  return TAUT_OK;
}

taut_status taut_crowd_places(const taut_crowd* crowd, taut_point* out, uint32_t capacity,
                              uint32_t* count) {
  return fill_units(crowd, out, capacity, count, taut_point{0.0F, 0.0F},
                    [&](UnitId unit) { return to_point(crowd->part.place(unit)); });
}

taut_status taut_crowd_velocities(const taut_crowd* crowd, taut_point* out, uint32_t capacity,
                                  uint32_t* count) {
  return fill_units(crowd, out, capacity, count, taut_point{0.0F, 0.0F},
                    [&](UnitId unit) { return to_point(crowd->part.velocity(unit)); });
}

taut_status taut_crowd_states(const taut_crowd* crowd, taut_unit_state* out, uint32_t capacity,
                              uint32_t* count) {
  return fill_units(crowd, out, capacity, count, taut_unit_state{TAUT_UNIT_NONE}, [&](UnitId unit) {
    return static_cast<taut_unit_state>(crowd->part.state(unit));
  });
}

taut_status taut_crowd_find(taut_crowd* crowd, taut_finder* finder, float start_x, float start_y,
                            float goal_x, float goal_y, const taut_find_options* options,
                            int32_t obstacles, const uint32_t* except, uint32_t except_count,
                            taut_path* path) {
  if (!is_live(crowd) || !is_live(finder) || path == nullptr) return TAUT_BAD_ARGUMENT;
  const std::optional<taut::FindOptions> made = to_options(options);
  const bool fits = made && finder->source.origin == crowd->source.origin &&
                    obstacles >= TAUT_OBSTACLES_ALL && obstacles <= TAUT_OBSTACLES_STANDING &&
                    (except != nullptr || except_count == 0);
  if (!fits) return tell_failure(*finder, TAUT_BAD_ARGUMENT, path);
  return answer(*finder, path, [&] {
    const taut::FoundPath found =
        crowd->part.find_around({start_x, start_y}, {goal_x, goal_y}, *made,
                                static_cast<taut::Obstacles>(obstacles), {except, except_count});
    return hand_over(*finder, found, path);
  });
}

}  // extern "C"
