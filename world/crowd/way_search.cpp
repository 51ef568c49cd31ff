#include "way_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <taut/engine/space.hpp>

#include "core/agent/disc_inflate.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr double kTurnSlack = 1e-9;

// The tiles at a corner, by bits: which of them are alone, so that paths may turn there.
unsigned find_outer_tiles(const Grid& tiles, int x, int y) noexcept {
  const bool a = tiles.is_walkable(x - 1, y - 1);
  const bool b = tiles.is_walkable(x, y - 1);
  const bool c = tiles.is_walkable(x - 1, y);
  const bool d = tiles.is_walkable(x, y);
  return (!a && b && c ? 1U : 0U) | (!b && a && d ? 2U : 0U) | (!c && a && d ? 4U : 0U) |
         (!d && b && c ? 8U : 0U);
}

constexpr double kDiagonal = 0.70710678118654752;
constexpr std::array<DiscPoint, 8> kOff{{{1.0, 0.0},
                                         {kDiagonal, kDiagonal},
                                         {0.0, 1.0},
                                         {-kDiagonal, kDiagonal},
                                         {-1.0, 0.0},
                                         {-kDiagonal, -kDiagonal},
                                         {0.0, -1.0},
                                         {kDiagonal, -kDiagonal}}};

// Whether a direction leads away from one of these tiles.
bool is_opposite(unsigned outer, const DiscPoint& off) noexcept {
  for (unsigned tile = 0; tile < 4; ++tile) {
    const double x = (tile & 1U) != 0 ? -off.x : off.x;
    const double y = (tile & 2U) != 0 ? -off.y : off.y;
    if ((outer >> tile & 1U) != 0 && x >= 0.0 && y >= 0.0) return true;
  }
  return false;
}

bool is_later(const WayBound& a, const WayBound& b) noexcept {
  if (a.bound != b.bound) return a.bound > b.bound;
  if (a.node != b.node) return a.node > b.node;
  return a.is_look && !b.is_look;
}

std::size_t bucket_of(const Steps& center) noexcept {
  const std::uint32_t mixed = static_cast<std::uint32_t>(center.x) * 2654435761U +
                              static_cast<std::uint32_t>(center.y) * 2246822519U;
  return (mixed >> 16U) % WayRound::kBuckets;
}

}  // namespace

void Crowd::Memory::WaySearch::begin(const WayLimits& limits) {
  limits_ = limits;
  next_to_try_ = 0;
  for (const Ring& ring : round_.rings) round_.first_ring[bucket_of(ring.center)] = kNone;
  round_.rings.clear();
  round_.nodes.clear();
  round_.expanded.clear();
  round_.open.clear();
  round_.targets.clear();
  round_.close.clear();
  round_.near.clear();
  round_.corners.clear();
  round_.vertex_rings.clear();
  if (++round_.search == 0) {  // after all numbers: none of them may seem to be of this search
    round_.vertices.clear();
    round_.search = 1;
  }
  round_.tried.clear();
  round_.hidden.clear();
  round_.behind.clear();
}

std::uint32_t Crowd::Memory::WaySearch::name_ring(const Steps& center, double radius, bool is_arc) {
  std::uint32_t& first = round_.first_ring[bucket_of(center)];
  for (std::uint32_t ring = first; ring != kNone; ring = round_.rings[ring].next_in_bucket) {
    if (round_.rings[ring].center == center && round_.rings[ring].radius == radius) return ring;
  }
  Ring ring;
  ring.center = center;
  ring.radius = radius;
  ring.is_arc = is_arc;
  ring.next_in_bucket = first;
  round_.rings.push_back(ring);
  first = static_cast<std::uint32_t>(round_.rings.size() - 1);
  return first;
}

void Crowd::Memory::WaySearch::set_sources(std::span<const DiscTurn> path, const DiscPoint& along) {
  WayNode node;
  node.along = along;
  add_source(path.front(), node);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const DiscTurn& before = path[i - 1];
    const Leg leg = make_leg(before.exit, path[i].entry);
    node.from = static_cast<std::uint32_t>(round_.nodes.size() - 1);
    node.left_at = before.exit;
    node.along = leg.along;
    node.cost += leg.far;
    if (detail::is_arc(before)) node.cost += arc_length(radius_, before.entry, before.exit);
    node.is_free = true;
    add_source(path[i], node);
  }
}

