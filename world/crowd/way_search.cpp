#include "way_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>

#include "core/agent/disc_inflate.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr double kChunk = 4.0;  // tiles of a leg that are looked at together
constexpr double kTurnSlack = 1e-9;

DiscPoint to_place(const Steps& steps) noexcept { return widen(to_point(steps)); }

// The distance from a place to a turn's arc.
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

// The tiles at a corner, by bits: which of them are alone, so that paths may turn there.
unsigned find_outer_tiles(const Grid& tiles, int x, int y) noexcept {
  const bool a = tiles.is_walkable(x - 1, y - 1);
  const bool b = tiles.is_walkable(x, y - 1);
  const bool c = tiles.is_walkable(x - 1, y);
  const bool d = tiles.is_walkable(x, y);
  return (!a && b && c ? 1U : 0U) | (!b && a && d ? 2U : 0U) | (!c && a && d ? 4U : 0U) |
         (!d && b && c ? 8U : 0U);
}

// Whether a line past a corner leaves one of these tiles to that side.
bool is_beside_tile(unsigned outer, const DiscPoint& along, double side) noexcept {
  for (unsigned tile = 0; tile < 4; ++tile) {
    const double x = (tile & 1U) != 0 ? side : -side;
    const double y = (tile & 2U) != 0 ? side : -side;
    if ((outer >> tile & 1U) != 0 && x * along.y <= 0.0 && y * along.x >= 0.0) return true;
  }
  return false;
}

bool is_later(const WayBound& a, const WayBound& b) noexcept {
  return a.bound != b.bound ? a.bound > b.bound : a.node > b.node;
}

}  // namespace

// By half angles: the functions of angles differ by system.
double Crowd::Memory::WaySearch::arc_length(double radius, const DiscPoint& from,
                                            const DiscPoint& to) noexcept {
  if (radius == 0.0) return 0.0;
  const double sine = std::min(0.5 * norm(from - to) / radius, 1.0);
  double t = sine / (1.0 + std::sqrt(1.0 - sine * sine));  // of a quarter of the angle
  for (int i = 0; i < 2; ++i) t /= 1.0 + std::sqrt(1.0 + t * t);
  const double s = t * t;
  return 16.0 * radius * t * (1.0 - s * (1.0 / 3.0 - s * (1.0 / 5.0 - s / 7.0)));
}

// How much more than it must a way can keep from a unit: less from one near its begin or end.
double Crowd::Memory::WaySearch::slack_of(const Steps& at, double wanted) const noexcept {
  for (const WayClose& close : round_.close) {
    if (close.at == at) wanted = std::min(wanted, close.slack);
  }
  return wanted;
}

WayHit Crowd::Memory::WaySearch::find_hit(const DiscPoint& from, const DiscPoint& to,
                                          double more) const {
  const DiscPoint leg = to - from;
  const double far = norm(leg);
  const DiscPoint along = far > 0.0 ? leg / far : DiscPoint{0.0, 0.0};
  WayHit hit;
  for (double begin = 0.0;; begin += kChunk) {
    const double end = std::min(begin + kChunk, far);
    const DiscPoint middle = from + 0.5 * (begin + end) * along;
    const auto wide = static_cast<std::int32_t>(0.5 * (end - begin) * kLatticePerTile) + 4;
    memory_.for_each_obstacle(to_steps(middle), wide, options_.radius, [&](const Unit& other) {
      const std::int64_t sum = std::int64_t{options_.radius} + other.radius_steps;
      const DiscPoint off = to_place(other.at) - from;
      const double ahead = dot(off, along);
      const double least = static_cast<double>(sum) * kStep + more;
      const double square = squared_norm(off);
      if (square - ahead * ahead >= least * least) return;
      const double reach = static_cast<double>(sum) * kStep + slack_of(other.at, more);
      const bool is_beside = ahead > 0.0 && ahead < far;
      const double beside = square - ahead * ahead;
      // At an end the distance is that of two places, without a product of rounded ones.
      const DiscPoint off_end = to_place(other.at) - to;
      const bool is_near = is_beside ? beside < (reach + kRounding) * (reach + kRounding)
                                     : std::min(square, squared_norm(off_end)) < reach * reach;
      if (!is_near) return;
      const double half = std::sqrt(std::max(reach * reach - beside, 0.0));
      const double first = std::max(ahead - half, 0.0);
      const bool is_first =
          first < hit.begin ||
          (first == hit.begin &&
           (other.at.y < hit.at.y || (other.at.y == hit.at.y && other.at.x < hit.at.x)));
      if (is_first) hit = {first, other.at, static_cast<std::int32_t>(sum)};
    });
    if (hit.begin <= end || end >= far) return hit;
  }
}

