#include <algorithm>
#include <array>
#include <cmath>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

// Tiles: what moves keeps this much more distance, by how many of two units have arrived.
constexpr std::array kSkins{0.02F, 0.005F, 0.0F};
constexpr float kWallSkin = 1.0F / kTile;
constexpr int kProjections = 8;
constexpr int kCommits = 4;
constexpr int kSlides = 4;
constexpr int kWallPushes = 3;
constexpr float kGoesFirst = 0.1F;
constexpr float kExactChange = 64.0F;  // steps a tick

// In steps.
Vec as_vec(const Steps& steps) noexcept {
  return {static_cast<float>(steps.x), static_cast<float>(steps.y)};
}
Steps toward_zero(Vec v) noexcept {
  return {static_cast<std::int32_t>(v.x), static_cast<std::int32_t>(v.y)};
}

// How far a disc goes along `move` until it meets another, of the whole move, and the direction
// from the other to it then. A proposal: the integers decide.
struct Meeting {
  float part = 1.0F;
  Vec normal;
};
void meet(const Steps& offset, const Steps& move, std::int64_t reach, Meeting& first) {
  const auto a = static_cast<double>(dot(move, move));
  const auto b = static_cast<double>(dot(offset, move));
  const auto c = static_cast<double>(dot(offset, offset) - reach * reach);
  const double root = b * b - a * c;
  const double part = root > 0.0 ? std::max(0.0, (-b - std::sqrt(root)) / a) : 0.0;
  if (part >= static_cast<double>(first.part)) return;
  first.part = static_cast<float>(part);
  first.normal = direction(as_vec(offset) + as_vec(move) * first.part);
}

// The direction out of the wall that a disc overlaps most; nothing where it overlaps none.
Vec wall_normal(const Grid& tiles, const Steps& place, std::int32_t radius_steps) {
  const Vec at = to_vec(place);
  const float radius = static_cast<float>(radius_steps) / kTile;
  const Vec reach{radius, radius};
  float least = radius * radius;
  Vec normal;
  for_each_blocked(tiles, at - reach, at + reach, [&](int x, int y) {
    const Vec off = away_from(at, x, y);
    const float far2 = square(off);
    if (far2 < least && far2 > 0.0F) {
      least = far2;
      normal = direction(off);
    }
    return true;
  });
  return normal;
}

// The direction to a disc from the corner that it would cut most on its way: it may overlap a wall
// there though it does not at the end.
Vec cut_normal(const Grid& tiles, const Steps& place, const Steps& move,
               std::int32_t radius_steps) {
  const Vec at = to_vec(place);
  const Vec way = to_vec(move);
  const float radius = static_cast<float>(radius_steps) / kTile;
  const Vec reach{radius, radius};
  const Vec middle = at + way * 0.5F;
  const Vec half{0.5F * std::fabs(way.x), 0.5F * std::fabs(way.y)};
  float least = radius * radius;
  Vec normal;
  for_each_blocked(tiles, middle - half - reach, middle + half + reach, [&](int x, int y) {
    const Vec off = away_from(middle, x, y) - way * 0.5F;
    const float part = std::clamp(-dot(off, way) / square(way), 0.0F, 1.0F);
    const float far2 = square(off + way * part);
    if (far2 < least) {
      least = far2;
      normal = direction(off);
    }
    return true;
  });
  return normal;
}

Vec without(Vec move, Vec normal) noexcept {
  const float into = dot(move, normal);
  return into < 0.0F ? move - normal * (into * 1.0001F) : move;
}

}  // namespace

// The part of a correction between two units that the first one takes.
float Crowd::Memory::share_of(const Unit& unit, const Unit& other) const {
  if (holds(unit) != holds(other)) return holds(unit) ? 0.0F : 1.0F;
  if (unit.yields_to == other.id) return 1.0F - kGoesFirst;
  if (other.yields_to == unit.id) return kGoesFirst;
  const float mine = unit.radius * unit.radius;
  const float theirs = other.radius * other.radius;
  return theirs / (mine + theirs);
}

void Crowd::Memory::push_apart(bool backwards, bool& any) {
  const std::size_t n = touches.size();
  for (std::size_t z = 0; z < n; ++z) {
    const Touch& touch = touches[backwards ? n - 1 - z : z];
    Body& a = bodies[touch.a];
    Body& b = bodies[touch.b];
    Vec between = to_vec(b.at - a.at) + (b.move - a.move);
    const Unit& unit = units[touch.a];
    const Unit& other = units[touch.b];
    const std::size_t arrived = (unit.has_arrived ? 1U : 0U) + (other.has_arrived ? 1U : 0U);
    const float reach = a.radius + b.radius + kSkins[arrived];
    const float far2 = square(between);
    if (far2 >= reach * reach) continue;
    float far = std::sqrt(far2);
    if (far < 1e-5F) {
      between = {1e-3F, 0.0F};
      far = 1e-3F;
    }
    const Vec push = between * ((reach - far) / far);
    const float share = share_of(unit, other);
    a.move = a.move - push * share;
    b.move = b.move + push * (1.0F - share);
    any = true;
  }
}