void Crowd::Memory::WaySearch::add_source(const DiscTurn& turn, WayNode node) {
  const bool is_arc = detail::is_arc(turn);
  node.ring = name_ring(to_steps(widen(turn.center)), is_arc ? radius_ : 0.0, is_arc);
  node.side = detail::side_of(turn.kind);
  node.at = turn.entry;
  if (!is_arc) {
    node.along = {0.0, 0.0};
    note_close(turn.entry);
  }
  push(node);
}

void Crowd::Memory::WaySearch::add_target(WayTarget target, const DiscTurn& turn) {
  const bool is_arc = detail::is_arc(turn);
  target.ring = name_ring(to_steps(widen(turn.center)), is_arc ? radius_ : 0.0, is_arc);
  target.side = detail::side_of(turn.kind);
  target.exit = turn.exit;
  if (!is_arc) target.along = {0.0, 0.0};
  if (!is_arc) note_close(turn.entry);
  round_.targets.push_back(target);
}

bool Crowd::Memory::WaySearch::find() {
  while (round_.expanded.size() < limits_.expansions) {
    if (round_.open.empty() && limits_.is_thorough) try_all();
    if (round_.open.empty()) return false;
    std::pop_heap(round_.open.begin(), round_.open.end(), is_later);
    const WayBound next = round_.open.back();
    round_.open.pop_back();
    if (next.is_look) {
      add_corners(next.node);
    } else if (arrives(next)) {
      if (round_.nodes[next.node].target == kNone) {
        expand(next.node);
        continue;
      }
      round_.way.clear();
      for (std::uint32_t node = next.node; node != kNone; node = round_.nodes[node].from) {
        round_.way.push_back(node);
      }
      std::reverse(round_.way.begin(), round_.way.end());
      return true;
    }
  }
  return false;
}

// Lets expanded nodes try the legs to all rings, until there is one.
void Crowd::Memory::WaySearch::try_all() {
  const std::size_t nodes = round_.expanded.size();
  for (std::size_t i = 0; i < nodes && round_.open.empty(); ++i) {
    next_to_try_ = next_to_try_ + 1 < nodes ? next_to_try_ + 1 : 0;
    for (std::uint32_t ring = 0; ring < round_.rings.size(); ++ring) {
      add_try(round_.expanded[next_to_try_], ring);
    }
  }
}

void Crowd::Memory::WaySearch::expand(std::uint32_t node) {
  round_.expanded.push_back(node);
  WayNode& at = round_.nodes[node];
  at.has_looked = limits_.sees_all_corners;
  Ring& ring = round_.rings[at.ring];
  at.before_at_ring = ring.last_node;
  ring.last_node = node;
  for (std::uint32_t i = ring.last_behind; i != kNone; i = round_.behind[i].before) {
    add_try(node, round_.behind[i].ring);
  }
  if (limits_.sees_all_corners) add_corners(node);
  push_targets(node, 0);
}

// Pushes the leg to the first of these targets to which there is one. The next one is tried when it
// is not free.
void Crowd::Memory::WaySearch::push_targets(std::uint32_t node, std::size_t first) {
  for (std::size_t i = first; i < round_.targets.size(); ++i) {
    const WayTarget& target = round_.targets[i];
    if (!push_leg(node, target.ring, target.side, static_cast<std::uint32_t>(i))) continue;
    round_.nodes.back().may_look = first == 0;
    return;
  }
}

// Lets a node try the legs to a ring, unless it has. A place on the path is tried as a target only.
void Crowd::Memory::WaySearch::add_try(std::uint32_t node, std::uint32_t ring) {
  if (round_.rings[ring].radius == 0.0 || !round_.tried.insert(node, ring)) return;
  (void)push_leg(node, ring, 1.0, kNone);
  (void)push_leg(node, ring, -1.0, kNone);
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
  for (std::uint32_t i = ring.last_node; i != kNone; i = round_.nodes[i].before_at_ring) {
    add_try(i, behind);
  }
}

// Lets a node try the corners that are seen from its ring.
void Crowd::Memory::WaySearch::add_corners(std::uint32_t id) {
  if (options_.space == nullptr) return;
  const std::uint32_t ring = round_.nodes[id].ring;
  learn_corners(ring);
  const std::uint32_t end = round_.rings[ring].corners_end;
  for (std::uint32_t i = round_.rings[ring].corners_begin; i < end; ++i) {
    add_try(id, round_.corners[i]);
  }
}