WayHit Crowd::Memory::WaySearch::find_arc_hit(const DiscTurn& turn) const {
  WayHit hit;
  if (turn.entry == turn.exit) return hit;
  const double radius = static_cast<double>(options_.radius) * kStep;
  memory_.for_each_obstacle(
      to_steps(widen(turn.center)), options_.radius + 4, options_.radius, [&](const Unit& other) {
        const std::int64_t sum = std::int64_t{options_.radius} + other.radius_steps;
        const double reach = static_cast<double>(sum) * kStep + kRounding;
        if (distance_to_arc(turn, radius, to_place(other.at)) >= reach) return;
        const bool is_first = hit.reach == 0 || other.at.y < hit.at.y ||
                              (other.at.y == hit.at.y && other.at.x < hit.at.x);
        if (is_first) hit = {0.0, other.at, static_cast<std::int32_t>(sum)};
      });
  return hit;
}

bool Crowd::Memory::WaySearch::is_walled(const DiscPoint& from, const DiscPoint& to,
                                         double radius) const {
  const Grid& tiles = *options_.tiles;
  const auto is_inside = [&](const DiscPoint& p) {
    return p.x >= 0.0 && p.y >= 0.0 && p.x <= tiles.width() && p.y <= tiles.height();
  };
  if (!is_inside(from) || !is_inside(to)) return true;
  std::array<DiscTurn, 2> leg;
  leg[0].entry = leg[0].exit = from;
  leg[1].entry = leg[1].exit = to;
  return !has_clearance(tiles.bits(), leg, radius);
}

void Crowd::Memory::WaySearch::begin(const WayLimits& limits) {
  limits_ = limits;
  round_.rings.clear();
  round_.first_ring.fill(kNoRing);
  round_.nodes.clear();
  round_.open.clear();
  round_.targets.clear();
  round_.close.clear();
  round_.tried.clear();
  round_.hidden.clear();
  round_.behind.clear();
}

std::uint32_t Crowd::Memory::WaySearch::name_ring(const Steps& center, double radius, bool is_arc) {
  const std::uint32_t mixed = static_cast<std::uint32_t>(center.x) * 2654435761U +
                              static_cast<std::uint32_t>(center.y) * 2246822519U;
  std::uint32_t& first = round_.first_ring[(mixed >> 16U) % WayRound::kBuckets];
  for (std::uint32_t ring = first; ring != kNoRing; ring = round_.rings[ring].next_in_bucket) {
    if (round_.rings[ring].center == center && round_.rings[ring].radius == radius) return ring;
  }
  round_.rings.push_back({center, radius, is_arc, 0, first, kNoWayNode, kNoWayNode, kNoRing});
  first = static_cast<std::uint32_t>(round_.rings.size() - 1);
  return first;
}

void Crowd::Memory::WaySearch::note_close(const DiscPoint& place) {
  const double most = kRingSlack + options_.margin;
  const auto wide = static_cast<std::int32_t>(most * kLatticePerTile) + 2;
  memory_.for_each_obstacle(to_steps(place), wide, options_.radius, [&](const Unit& other) {
    const double sum = static_cast<double>(options_.radius + other.radius_steps) * kStep;
    const double slack = norm(to_place(other.at) - place) - sum;
    if (slack < most) round_.close.push_back({other.at, std::max(slack - kRounding, 0.0)});
  });
}

void Crowd::Memory::WaySearch::set_source(const DiscTurn& turn, const DiscPoint& along) {
  const bool is_arc = detail::is_arc(turn);
  WayNode node;
  node.ring = name_ring(to_steps(widen(turn.center)),
                        is_arc ? static_cast<double>(options_.radius) * kStep : 0.0, is_arc);
  node.side = detail::side_of(turn.kind);
  node.at = turn.entry;
  node.along = is_arc ? along : DiscPoint{0.0, 0.0};
  round_.nodes.push_back(node);
  if (!is_arc) note_close(turn.entry);
}

void Crowd::Memory::WaySearch::add_target(WayTarget target, const DiscTurn& turn) {
  const bool is_arc = detail::is_arc(turn);
  target.ring = name_ring(to_steps(widen(turn.center)),
                          is_arc ? static_cast<double>(options_.radius) * kStep : 0.0, is_arc);
  target.side = detail::side_of(turn.kind);
  target.exit = turn.exit;
  if (!is_arc) target.along = {0.0, 0.0};
  if (!is_arc) note_close(turn.entry);
  round_.targets.push_back(target);
}