// Moves a proposed place out of walls: sides of tiles first, then corners, so that a row of tiles
// pushes along its normal.
Vec Crowd::Memory::out_of_walls(std::size_t b, Vec move) const {
  const Body& body = bodies[b];
  const Grid& tiles = tiles_of(units[b]);
  const int tile_x = body.at.x / kLatticePerTile;
  const int tile_y = body.at.y / kLatticePerTile;
  const Vec origin = to_vec(body.at - Steps{tile_x * kLatticePerTile, tile_y * kLatticePerTile});
  const float reach = body.radius + kWallSkin;
  Vec p = origin + move;
  for (int push = 0; push < kWallPushes; ++push) {
    bool has_moved = false;
    const int x0 = tile_at(p.x - reach);
    const int x1 = tile_at(p.x + reach);
    const int y0 = tile_at(p.y - reach);
    const int y1 = tile_at(p.y + reach);
    for (const bool corners : {false, true}) {
      for (int y = y0; y <= y1; ++y) {
        for (int x = x0; x <= x1; ++x) {
          if (tiles.is_walkable(tile_x + x, tile_y + y)) continue;
          const Vec off = away_from(p, x, y);
          const float far2 = square(off);
          if (far2 >= reach * reach || far2 < 1e-12F) continue;
          if ((off.x != 0.0F && off.y != 0.0F) != corners) continue;
          const float far = std::sqrt(far2);
          p = p + off * ((reach - far) / far);
          has_moved = true;
        }
      }
    }
    if (!has_moved) break;
  }
  return p - origin;
}

// Corrects the proposed moves so that none overlaps, as far as some sweeps can.
void Crowd::Memory::project() {
  for (int round = 0; round < kProjections; ++round) {
    bool any = false;
    push_apart(round % 2 != 0, any);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (bodies[b].near_wall) bodies[b].move = out_of_walls(b, bodies[b].move);
    }
    if (!any) break;
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Body& body = bodies[b];
    body.move = at_most(body.move, body.longest / kTile);
    body.move = turn_gradually(b) + units[b].carry;
  }
}

// Whether the body may go from where it is now along `move`. Exact.
bool Crowd::Memory::can_go(std::size_t index, const Steps& move) const {
  const Body& body = bodies[index];
  const Steps at = body.at + body.done;
  for (const std::uint32_t slot : touching_of(body)) {
    const Body& other = bodies[slot];
    const std::int64_t reach = std::int64_t{body.radius_steps} + other.radius_steps;
    if (!keeps_distance(at - (other.at + other.done), move, reach)) return false;
  }
  return !body.near_wall || can_move(tiles_of(units[index]), at, move, body.radius_steps);
}

// Moves a body towards its target as far as it meets nothing, and slides along what it meets.
void Crowd::Memory::commit(std::size_t index, const Steps& target) {
  Body& body = bodies[index];
  const std::int64_t most = std::int64_t{body.most_move} + 1;
  Vec rest = as_vec(target - body.done);
  for (int slide = 0; slide < kSlides; ++slide) {
    Steps move = to_steps(rest * (1.0F / kTile));
    const Steps sum = body.done + move;
    if (dot(move, move) == 0 || dot(sum, sum) > most * most) return;
    Meeting first;
    const Steps at = body.at + body.done;
    for (const std::uint32_t slot : touching_of(body)) {
      const Body& other = bodies[slot];
      const Steps offset = at - (other.at + other.done);
      const std::int64_t reach = std::int64_t{body.radius_steps} + other.radius_steps;
      if (!keeps_distance(offset, move, reach)) meet(offset, move, reach, first);
    }
    if (first.part < 1.0F) move = toward_zero(rest * first.part);
    if (can_go(index, move)) {
      body.done = body.done + move;
      if (first.part >= 1.0F) return;
    } else if (first.part >= 1.0F) {
      const Grid& tiles = tiles_of(units[index]);
      Vec normal = wall_normal(tiles, at + move, body.radius_steps);
      if (square(normal) == 0.0F) normal = cut_normal(tiles, at, move, body.radius_steps);
      if (dot(rest, normal) >= 0.0F) return;
      rest = without(rest, normal);
      continue;
    }
    rest = without(rest * (1.0F - first.part), first.normal);
  }
}

// In order of the ids; several times, as some wait for others to leave: with two, units that walk
// behind others stop and go, and their directions change by half as much again.
void Crowd::Memory::commit() {
  for (int round = 0; round < kCommits; ++round) {
    for (const std::uint32_t slot : slots) {
      if (slot == kNoUnit || bodies[slot].is_buried) continue;
      commit(slot, to_steps(bodies[slot].move));
    }
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Body& body = bodies[b];
    Unit& unit = units[b];
    const Vec moved = to_vec(body.done);
    const Vec lacks = body.move - moved;
    const bool is_slow = dot(body.done, body.done) < std::int64_t{kSlow} * kSlow;
    const bool is_rounded = square(lacks) < 1.0F / (kTile * kTile);
    // In a short tick a velocity may change by less than half a step, which rounding would undo.
    // One that never takes more than some steps would stand in most ticks.
    const bool is_exact = is_rounded && (body.longest < static_cast<float>(kSlow) ||
                                         unit.acceleration * dt * dt * kTile < kExactChange);
    const Vec went = is_exact ? body.move - unit.carry : moved;
    unit.carry = is_rounded && (is_slow || is_exact) ? lacks : Vec{};
    unit.at = unit.at + body.done;
    unit.velocity = at_most(went * (1.0F / dt), unit.speed);
  }
}

}  // namespace taut