void Crowd::Memory::WaySearch::learn_corners(std::uint32_t id) {
  if (round_.rings[id].knows_corners) return;
  const DiscPoint center = to_place(round_.rings[id].center);
  const double radius = round_.rings[id].radius;
  const auto begin = static_cast<std::uint32_t>(round_.corners.size());
  const auto look = [&](const DiscPoint& place) {
    return memory_.corner_sight.look(options_.space->mesh(), place, limits_.sight,
                                     [&](const MeshEdge& seen) { add_corner(id, seen); });
  };
  // From the center, or all around, where it leads along walls too; around a corner where a disc
  // touches no more than it.
  const unsigned outer = round_.rings[id].outer_tiles;
  const bool is_inside = !round_.rings[id].is_arc && look(center);
  for (std::size_t i = 0; i < kOff.size() && radius > 0.0; ++i) {
    if (is_inside && !limits_.is_thorough) break;
    if (i % 2 == 1 && outer == 0 && !limits_.is_thorough) continue;
    if (outer == 0 || is_opposite(outer, kOff[i])) (void)look(center + radius * kOff[i]);
  }
  Ring& ring = round_.rings[id];
  ring.knows_corners = true;
  ring.corners_begin = begin;
  ring.corners_end = static_cast<std::uint32_t>(round_.corners.size());
}

void Crowd::Memory::WaySearch::add_corner(std::uint32_t from, const MeshEdge& seen) {
  if (round_.vertices.size() <= seen.vertex()) {
    round_.vertices.resize(options_.space->mesh().vertex_ids());
  }
  WayVertex& vertex = round_.vertices[seen.vertex()];
  if (vertex.search != round_.search) {
    vertex.begin = static_cast<std::uint32_t>(round_.vertex_rings.size());
    name_corners(seen.start());
    vertex.end = static_cast<std::uint32_t>(round_.vertex_rings.size());
    vertex.search = round_.search;
  }
  for (std::uint32_t i = vertex.begin; i < vertex.end; ++i) {
    Ring& ring = round_.rings[round_.vertex_rings[i]];
    if (ring.seen_from == from) continue;
    ring.seen_from = from;
    round_.corners.push_back(round_.vertex_rings[i]);
  }
}

// The corners of tiles that a corner of the mesh stands for.
void Crowd::Memory::WaySearch::name_corners(const Point& seen) {
  const DiscPoint at = widen(seen);
  const double most = radius_ + 0.01;
  const double least = radius_ - 0.51;
  for (int y = static_cast<int>(std::ceil(at.y - most)); y <= at.y + most; ++y) {
    for (int x = static_cast<int>(std::ceil(at.x - most)); x <= at.x + most; ++x) {
      const double far = norm(DiscPoint{static_cast<double>(x), static_cast<double>(y)} - at);
      if (far > most || far < least) continue;
      const unsigned outer = find_outer_tiles(*options_.tiles, x, y);
      if (outer == 0) continue;
      const double wide = limits_.keeps_arcs ? radius_ : radius_ + kRingSlack;
      const std::uint32_t ring =
          name_ring({x * kLatticePerTile, y * kLatticePerTile}, wide, limits_.keeps_arcs);
      round_.rings[ring].outer_tiles = outer;
      round_.vertex_rings.push_back(ring);
    }
  }
}

// Pushes the leg that leaves a node's ring and touches another, on one side of it. Where the ring
// would have to be left before the node arrives at it, a leg from the node before may do. Whether
// there is a leg.
bool Crowd::Memory::WaySearch::push_leg(std::uint32_t id, std::uint32_t to, double side,
                                        std::uint32_t target) {
  const WayNode& from = round_.nodes[id];
  if (to == from.ring) return false;
  const Ring& a = round_.rings[from.ring];
  const Ring& b = round_.rings[to];
  // As find_tangent(), for circles of two sizes.
  const DiscPoint way = to_place(b.center) - to_place(a.center);
  const double across = side * b.radius - from.side * a.radius;
  const double square = squared_norm(way);
  if (square == 0.0 || square < across * across) return false;
  const double far = std::sqrt(square - across * across);
  WayNode node;
  node.ring = to;
  node.side = side;
  node.from = id;
  node.target = target;
  node.along = {(way.x * far + way.y * across) / square, (way.y * far - way.x * across) / square};
  // Past a corner that the way goes round a line leaves its tile on that side.
  const DiscPoint beside{node.along.y, -node.along.x};
  if (b.outer_tiles != 0 && !is_opposite(b.outer_tiles, side * beside)) return false;
  node.left_at = to_place(a.center) + from.side * a.radius * beside;
  node.at = node.left_at + far * node.along;
  if (from.side * det(from.along, node.along) < -kTurnSlack) {
    if (target == kNone && from.from != kNone) add_try(from.from, to);
    return false;
  }
  if (a.outer_tiles != 0 && !is_opposite(a.outer_tiles, from.side * beside)) return false;
  if (target != kNone && side * det(node.along, round_.targets[target].along) < -kTurnSlack) {
    return false;
  }
  node.cost = from.cost + far + arc_length(a.radius, from.at, node.left_at);
  push(node);
  return true;
}

