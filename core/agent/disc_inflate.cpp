#include "disc_inflate.hpp"

#include <array>
#include <cstdint>

#include <taut/engine/geometry.hpp>

#include "core/tile/tile_corners.hpp"

// Let the radius grow from 0. While the corners stay the same, the turn at each of them only grows:
// a leg between circles on the same side keeps its direction; one between opposite sides, or to
// start or goal, rotates so that both of its turns grow. When a leg begins to touch another circle,
// that corner is added, with a turn of 0 that grows from then on. An arc begins to touch a circle
// only where the passage is as narrow as the disc. So corners are added and never removed: the
// corners of the point's path are a subsequence of those of the disc's path.
//
// Between two corners of the point's path one straight leg passes each obstacle on its left or its
// right. Of the corners there that a tangent leg cuts off, the worst on either side is one that the
// disc's path touches: that path reaches out at least as far as the worst corner demands, it is
// farthest out where it turns back around some corner of that side, and no corner demands more. So
// the worst corner is added and both new legs are tested in turn, until no leg cuts off a corner.
// Corners are only added, never removed, in any order.
//
// Tangents are irrational, so decisions are made in double with a tolerance of kDiscSlack: a corner
// that is cut off by less is ignored. So legs keep the radius less kDiscSlack and rounding, 1e-9 in
// total.
namespace taut::detail {
namespace {

DiscTurn make_turn(const Point& center, std::size_t portal, CornerKind kind) noexcept {
  const DiscPoint at = widen(center);
  return {center, at, at, static_cast<std::uint32_t>(portal), kind};
}

// The turn at a point of the point's path.
DiscTurn make_turn_of(std::span<const Point> path, std::size_t i) noexcept {
  if (i == 0) return make_turn(path[i], i, CornerKind::start);
  if (i + 1 == path.size()) return make_turn(path[i], i, CornerKind::goal);
  const bool is_left = orient(path[i - 1], path[i], path[i + 1]) > 0.0;
  return make_turn(path[i], i, is_left ? CornerKind::left : CornerKind::right);
}

// The corner that a leg cuts off most, among those offered; those of its own turns are ignored.
class WorstCorner {
 public:
  WorstCorner(const TangentLeg& leg, double radius, const DiscTurn& a, const DiscTurn& b) noexcept
      : leg_(leg), radius_(radius), first_(a.center), last_(b.center) {}

  void look_at(const Point& corner, CornerKind kind, std::size_t portal) noexcept {
    const Vector v = to_vector(corner) - leg_.from;
    const double beside = cross(leg_.along, v);
    const double cut = kind == CornerKind::left ? radius_ - beside : radius_ + beside;
    if (cut <= most_ || corner == first_ || corner == last_) return;
    const double ahead = dot(leg_.along, v);
    if (ahead <= 0.0 || ahead >= leg_.length) return;
    most_ = cut;
    turn_ = make_turn(corner, portal, kind);
  }

  // The turn there.
  [[nodiscard]] std::optional<DiscTurn> turn() const noexcept {
    if (most_ == kDiscSlack) return std::nullopt;
    return turn_;
  }

 private:
  TangentLeg leg_;
  double radius_;
  Point first_;
  Point last_;
  double most_ = kDiscSlack;
  DiscTurn turn_;
};

// A leg between two turns of the disc's path, beside the point's leg from p to q.
struct LegBeside {
  const TangentLeg& leg;
  const DiscTurn& a;
  const DiscTurn& b;
  const Point& p;
  const Point& q;

