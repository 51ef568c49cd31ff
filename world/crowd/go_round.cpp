// Ways round units that stand in the way and do not give it.
#include <algorithm>
#include <cmath>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

// Ticks.
constexpr std::int32_t kHeldBeforeDetour = 20;
constexpr std::int32_t kCalmBeforeObstacle = 60;
constexpr std::int32_t kBetweenDetours = 60;
constexpr std::int32_t kMostFailures = 4;

constexpr std::int32_t kFinest = 256;  // steps between nodes
constexpr std::size_t kMostSamples = 400;
constexpr std::int64_t kDetourMargin = 8;  // steps

DiscTurn make_bend(const Steps& place) noexcept {
  const Point at = to_point(place);
  DiscTurn bend;
  bend.center = at;
  bend.entry = bend.exit = {static_cast<double>(at.x), static_cast<double>(at.y)};
  return bend;
}

bool is_there(const std::vector<Standing>& standing, const Steps& place) noexcept {
  return std::any_of(standing.begin(), standing.end(), [&](const Standing& other) {
    const Steps to = place - other.at;
    return dot(to, to) < other.reach * other.reach;
  });
}

}  // namespace

// Whether a unit is an obstacle: it stays where it is.
bool Crowd::Memory::stands(const Unit& unit) noexcept {
  const bool has_no_way = unit.kind == OrderKind::none || unit.has_arrived ||
                          unit.reason != Reason::none || unit.is_buried;
  return has_no_way && (!unit.gives_way || unit.calm_ticks > kCalmBeforeObstacle);
}

// Whether one that stands is in the unit's way. Those of its own group it settles beside.
bool Crowd::Memory::is_stopped(std::size_t b) const {
  const Body& body = bodies[b];
  const Unit& unit = units[b];
  for (std::uint32_t z = 0; z < body.near_count; ++z) {
    const Unit& other = units[nearest[body.near_begin + z]];
    if (!stands(other)) continue;
    if (unit.kind == OrderKind::group && other.kind == OrderKind::group &&
        unit.group == other.group) {
      continue;
    }
    const Vec to = to_vec(other.at - unit.at);
    const float far = length(to);
    const bool is_ahead = dot(to, unit.last_wish) > 0.2F * far;
    if (is_ahead && far - unit.radius - other.radius < 0.5F * unit.radius) return true;
  }
  return false;
}

// One a tick: that which has been held up for longest.
void Crowd::Memory::find_detours() {
  std::size_t next = units.size();
  for (std::size_t b = 0; b < units.size(); ++b) {
    Unit& unit = units[b];
    if (unit.detour_in > 0) {
      --unit.detour_in;
      continue;
    }
    const bool is_on_path =
        unit.follows == FollowStatus::on_path || unit.follows == FollowStatus::maybe_shorter;
    if (unit.held_ticks <= kHeldBeforeDetour || !is_on_path || unit.has_link || unit.has_arrived ||
        unit.is_buried) {
      continue;
    }
    if (unit.kind != OrderKind::place && unit.kind != OrderKind::group) continue;
    if (next < units.size() &&
        (units[next].held_ticks > unit.held_ticks ||
         (units[next].held_ticks == unit.held_ticks && units[next].id < unit.id))) {
      continue;
    }
    if (is_stopped(b)) next = b;
  }
  if (next == units.size()) return;
  go_round(units[next]);
}

// Those within the unit's lattice.
void Crowd::Memory::list_standing(const Unit& unit, std::int32_t wide) {
  standing.clear();
  const auto bin_at = [&](std::int32_t at, std::int32_t from, int bins) {
    const int tile = std::max(at, 0) / kLatticePerTile - from;
    return tile < 0 ? 0 : std::min(tile >> bin_shift, bins - 1);
  };
  const int x0 = bin_at(unit.at.x - wide, box_tile.x, bins_wide);
  const int x1 = bin_at(unit.at.x + wide, box_tile.x, bins_wide);
  const int y1 = bin_at(unit.at.y + wide, box_tile.y, bins_high);
  for (int row = bin_at(unit.at.y - wide, box_tile.y, bins_high); row <= y1; ++row) {
    const std::uint32_t end = bin_begin[static_cast<std::size_t>(row * bins_wide + x1 + 1)];
    for (std::uint32_t j = bin_begin[static_cast<std::size_t>(row * bins_wide + x0)]; j < end;
         ++j) {
      const Unit& other = units[j];
      if (other.id == unit.id || !stands(other)) continue;
      standing.push_back({other.at, std::int64_t{unit.radius_steps} + other.radius_steps});
    }
  }
}