bool Crowd::Memory::WaySearch::find() {
  round_.open.push_back({0.0, 0});
  for (std::size_t expanded = 0; expanded < limits_.expansions; ++expanded) {
    if (round_.open.empty() && limits_.is_thorough) try_all();
    if (round_.open.empty()) return false;
    std::pop_heap(round_.open.begin(), round_.open.end(), is_later);
    std::uint32_t node = round_.open.back().node;
    round_.open.pop_back();
    if (round_.nodes[node].target == kNoWayNode) {
      expand(node);
      continue;
    }
    round_.way.clear();
    for (; node != kNoWayNode; node = round_.nodes[node].from) round_.way.push_back(node);
    std::reverse(round_.way.begin(), round_.way.end());
    return true;
  }
  return false;
}

// Lets all nodes try the legs to all rings, until there is a node more.
void Crowd::Memory::WaySearch::try_all() {
  present_ = kNoWayNode;
  round_.tries.clear();
  const auto nodes = static_cast<std::uint32_t>(round_.nodes.size());
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint32_t ring = 0; ring < round_.rings.size(); ++ring) {
      if (round_.rings[ring].radius > 0.0) add_try(node, ring);
      run_tries();
      if (!round_.open.empty()) return;
    }
  }
}

void Crowd::Memory::WaySearch::expand(std::uint32_t node) {
  present_ = node;
  round_.nodes[node].is_expanded = true;
  meets_wall_ = false;
  const bool has_looked = limits_.sees_all_corners;
  round_.tries.clear();
  const Ring& ring = round_.rings[round_.nodes[node].ring];
  for (std::uint32_t i = ring.last_behind; i != kNoRing; i = round_.behind[i].before) {
    add_try(node, round_.behind[i].ring);
  }
  if (has_looked) add_corners(node);
  for (std::uint32_t i = 0; i < round_.targets.size(); ++i) {
    try_leg(node, round_.targets[i].ring, round_.targets[i].side, i);
  }
  run_tries();
  if (has_looked || !meets_wall_) return;
  add_corners(node);
  run_tries();
}

// The legs to be tried, and those that they bring about.
void Crowd::Memory::WaySearch::run_tries() {
  for (std::size_t i = 0; i < round_.tries.size(); ++i) {
    const WayTry next = round_.tries[i];
    try_leg(next.node, next.ring, 1.0, kNoWayNode);
    try_leg(next.node, next.ring, -1.0, kNoWayNode);
  }
  round_.tries.clear();
}

// Lets a node try the legs to a ring, unless it has.
void Crowd::Memory::WaySearch::add_try(std::uint32_t node, std::uint32_t ring) {
  if (node != present_) {
    if (round_.tried.insert(node, ring)) round_.tries.push_back({node, ring});
  } else if (round_.rings[ring].seen_by != node) {
    round_.rings[ring].seen_by = node;
    round_.tries.push_back({node, ring});
  }
}

// What is in the way of a leg from a node is gone round first, and from there to where the leg led:
// by all that come there, and have come.
void Crowd::Memory::WaySearch::add_blocker(std::uint32_t node, const WayHit& hit,
                                           std::uint32_t behind) {
  const double slack = slack_of(hit.at, kRingSlack + options_.margin);
  const std::uint32_t blocker =
      name_ring(hit.at, static_cast<double>(hit.reach) * kStep + slack, false);
  add_try(node, blocker);
  if (blocker == behind || !round_.hidden.insert(blocker, behind)) return;
  Ring& ring = round_.rings[blocker];
  round_.behind.push_back({behind, ring.last_behind});
  ring.last_behind = static_cast<std::uint32_t>(round_.behind.size() - 1);
  for (std::uint32_t i = ring.last_node; i != kNoWayNode; i = round_.nodes[i].before_at_ring) {
    if (round_.nodes[i].is_expanded) add_try(i, behind);
  }
}

