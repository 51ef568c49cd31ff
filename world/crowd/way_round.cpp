#include "path_leader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include <taut/engine/tile_disc.hpp>

#include "core/agent/disc_inflate.hpp"

namespace taut {

using namespace crowds;

// Whose exit is a turn of the path; null where there is none.
const PassedLink* Crowd::Memory::PathLeader::find_link(std::size_t turn) const noexcept {
  for (const PassedLink& link : round_.path_links) {
    if (link.exit == turn) return &link;
  }
  return nullptr;
}

// The last turn of the path before the next link, or of all.
std::size_t Crowd::Memory::PathLeader::find_part_end() const noexcept {
  std::size_t end = next_;
  while (end + 1 < round_.path.size() && find_link(end + 1) == nullptr) ++end;
  return end;
}

void Crowd::Memory::PathLeader::add_turn(const DiscTurn& turn) {
  const bool is_same = round_.turns.size() > part_begin_ + 1 &&
                       round_.turns.back().entry == turn.entry &&
                       round_.turns.back().exit == turn.exit;
  // An arc that has become a point may be where the goal is: the later turn is kept.
  if (is_same) round_.turns.pop_back();
  round_.turns.push_back(turn);
  from_ = turn.exit;
}

// Whether obstacles are where the path begins, or where it must end; lists those.
bool Crowd::Memory::PathLeader::ends_on_units() {
  const auto list_near = [&](const DiscPoint& place) {
    const Steps at = to_steps(place);
    const std::int32_t most = options_.radius + memory_.most_radius();
    memory_.for_each_near(box_around(at, most), [&](const Placed& other) {
      const bool is_on_it = overlaps(other, at, options_.radius) && memory_.is_obstacle(other);
      if (is_on_it) round_.ignored.push_back(other.at);
      return true;
    });
    return !round_.ignored.empty();
  };
  return list_near(from_) ||
         (list_near(round_.path.back().entry) && options_.goal == EndRule::exact);
}

std::optional<std::size_t> Crowd::Memory::PathLeader::lead(const FoundPath& path) {
  round_.turns.clear();
  round_.links.clear();
  round_.ignored.clear();
  round_.closed.clear();
  round_.path.assign(path.turns.begin(), path.turns.end());
  round_.path_links.assign(path.links.begin(), path.links.end());
  from_ = round_.path.front().exit;
  round_.turns.push_back(round_.path.front());
  if (ends_on_units()) return std::nullopt;
  std::size_t ways = 0;
  while (next_ < round_.path.size()) {
    const DiscTurn turn = round_.path[next_];
    if (const PassedLink* const link = find_link(next_)) {
      part_first_ = next_;
      part_begin_ = round_.turns.size();
      detours_ = 0;
      round_.closed.clear();
      round_.links.push_back({link->link, part_begin_});
      round_.turns.push_back(turn);
      from_ = turn.exit;
      ++next_;
      continue;
    }
    WayHit block;
    if (ways < options_.most_ways) block = find_block(turn);
    if (block.reach == 0) {
      add_turn(turn);
      ++next_;
      continue;
    }
    ++ways;
    if (!go_past(block)) return std::nullopt;
  }
  return ways;
}

// The first unit on the leg and the arc to a turn.
WayHit Crowd::Memory::PathLeader::find_block(const DiscTurn& turn) const {
  WayHit hit = search_.find_hit(from_, turn.entry, 0.0);
  if (hit.reach != 0 || !detail::is_arc(turn)) return hit;
  hit = search_.find_arc_hit(turn);
  hit.begin = norm(turn.entry - from_);
  return hit;
}

// By other passages, where units seem to bar this one; else first from near what is in the way to
// near behind it, then from and to farther turns, then by other passages; at last from the begin of
// the part to its end.
bool Crowd::Memory::PathLeader::go_past(const WayHit& block) {
  constexpr Reach kNear{.back = 2.0, .ahead = 4.0, .most_back = 3, .most_targets = 4};
  constexpr Reach kWide{.back = 40.0, .ahead = 40.0, .most_back = 8, .most_targets = 8};
  constexpr double kAll = std::numeric_limits<double>::infinity();
  constexpr std::size_t kExpansions = 64;
  const std::size_t far = options_.far_expansions;
  const bool may_detour = options_.most_detours > 0 && is_barred(block);
  if (may_detour && find_detour(block) && take_detour()) return true;
  if (go_near(block, kNear, {.weight = 1.25, .sight = 8.0, .expansions = kExpansions})) return true;
  WayLimits wide{.weight = 1.5,
                 .sight = 8.0,
                 .expansions = std::min(8 * kExpansions, far),
                 .sees_all_corners = true};
  if (go_near(block, kWide, wide)) return true;
  const bool has_detour = find_detour(block);
  if (!round_.open.empty() && has_detour && is_long_detour()) {
    wide.expansions = std::min(64 * kExpansions, far);
    if (go_near(block, kWide, wide)) return true;
  }
  if (has_detour && take_detour()) return true;
  WayLimits limits{
      .weight = 1.25, .expansions = std::min(4 * kExpansions, far), .sees_all_corners = true};
  const auto see = [&](double sight) {
    limits.sight = sight;
    limits.is_thorough = sight == kAll;
  };
  bool has_exit = false;
  for (const double sight : {8.0, kAll}) {
    see(sight);
    has_exit = has_exit || may_be_left(limits);
  }
  if (!has_exit) return false;
  limits.expansions = far;
  for (const double sight : {8.0, 32.0, kAll}) {
    see(sight);
    if (go_far(limits)) return true;
  }
  return false;
}

// From one of the last turns before what is in the way to one of the next ones behind it. The next
// turn may be far off, and not free: those near it are tried too.
bool Crowd::Memory::PathLeader::go_near(const WayHit& block, const Reach& reach,
                                        const WayLimits& limits) {
  const DiscPoint place = to_place(block.at);
  std::size_t kept = round_.turns.size();
  for (std::size_t i = 0; i < reach.most_back && kept > part_begin_ + 1; ++i) {
    if (norm(round_.turns[kept - 1].exit - place) > reach.back + radius_) break;
    --kept;
  }
  const std::size_t end = find_part_end();
  std::size_t last = next_;
  const auto is_near = [&](const DiscPoint& other) {
    return norm(round_.path[last].exit - other) < reach.ahead + radius_;
  };
  while (last < end && last - next_ + 1 < reach.most_targets &&
         (is_near(place) || is_near(round_.path[next_].exit))) {
    ++last;
  }
  search_.begin(limits);
  add_targets(next_, last);
  return find_way(kept) == WayEnd::found;
}

// Whether a way from the end of the part comes far: else there is none to it.
bool Crowd::Memory::PathLeader::may_be_left(const WayLimits& limits) {
  search_.begin(limits);
  search_.add_target({}, round_.turns[part_begin_]);
  search_.set_sources({&round_.path[find_part_end()], 1}, {0.0, 0.0});
  return search_.find() || !round_.open.empty();
}

// From the begin of the part to its end. Where rounded bends do not leave room for arcs, without.
bool Crowd::Memory::PathLeader::go_far(WayLimits limits) {
  const std::size_t end = find_part_end();
  for (const bool keeps_arcs : {true, false}) {
    limits.keeps_arcs = keeps_arcs;
    search_.begin(limits);
    add_targets(end, end);
    const WayEnd found = find_way(part_begin_ + 1);
    if (found != WayEnd::too_narrow) return found == WayEnd::found;
  }
  return false;
}

void Crowd::Memory::PathLeader::add_targets(std::size_t first, std::size_t last) {
  double rest = 0.0;
  // The first turn of a path is its start, not a target.
  for (std::size_t turn = last; turn >= first; --turn) {
    const DiscTurn& at = round_.path[turn];
    WayTarget target;
    target.turn = turn;
    const bool is_end = turn + 1 == round_.path.size() || find_link(turn + 1) != nullptr;
    if (!is_end) {
      const DiscPoint leg = round_.path[turn + 1].entry - at.exit;
      const double far = norm(leg);
      if (far > 0.0) target.along = leg / far;
    }
    target.rest = rest;
    search_.add_target(target, at);
    rest += norm(at.entry - round_.path[turn - 1].exit);
    if (detail::is_arc(at)) rest += WaySearch::arc_length(radius_, at.entry, at.exit);
  }
  std::reverse(round_.targets.begin(), round_.targets.end());
}

// A way behind so many turns of the answer, and adds it.
Crowd::Memory::PathLeader::WayEnd Crowd::Memory::PathLeader::find_way(std::size_t kept) {
  const DiscTurn source = round_.turns[kept - 1];
  DiscPoint along{0.0, 0.0};
  if (kept > part_begin_ + 1) {
    along = source.entry - round_.turns[kept - 2].exit;
    const double far = norm(along);
    along = far > 0.0 ? along / far : DiscPoint{0.0, 0.0};
  }
  search_.set_sources(std::span<const DiscTurn>(round_.turns).subspan(kept - 1), along);
  if (!search_.find()) return WayEnd::none;
  round_.parts.assign(1, source);
  for (std::size_t i = 1; i + 1 < round_.way.size(); ++i) {
    write_ring(round_.nodes[round_.way[i]], round_.nodes[round_.way[i + 1]]);
  }
  const std::size_t turn = round_.targets[round_.nodes[round_.way.back()].target].turn;
  round_.parts.push_back(round_.path[turn]);
  if (!touch_arcs() || !is_way_free()) return WayEnd::too_narrow;
  round_.turns.resize(kept - 1);
  round_.turns.insert(round_.turns.end(), round_.parts.begin(), round_.parts.end());
  from_ = round_.turns.back().exit;
  next_ = turn + 1;
  return WayEnd::found;
}

// The arc, or the bends, of a way around a ring.
void Crowd::Memory::PathLeader::write_ring(const WayNode& node, const WayNode& next) {
  const Ring& ring = round_.rings[node.ring];
  if (ring.radius == 0.0) {
    round_.parts.push_back(make_bend(ring.center));
    return;
  }
  if (ring.is_arc) {
    DiscTurn turn = make_bend(ring.center);
    turn.kind = node.side > 0.0 ? CornerKind::left : CornerKind::right;
    round_.parts.push_back(turn);
    return;
  }
  round_.bends.clear();
  WayHit hit;
  const bool is_fine =
      !search_.is_arc_free(node.ring, node.side, node.at, next.left_at, false, hit);
  search_.add_bends(ring, node.side, node.at, next.left_at, is_fine);
  const bool is_close = std::any_of(round_.close.begin(), round_.close.end(),
                                    [&](const WayClose& close) { return close.at == ring.center; });
  const DiscPoint center = to_place(ring.center);
  for (DiscPoint bend : round_.bends) {
    // Rounded away from what allows no rounding.
    if (is_close) bend = bend + (WaySearch::kStep / norm(bend - center)) * (bend - center);
    const DiscTurn turn = make_bend(to_steps(bend));
    if (turn.entry != round_.parts.back().exit) round_.parts.push_back(turn);
  }
}

// Lets arcs begin and end where the legs to rounded places meet them.
bool Crowd::Memory::PathLeader::touch_arcs() {
  for (std::size_t i = 1; i < round_.parts.size(); ++i) {
    DiscTurn& from = round_.parts[i - 1];
    DiscTurn& to = round_.parts[i];
    if (!detail::is_arc(from) && !detail::is_arc(to)) continue;
    const auto leg = detail::find_tangent(from.center, from.kind, to.center, to.kind, radius_);
    if (!leg) return false;
    const detail::Vector end = leg->end();
    if (detail::is_arc(from)) from.exit = {leg->from.x, leg->from.y};
    if (detail::is_arc(to)) to.entry = {end.x, end.y};
  }
  return true;
}

bool Crowd::Memory::PathLeader::is_way_free() const {
  const std::span<const DiscTurn> parts = round_.parts;
  if (!has_clearance(options_.tiles->bits(), parts, radius_)) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && search_.find_hit(parts[i - 1].exit, parts[i].entry, 0.0).reach != 0) return false;
    if (detail::is_arc(parts[i]) && search_.find_arc_hit(parts[i]).reach != 0) return false;
  }
  return true;
}

