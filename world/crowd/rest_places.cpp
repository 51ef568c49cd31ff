// Where the units of an order to one goal come to rest: in places side by side around it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <tuple>
#include <utility>

#include <taut/engine/tile_disc.hpp>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr float kNearRest = 8.0F;     // tiles beyond the pack
constexpr float kApart = 2.1F;        // of two places, over the mean radius
constexpr float kRow = 0.866025404F;  // of two rows of places, over that
// Units of several sizes: the share of its disc that they cover, and how far they are apart, over
// the sum of two radii.
constexpr float kMixedPacking = 0.8F;
constexpr float kMixedApart = 1.01F;
constexpr std::size_t kMostMoves = 1 << 19;   // of pairs, in all sweeps
constexpr std::int64_t kLeastGain = 1 << 12;  // steps squared
// Ticks.
constexpr std::int32_t kHeldBeforeRest = 25;
constexpr std::int32_t kCalmBeforeRest = 80;

void rest_here(Unit& unit) noexcept {
  unit.is_settled = unit.has_arrived = true;
  unit.rest_at = unit.at;
}

// Gives each place a unit, of as many. Halves both by their order along the longer side of the
// places, again and again: so a unit that comes from one side stays there, and two ways do not
// cross.
void match(std::span<RestUnit> units, std::span<RestPlace> places) {
  if (units.size() <= 1) {
    for (RestPlace& place : places) {
      place.unit = units.front().id;
      place.radius = units.front().radius;
    }
    return;
  }
  Vec low = places.front().at;
  Vec high = low;
  for (const RestPlace& place : places) {
    low = {std::min(low.x, place.at.x), std::min(low.y, place.at.y)};
    high = {std::max(high.x, place.at.x), std::max(high.y, place.at.y)};
  }
  const bool is_wide = high.x - low.x >= high.y - low.y;
  const auto key = [is_wide](Vec at) {
    return is_wide ? std::pair(at.x, at.y) : std::pair(at.y, at.x);
  };
  const std::size_t half = units.size() / 2;
  const auto middle = static_cast<std::ptrdiff_t>(half);
  std::nth_element(units.begin(), units.begin() + middle, units.end(),
                   [&](const RestUnit& a, const RestUnit& b) {
                     return std::pair(key(a.from), a.id) < std::pair(key(b.from), b.id);
                   });
  std::nth_element(places.begin(), places.begin() + middle, places.end(),
                   [&](const RestPlace& a, const RestPlace& b) { return key(a.at) < key(b.at); });
  match(units.first(half), places.first(half));
  match(units.subspan(half), places.subspan(half));
}

}  // namespace

bool Crowd::Memory::is_near_rest(const Unit& unit, float left) noexcept {
  return unit.kind == OrderKind::group && unit.pack > 0.0F && left < unit.pack + kNearRest;
}

// Whether the unit may go straight to its place.
bool Crowd::Memory::is_rest_place_ahead(const Unit& unit, const Wish& wish) const {
  return unit.has_rest_place && !wish.has_turn && !unit.has_link && is_near_rest(unit, wish.left) &&
         has_clearance(tiles_of(unit).bits(), to_point(unit.at), to_point(unit.rest_place),
                       static_cast<double>(unit.radius));
}

// Gives places to the units of an order when the first of them comes near.
void Crowd::Memory::give_places() {
  for (const Unit& unit : units) {
    if (!unit.has_rest_place && is_near_rest(unit, unit.wish.left) && !needs_search(unit.follows)) {
      give_places(unit);
    }
  }
}

// Where a unit would be if its way were as long, and as straight as its last leg.
Vec Crowd::Memory::come_from(const Unit& unit) const {
  const std::span<const DiscTurn> turns = followers[unit.id].ahead();
  if (turns.size() <= 1) return to_vec(unit.at);
  double left = 0.0;
  DiscPoint at = to_place(unit.at);
  for (const DiscTurn& turn : turns) {
    left += norm(turn.entry - at) + norm(turn.exit - turn.entry);
    at = turn.exit;
  }
  const DiscPoint end = turns.back().entry;
  const DiscPoint leg = turns[turns.size() - 2].exit - end;
  const double far = norm(leg);
  if (far == 0.0) return to_vec(unit.at);
  const DiscPoint from = end + (left / far) * leg;
  return {static_cast<float>(from.x), static_cast<float>(from.y)};
}

