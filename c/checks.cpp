#include "checks.hpp"

#include <taut_crowd.h>

#include <cstdio>
#include <iterator>
#include <limits>

#include <taut/crowd.hpp>
#include <taut/status.hpp>

namespace taut::c {

// The numbers of taut.h are those of the enumerators.
static_assert(TAUT_OK == static_cast<int>(Status::ok));
static_assert(TAUT_TRUNCATED == static_cast<int>(Status::truncated));
static_assert(TAUT_NO_PATH == static_cast<int>(Status::no_path));
static_assert(TAUT_OUT_OF_NODES == static_cast<int>(Status::out_of_nodes));
static_assert(TAUT_INVALID_INPUT == static_cast<int>(Status::invalid_input));
static_assert(TAUT_REASON_NONE == static_cast<int>(Reason::none));
static_assert(TAUT_REASON_START_BLOCKED == static_cast<int>(Reason::start_blocked));
static_assert(TAUT_REASON_GOAL_BLOCKED == static_cast<int>(Reason::goal_blocked));
static_assert(TAUT_REASON_START_TOO_NEAR == static_cast<int>(Reason::start_too_near));
static_assert(TAUT_REASON_GOAL_TOO_NEAR == static_cast<int>(Reason::goal_too_near));
static_assert(TAUT_REASON_NOT_CONNECTED == static_cast<int>(Reason::not_connected));
static_assert(TAUT_REASON_TOO_NARROW == static_cast<int>(Reason::too_narrow));
static_assert(TAUT_REASON_LIMIT == static_cast<int>(Reason::limit));
static_assert(TAUT_REASON_NOT_PREPARED == static_cast<int>(Reason::not_prepared));
static_assert(TAUT_REASON_BAD_OPTIONS == static_cast<int>(Reason::bad_options));
static_assert(TAUT_REASON_GOAL_TOO_FAR == static_cast<int>(Reason::goal_too_far));
static_assert(TAUT_REASON_STALE == static_cast<int>(Reason::stale));
static_assert(TAUT_REASON_BROKEN == static_cast<int>(Reason::broken));
static_assert(TAUT_AGENT_POINT == static_cast<int>(AgentShape::point));
static_assert(TAUT_AGENT_DISC == static_cast<int>(AgentShape::disc));
static_assert(TAUT_AGENT_SQUARE == static_cast<int>(AgentShape::square));
static_assert(TAUT_METHOD_BEST == static_cast<int>(Method::best));
static_assert(TAUT_METHOD_OPTIMAL == static_cast<int>(Method::optimal));
static_assert(TAUT_METHOD_FAST == static_cast<int>(Method::fast));
static_assert(TAUT_GOAL_EXACT == static_cast<int>(EndRule::exact));
static_assert(TAUT_GOAL_NEAREST == static_cast<int>(EndRule::nearest));
static_assert(TAUT_START_EXACT == static_cast<int>(EndRule::exact));
static_assert(TAUT_START_NEAREST == static_cast<int>(EndRule::nearest));
static_assert(TAUT_TURN_START == static_cast<int>(CornerKind::start));
static_assert(TAUT_TURN_LEFT == static_cast<int>(CornerKind::left));
static_assert(TAUT_TURN_RIGHT == static_cast<int>(CornerKind::right));
static_assert(TAUT_TURN_GOAL == static_cast<int>(CornerKind::goal));
static_assert(TAUT_UNIT_IDLE == static_cast<int>(UnitState::idle));
static_assert(TAUT_UNIT_WAITING == static_cast<int>(UnitState::waiting));
static_assert(TAUT_UNIT_WALKING == static_cast<int>(UnitState::walking));
static_assert(TAUT_UNIT_BLOCKED == static_cast<int>(UnitState::blocked));
static_assert(TAUT_UNIT_YIELDING == static_cast<int>(UnitState::yielding));
static_assert(TAUT_UNIT_ARRIVED == static_cast<int>(UnitState::arrived));
static_assert(TAUT_UNIT_NO_WAY == static_cast<int>(UnitState::no_way));
static_assert(TAUT_UNIT_AT_LINK == static_cast<int>(UnitState::at_link));
static_assert(TAUT_MAX_MAP_SIDE == kMaxMapSide);

taut_status refuse(taut_error* error, const char* words) noexcept {
  if (error != nullptr) std::snprintf(error->text, sizeof error->text, "%s", words);
  return TAUT_BAD_ARGUMENT;
}

taut_status refuse_null(taut_error* error, const char* name) noexcept {
  if (error != nullptr) std::snprintf(error->text, sizeof error->text, "taut: %s is NULL", name);
  return TAUT_BAD_ARGUMENT;
}

taut_status refuse_value(taut_error* error, const char* what, double value, double low,
                         double high) noexcept {
  if (error != nullptr) {
    std::snprintf(error->text, sizeof error->text, "taut: %s %.9g is not within %.9g to %.9g", what,
                  value, low, high);
  }
  return TAUT_BAD_ARGUMENT;
}

std::optional<Agent> to_agent(const taut_agent* agent) noexcept {
  if (agent == nullptr) return Agent{};
  if (agent->shape < TAUT_AGENT_POINT || agent->shape > TAUT_AGENT_SQUARE) return std::nullopt;
  if (agent->ground < 0 || agent->ground > 255) return std::nullopt;
  return Agent{static_cast<AgentShape>(agent->shape), agent->radius,
               static_cast<std::uint8_t>(agent->ground)};
}

taut_status check_agent(const taut_agent* agent, const char* where, taut_error* error) noexcept {
  const std::optional<Agent> made = to_agent(agent);
  if (!made) {
    const bool has_ground = agent->ground >= 0 && agent->ground <= 255;
    char words[128];
    std::snprintf(words, sizeof words, "taut: %s: no agent has the %s %d", where,
                  has_ground ? "shape" : "ground", has_ground ? agent->shape : agent->ground);
    return refuse(error, words);
  }
  if (is_valid(*made)) return TAUT_OK;
  return guard(
      error, [&] { return refuse(error, ("taut: " + detail::find_fault(where, *made)).c_str()); });
}

taut_status check_ground(const World& world, const taut_agent& agent, taut_error* error) noexcept {
  if (agent.ground == 0 || world.find_ground(static_cast<std::uint8_t>(agent.ground)) != nullptr) {
    return TAUT_OK;
  }
  char words[128];
  std::snprintf(words, sizeof words, "taut: World::prepare: no ground has the number %d",
                static_cast<int>(agent.ground));
  return refuse(error, words);
}

std::optional<FindOptions> to_options(const taut_find_options* options) noexcept {
  FindOptions made;
  if (options == nullptr) return made;
  const std::optional<Agent> agent = to_agent(&options->agent);
  if (!agent || options->method < TAUT_METHOD_BEST || options->method > TAUT_METHOD_FAST ||
      options->goal_rule < TAUT_GOAL_EXACT || options->goal_rule > TAUT_GOAL_NEAREST ||
      options->start_rule < TAUT_START_EXACT || options->start_rule > TAUT_START_NEAREST) {
    return std::nullopt;
  }
  made.agent = *agent;
  made.method = static_cast<Method>(options->method);
  made.goal = static_cast<EndRule>(options->goal_rule);
  made.start = static_cast<EndRule>(options->start_rule);
  made.max_goal_distance = options->max_goal_distance;
  made.length_limit = options->length_limit;
  if (options->expansion_limit != TAUT_NO_LIMIT) made.expansion_limit = options->expansion_limit;
  if (options->budget != TAUT_NO_LIMIT) made.budget = options->budget;
  return made;
}

taut_path to_path(const FoundPath& found) noexcept {
  taut_path path;
  path.length = found.length;
  path.cost = found.cost;
  path.revision = found.revision;
  path.status = to_status(found.status);
  path.reason = static_cast<taut_reason>(found.reason);
  path.method = static_cast<std::int32_t>(found.method);
  path.point_count = to_count(found.points.size());
  path.turn_count = to_count(found.turns.size());
  path.expanded = to_count(found.expanded);
  path.link_count = to_count(found.links.size());
  path.padding = 0;
  return path;
}

taut_turn to_turn(const DiscTurn& turn) noexcept {
  taut_turn made;
  made.entry_x = turn.entry.x;
  made.entry_y = turn.entry.y;
  made.exit_x = turn.exit.x;
  made.exit_y = turn.exit.y;
  made.center = to_point(turn.center);
  made.kind = static_cast<std::int32_t>(turn.kind);
  made.padding = 0;
  return made;
}

DiscTurn to_disc_turn(const taut_turn& turn) noexcept {
  DiscTurn made;
  made.center = {turn.center.x, turn.center.y};
  made.entry = {turn.entry_x, turn.entry_y};
  made.exit = {turn.exit_x, turn.exit_y};
  made.kind = static_cast<CornerKind>(turn.kind);
  return made;
}

}  // namespace taut::c

