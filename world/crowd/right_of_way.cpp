#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr float kPushedAway = 1.0F;  // tiles
constexpr float kStands = 0.02F;     // of a unit's speed
constexpr float kHeld = 0.2F;        // of the wished speed
constexpr std::int32_t kMostHeld = 1000;

// Rights: that of a unit at rest is below all others.
constexpr std::int32_t kRestRights = 512;
constexpr std::int32_t kSideRight = 100000;
constexpr std::int32_t kFreeRight = 350000;
constexpr std::int32_t kBoostRight = 1000000;
constexpr std::int32_t kRankRight = 2000000;
constexpr std::int32_t kMostRank = (std::numeric_limits<std::uint8_t>::max)();
constexpr std::int32_t kMostSide = 7;
static_assert(kMostBaseRight + kMostRank * kRankRight + kMostSide * kSideRight + kBoostRight <=
              kMostRight);

// Ticks.
constexpr std::int32_t kHeldBeforeSides = 4;
constexpr std::int32_t kHeldAtGap = 2;
constexpr std::int32_t kHeldBeforeYield = 8;
constexpr std::int32_t kHeldInChain = 3;
constexpr std::int32_t kTryYield = 40;
constexpr std::int32_t kBoost = 600;
constexpr std::int32_t kLent = 120;
constexpr std::int32_t kMostYield = 400;
constexpr std::int32_t kLongHeld = 60;
constexpr std::int32_t kJammed = 120;

// 0 to 7: how much nearer the wall on the left is than that on the right.
std::int32_t side_in_passage(const Grid& tiles, Vec at, Vec way) {
  constexpr float kStep = 0.5F;
  constexpr float kFar = 8.0F;
  const Vec left = turn_left(way);
  const auto distance = [&](float sign) {
    float d = kStep;
    for (; d < kFar; d += kStep) {
      const Vec p = at + left * (sign * d);
      if (!tiles.is_walkable(tile_at(p.x), tile_at(p.y))) break;
    }
    return d;
  };
  const float a = distance(1.0F);
  const float b = distance(-1.0F);
  return static_cast<std::int32_t>(3.5F + 3.49F * (b - a) / (a + b));
}

// The width of the narrowest gap beside a corner of tiles, along the sides of the blocked ones; or
// `most`, in tiles.
int gap_beside(const Grid& tiles, Vec corner, int most) {
  const int x = rounded(corner.x);
  const int y = rounded(corner.y);
  // Whether both tiles beside a line from the corner, `ahead` sides of tiles along (dx, dy), are
  // walkable.
  const auto is_open = [&](int dx, int dy, int ahead) {
    const int left = x + dx * ahead - (dx < 0 ? 1 : 0);
    const int top = y + dy * ahead - (dy < 0 ? 1 : 0);
    return tiles.is_walkable(left, top) &&
           tiles.is_walkable(left - (dx == 0 ? 1 : 0), top - (dy == 0 ? 1 : 0));
  };
  for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
    if (is_open(dx, dy, -1)) continue;
    int width = 0;
    while (width < most && is_open(dx, dy, width)) ++width;
    if (width > 0) most = width;
  }
  return most;
}

bool has_room_at(const Grid& tiles, const Unit& unit, Vec offset) {
  const Steps move{static_cast<std::int32_t>(offset.x * kTile),
                   static_cast<std::int32_t>(offset.y * kTile)};
  return has_room(tiles, unit.at + move, unit.radius_steps);
}

}  // namespace

// For how long the unit has hardly moved. A slow one, or in short ticks, does not come far.
void Crowd::Memory::count_calm(Unit& unit) const {
  const float far = std::min(unit.radius, static_cast<float>(kLongHeld) * unit.speed * dt);
  if (length(to_vec(unit.at - unit.calm_at)) > 0.5F * far) {
    unit.calm_at = unit.at;
    unit.calm_ticks = 0;
  } else {
    unit.calm_ticks = std::min(unit.calm_ticks + 1, kMostHeld);
  }
}

void Crowd::Memory::choose_ways() {
  for (std::size_t b = 0; b < bodies.size(); ++b) choose_way(b);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    units[b].heading = bodies[b].heading;
    units[b].right = bodies[b].right;
  }
}

