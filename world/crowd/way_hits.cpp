// What is in the way of legs and arcs of a way round units.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include <taut/engine/tile_disc.hpp>

#include "core/agent/disc_inflate.hpp"
#include "way_search.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr double kChunk = 4.0;  // tiles of a leg that are looked at together

// The cosines of what coarse and fine bends turn by at most, and how far the corner of a coarse one
// is from the center, in radii: a little more than 1 / cos(22.5 degrees / 2).
constexpr double kCoarseCosine = 0.92388;
constexpr double kFineCosine = 0.99518;
constexpr double kBendReach = 1.0197;

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

// The box of the places within `reach` tiles of a segment.
PlaceBox box_along(const DiscPoint& a, const DiscPoint& b, double reach) noexcept {
  const auto steps = [](double tiles) {
    return static_cast<std::int32_t>(tiles * kLatticePerTile);
  };
  return {{steps(std::min(a.x, b.x) - reach) - 1, steps(std::min(a.y, b.y) - reach) - 1},
          {steps(std::max(a.x, b.x) + reach) + 1, steps(std::max(a.y, b.y) + reach) + 1}};
}

// Whether no tile in the box around a leg is blocked: then no wall is near.
bool is_open(const TileBits& walkable, const DiscPoint& from, const DiscPoint& to,
             double radius) noexcept {
  const double x0 = std::min(from.x, to.x) - radius;
  const double y0 = std::min(from.y, to.y) - radius;
  const double x1 = std::max(from.x, to.x) + radius;
  const double y1 = std::max(from.y, to.y) + radius;
  if (x0 < 0.0 || y0 < 0.0 || x1 >= walkable.width() || y1 >= walkable.height()) return false;
  const TileRect box{static_cast<int>(x0), static_cast<int>(y0), static_cast<int>(x1) + 1,
                     static_cast<int>(y1) + 1};
  return box.x1 - box.x0 <= 64 && !walkable.has(box, TileState::blocked);
}