namespace {

template <class Table>
const char* find_text(const Table& table, int32_t value, const char* unknown) noexcept {
  const bool is_known = value >= 0 && value < static_cast<int32_t>(std::size(table));
  return is_known ? table[value] : unknown;
}

}  // namespace

extern "C" {

const char* taut_version(void) { return TAUT_VERSION; }

const char* taut_status_text(taut_status status) {
  static constexpr const char* kTexts[] = {"ok",           "truncated",     "no_path",
                                           "out_of_nodes", "invalid_input", "unfinished",
                                           "bad_argument", "out_of_memory", "failure"};
  static_assert(std::size(kTexts) == TAUT_FAILURE + 1);
  return find_text(kTexts, status, "unknown status");
}

const char* taut_reason_text(taut_reason reason) {
  if (!taut::c::is_reason(reason)) return "unknown reason";
  return taut::to_string(static_cast<taut::Reason>(reason));
}

void taut_find_options_init(taut_find_options* options) {
  if (options == nullptr) return;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  *options = {{0.0, TAUT_AGENT_POINT, 0},
              kInfinity,
              kInfinity,
              TAUT_NO_LIMIT,
              TAUT_NO_LIMIT,
              TAUT_METHOD_BEST,
              TAUT_GOAL_EXACT,
              TAUT_START_EXACT,
              0};
}

}  // extern "C"