void Crowd::Memory::WaySearch::add_corners(std::uint32_t id) {
  if (options_.space == nullptr) return;
  const WayNode node = round_.nodes[id];
  const Ring ring = round_.rings[node.ring];
  const DiscPoint center = to_place(ring.center);
  const auto look = [&](const DiscPoint& place) {
    memory_.corner_sight.look(options_.space->mesh(), place, limits_.sight,
                              [&](const Point& seen) { add_corner(id, seen); });
  };
  look(node.at);
  if (ring.radius == 0.0) return;
  // Along the arc, where it leads along walls too.
  constexpr double kDiagonal = 0.70710678118654752;
  constexpr std::array<DiscPoint, 8> kOff{{{1.0, 0.0},
                                           {kDiagonal, kDiagonal},
                                           {0.0, 1.0},
                                           {-kDiagonal, kDiagonal},
                                           {-1.0, 0.0},
                                           {-kDiagonal, -kDiagonal},
                                           {0.0, -1.0},
                                           {kDiagonal, -kDiagonal}}};
  for (const DiscPoint& off : kOff) {
    if (node.side * det(node.at - center, off) > 0.0) look(center + ring.radius * off);
  }
}

// The corners of tiles that a corner of the mesh stands for.
void Crowd::Memory::WaySearch::add_corner(std::uint32_t node, const Point& seen) {
  const double radius = static_cast<double>(options_.radius) * kStep;
  const DiscPoint at = widen(seen);
  const double most = radius + 0.01;
  const double least = radius - 0.51;
  for (int y = static_cast<int>(std::ceil(at.y - most)); y <= at.y + most; ++y) {
    for (int x = static_cast<int>(std::ceil(at.x - most)); x <= at.x + most; ++x) {
      const double far = norm(DiscPoint{static_cast<double>(x), static_cast<double>(y)} - at);
      if (far > most || far < least) continue;
      const unsigned outer = find_outer_tiles(*options_.tiles, x, y);
      if (outer == 0) continue;
      const double wide = limits_.keeps_arcs ? radius : radius + kRingSlack;
      const std::uint32_t ring =
          name_ring({x * kLatticePerTile, y * kLatticePerTile}, wide, limits_.keeps_arcs);
      round_.rings[ring].outer_tiles = outer;
      add_try(node, ring);
    }
  }
}

void Crowd::Memory::WaySearch::add_bends(const Ring& ring, double side, const DiscPoint& from,
                                         const DiscPoint& to, bool is_fine) {
  const double least = is_fine ? 0.99518 : 0.92388;  // the cosine of what a bend turns by at most
  const DiscPoint center = to_place(ring.center);
  const auto add = [&](const auto& self, const DiscPoint& a, const DiscPoint& b) -> void {
    const double cosine = dot(a, b);
    if (cosine >= least) {
      round_.bends.push_back(center + ring.radius / (1.0 + cosine) * (a + b));
      return;
    }
    // For nearly half a turn the sum of both vectors is too short to have an exact direction.
    const DiscPoint sum = cosine > -0.5 ? a + b : DiscPoint{-side * a.y, side * a.x};
    const DiscPoint middle = sum / norm(sum);
    self(self, a, middle);
    self(self, middle, b);
  };
  add(add, (from - center) / ring.radius, (to - center) / ring.radius);
}

bool Crowd::Memory::WaySearch::is_arc_free(const Ring& ring, double side, const DiscPoint& from,
                                           const DiscPoint& to, bool is_fine, WayHit& hit) {
  if (ring.radius == 0.0) return true;
  if (ring.is_arc) {
    DiscTurn turn = make_bend(ring.center);
    turn.entry = from;
    turn.exit = to;
    turn.kind = side > 0.0 ? CornerKind::left : CornerKind::right;
    hit = find_arc_hit(turn);
    if (hit.reach != 0) return false;
    const std::span<const DiscTurn> turns(&turn, 1);
    return has_clearance(options_.tiles->bits(), turns,
                         static_cast<double>(options_.radius) * kStep);
  }
  const std::size_t first = round_.bends.size();
  add_bends(ring, side, from, to, is_fine);
  round_.bends.push_back(to);
  DiscPoint at = from;
  bool is_free = true;
  for (std::size_t i = first; i < round_.bends.size() && is_free; ++i) {
    hit = find_hit(at, round_.bends[i], kLegSlack + options_.margin);
    is_free =
        hit.reach == 0 &&
        !is_walled(at, round_.bends[i], static_cast<double>(options_.radius) * kStep + kLegSlack);
    at = round_.bends[i];
  }
  round_.bends.resize(first);
  return is_free;
}