void Crowd::Memory::choose_way(std::size_t b) {
  Body& body = bodies[b];
  Unit& unit = units[b];
  const Wish& wish = unit.wish;
  const float speed = length(wish.velocity);
  Vec way = direction(wish.velocity);
  const bool at_goal = wish.left < kAtGoal || speed < kStands * unit.speed;
  count_calm(unit);
  if (unit.kind == OrderKind::group) settle(b);
  if (at_goal && walks_path(unit) && unit.follows != FollowStatus::no_path && wish.left < kAtGoal) {
    unit.has_arrived = true;
  }
  if (unit.kind == OrderKind::place && unit.has_arrived &&
      length(to_vec(unit.at - unit.end)) > unit.radius + kPushedAway) {
    unit.has_arrived = false;
  }
  const bool rests = at_goal || unit.is_settled;
  if (unit.boost_ticks > 0) --unit.boost_ticks;
  body.heading = way;
  body.right = right_of(b, way, rests || unit.has_arrived);
  count_held(unit, way, speed, rests);
  body.move = {};
  if (rests) {
    // The last steps to its own goal.
    if (unit.kind == OrderKind::place && unit.has_arrived) body.move = wish.velocity;
  } else {
    body.move = wish.velocity;
    if (!unit.has_arrived) {
      const Grid& tiles = tiles_of(unit);
      if (wish.has_turn && wish.clear < 8.0F && wish.clear > 0.05F) {
        way = aim_through(unit, tiles, wish, way);
      }
      body.move = lean(unit, tiles, way, std::min(wish.clear + 0.3F, wish.left)) * speed;
      if (is_on_rim(unit)) body.move = go_along_rim(unit, way) * speed;
    }
  }
  if (steps_back(unit)) {
    body.move = body.move * -0.5F;
  } else if (!rests) {
    body.move = body.move * part_at_gap(b, way);
  }
  const bool is_still = rests || unit.has_arrived;
  if (is_still && !unit.gives_way) {
    unit.yields_to = kNoUnit;
    return;
  }
  if (unit.yields_to == kNoUnit) begin_yield(b, way, is_still);
  if (unit.yields_to != kNoUnit) yield(b, is_still);
}

// Units that have been held up for long, as by an arch in front of a door, step back for some ticks
// now and then, not all at once.
bool Crowd::Memory::steps_back(const Unit& unit) const {
  constexpr std::uint32_t kPeriods = 3;  // a power of two ticks each
  if (unit.calm_ticks < kLongHeld) return false;
  const std::uint32_t mixed =
      ((ticks >> kPeriods) + static_cast<std::uint32_t>(unit.base_right)) * 2654435761U;
  return mixed >> 29U == 0;
}

// Where two do not fit side by side, as in a door, units that push against each other from both
// sides stand for long. So the nearest goes first, and a unit that holds it up stops and goes back:
// the part of its move that is left to it.
float Crowd::Memory::part_at_gap(std::size_t b, Vec way) const {
  constexpr float kGapAhead = 6.0F;  // tiles
  constexpr float kTouching = 0.3F;  // of its radius: gaps in which it steps back, and stops
  constexpr float kNear = 0.8F;
  constexpr float kAhead = 0.2F;  // the cosine of the angle to its way
  const Unit& unit = units[b];
  const Wish& wish = unit.wish;
  if (unit.held_ticks <= kHeldAtGap || !wish.has_turn || wish.clear > kGapAhead) return 1.0F;
  const Vec corner = to_vec(unit.at) + wish.corner;
  const auto most = static_cast<int>(2.0F * (unit.radius + widest)) + 1;
  const auto width = static_cast<float>(gap_beside(tiles_of(unit), corner, most));
  float part = 1.0F;
  for (const std::uint32_t slot : neighbours(b)) {
    const Unit& other = units[slot];
    if (other.held_ticks <= kHeldAtGap || dot(other.heading, way) <= 0.0F) continue;
    const float both = unit.radius + other.radius;
    const Vec to = to_vec(other.at - unit.at);
    const float far = length(to);
    const bool is_ahead = far <= both + kNear * unit.radius && dot(to, way) >= kAhead * far;
    if (!is_ahead || 2.0F * both < width) continue;
    const float mine = wish.clear * wish.clear;
    const float theirs = square(to - wish.entry);
    if (theirs > mine || (theirs == mine && other.id > unit.id)) continue;
    part = std::min(part, far > both + kTouching * unit.radius ? 0.0F : -0.5F);
  }
  return part;
}