// Also to the others of its order whose paths end near by. Where there is not room for all those
// that come first have places; the others go to the goal, and rest beside them.
void Crowd::Memory::give_places(const Unit& first) {
  const Vec end = to_vec(first.end);
  rest_units.clear();
  std::int32_t widest_radius = 0;
  for (Unit& unit : units) {
    if (!are_of_one_order(unit, first) || unit.has_rest_place) continue;
    if (length(to_vec(unit.end) - end) > first.pack) continue;
    unit.has_rest_place = true;
    unit.rest_place = unit.end;
    rest_units.push_back({unit.id, unit.radius, come_from(unit)});
    widest_radius = std::max(widest_radius, unit.radius_steps);
  }
  find_places(first, widest_radius);
  if (rest_places.size() < rest_units.size()) {
    std::sort(rest_units.begin(), rest_units.end(), [&](const RestUnit& a, const RestUnit& b) {
      return std::pair(square(a.from - end), a.id) < std::pair(square(b.from - end), b.id);
    });
    rest_units.resize(rest_places.size());
  }
  match(rest_units, rest_places);
  if (first.is_mixed) part_places(first);
  for (const RestPlace& place : rest_places) unit_of(place.unit).rest_place = to_steps(place.at);
}

// Lists one place for each unit, those nearest to the goal, or fewer. They are rows as of coins,
// where the widest unit has room and comes to from the goal straight.
void Crowd::Memory::find_places(const Unit& first, std::int32_t widest_radius) {
  const Grid& tiles = tiles_of(first);
  const Vec end = to_vec(first.end);
  const auto wanted = static_cast<float>(rest_units.size());
  float squares = 0.0F;
  for (const RestUnit& unit : rest_units) squares += unit.radius * unit.radius;
  const float apart = kApart * std::sqrt(squares / wanted);
  const float most = apart * (std::sqrt(wanted) + 2.0F);
  const int rows = static_cast<int>(most / (kRow * apart));
  const int columns = static_cast<int>(most / apart);
  rest_places.clear();
  for (int row = -rows; row <= rows; ++row) {
    for (int column = -columns; column <= columns; ++column) {
      const float shift = row % 2 == 0 ? 0.0F : 0.5F;
      const Vec off =
          Vec{static_cast<float>(column) + shift, static_cast<float>(row) * kRow} * apart;
      if (square(off) <= most * most) rest_places.push_back({end + off, square(off), 0, 0.0F});
    }
  }
  std::sort(rest_places.begin(), rest_places.end(), [](const RestPlace& a, const RestPlace& b) {
    return std::tie(a.square, a.at.y, a.at.x) < std::tie(b.square, b.at.y, b.at.x);
  });
  std::size_t count = 0;
  for (std::size_t i = 0; i < rest_places.size() && count < rest_units.size(); ++i) {
    const Steps place = to_steps(rest_places[i].at);
    if (!has_room(tiles, place, widest_radius)) continue;
    if (!has_clearance(tiles.bits(), to_point(first.end), to_point(place),
                       static_cast<double>(widest_radius) / kLatticePerTile)) {
      continue;
    }
    rest_places[count++] = rest_places[i];
  }
  rest_places.resize(count);
}

// Moves the places of units of several sizes apart, within a disc that has just room for them.
void Crowd::Memory::part_places(const Unit& first) {
  // In the order of the places: that in which match() leaves them depends on the library.
  std::sort(rest_places.begin(), rest_places.end(), [](const RestPlace& a, const RestPlace& b) {
    return std::tie(a.at.y, a.at.x) < std::tie(b.at.y, b.at.x);
  });
  list_rest_pairs();
  const Vec end = to_vec(first.end);
  const float hull = first.pack * std::sqrt(kPacking / kMixedPacking);
  const std::size_t sweeps = std::clamp<std::size_t>(kMostMoves / (rest_pairs.size() + 1), 8, 80);
  for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
    for (RestPlace& place : rest_places) {
      place.at = end + at_most(place.at - end, std::max(hull - place.radius, 0.0F));
    }
    for (const Touch& pair : rest_pairs) {
      RestPlace& a = rest_places[pair.a];
      RestPlace& b = rest_places[pair.b];
      const Vec to = b.at - a.at;
      const float far = length(to);
      const float lack = kMixedApart * (a.radius + b.radius) - far;
      if (lack <= 0.0F || far == 0.0F) continue;
      // The smaller one more.
      const float share = b.radius * b.radius / (a.radius * a.radius + b.radius * b.radius);
      a.at = a.at - to * (lack / far * share);
      b.at = b.at + to * (lack / far * (1.0F - share));
    }
  }
}

