#include <algorithm>
#include <cmath>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr std::int32_t kSearchAgain = 5;     // ticks
constexpr std::int32_t kSearchShorter = 20;  // ticks
constexpr std::size_t kReadExpansions = 64;  // that a path of a field counts as
constexpr double kFarAhead = 2.0;            // tiles
constexpr double kLeastAhead = 0.15;         // tiles
constexpr std::size_t kTurnsMeasured = 4;
constexpr float kNearBend = 0.35F;  // tiles
constexpr float kLong = 1e6F;
constexpr float kKeptPart = 0.125F;  // of the way to the next turn that it goes straight on

Vec between(const DiscPoint& from, const DiscPoint& to) noexcept {
  return {static_cast<float>(to.x - from.x), static_cast<float>(to.y - from.y)};
}

constexpr float kTurnInward = 0.75F;

// The point on a turn's arc which lies about `ahead` behind its entry. The angle is taken by the
// tangent of its half, so that no library's sine decides.
DiscPoint point_on_turn(const DiscTurn& turn, double ahead, double radius) noexcept {
  const double tangent = (turn.kind == CornerKind::left ? 0.5 : -0.5) * ahead / radius;
  const double scale = 1.0 / (1.0 + tangent * tangent);
  const double c = (1.0 - tangent * tangent) * scale;
  const double s = 2.0 * tangent * scale;
  const DiscPoint corner = widen(turn.center);
  const DiscPoint off = turn.entry - corner;
  return {corner.x + off.x * c - off.y * s, corner.y + off.x * s + off.y * c};
}

// The point about `ahead` along the turns, from `at`.
DiscPoint point_ahead(std::span<const DiscTurn> turns, DiscPoint at, double ahead, double radius) {
  for (const DiscTurn& turn : turns) {
    const DiscPoint way = turn.entry - at;
    const double leg = norm(way);
    if (leg >= ahead) return at + (ahead / leg) * way;
    ahead -= leg;
    const double arc = norm(turn.exit - turn.entry);
    if (arc > ahead && radius > 0.0) return point_on_turn(turn, ahead, radius);
    ahead -= arc;
    at = turn.exit;
  }
  return at;
}

}  // namespace

// No clock is read where there is no limit.
bool Crowd::Memory::is_time_over() const noexcept {
  if (options.budget == CrowdOptions::kNoTimeLimit) return false;
  const auto spent = std::chrono::steady_clock::now() - searches_begin;
  // A budget in nanoseconds might overflow.
  return std::chrono::duration_cast<std::chrono::microseconds>(spent) >= options.budget;
}

// Answers as many slices of searches as the budget has, in the order of the requests.
void Crowd::Memory::find_paths() {
  if (options.budget != CrowdOptions::kNoTimeLimit) {
    searches_begin = std::chrono::steady_clock::now();
  }
  const std::size_t slices = std::max<std::size_t>(options.expansions / queue.slice(), 1);
  for (std::size_t i = 0; i < slices; ++i) {
    if (!queue.advance() || is_time_over()) break;
  }
  for (UnitId id = 0; id < slots.size(); ++id) {
    if (tickets[id].number != 0) take_path(id);
  }
  if (field_finder) read_fields();
}

// Each unit in turn, as a field that was built again has new paths for all that follow it.
void Crowd::Memory::read_fields() {
  std::size_t left = std::max<std::size_t>(options.expansions / kReadExpansions, 1);
  for (std::size_t i = 0; i < slots.size() && left > 0; ++i) {
    if (next_reader >= slots.size()) next_reader = 0;
    if (!read_field(next_reader++)) continue;
    if (is_time_over()) break;
    --left;
  }
}

