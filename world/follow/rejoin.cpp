// After a push or a move of the goal: how a unit goes on along its path.
#include <algorithm>
#include <array>
#include <optional>

#include <taut/engine/vectors.hpp>
#include <taut/follower.hpp>

#include "core/agent/disc_inflate.hpp"

#include "path_shapes.hpp"
#include "path_sight.hpp"
#include "spot.hpp"

namespace taut {

using detail::is_arc;
using detail::kMostAddedLegs;
using detail::make_place;
using detail::to_lattice_point;

// ---- costs ----

// Whether a leg costs no more than one past a turn in between.
bool PathFollower::is_cheap_leg(const World& world, const DiscTurn& from, const DiscTurn& past,
                                const DiscTurn& to) const noexcept {
  if (!world.has_costs(agent_.ground)) return true;
  return detail::find_cost(world, agent_, from, to) <=
         detail::find_cost(world, agent_, from, past) + detail::find_cost(world, agent_, past, to);
}

// Whether to go straight to turn i, as `turn`, costs no more than to go back to the path first. On
// an arc there is no way back but by the tangent.
bool PathFollower::is_cheap(const World& world, const Point& at, const Spot& spot, std::size_t i,
                            const DiscTurn& turn) const noexcept {
  if (!world.has_costs(agent_.ground) || spot.is_on_arc) return true;
  const std::size_t last = std::max(i, spot.turn);
  // From the unit to a turn, and on along the path from turn `next` to the last one.
  const auto cost_over = [&](const DiscTurn& first, std::size_t next) {
    double sum = detail::find_cost(world, agent_, make_place(widen(at), CornerKind::start), first);
    DiscTurn before = first;
    for (; next <= last; ++next) {
      sum += detail::find_cost(world, agent_, before, turns_[next]);
      before = turns_[next];
    }
    return sum;
  };
  const DiscPoint back = widen(to_lattice_point(spot.place));
  return cost_over(turn, i + 1) <= cost_over(make_place(back, CornerKind::start), spot.turn);
}

// ---- a push ----

bool PathFollower::rejoin(const World& world, const Point& at, const Spot& spot) noexcept {
  std::size_t seen = next_;
  while (seen < turns_.size() && sees(world, at, seen)) ++seen;
  while (seen > next_ && !is_cheap(world, at, spot, seen - 1, turns_[seen - 1])) --seen;
  if (seen > next_) {
    restart(seen - 1, at);
    return true;
  }
  return go_back(world, at, spot);
}

// To the nearest point of the path, and on along it.
bool PathFollower::go_back(const World& world, const Point& at, const Spot& spot) noexcept {
  if (spot.turn < 2 || spot.is_on_arc) return false;
  const Point back = to_lattice_point(spot.place);
  const std::optional<DiscTurn> turn = turn_from(back, spot.turn);
  if (!turn) return false;
  // A leg of no length would hide the bend after it.
  if (back == turns_[spot.turn].center) {
    if (!sees(world, at, spot.turn)) return false;
    restart(spot.turn, at);
    return true;
  }
  const std::array<DiscTurn, 3> detour{make_place(widen(at), CornerKind::start),
                                       make_place(widen(back), CornerKind::start), *turn};
  if (!detail::is_walkable(world, agent_, detour) || !sees(world, back, spot.turn)) return false;
  restart(spot.turn, back);
  if (is_arc(*turn)) {
    turns_[spot.turn] = *turn;
    measure(spot.turn);
  }
  const double rest = norm(detour[1].exit - turn->entry) + rest_[spot.turn];
  rest_[spot.turn - 1] = rest;
  restart(spot.turn - 1, at);
  return true;
}

// A turn as it is reached from a place: by the tangent to its circle, which replaces a part of the
// arc.
std::optional<DiscTurn> PathFollower::turn_from(const Point& at, std::size_t i) const noexcept {
  DiscTurn turn = turns_[i];
  if (!is_arc(turn)) return turn;
  const std::optional<detail::TangentLeg> tangent =
      detail::find_tangent(at, CornerKind::start, turn.center, turn.kind, agent_.radius);
  if (!tangent) return std::nullopt;
  turn.entry = {tangent->end().x, tangent->end().y};
  return turn;
}

bool PathFollower::rejoin_as_disc(const World& world, const Point& at, const Spot& spot) noexcept {
  // Not back to a bend that it is past.
  const std::size_t first = is_arc(turns_[next_]) ? next_ : std::max(next_, spot.turn);
  const std::size_t end = std::min(first + 2, turns_.size());
  for (std::size_t i = first; i < end; ++i) {
    const std::optional<DiscTurn> turn = turn_from(at, i);
    if (!turn) continue;
    const std::array<DiscTurn, 2> leg{make_place(widen(at), CornerKind::start), *turn};
    if (!detail::is_walkable(world, agent_, leg) || !is_cheap(world, at, spot, i, *turn)) continue;
    restart(i, at);
    turns_[i] = *turn;
    measure(i);
    return true;
  }
  return world.has_costs(agent_.ground) && go_back(world, at, spot);
}

// ---- the goal ----

// Makes the goal a bend, and room for a goal after it.
bool PathFollower::add_leg_to_goal() noexcept {
  if (added_legs_ == kMostAddedLegs) return false;
  ++added_legs_;
  turns_.back().kind = CornerKind::start;
  turns_.emplace_back();
  rest_.emplace_back();
  return true;
}

bool PathFollower::lead_to(const World& world, const Point& goal) noexcept {
  const DiscTurn end = make_place(widen(goal), CornerKind::goal);
  const Point here = to_lattice_point(place_);
  // Whether the path stays walkable when a leg from turn i - 1, or from the unit, leads to the goal
  // instead of to turn i.
  const auto leads = [&](std::size_t i) {
    std::array<DiscTurn, 3> turns;
    std::size_t count = 0;
    if (i > next_) {
      turns[count++] = i - 1 > next_ ? turns_[i - 2] : make_place(widen(here), {});
      turns[count++] = turns_[i - 1];
    } else {
      turns[count++] = make_place(widen(here), {});
    }
    turns[count++] = end;
    return detail::is_walkable(world, agent_, std::span<const DiscTurn>(turns).first(count));
  };
  // Whether that costs no more than past turn i.
  const auto is_cheap_from = [&](std::size_t i) {
    return is_cheap_leg(world, i > next_ ? turns_[i - 1] : make_place(widen(here), {}), turns_[i],
                        end);
  };
  std::size_t last = turns_.size() - 1;
  if (leads(last) && is_cheap_from(last)) {
    while (last > next_ && leads(last - 1) && is_cheap_from(last - 1)) --last;
    turns_.resize(last + 1);
    rest_.resize(last + 1);
    blocks_.resize(last / kBlockTurns + 1);
    if (last == next_) restart(next_, here);
  } else if (!leads(last + 1) || !add_leg_to_goal()) {
    return false;
  }
  turns_.back() = end;
  return true;
}

bool PathFollower::lead_disc_to(const World& world, const Point& goal) noexcept {
  const std::size_t last = turns_.size() - 1;
  const DiscTurn end = make_place(widen(goal), CornerKind::goal);
  DiscTurn before = make_place(place_, CornerKind::start);
  if (last > next_) {
    before = turns_[last - 1];
    const std::optional<detail::TangentLeg> leg =
        detail::find_tangent(before.center, before.kind, goal, CornerKind::goal, agent_.radius);
    if (!leg) return false;
    before.exit = {leg->from.x, leg->from.y};
  }
  if (detail::is_walkable(world, agent_, std::array<DiscTurn, 2>{before, end}) &&
      is_cheap_leg(world, before, turns_[last], end)) {
    turns_[last - 1] = before;
    turns_[last] = end;
    return true;
  }
  const std::array<DiscTurn, 2> added{turns_[last], end};
  if (!world.has_costs(agent_.ground) || !detail::is_walkable(world, agent_, added)) return false;
  if (!add_leg_to_goal()) return false;
  turns_.back() = end;
  return true;
}

}  // namespace taut