// Keeps the first hit; of two at one place of the leg that of the first unit by its place.
void keep_first(double begin, const Steps& at, std::int32_t sum, WayHit& hit) noexcept {
  const bool is_first =
      hit.reach == 0 || begin < hit.begin ||
      (begin == hit.begin && (at.y < hit.at.y || (at.y == hit.at.y && at.x < hit.at.x)));
  if (is_first) hit = {begin, at, sum};
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

Crowd::Memory::WaySearch::Leg Crowd::Memory::WaySearch::make_leg(const DiscPoint& from,
                                                                 const DiscPoint& to) noexcept {
  const DiscPoint leg = to - from;
  const double far = norm(leg);
  return {from, to, far > 0.0 ? leg / far : DiscPoint{0.0, 0.0}, far};
}

// Where a leg comes nearer to a place than a sum of radii and `more`, in tiles from its begin.
std::optional<double> Crowd::Memory::WaySearch::find_entry(const Leg& leg, const Steps& at,
                                                           std::int32_t sum,
                                                           double more) const noexcept {
  const DiscPoint place = to_place(at);
  const DiscPoint off = place - leg.from;
  const double ahead = dot(off, leg.along);
  const double least = static_cast<double>(sum) * kStep + more + kRounding;
  const double square = squared_norm(off);
  const double beside = square - ahead * ahead;
  if (beside >= least * least || ahead < -least || ahead > leg.far + least) return std::nullopt;
  const double reach = static_cast<double>(sum) * kStep + slack_of(at, more);
  const bool is_beside = ahead > 0.0 && ahead < leg.far;
  // At an end the distance is that of two places, without a product of rounded ones.
  const bool is_near = is_beside ? beside < (reach + kRounding) * (reach + kRounding)
                                 : std::min(square, squared_norm(place - leg.to)) < reach * reach;
  if (!is_near) return std::nullopt;
  const double half = std::sqrt(std::max(reach * reach - beside, 0.0));
  return std::max(ahead - half, 0.0);
}

WayHit Crowd::Memory::WaySearch::find_hit(const DiscPoint& from, const DiscPoint& to,
                                          double more) const {
  const Leg leg = make_leg(from, to);
  const double reach = static_cast<double>(farthest_) * kStep + more + kRounding;
  WayHit hit;
  for (double begin = 0.0;; begin += kChunk) {
    const double end = std::min(begin + kChunk, leg.far);
    const PlaceBox box = box_along(from + begin * leg.along, from + end * leg.along, reach);
    memory_.for_each_near(box, [&](const Placed& other) {
      const std::int32_t sum = options_.radius + other.radius;
      const std::optional<double> entry = find_entry(leg, other.at, sum, more);
      if (entry && memory_.is_obstacle(other)) keep_first(*entry, other.at, sum, hit);
      return true;
    });
    if (hit.begin <= end || end >= leg.far) return hit;
  }
}

bool Crowd::Memory::WaySearch::is_on_arc(const DiscTurn& turn, const Steps& at,
                                         std::int32_t sum) const noexcept {
  const double least = static_cast<double>(sum) * kStep + kRounding;
  return distance_to_arc(turn, radius_, to_place(at)) < least;
}

WayHit Crowd::Memory::WaySearch::find_arc_hit(const DiscTurn& turn) const {
  WayHit hit;
  if (turn.entry == turn.exit) return hit;
  const std::int32_t reach = options_.radius + farthest_ + 4;
  memory_.for_each_near(box_around(to_steps(widen(turn.center)), reach), [&](const Placed& other) {
    const std::int32_t sum = options_.radius + other.radius;
    if (!is_on_arc(turn, other.at, sum)) return true;
    if (memory_.is_obstacle(other)) keep_first(0.0, other.at, sum, hit);
    return true;
  });
  return hit;
}

bool Crowd::Memory::WaySearch::is_walled(const DiscPoint& from, const DiscPoint& to,
                                         double radius) const {
  const Grid& tiles = *options_.tiles;
  if (is_open(tiles.bits(), from, to, radius)) return false;
  const auto is_inside = [&](const DiscPoint& p) {
    return p.x >= 0.0 && p.y >= 0.0 && p.x <= tiles.width() && p.y <= tiles.height();
  };
  if (!is_inside(from) || !is_inside(to)) return true;
  std::array<DiscTurn, 2> leg;
  leg[0].entry = leg[0].exit = from;
  leg[1].entry = leg[1].exit = to;
  return !has_clearance(tiles.bits(), leg, radius);
}

void Crowd::Memory::WaySearch::note_close(const DiscPoint& place) {
  const double most = kRingSlack + options_.margin;
  const auto wide = static_cast<std::int32_t>(most * kLatticePerTile) + 2;
  memory_.for_each_near(box_around(to_steps(place), farthest_ + wide), [&](const Placed& other) {
    const double sum = static_cast<double>(options_.radius + other.radius) * kStep;
    const double slack = norm(to_place(other.at) - place) - sum;
    if (slack >= most || !memory_.is_obstacle(other)) return true;
    round_.close.push_back({other.at, std::max(slack - kRounding, 0.0)});
    return true;
  });
}

// Lists what may be in the way of arcs around a ring.
void Crowd::Memory::WaySearch::learn_near(std::uint32_t id) {
  Ring& ring = round_.rings[id];
  if (ring.knows_near) return;
  ring.knows_near = true;
  const double far = kBendReach * ring.radius + kLegSlack + options_.margin + kRounding;
  const auto reach = static_cast<std::int32_t>(far * kLatticePerTile) + 2 + farthest_;
  ring.near_begin = static_cast<std::uint32_t>(round_.near.size());
  memory_.for_each_near(box_around(ring.center, reach), [&](const Placed& other) {
    if (other.at == ring.center) return true;
    const std::int32_t sum = options_.radius + other.radius;
    const double least = static_cast<double>(sum) * kStep + far;
    if (squared_norm(to_place(other.at) - to_place(ring.center)) >= least * least) return true;
    if (memory_.is_obstacle(other)) round_.near.push_back({other.at, sum});
    return true;
  });
  ring.near_end = static_cast<std::uint32_t>(round_.near.size());
  ring.is_near_wall = ring.is_arc || !has_clearance(options_.tiles->bits(), to_point(ring.center),
                                                    far + radius_ + kLegSlack);
}

bool Crowd::Memory::WaySearch::is_corner_arc_free(const Ring& ring, double side,
                                                  const DiscPoint& from, const DiscPoint& to,
                                                  WayHit& hit) const {
  if (from == to) return true;
  DiscTurn turn = make_bend(ring.center);
  turn.entry = from;
  turn.exit = to;
  turn.kind = side > 0.0 ? CornerKind::left : CornerKind::right;
  for (std::uint32_t i = ring.near_begin; i < ring.near_end; ++i) {
    const WayNear& near = round_.near[i];
    if (is_on_arc(turn, near.at, near.sum)) keep_first(0.0, near.at, near.sum, hit);
  }
  if (hit.reach != 0) return false;
  return has_clearance(options_.tiles->bits(), std::span<const DiscTurn>(&turn, 1), radius_);
}

void Crowd::Memory::WaySearch::add_bends(const Ring& ring, double side, const DiscPoint& from,
                                         const DiscPoint& to, bool is_fine) {
  const double least = is_fine ? kFineCosine : kCoarseCosine;
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

bool Crowd::Memory::WaySearch::is_arc_free(std::uint32_t id, double side, const DiscPoint& from,
                                           const DiscPoint& to, bool is_fine, WayHit& hit) {
  hit = {};
  if (round_.rings[id].radius == 0.0) return true;
  learn_near(id);
  const Ring& ring = round_.rings[id];
  if (ring.is_arc) return is_corner_arc_free(ring, side, from, to, hit);
  if (ring.near_begin == ring.near_end && !ring.is_near_wall) return true;
  const std::size_t first = round_.bends.size();
  add_bends(ring, side, from, to, is_fine);
  round_.bends.push_back(to);
  DiscPoint at = from;
  bool is_free = true;
  for (std::size_t i = first; i < round_.bends.size() && is_free; ++i) {
    const Leg leg = make_leg(at, round_.bends[i]);
    for (std::uint32_t k = ring.near_begin; k < ring.near_end; ++k) {
      const WayNear& near = round_.near[k];
      const auto entry = find_entry(leg, near.at, near.sum, kLegSlack + options_.margin);
      if (entry) keep_first(*entry, near.at, near.sum, hit);
    }
    is_free =
        hit.reach == 0 && !(ring.is_near_wall && is_walled(leg.from, leg.to, radius_ + kLegSlack));
    at = round_.bends[i];
  }
  round_.bends.resize(first);
  return is_free;
}

}  // namespace taut