// Returns whether a path was asked for.
bool Crowd::Memory::read_field(UnitId id) {
  if (fields[id] == nullptr) return false;
  Unit& unit = unit_of(id);
  const WorldField& field = *fields[id];
  const bool is_lost = unit.reason == Reason::none && needs_search(unit.follows);
  const bool is_new = unit.builds != field.builds();
  if (unit.is_buried || !(is_new || (is_lost && unit.search_in == 0))) return false;
  const bool is_stale = field.reason() == Reason::none
                            ? !field.is_current() || (own != nullptr && field.world() != world)
                            : field.reason() == Reason::stale;
  if (is_stale) return false;
  const Steps end = unit.end;
  set_path(unit, field_finder->find(to_point(unit.at), field));
  unit.builds = field.builds();
  if (unit.reason != Reason::none) drop_path(unit);
  if (unit.reason != Reason::none || unit.end != end) unit.has_arrived = unit.is_settled = false;
  unit.goal = unit.end;
  return true;
}

void Crowd::Memory::take_path(UnitId id) {
  const OwnedPath* const path = queue.find_answer(tickets[id]);
  if (path == nullptr) return;
  set_path(unit_of(id), path->view());
  queue.release(tickets[id]);
  tickets[id] = {};
}

void Crowd::Memory::set_path(Unit& unit, const FoundPath& path) {
  unit.reason = path ? Reason::none : path.reason;
  unit.search_in = kSearchAgain;
  if (!path) return;
  followers[unit.id].set(*world, path);
  note_path(unit);
  const Steps end = to_steps(path.turns.back().entry);
  if (end != unit.end) unit.has_rest_place = false;
  unit.end = end;
}

// What a tick reads of a follower, so that it need not look there.
void Crowd::Memory::note_path(Unit& unit) noexcept {
  unit.follows = followers[unit.id].status();
  unit.has_link = followers[unit.id].next_link().has_value();
  unit.guide_in = 0;
}

void Crowd::Memory::drop_path(Unit& unit) {
  followers[unit.id].set(*world, {});
  note_path(unit);
}

void Crowd::Memory::ask_for_path(UnitId id) {
  const Unit& unit = unit_of(id);
  if (tickets[id].number != 0 || unit.reason != Reason::none) return;
  Request request;
  request.start = to_point(unit.at);
  request.goal = to_point(unit.goal);
  request.options.agent = followers[id].agent();
  request.options.goal = options.goal;
  tickets[id] = queue.submit(request, unit.rank);
}

void Crowd::Memory::guide() {
  asking.clear();
  for (Unit& unit : units) {
    if (is_edited || !keep_wish(unit)) unit.wish = make_wish(unit);
    unit.wish_at = unit.at;
  }
  // The queue answers in the order of the requests.
  std::sort(asking.begin(), asking.end());
  for (const UnitId id : asking) ask_for_path(id);
}

// Far from the next turn a unit goes straight on for some ticks, without a look at its path.
bool Crowd::Memory::keep_wish(Unit& unit) const noexcept {
  if (unit.guide_in == 0 || !walks_path(unit) || unit.reason != Reason::none || unit.is_buried) {
    return false;
  }
  Wish& wish = unit.wish;
  const Vec moved = to_vec(unit.at - unit.wish_at);
  const Vec entry = wish.entry - moved;
  const float clear = length(entry);
  // This tick may be longer than the one in which the unit began to go straight on.
  if (clear <= unit.speed * dt) return false;
  --unit.guide_in;
  if (unit.search_in > 0) --unit.search_in;
  wish.far = wish.far - moved;
  wish.corner = wish.corner - moved;
  wish.entry = entry;
  wish.left += clear - wish.clear;
  wish.clear = clear;
  unit.last_wish = wish.entry * (1.0F / clear);
  wish.velocity = unit.last_wish * unit.speed;
  return true;
}