// Lists the pairs of places that may come too near to each other. Requires the order of rows.
void Crowd::Memory::list_rest_pairs() {
  float most = 0.0F;
  for (const RestPlace& place : rest_places) most = std::max(most, place.radius);
  rest_pairs.clear();
  for (std::uint32_t a = 0; a < rest_places.size(); ++a) {
    for (std::uint32_t b = a + 1; b < rest_places.size(); ++b) {
      const Vec to = rest_places[b].at - rest_places[a].at;
      const float reach = rest_places[a].radius + rest_places[b].radius + most;
      if (to.y > 3.0F * most) break;
      if (square(to) < reach * reach) rest_pairs.push_back({a, b});
    }
  }
}

// A unit that is held up near its place swaps it with one of its order and size, where that makes
// the sum of the squares of their distances smaller. Else one of an order of several sizes presses
// on to the goal, and then walks around the pack for a while, to a hollow: such packs have narrow
// gaps. Else it rests when it touches one at rest between it and its place.
void Crowd::Memory::settle(std::size_t b) {
  Unit& unit = units[b];
  if (unit.is_settled && length(to_vec(unit.at - unit.rest_at)) > unit.radius) {
    unit.is_settled = unit.has_arrived = false;
  }
  const float left = unit.wish.left;
  // One that was pushed away and does not come back rests where it is.
  const bool is_away = unit.has_arrived && !unit.is_settled && left >= kAtGoal;
  unit.away_ticks = is_away ? unit.away_ticks + 1 : 0;
  if (unit.away_ticks >= kMostAway) rest_here(unit);
  const bool waits =
      unit.held_ticks > kHeldBeforeRest || (left < 10.0F && unit.calm_ticks > kCalmBeforeRest);
  if (unit.is_settled || !waits || left < kAtGoal) return;
  const bool is_near = !unit.wish.has_turn && is_near_rest(unit, left);
  if (unit.has_rest_place && unit.rest_place != unit.end && is_near) {
    const bool has_swapped = swap_place(b);
    if (!has_swapped && unit.is_mixed) unit.rest_place = unit.end;
    if (has_swapped || unit.is_mixed) {
      unit.held_ticks = unit.calm_ticks = 0;
      return;
    }
  }
  if (!is_beside_rest(b)) return;
  if (unit.is_mixed && unit.rim_way == 0.0F) unit.rim_way = unit.speed * dt;
  if (!is_on_rim(unit)) rest_here(unit);
}

// With the unit near by for which that saves most. Whether there is one.
bool Crowd::Memory::swap_place(std::size_t b) {
  Unit& unit = units[b];
  std::int64_t best = -kLeastGain;
  Unit* with = nullptr;
  for (const std::uint32_t slot : neighbours(b)) {
    Unit& other = units[slot];
    if (!are_of_one_order(unit, other) || !other.has_rest_place ||
        other.radius_steps != unit.radius_steps || other.end != unit.end) {
      continue;
    }
    const std::int64_t gain = dot(unit.at - other.at, unit.rest_place - other.rest_place);
    if (gain > best || (gain == best && (with == nullptr || other.id > with->id))) continue;
    best = gain;
    with = &other;
  }
  if (with == nullptr) return false;
  std::swap(unit.rest_place, with->rest_place);
  with->has_arrived = with->is_settled = false;
  return true;
}

bool Crowd::Memory::is_beside_rest(std::size_t b) const {
  const Unit& unit = units[b];
  const Vec way = direction(unit.wish.velocity);
  const float near_gap = std::max(0.06F, 0.5F * unit.speed * dt);
  for (const std::uint32_t slot : neighbours(b)) {
    const Unit& other = units[slot];
    if (!are_of_one_order(unit, other) || !other.has_arrived) continue;
    const Vec to = to_vec(other.at - unit.at);
    const float far = length(to);
    if (far - unit.radius - other.radius < near_gap && dot(to, way) > 0.2F * far) return true;
  }
  return false;
}

// Whether the unit looks for a hollow in the pack: at most three quarters around it.
bool Crowd::Memory::is_on_rim(const Unit& unit) noexcept {
  constexpr float kMost = 1.5F * std::numbers::pi_v<float>;
  return unit.rim_way > 0.0F && unit.rim_way < kMost * unit.pack &&
         length(to_vec(unit.end - unit.at)) > unit.pack;
}

// Around the pack, to the side that its id says, inwards where there is room.
Vec Crowd::Memory::go_along_rim(Unit& unit, Vec way) const noexcept {
  constexpr float kAside = 0.75F;  // the tangent of half of 74 degrees
  unit.rim_way += unit.speed * dt;
  return turn(way, unit.base_right % 2 == 0 ? kAside : -kAside);
}

}  // namespace taut