std::optional<std::size_t> Crowd::Memory::lead_past(const FoundPath& path,
                                                    const LeadOptions& lead) {
  clock.begin_call();
  return PathLeader(*this, lead).lead(path);
}

// Ends WayRound::turns before the units that stand on the goal. False where no place was found.
bool Crowd::Memory::end_before_units(const LeadOptions& lead) {
  around.ignored.clear();
  const WaySearch search(*this, lead);
  const auto is_free = [&](const Steps& place) {
    const bool is_apart =
        for_each_near(box_around(place, lead.radius + most_radius()), [&](const Placed& other) {
          return !overlaps(other, place, lead.radius) || !is_obstacle(other);
        });
    return is_apart && has_room(*lead.tiles, place, lead.radius);
  };
  std::vector<DiscTurn>& turns = around.turns;
  std::size_t first = around.links.empty() ? 1 : around.links.back().exit + 1;
  for (std::size_t i = first; i < turns.size(); ++i) {
    const DiscPoint from = turns[i - 1].exit;
    const DiscPoint leg = turns[i].entry - from;
    const double far = norm(leg);
    WayHit hit = search.find_hit(from, turns[i].entry, 0.0);
    if (hit.reach == 0) {
      if (!detail::is_arc(turns[i]) || search.find_arc_hit(turns[i]).reach == 0) continue;
      hit.begin = far;
    }
    for (const double back : {1.0 / 128.0, 0.25, 1.0, far}) {
      const double at = std::max(hit.begin - back, 0.0);
      const DiscPoint near = far > 0.0 ? from + (at / far) * leg : from;
      for (int k = 0; k < 9; ++k) {
        const Steps place = to_steps(near) + Steps{k % 3 - 1, k / 3 - 1};
        if (!is_free(place)) continue;
        DiscTurn last = make_bend(place);
        last.kind = CornerKind::goal;
        DiscTurn before = turns[i - 1];
        if (detail::is_arc(before)) {
          const auto tangent =
              detail::find_tangent(before.center, before.kind, last.center, last.kind,
                                   static_cast<double>(lead.radius) / kTile);
          if (!tangent) continue;
          before.exit = {tangent->from.x, tangent->from.y};
        }
        const std::array<DiscTurn, 2> end{before, last};
        if (last.entry != from &&
            !has_clearance(lead.tiles->bits(), end, static_cast<double>(lead.radius) / kTile)) {
          continue;
        }
        if (search.find_hit(before.exit, last.entry, 0.0).reach != 0) continue;
        turns.resize(i);
        turns.back() = before;
        turns.push_back(last);
        return true;
      }
    }
    return false;
  }
  return true;
}

}  // namespace taut