  [[nodiscard]] Vector in_frame(const Point& place) const noexcept {
    const Vector v = to_vector(place) - leg.from;
    return {dot(leg.along, v), cross(leg.along, v)};
  }
};

// Whether a leg that is free (is_leg_free()) cuts off no corner, since it passes all on their side:
// those within its length lie beside it by half_band() or more, most of them beyond the point's
// leg. That is nearer to it, all along, by more than it is near to tile corners that it passes; or
// it ends at the corner that the leg turns around, and others are a tile away.
bool keeps_sides(const LegBeside& at, double radius) noexcept {
  constexpr double kInside = 1e-4;
  if (radius <= kInside) return false;
  const bool is_first = at.a.center == at.p;
  const bool is_last = at.b.center == at.q;
  if (is_first && is_last) return true;
  const Vector from = at.in_frame(at.p);
  const Vector to = at.in_frame(at.q);
  if (!(to.x > from.x)) return false;
  const auto is_inside = [&](double ahead) {
    const double share = (ahead - from.x) / (to.x - from.x);
    return share >= 0.0 && share <= 1.0 &&
           std::abs(from.y + share * (to.y - from.y)) <= radius - kInside;
  };
  return (is_first || is_inside(0.0)) && (is_last || is_inside(at.leg.length));
}

// The turn at the corner beside the point's leg, number i, that the leg cuts off most.
std::optional<DiscTurn> find_cut_corner(const TileBits& walkable, const LegBeside& at,
                                        std::size_t i, double radius) noexcept {
  // What the leg cuts off lies between it and the point's leg, or within the radius of it.
  const TangentLeg& leg = at.leg;
  const Vector from = at.in_frame(at.p);
  const Vector to = at.in_frame(at.q);
  const double extent = half_band(radius);
  Extent beside{-extent, extent};
  for (const double x : {0.0, leg.length}) {
    const double share = to.x > from.x ? std::clamp((x - from.x) / (to.x - from.x), 0.0, 1.0)
                         : x > 0.0     ? 1.0
                                       : 0.0;
    beside.include(from.y + share * (to.y - from.y));
  }
  const auto place = [&](double ahead, double left) {
    return Vector{leg.from.x + ahead * leg.along.x - left * leg.along.y,
                  leg.from.y + ahead * leg.along.y + left * leg.along.x};
  };
  const std::array<Vector, 4> band{place(0.0, beside.low), place(leg.length, beside.low),
                                   place(leg.length, beside.high), place(0.0, beside.high)};
  WorstCorner worst(leg, radius, at.a, at.b);
  for_each_obstacle_corner(walkable, band, [&](const Point& c) {
    if (c == at.a.center || c == at.b.center) return;
    double side = orient(at.p, at.q, c);
    // On the leg: the blocked tile decides.
    if (side == 0.0) side = has_tile_beside(walkable, at.p, at.q, c, 1.0) ? 1.0 : -1.0;
    worst.look_at(c, side > 0.0 ? CornerKind::left : CornerKind::right, i);
  });
  return worst.turn();
}

}  // namespace

Inflated inflate(const TileBits& walkable, std::span<const Point> path, double radius,
                 std::span<DiscTurn> out, std::size_t most) noexcept {
  std::size_t kept = 0;            // out[0, kept): the path so far, final except its last exit
  std::size_t ahead = out.size();  // out[ahead, end): corners added before the point's next turn
  bool is_clear = true;
  const auto stop = [&](Status status) { return Inflated{{status, kept}, is_clear}; };
  for (std::size_t next = 0; next < path.size() && kept < most;) {
    if (kept == 0) {
      if (out.empty()) return stop(Status::truncated);
      out[kept++] = make_turn_of(path, next++);
      continue;
    }
    DiscTurn& a = out[kept - 1];
    const bool is_added = ahead < out.size();
    DiscTurn b = is_added ? out[ahead] : make_turn_of(path, next);
    const std::optional<TangentLeg> leg = find_tangent(a.center, a.kind, b.center, b.kind, radius);
    if (!leg) return stop(Status::no_path);
    const LegBeside beside{*leg, a, b, path[next - 1], path[next]};
    const bool is_free = is_leg_free(walkable, leg->from, leg->end(), radius);
    if (!is_free || !keeps_sides(beside, radius)) {
      if (const auto worst = find_cut_corner(walkable, beside, next - 1, radius)) {
        if (kept == ahead) return stop(Status::truncated);
        out[--ahead] = *worst;
        continue;
      }
    }
    if (kept == ahead && !is_added) return stop(Status::truncated);
    a.exit = {leg->from.x, leg->from.y};
    if (side_of(b.kind) != 0.0 && radius > 0.0) {
      const Vector end = leg->end();
      b.entry = {end.x, end.y};
      b.exit = b.entry;
    }
    is_clear =
        is_clear && (is_free || is_leg_clear(walkable, leg->from, to_vector(b.entry), radius));
    ++(is_added ? ahead : next);
    out[kept++] = b;
  }
  return stop(Status::ok);
}

}  // namespace taut::detail