Wish Crowd::Memory::make_wish(Unit& unit) {
  Wish wish;
  unit.guide_in = 0;
  if (unit.kind == OrderKind::velocity) {
    wish.velocity = unit.steered;
    wish.clear = wish.left = kLong;
    wish.far = direction(unit.steered) * static_cast<float>(kFarAhead);
    return wish;
  }
  if (unit.kind == OrderKind::none || unit.reason != Reason::none || unit.is_buried) return wish;
  if (unit.follows != FollowStatus::no_path) {
    unit.follows = followers[unit.id].move(*world, to_point(unit.at));
  }
  const bool is_lost = needs_search(unit.follows);
  if (unit.search_in > 0) --unit.search_in;
  const bool asks = is_lost || unit.follows == FollowStatus::maybe_shorter;
  if (asks && unit.search_in == 0 && fields[unit.id] == nullptr) {
    unit.search_in = is_lost ? kSearchAgain : kSearchShorter;
    asking.push_back(unit.id);
  }
  if (is_lost) {
    // On as before, while the path is being searched for.
    wish.clear = 1.0F;
    wish.left = std::max(length(to_vec(unit.goal - unit.at)), 1.0F);
    wish.velocity = unit.last_wish * unit.speed;
    wish.far = unit.last_wish * static_cast<float>(kFarAhead);
  } else {
    walk_path(unit, wish);
  }
  return wish;
}

void Crowd::Memory::walk_path(Unit& unit, Wish& wish) {
  const PathFollower& follower = followers[unit.id];
  const std::span<const DiscTurn> turns = follower.ahead();
  const DiscPoint at = widen(to_point(unit.at));
  const double radius = follower.agent().radius;
  const double step = static_cast<double>(unit.speed) * static_cast<double>(dt);
  const auto ahead = [&](double tiles) {
    return between(at, point_ahead(turns, at, tiles, radius));
  };
  wish.far = ahead(kFarAhead);
  if (!turns.empty()) wish.entry = between(at, turns.front().entry);
  wish.clear = length(wish.entry);
  wish.has_turn = turns.size() > 1;
  const double look = std::max(kLeastAhead, 2.0 * step);
  // Near a bend in open space to what is behind it: the unit may have been pushed past.
  const bool is_at_bend =
      wish.has_turn && turns.front().kind == CornerKind::start && wish.clear < kNearBend;
  Vec aim = ahead(is_at_bend ? static_cast<double>(wish.clear) + look : look);
  if (wish.has_turn) {
    wish.corner = between(at, widen(turns.front().center));
  }
  DiscPoint before = at;
  for (std::size_t i = 0; i < std::min(turns.size(), kTurnsMeasured); ++i) {
    wish.left +=
        static_cast<float>(norm(turns[i].entry - before) + norm(turns[i].exit - turns[i].entry));
    before = turns[i].exit;
  }
  if (turns.size() > kTurnsMeasured) wish.left += kLong;
  if (is_rest_place_ahead(unit, wish)) {
    aim = wish.entry = to_vec(unit.rest_place - unit.at);
    wish.clear = wish.left = length(aim);
    wish.far = at_most(aim, static_cast<float>(kFarAhead));
  }
  const Vec way = direction(aim);
  if (way.x != 0.0F || way.y != 0.0F) unit.last_wish = way;
  const float tick = static_cast<float>(step);
  float speed = wish.left < 2.0F * tick ? 0.5F * wish.left / dt : unit.speed;
  // A speed from which the unit can brake, so slow that it does not circle around its goal.
  const float brake = unit.acceleration;
  if (brake * dt < unit.speed) {
    speed = std::min(speed, brake * (std::sqrt(dt * dt + kTurnInward * wish.left / brake) - dt));
  }
  if (unit.follows == FollowStatus::on_path) {
    const float most = kKeptPart * wish.clear / tick;
    // Not all in the same tick.
    const auto turn = static_cast<std::int32_t>((ticks + unit.id) % (kMostGuideIn + 1));
    const std::int32_t kept = kMostGuideIn - turn;
    unit.guide_in = most < static_cast<float>(kept) ? static_cast<std::int32_t>(most) : kept;
  }
  if (unit.has_link) wish.left += kLong;  // at its entry no unit has arrived
  wish.velocity = way * std::min(speed, unit.speed);
}

}  // namespace taut