// The right of the unit, at least nearly that of one right ahead which goes the same way.
std::int32_t Crowd::Memory::right_of(std::size_t b, Vec way, bool rests) {
  Unit& unit = units[b];
  if (rests) {
    unit.lent_ticks = 0;
    return unit.base_right % kRestRights;
  }
  const bool is_held = unit.held_ticks > kHeldBeforeSides;
  std::int32_t lent = 0;
  const std::int32_t right =
      unit.base_right + unit.rank * kRankRight +
      (is_held ? side_in_passage(tiles_of(unit), to_vec(unit.at), way) * kSideRight : kFreeRight) +
      (unit.boost_ticks > 0 ? kBoostRight : 0);
  for (const std::uint32_t slot : neighbours(b)) {
    const Unit& other = units[slot];
    const Vec to = to_vec(other.at - unit.at);
    const float far = length(to);
    if (far - unit.radius - other.radius > 0.5F * unit.radius) continue;
    if (dot(to, way) > 0.7F * far && dot(other.heading, way) > 0.5F && other.yields_to == kNoUnit) {
      lent = std::max(lent, other.right - 1);
    }
  }
  // What it had from one ahead it keeps for a while: who is last in a passage is let out.
  if (lent > right) {
    unit.lent_right = lent;
    unit.lent_ticks = kLent;
  } else if (unit.lent_ticks > 0) {
    --unit.lent_ticks;
    lent = unit.lent_right;
  }
  return std::max(right, lent);
}

// For how long the unit has not come on.
void Crowd::Memory::count_held(Unit& unit, Vec way, float speed, bool rests) const {
  float ahead = 0.0F;
  float wished = 0.0F;
  if (!rests) {
    ahead = dot(unit.velocity, way);
    wished = speed;
  } else if (unit.yields_to != kNoUnit && length(unit.heading) > 0.5F) {
    ahead = dot(unit.velocity, unit.heading);
    wished = unit.speed;
  } else {
    unit.held_ticks = 0;
    return;
  }
  unit.held_ticks = ahead < kHeld * wished ? std::min(unit.held_ticks + 1, kMostHeld)
                                           : std::max(unit.held_ticks - 3, 0);
}

// Whether there is room for the unit beside the way of another that comes towards it, somewhere
// ahead on that way.
bool Crowd::Memory::has_refuge(const Unit& unit, const Unit& other) const {
  constexpr float kStep = 0.5F;
  constexpr int kMostSteps = 128;
  if (!walks_path(other)) return true;
  const std::span<const DiscTurn> turns = followers[other.id].ahead();
  const Grid& tiles = tiles_of(unit);
  const float need = unit.radius + other.radius + 0.1F;
  Steps from = other.at;
  float passed = -length(to_vec(unit.at - other.at));
  int steps = 0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Steps to = to_steps(turns[i].entry);
    const Vec leg = to_vec(to - from);
    const Vec way = direction(leg);
    const Vec left = turn_left(way);
    const float far = length(leg);
    // At the goal the other stops: also past it.
    const float end = i + 1 == turns.size() ? far + need : far;
    for (float at = 0.0F; at <= end; at += kStep) {
      if (passed + at < 0.0F) continue;
      if (++steps > kMostSteps) return true;
      const Vec here = to_vec(from - unit.at) + way * at;
      if (at >= far + need - kStep && has_room_at(tiles, unit, here)) return true;
      if (has_room_at(tiles, unit, here + left * need) ||
          has_room_at(tiles, unit, here - left * need)) {
        return true;
      }
    }
    passed += far;
    from = to_steps(turns[i].exit);
  }
  return false;
}

