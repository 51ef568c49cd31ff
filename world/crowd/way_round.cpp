#include "way_round.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include "core/agent/disc_inflate.hpp"
#include "crowd_memory.hpp"
#include "world/follow/path_shapes.hpp"

namespace taut::crowds {
namespace {

constexpr double kSlack = 1.0 / (1 << 20);  // tiles: more than what doubles are wrong by

double det(const DiscPoint& a, const DiscPoint& b) noexcept { return a.x * b.y - a.y * b.x; }

// The distance from a point to a turn's arc: without angles, whose functions differ by system.
double distance_to_arc(const DiscTurn& turn, double radius, const DiscPoint& to) noexcept {
  const DiscPoint center = widen(turn.center);
  const bool is_left = turn.kind == CornerKind::left;
  const DiscPoint first = (is_left ? turn.entry : turn.exit) - center;
  const DiscPoint last = (is_left ? turn.exit : turn.entry) - center;
  const DiscPoint at = to - center;
  const bool is_beside = det(first, last) >= 0.0 ? det(first, at) >= 0.0 && det(at, last) >= 0.0
                                                 : !(det(last, at) > 0.0 && det(at, first) > 0.0);
  if (is_beside) return std::fabs(norm(at) - radius);
  return std::min(norm(to - turn.entry), norm(to - turn.exit));
}

}  // namespace

BlockedPart find_blocked(const DiscPoint& from, const DiscTurn& turn, double radius,
                         const Standing& standing) noexcept {
  const double reach = static_cast<double>(standing.reach) / kLatticePerTile + kSlack;
  const DiscPoint other = widen(to_point(standing.at));
  const DiscPoint leg = turn.entry - from;
  const double far = norm(leg);
  const DiscPoint to = other - from;
  const double along = far > 0.0 ? dot(to, leg) / far : 0.0;
  const double half2 = reach * reach - (dot(to, to) - along * along);
  BlockedPart part;
  if (half2 > 0.0) {
    const double half = std::sqrt(half2);
    const bool is_met = along - half < far + kSlack && along + half > 0.0;
    if (is_met) part = {std::max(along - half, 0.0), along + half};
  }
  const bool has_arc = turn.entry != turn.exit;
  if (has_arc && distance_to_arc(turn, radius, other) < reach) {
    part = {std::min(part.begin, far), std::numeric_limits<double>::infinity()};
  }
  return part;
}

}  // namespace taut::crowds

namespace taut {

using namespace crowds;

namespace {

constexpr double kFree = std::numeric_limits<double>::infinity();
constexpr std::int32_t kFinest = 256;  // steps between nodes
constexpr std::size_t kMostSamples = 400;
constexpr std::size_t kMostFree = 32;                  // samples behind what blocks
constexpr std::int64_t kWayMargin = 8;                 // steps
constexpr double kChunk = 2.0;                         // tiles of a leg that are looked at together
constexpr std::array<double, 3> kBack{2.5, 4.0, 8.0};  // tiles before what blocks

DiscPoint place_on_leg(const DiscPoint& from, const DiscPoint& to, double tiles) noexcept {
  const double far = std::hypot(to.x - from.x, to.y - from.y);
  const double part = far > 0.0 ? std::min(tiles / far, 1.0) : 0.0;
  return {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}

}  // namespace

// Leads one path past obstacles, to `around`.
class Crowd::Memory::PathLeader {
 public:
  PathLeader(Memory& memory, const FoundPath& path, const LeadOptions& options)
      : memory_(memory),
        round_(memory.around),
        path_(path),
        options_(options),
        tiles_(*options.tiles),
        radius_(options.radius) {}

  // How many ways round there are; nothing where a part has none.
  std::optional<std::size_t> lead();

 private:
  [[nodiscard]] const PassedLink* find_link(std::size_t turn) const noexcept;
  [[nodiscard]] BlockedPart find_block(const DiscPoint& from, const DiscTurn& turn);
  [[nodiscard]] bool is_apart(const Steps& place) const noexcept;
  [[nodiscard]] bool is_place_free(const Steps& place) const noexcept;
  [[nodiscard]] bool find_place(const DiscPoint& near, Steps& place) const noexcept;
  [[nodiscard]] bool find_way(const Steps& start, std::int32_t spacing);
  bool take_samples(const BlockedPart& blocked, const Steps& start, std::int32_t spacing);
  void join_path();
  void straighten();
  bool go_past(const BlockedPart& blocked);
  bool end_at(const BlockedPart& blocked);
  void add_turn(const DiscTurn& turn);
  [[nodiscard]] bool choose_start(const BlockedPart& blocked, double back, DiscPoint& near,
                                  std::size_t& kept) const noexcept;
  [[nodiscard]] bool connect(std::size_t kept);
  [[nodiscard]] bool bend_round(DiscTurn& turn, const Steps& place, bool is_entry) const noexcept;
  [[nodiscard]] DiscTurn turn_ahead() const noexcept {
    return ahead_ ? *ahead_ : path_.turns[next_];
  }

