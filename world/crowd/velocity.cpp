#include <algorithm>
#include <array>
#include <cmath>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

// In how many seconds units would meet: against or across each other, and one behind the other.
constexpr float kHorizon = 0.9F;
constexpr float kFollowHorizon = 0.15F;
constexpr float kWallHorizon = 0.15F;
constexpr float kSameWay = 0.3F;  // the least product of headings of units that go one way
// Directions of moves that turn gradually are means over so many seconds. Not so near the goal, in
// seconds, where units would circle around it.
constexpr float kTurnTime = 0.3F;
constexpr float kNearGoal = 1.0F;
constexpr float kSlowShare = 0.25F;  // of the speed
constexpr float kYieldShare = 0.9F;
constexpr float kLowerShare = 0.7F;  // of the one with the lower right
constexpr std::size_t kMostPlanes = 24;
constexpr int kSweeps = 4;
constexpr float kRelax = 0.75F;

// The velocities v with dot(v, normal) >= bound.
struct HalfPlane {
  Vec normal;
  float bound = 0.0F;
};

// A bounded list.
struct HalfPlanes {
  std::array<HalfPlane, kMostPlanes> planes;
  std::size_t count = 0;

  void add(Vec normal, float bound) {
    if (count < kMostPlanes) planes[count++] = {normal, bound};
  }
};

// The least change of the relative velocity that keeps two discs apart for a time (van den Berg et
// al. 2011): `to` leads from one to the other, `reach` is the sum of radii.
struct Change {
  Vec normal;
  Vec least;
};
Change find_change(Vec to, Vec relative, float reach, float horizon) {
  const float far2 = square(to);
  if (far2 <= reach * reach) {
    const float far = std::sqrt(far2);
    const Vec normal = far > 1e-6F ? to * (-1.0F / far) : Vec{1.0F, 0.0F};
    return {normal, normal * std::max(0.0F, -dot(relative, normal))};
  }
  const float rate = 1.0F / horizon;
  const Vec w = relative - to * rate;
  const float w2 = square(w);
  const float along = dot(w, to);
  if (along < 0.0F && along * along > reach * reach * w2) {
    const float size = std::sqrt(w2);
    const Vec normal = w * (1.0F / size);
    return {normal, normal * (reach * rate - size)};
  }
  const float leg = std::sqrt(far2 - reach * reach);
  const Vec tangent =
      det(to, w) > 0.0F
          ? Vec{to.x * leg - to.y * reach, to.x * reach + to.y * leg} * (1.0F / far2)
          : Vec{to.x * leg + to.y * reach, to.y * leg - to.x * reach} * (-1.0F / far2);
  return {turn_left(tangent), tangent * dot(relative, tangent) - relative};
}

void add_walls(HalfPlanes& planes, const Grid& tiles, Vec at, float radius, float speed) {
  const float reach = radius + speed * kWallHorizon;
  const Vec wide{reach, reach};
  for_each_blocked(tiles, at - wide, at + wide, [&](int x, int y) {
    const Vec off = away_from(at, x, y);
    const float far = length(off);
    if (far <= reach && far >= 1e-6F) {
      planes.add(off * (1.0F / far), -std::max(0.0F, far - radius) / kWallHorizon);
    }
    return true;
  });
}

// Projects a velocity onto the half-planes in turn. Those that contradict each other leave it
// between them, so there is always an answer.
Vec solve(const HalfPlanes& planes, Vec v) {
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool is_outside = false;
    for (std::size_t z = planes.count; z-- > 0;) {
      const HalfPlane& plane = planes.planes[z];
      const float lacks = plane.bound - dot(v, plane.normal);
      if (lacks > 0.0F) {
        v = v + plane.normal * (lacks * kRelax);
        is_outside = true;
      }
    }
    if (!is_outside) break;
  }
  return v;
}

}  // namespace

void Crowd::Memory::choose_velocities() {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    bodies[b].move = holds(units[b]) ? Vec{} : choose_velocity(b) * dt;
  }
}

Vec Crowd::Memory::choose_velocity(std::size_t b) const {
  const Body& body = bodies[b];
  const Unit& unit = units[b];
  // Those at rest behind its goal are not in its way: it would go to and fro in front of them.
  const float to_goal = std::max(unit.wish.left / unit.speed, kWallHorizon);
  HalfPlanes planes;
  for (const std::uint32_t slot : neighbours(b)) {
    const Body& near = bodies[slot];
    const Unit& other = units[slot];
    const bool is_same_way = dot(body.heading, near.heading) > kSameWay;
    float horizon = is_same_way ? kFollowHorizon : kHorizon;
    if (is_at_rest(other)) horizon = std::min(horizon, to_goal);
    const Change change = find_change(to_vec(near.at - body.at), unit.velocity - other.velocity,
                                      body.radius + near.radius, horizon);
    float share = 0.5F;
    const bool yields = unit.yields_to == near.id;
    const bool is_let_by = other.yields_to == body.id;
    if (holds(other)) {
      share = 1.0F;
    } else if (yields != is_let_by) {
      share = yields ? kYieldShare : 1.0F - kYieldShare;
    } else if (body.right != near.right) {
      share = body.right < near.right ? kLowerShare : 1.0F - kLowerShare;
    }
    planes.add(change.normal, dot(unit.velocity + change.least * share, change.normal));
  }
  if (body.near_wall) {
    add_walls(planes, tiles_of(unit), to_vec(unit.at), unit.radius, unit.speed);
  }
  Vec v = at_most(solve(planes, body.move), unit.speed);
  const Vec change = v - unit.velocity;
  const float most = unit.acceleration * dt;
  if (square(change) > most * most) v = unit.velocity + at_most(change, most);
  return v;
}

// The proposed move of a unit, in a direction that follows that of its velocity: pushes from all
// sides would change it at each tick. Not of one that is alone, or that makes room; among others
// that go elsewhere only of a slow one, as it would miss gaps.
Vec Crowd::Memory::turn_gradually(std::size_t b) const {
  const Body& body = bodies[b];
  const Unit& unit = units[b];
  const bool is_near_goal = unit.wish.left < kNearGoal * unit.speed;
  const bool may_turn = unit.kind == OrderKind::velocity || unit.has_arrived || is_near_goal ||
                        unit.state == UnitState::yielding;
  if (may_turn) return body.move;
  bool is_alone = true;
  bool is_same_way = true;
  for (const std::uint32_t slot : neighbours(b)) {
    if (holds(units[slot])) continue;
    is_alone = false;
    is_same_way = is_same_way && dot(body.heading, bodies[slot].heading) > kSameWay;
  }
  const float most = is_same_way ? unit.speed : kSlowShare * unit.speed;
  const bool is_fast =
      square(unit.velocity) > most * most || square(body.move) > most * most * dt * dt;
  if (is_alone || is_fast) return body.move;
  const Vec along = direction(body.move + unit.velocity * kTurnTime);
  return along * std::max(0.0F, dot(body.move, along));
}

}  // namespace taut