// The leg that leaves a node's ring and touches another, on one side of it. Where the ring would
// have to be left before the node arrives at it, a leg from the node before may do.
void Crowd::Memory::WaySearch::try_leg(std::uint32_t id, std::uint32_t to, double side,
                                       std::uint32_t target) {
  const WayNode from = round_.nodes[id];
  if (to == from.ring) return;
  const Ring a = round_.rings[from.ring];
  const Ring b = round_.rings[to];
  // As find_tangent(), for circles of two sizes.
  const DiscPoint way = to_place(b.center) - to_place(a.center);
  const double across = side * b.radius - from.side * a.radius;
  const double square = squared_norm(way);
  if (square == 0.0 || square < across * across) return;
  const double far = std::sqrt(square - across * across);
  WayNode node;
  node.ring = to;
  node.side = side;
  node.from = id;
  node.target = target;
  node.along = {(way.x * far + way.y * across) / square, (way.y * far - way.x * across) / square};
  if (b.outer_tiles != 0 && !is_beside_tile(b.outer_tiles, node.along, side)) return;
  const DiscPoint beside{node.along.y, -node.along.x};
  node.left_at = to_place(a.center) + from.side * a.radius * beside;
  node.at = node.left_at + far * node.along;
  if (from.side * det(from.along, node.along) < -kTurnSlack) {
    if (target == kNoWayNode && from.from != kNoWayNode) add_try(from.from, to);
    return;
  }
  node.cost = from.cost + far + arc_length(a.radius, from.at, node.left_at);
  if (target != kNoWayNode && side * det(node.along, round_.targets[target].along) < -kTurnSlack) {
    return;
  }
  if (target == kNoWayNode && is_known(node)) return;
  WayHit hit;
  if (target != kNoWayNode &&
      !is_arc_free(b, side, node.at, round_.targets[target].exit, false, hit)) {
    if (hit.reach != 0) add_blocker(id, hit, to);
    return;
  }
  hit = find_hit(node.left_at, node.at, kLegSlack + options_.margin);
  const bool is_hit = hit.reach != 0;
  const DiscPoint end = is_hit ? node.left_at + std::min(hit.begin, far) * node.along : node.at;
  const double radius = static_cast<double>(options_.radius) * kStep;
  const bool is_rounded = a.radius > 0.0 && b.radius > 0.0 && !a.is_arc && !b.is_arc;
  if (is_walled(node.left_at, end, is_rounded ? radius + kLegSlack : radius)) {
    meets_wall_ = true;
    return;
  }
  if (!is_hit && is_arc_free(a, from.side, from.at, node.left_at, false, hit)) {
    push(node);
  } else if (hit.reach != 0) {
    if (!is_hit && is_arc_free(a, from.side, from.at, node.left_at, true, hit)) return push(node);
    if (hit.reach != 0) add_blocker(id, hit, to);
  }
}

// Whether another node came there, or can come there along the ring, at no more cost.
bool Crowd::Memory::WaySearch::is_known(const WayNode& node) {
  const Ring ring = round_.rings[node.ring];
  for (std::uint32_t i = ring.last_node; i != kNoWayNode; i = round_.nodes[i].before_at_ring) {
    const WayNode other = round_.nodes[i];
    if (other.side != node.side || other.cost > node.cost) continue;
    const bool is_same = norm(other.at - node.at) < 1e-9;
    if (is_same) return true;
    if (node.side * det(other.along, node.along) < 0.0) continue;
    const double arc = arc_length(ring.radius, other.at, node.at);
    if (other.cost + arc > node.cost + 1e-9) continue;
    WayHit hit;
    if (is_arc_free(ring, node.side, other.at, node.at, false, hit)) return true;
  }
  return false;
}

void Crowd::Memory::WaySearch::push(const WayNode& node) {
  const auto id = static_cast<std::uint32_t>(round_.nodes.size());
  double left = std::numeric_limits<double>::infinity();
  if (node.target != kNoWayNode) {
    const WayTarget& target = round_.targets[node.target];
    const Ring& ring = round_.rings[node.ring];
    left = target.rest + arc_length(ring.radius, node.at, target.exit);
  } else {
    for (const WayTarget& target : round_.targets) {
      left = std::min(left, limits_.weight * norm(node.at - target.exit) + target.rest);
    }
  }
  round_.nodes.push_back(node);
  if (node.target == kNoWayNode) {
    round_.nodes.back().before_at_ring = round_.rings[node.ring].last_node;
    round_.rings[node.ring].last_node = id;
  }
  round_.open.push_back({node.cost + left, id});
  std::push_heap(round_.open.begin(), round_.open.end(), is_later);
}

}  // namespace taut