// Whom the unit is in the way of, if that one goes first.
void Crowd::Memory::begin_yield(std::size_t b, Vec way, bool rests) {
  const Body& body = bodies[b];
  Unit& unit = units[b];
  if (unit.held_ticks <= kHeldBeforeYield && !rests) return;
  for (const std::uint32_t slot : neighbours(b)) {
    const Unit& other = units[slot];
    const Vec to = to_vec(other.at - unit.at);
    const float far = length(to);
    if (far - unit.radius - other.radius > 0.3F * unit.radius || other.right <= body.right) {
      continue;
    }
    const bool is_chained = other.yields_to != kNoUnit;
    if (other.held_ticks < (is_chained ? kHeldInChain : kHeldBeforeYield)) continue;
    // Two units side by side in a passage that is too narrow for both have long been jammed.
    const bool is_jammed = unit.calm_ticks > kJammed && other.calm_ticks > kJammed;
    if (dot(to, other.heading) > (is_jammed ? -0.02F : -0.5F) * far) continue;
    // Units of one order do not send each other away from its goal.
    if (rests && are_of_one_order(unit, other)) continue;
    if (!rests && dot(other.heading, way) > -0.3F) continue;
    if (!rests && !is_chained && !has_refuge(unit, other)) {
      unit.boost_ticks = kBoost;
      unit.held_ticks = 0;
      return;
    }
    unit.yields_to = other.id;
    unit.yield_ticks = 0;
    unit.yield_at = unit.at;
    return;
  }
}

bool Crowd::Memory::ends_yield(Unit& unit, bool rests, float gap) const {
  const Unit& other = unit_of(unit.yields_to);
  const Vec from = to_vec(unit.at - other.at);
  ++unit.yield_ticks;
  if (unit.yield_ticks % kTryYield == 0) {
    const bool has_moved = length(to_vec(unit.at - unit.yield_at)) >= 0.25F;
    // A dead end: it takes over the right.
    if (gap < 0.3F * unit.radius && !has_moved && !rests) unit.boost_ticks = kBoost;
    unit.yield_at = unit.at;
  }
  return unit.boost_ticks > 0 || gap > 1.5F ||
         dot(from, other.heading) < -0.3F * (unit.radius + other.radius) ||
         unit.yield_ticks > kMostYield || other.right < unit.base_right % kRestRights ||
         (rests ? other.held_ticks == 0 && unit.yield_ticks > 20 : is_at_rest(other));
}

// Walks ahead of the unit that goes first, along its way, until there is room beside.
void Crowd::Memory::yield(std::size_t b, bool rests) {
  Body& body = bodies[b];
  Unit& unit = units[b];
  const Unit& other = unit_of(unit.yields_to);
  const Vec from = to_vec(unit.at - other.at);
  const float gap = length(from) - unit.radius - other.radius;
  if (ends_yield(unit, rests, gap)) {
    unit.yields_to = kNoUnit;
    unit.held_ticks = 0;
    return;
  }
  const Grid& tiles = tiles_of(unit);
  const Vec left = turn_left(other.heading);
  const float aside = det(other.heading, from);
  const float need = unit.radius + other.radius + 0.1F;
  const float lacks = need - std::fabs(aside);
  body.right = std::max(body.right, other.right - 1);
  if (lacks <= 0.0F) {
    body.move = {};
    body.heading = {};
    return;
  }
  float sign = aside >= 0.0F ? 1.0F : -1.0F;
  const auto has_side = [&](float distance) { return has_room_at(tiles, unit, left * distance); };
  if (!has_side(sign * std::min(lacks, 0.6F)) &&
      has_side(-sign * std::min(need + std::fabs(aside), 1.2F))) {
    sign = -sign;
  }
  // Along its path; one that yields itself has no path there, but a heading.
  const Vec theirs = other.yields_to != kNoUnit
                         ? other.heading
                         : direction(other.wish.far - to_vec(unit.at - other.at));
  Vec along;
  if (gap < 0.6F) along = dot(theirs, other.heading) > 0.0F ? theirs : other.heading;
  const bool has_space = has_side(sign * std::min(std::max(lacks, 0.05F), 0.6F));
  const Vec go = has_space ? along * 0.5F + left * sign : along;
  body.move = direction(go) * unit.speed;
  body.heading = direction(body.move);
}

}  // namespace taut