  Memory& memory_;
  WayRound& round_;
  const FoundPath& path_;
  const LeadOptions& options_;
  const Grid& tiles_;
  std::int32_t radius_;
  DiscPoint from_;                 // so far
  std::size_t next_ = 1;           // turn of the path
  std::optional<DiscTurn> ahead_;  // that turn, entered from the end of a way round
  bool is_ended_ = false;          // before the goal
};

// Whose exit is a turn of the path; null where there is none.
const PassedLink* Crowd::Memory::PathLeader::find_link(std::size_t turn) const noexcept {
  for (const PassedLink& link : path_.links) {
    if (link.exit == turn) return &link;
  }
  return nullptr;
}

void Crowd::Memory::PathLeader::add_turn(const DiscTurn& turn) {
  const bool is_same = !round_.turns.empty() && round_.turns.back().entry == turn.entry &&
                       round_.turns.back().exit == turn.exit;
  if (!is_same) round_.turns.push_back(turn);
  from_ = turn.exit;
}

std::optional<std::size_t> Crowd::Memory::PathLeader::lead() {
  round_.turns.clear();
  round_.links.clear();
  from_ = path_.turns.front().exit;
  round_.turns.push_back(path_.turns.front());
  memory_.list_obstacles(to_steps(from_), 0, radius_);
  if (!is_apart(to_steps(from_))) return std::nullopt;
  std::size_t ways = 0;
  while (next_ < path_.turns.size() && !is_ended_) {
    const DiscTurn turn = turn_ahead();
    if (const PassedLink* const link = find_link(next_)) {
      round_.links.push_back({link->link, round_.turns.size()});
      round_.turns.push_back(turn);
      from_ = turn.exit;
      ++next_;
      continue;
    }
    BlockedPart blocked;
    if (ways < options_.most_ways) blocked = find_block(from_, turn);
    if (blocked.begin == kFree) {
      add_turn(turn);
      ++next_;
      ahead_.reset();
      continue;
    }
    ++ways;
    if (!go_past(blocked) && !end_at(blocked)) return std::nullopt;
  }
  return ways;
}

// The first part of the leg and arc to a turn that is blocked.
BlockedPart Crowd::Memory::PathLeader::find_block(const DiscPoint& from, const DiscTurn& turn) {
  const double radius = static_cast<double>(radius_) / kLatticePerTile;
  const double far = std::hypot(turn.entry.x - from.x, turn.entry.y - from.y);
  const auto find_first = [&](const DiscPoint& at, double wide) {
    BlockedPart first;
    memory_.list_obstacles(to_steps(at), static_cast<std::int32_t>(wide * kLatticePerTile) + 2,
                           radius_);
    for (const Standing& other : round_.standing) {
      const BlockedPart part = find_blocked(from, turn, radius, other);
      if (part.begin < first.begin || (part.begin == first.begin && part.end > first.end)) {
        first = part;
      }
    }
    return first;
  };
  for (double begin = 0.0; begin < far; begin += kChunk) {
    const double middle = std::min(begin + 0.5 * kChunk, far);
    const BlockedPart first = find_first(place_on_leg(from, turn.entry, middle), 0.5 * kChunk);
    if (first.begin <= begin + kChunk) return first;
  }
  return find_first(turn.entry == turn.exit ? turn.entry : widen(turn.center), radius);
}

bool Crowd::Memory::PathLeader::is_apart(const Steps& place) const noexcept {
  return std::all_of(round_.standing.begin(), round_.standing.end(), [&](const Standing& other) {
    const Steps to = place - other.at;
    return dot(to, to) >= other.reach * other.reach;
  });
}

bool Crowd::Memory::PathLeader::is_place_free(const Steps& place) const noexcept {
  return has_room(tiles_, place, radius_) && is_apart(place);
}

// A free lattice place at one that may be rounded.
bool Crowd::Memory::PathLeader::find_place(const DiscPoint& near, Steps& place) const noexcept {
  constexpr std::array<Steps, 9> kTries{
      {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  for (const Steps& off : kTries) {
    place = to_steps(near) + off;
    if (is_place_free(place)) return true;
  }
  return false;
}

// Places along the path behind what blocks it, as far as the lattice goes. Whether one is free.
bool Crowd::Memory::PathLeader::take_samples(const BlockedPart& blocked, const Steps& start,
                                             std::int32_t spacing) {
  const double step = static_cast<double>(spacing) / kLatticePerTile;
  const std::int32_t wide = (DetourMap::kSide / 2 - 1) * spacing;
  round_.samples.clear();
  DiscPoint begin = from_;
  std::size_t taken = 0;
  double first = blocked.end;
  for (std::size_t turn = next_; turn < path_.turns.size() && find_link(turn) == nullptr; ++turn) {
    const DiscPoint end = turn == next_ ? turn_ahead().entry : path_.turns[turn].entry;
    const double far = std::hypot(end.x - begin.x, end.y - begin.y);
    // The end of a leg is that of the path, or on an arc.
    const bool is_last = turn + 1 == path_.turns.size();
    for (double at = first; at < far || is_last; at += step) {
      const Steps place = to_steps(place_on_leg(begin, end, at));
      const Steps off = place - start;
      const bool is_far = std::max(std::abs(off.x), std::abs(off.y)) > wide;
      if (is_far || ++taken > kMostSamples || round_.samples.size() == kMostFree) {
        return !round_.samples.empty();
      }
      if (is_place_free(place)) round_.samples.push_back({place, turn});
      if (at >= far) break;
    }
    first = 0.0;
    begin = path_.turns[turn].exit;
  }
  return !round_.samples.empty();
}

bool Crowd::Memory::PathLeader::find_way(const Steps& start, std::int32_t spacing) {
  round_.map.begin(start, spacing, round_.standing);
  double rest = 0.0;
  for (std::size_t i = round_.samples.size(); i-- > 0;) {
    round_.map.add_end(round_.samples[i].at, static_cast<float>(rest));
    if (i > 0)
      rest += static_cast<double>(length(to_vec(round_.samples[i].at - round_.samples[i - 1].at)));
  }
  return round_.map.find(tiles_, radius_, round_.samples.back().at, round_.standing, round_.way);
}

// From the way's end onto the path, and along its leg as far as a leg of the way may reach.
void Crowd::Memory::PathLeader::join_path() {
  const Steps end = round_.way.back();
  std::size_t join = 0;
  std::int64_t least = (std::numeric_limits<std::int64_t>::max)();
  for (std::size_t i = 0; i < round_.samples.size(); ++i) {
    const Steps to = round_.samples[i].at - end;
    const bool is_near = dot(to, to) < least && is_leg_free(tiles_, end, round_.samples[i].at,
                                                            radius_, round_.standing, 0);
    if (!is_near) continue;
    least = dot(to, to);
    join = i;
  }
  if (least == (std::numeric_limits<std::int64_t>::max)()) {
    round_.way.clear();
    return;
  }
  constexpr std::int32_t kAlong = 4 * kLatticePerTile;
  const PathPlace first = round_.samples[join];
  round_.way.push_back(first.at);
  next_ = first.turn;
  for (std::size_t i = join + 1; i < round_.samples.size(); ++i) {
    const PathPlace& place = round_.samples[i];
    const Steps to = place.at - first.at;
    if (place.turn != first.turn || dot(to, to) > std::int64_t{kAlong} * kAlong) break;
    if (!is_leg_free(tiles_, round_.way.back(), place.at, radius_, round_.standing, 0)) break;
    round_.way.push_back(place.at);
  }
}

// Leaves out the places that the one before sees past.
void Crowd::Memory::PathLeader::straighten() {
  constexpr std::size_t kMostHidden = 4;  // in a row, until those behind are not looked at
  std::vector<Steps>& way = round_.way;
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 1 < way.size();) {
    const std::int64_t margin = i == 0 ? 0 : kWayMargin;
    std::size_t seen = i + 1;
    for (std::size_t j = i + 2; j < way.size() && j <= seen + kMostHidden; ++j) {
      if (is_leg_free(tiles_, way[i], way[j], radius_, round_.standing, margin)) seen = j;
    }
    way[++kept] = way[seen];
    i = seen;
  }
  way.resize(kept + 1);
}

// A place on the path before the part that is blocked, and how many turns of the answer lead there.
// So near behind an arc that its leg would have no direction it is a place before the arc.
bool Crowd::Memory::PathLeader::choose_start(const BlockedPart& blocked, double back,
                                             DiscPoint& near, std::size_t& kept) const noexcept {
  constexpr double kLeastLeg = 1.0 / 16.0;
  DiscPoint begin = from_;
  DiscPoint end = turn_ahead().entry;
  double at = blocked.begin - back;
  for (kept = round_.turns.size();;) {
    const DiscTurn& last = round_.turns[kept - 1];
    if (!detail::is_arc(last) || at >= kLeastLeg) {
      near = place_on_leg(begin, end, std::max(at, 0.0));
      return true;
    }
    const bool is_exit = !round_.links.empty() && round_.links.back().exit + 1 == kept;
    if (is_exit || kept == 1) return false;
    --kept;
    begin = round_.turns[kept - 1].exit;
    end = last.entry;
    at = std::hypot(end.x - begin.x, end.y - begin.y) - back;
  }
}

// Lets an arc begin, or end, where the leg from or to a bend meets it.
bool Crowd::Memory::PathLeader::bend_round(DiscTurn& turn, const Steps& place,
                                           bool is_entry) const noexcept {
  constexpr double kMostMore = 0.1;  // radians
  if (!detail::is_arc(turn)) return true;
  const Point bend = to_point(place);
  const double radius = path_.agent.radius;
  const auto leg =
      is_entry ? detail::find_tangent(bend, CornerKind::start, turn.center, turn.kind, radius)
               : detail::find_tangent(turn.center, turn.kind, bend, CornerKind::start, radius);
  if (!leg) return false;
  const double angle = arc_angle(turn);
  const detail::Vector met = is_entry ? leg->end() : leg->from;
  (is_entry ? turn.entry : turn.exit) = {met.x, met.y};
  return arc_angle(turn) <= angle + kMostMore;
}

// Adds the way behind so many turns, if its first and last legs are walkable.
bool Crowd::Memory::PathLeader::connect(std::size_t kept) {
  const auto is_walkable = [&](const DiscTurn& from, const DiscTurn& to) {
    const std::array<DiscTurn, 2> leg{from, to};
    return validate_disc_path(tiles_, leg, path_.agent.radius).fault == DiscFault::none;
  };
  DiscTurn last = round_.turns[kept - 1];
  DiscTurn next = path_.turns[next_];
  const DiscTurn first_bend = make_bend(round_.way.front());
  const DiscTurn last_bend = make_bend(round_.way.back());
  const bool is_start = !detail::is_arc(last) && last.entry == first_bend.entry;
  if (!is_start &&
      !(bend_round(last, round_.way.front(), false) && is_walkable(last, first_bend))) {
    return false;
  }
  const bool is_end = !detail::is_arc(next) && next.entry == last_bend.entry;
  if (!is_end && !(bend_round(next, round_.way.back(), true) && is_walkable(last_bend, next))) {
    return false;
  }
  round_.turns.resize(kept);
  round_.turns.back() = last;
  for (const Steps& place : round_.way) add_turn(make_bend(place));
  ahead_ = next;
  return true;
}

// A way from before a part of the next leg that is blocked to the path behind it.
bool Crowd::Memory::PathLeader::go_past(const BlockedPart& blocked) {
  const std::size_t turn = next_;
  for (int i = options_.finest; i <= options_.coarsest; ++i) {
    const std::int32_t spacing = kFinest << i;
    const std::int32_t wide = (DetourMap::kSide / 2) * spacing;
    next_ = turn;
    DiscPoint near;
    std::size_t kept = 0;
    if (!choose_start(blocked, kBack[static_cast<std::size_t>(i)], near, kept)) continue;
    memory_.list_obstacles(to_steps(near), wide, radius_);
    Steps start;
    if (!find_place(near, start)) continue;
    if (!take_samples(blocked, start, spacing) || !find_way(start, spacing)) continue;
    join_path();
    if (round_.way.empty()) continue;
    straighten();
    if (connect(kept)) return true;
  }
  next_ = turn;
  return false;
}

// Where nothing behind the place is free up to the goal the path ends before it.
bool Crowd::Memory::PathLeader::end_at(const BlockedPart& blocked) {
  if (options_.goal == EndRule::exact) return false;
  const DiscPoint goal = path_.turns.back().entry;
  memory_.list_obstacles(to_steps(goal), 2, radius_);
  if (is_place_free(to_steps(goal))) return false;
  const DiscPoint entry = turn_ahead().entry;
  memory_.list_obstacles(to_steps(place_on_leg(from_, entry, blocked.begin)), 2 * kLatticePerTile,
                         radius_);
  Steps end;
  for (const double back : {1.0 / 128.0, 0.25, 1.0}) {
    const double at = blocked.begin - back;
    DiscTurn last = round_.turns.back();
    if ((detail::is_arc(last) && at <= 0.0) ||
        !find_place(place_on_leg(from_, entry, std::max(at, 0.0)), end)) {
      continue;
    }
    if (to_steps(from_) != end && !bend_round(last, end, false)) continue;
    round_.turns.back() = last;
    add_turn(make_bend(end));
    return is_ended_ = true;
  }
  return false;
}

std::optional<std::size_t> Crowd::Memory::lead_past(const FoundPath& path,
                                                    const LeadOptions& lead) {
  return PathLeader(*this, path, lead).lead();
}

}  // namespace taut