// Whether a node is reached by its leg, and by no better one.
bool Crowd::Memory::WaySearch::arrives(const WayBound& at) {
  const WayNode node = round_.nodes[at.node];
  if (node.from == kNone) return true;
  if (node.target == kNone && is_known(node)) return false;
  if (node.is_free) return true;
  const bool is_free = is_leg_free(at);
  if (node.target == kNone) return is_free;
  // A later target may be nearer by, past what the path goes round.
  push_targets(node.from, node.target + 1U);
  if (!is_free) return false;
  round_.nodes[at.node].is_free = true;
  round_.open.push_back(at);
  std::push_heap(round_.open.begin(), round_.open.end(), is_later);
  return false;
}

// Also of the arc before it, and of that of a target. What is in the way is gone round.
bool Crowd::Memory::WaySearch::is_leg_free(const WayBound& at) {
  const WayNode node = round_.nodes[at.node];
  const WayNode from = round_.nodes[node.from];
  const Ring& a = round_.rings[from.ring];
  const Ring& b = round_.rings[node.ring];
  WayHit hit = find_hit(node.left_at, node.at, kLegSlack + options_.margin);
  const double far = norm(node.at - node.left_at);
  const DiscPoint end =
      hit.reach != 0 ? node.left_at + std::min(hit.begin, far) * node.along : node.at;
  const bool is_rounded = a.radius > 0.0 && b.radius > 0.0 && !a.is_arc && !b.is_arc;
  if (is_walled(node.left_at, end, is_rounded ? radius_ + kLegSlack : radius_)) {
    if (node.may_look && !round_.nodes[node.from].has_looked) {
      round_.nodes[node.from].has_looked = true;
      round_.open.push_back({at.bound, node.from, true});
      std::push_heap(round_.open.begin(), round_.open.end(), is_later);
    }
    return false;
  }
  const auto is_free = [&](std::uint32_t ring, double side, const DiscPoint& begin,
                           const DiscPoint& last) {
    return is_arc_free(ring, side, begin, last, false, hit) ||
           (!round_.rings[ring].is_arc && is_arc_free(ring, side, begin, last, true, hit));
  };
  const bool is_clear = hit.reach == 0 && is_free(from.ring, from.side, from.at, node.left_at) &&
                        (node.target == kNone ||
                         is_free(node.ring, node.side, node.at, round_.targets[node.target].exit));
  if (hit.reach != 0) add_blocker(node.from, hit, node.ring);
  return is_clear;
}

// Whether another node came there, or can come there along the ring, at no more cost.
bool Crowd::Memory::WaySearch::is_known(const WayNode& node) {
  const double radius = round_.rings[node.ring].radius;
  for (std::uint32_t i = round_.rings[node.ring].last_node; i != kNone;
       i = round_.nodes[i].before_at_ring) {
    const WayNode& other = round_.nodes[i];
    if (other.side != node.side || other.cost > node.cost) continue;
    if (norm(other.at - node.at) < 1e-9) return true;
    if (node.side * det(other.along, node.along) < 0.0) continue;
    if (other.cost + arc_length(radius, other.at, node.at) > node.cost + 1e-9) continue;
    WayHit hit;
    if (is_arc_free(node.ring, node.side, other.at, node.at, false, hit)) return true;
  }
  return false;
}

void Crowd::Memory::WaySearch::push(const WayNode& node) {
  const auto id = static_cast<std::uint32_t>(round_.nodes.size());
  double left = std::numeric_limits<double>::infinity();
  if (node.target != kNone) {
    const WayTarget& target = round_.targets[node.target];
    left = target.rest + arc_length(round_.rings[node.ring].radius, node.at, target.exit);
  } else {
    for (const WayTarget& target : round_.targets) {
      left = std::min(left, limits_.weight * norm(node.at - target.exit) + target.rest);
    }
  }
  round_.nodes.push_back(node);
  round_.open.push_back({node.cost + left, id, false});
  std::push_heap(round_.open.begin(), round_.open.end(), is_later);
}

}  // namespace taut