// Places along the path ahead, as far as the lattice goes.
void Crowd::Memory::sample_path(const Unit& unit, std::int32_t spacing, std::int32_t wide) {
  samples.clear();
  Steps from = unit.at;
  for (const DiscTurn& turn : followers[unit.id].ahead()) {
    const Steps to = to_steps(turn.entry);
    const Vec leg = to_vec(to - from);
    const float far = length(leg);
    const float step = static_cast<float>(spacing) / kTile;
    for (float at = 0.0F; at < far; at += step) {
      const Vec part = leg * (at / far * kTile);
      const Steps place =
          from + Steps{static_cast<std::int32_t>(part.x), static_cast<std::int32_t>(part.y)};
      const Steps off = place - unit.at;
      if (std::max(std::abs(off.x), std::abs(off.y)) > wide || samples.size() == kMostSamples) {
        return;
      }
      samples.push_back(place);
    }
    samples.push_back(to);
    from = to_steps(turn.exit);
  }
}

// Looks for a way from the unit past those that stand to its path behind them. First on a fine
// lattice near by; after a failure, the next time, on a coarser one that goes farther.
void Crowd::Memory::go_round(Unit& unit) {
  const std::int32_t spacing = kFinest << std::min(unit.failures, 2);
  const std::int32_t wide = (DetourMap::kSide / 2 - 1) * spacing;
  unit.detour_in = kBetweenDetours << unit.failures;
  sample_path(unit, spacing, wide);
  list_standing(unit, wide);
  std::size_t free = samples.size();  // from here to the end nobody stands
  while (free > 0 && !is_there(standing, samples[free - 1])) --free;
  if (free == 0) return;
  unit.failures = std::min(unit.failures + 1, kMostFailures);
  if (free == samples.size()) return;
  detours.begin(unit.at, spacing, standing);
  float rest = 0.0F;
  for (std::size_t i = samples.size(); i-- > free;) {
    detours.add_end(samples[i], rest);
    rest += length(to_vec(samples[i] - samples[i - 1]));
  }
  const Grid& tiles = tiles_of(unit);
  if (!detours.find(tiles, unit.radius_steps, samples.back(), standing, way_round)) return;
  straighten(tiles, unit.radius_steps);
  if (set_detour(unit)) unit.failures = 0;
}

// Leaves out the places that the one before sees past.
void Crowd::Memory::straighten(const Grid& tiles, std::int32_t radius) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 1 < way_round.size();) {
    const std::int64_t margin = i == 0 ? 0 : kDetourMargin;
    std::size_t seen = i + 1;
    for (std::size_t j = i + 2; j < way_round.size(); ++j) {
      if (is_leg_free(tiles, way_round[i], way_round[j], radius, standing, margin)) seen = j;
    }
    way_round[++kept] = way_round[seen];
    i = seen;
  }
  way_round.resize(kept + 1);
}

// The way round, and from its end a path to the goal.
bool Crowd::Memory::set_detour(Unit& unit) {
  if (!detour_finder) detour_finder.emplace(*world);
  const Point from = to_point(way_round.back());
  FoundPath rest;
  if (fields[unit.id] != nullptr) {
    rest = detour_finder->find(from, *fields[unit.id]);
  } else {
    FindOptions find;
    find.agent = followers[unit.id].agent();
    find.goal = options.goal;
    find.expansion_limit = options.expansions;
    rest = detour_finder->find(from, to_point(unit.goal), find);
  }
  if (!rest || !rest.links.empty()) return false;
  detour_turns.clear();
  for (std::size_t i = 0; i + 1 < way_round.size(); ++i) {
    detour_turns.push_back(make_bend(way_round[i]));
  }
  detour_turns.insert(detour_turns.end(), rest.turns.begin(), rest.turns.end());
  rest.turns = detour_turns;
  rest.cost = std::numeric_limits<double>::infinity();
  set_path(unit, rest);
  unit.held_ticks = 0;
  return true;
}

}  // namespace taut
