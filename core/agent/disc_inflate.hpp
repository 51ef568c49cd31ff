// Turns the taut path of a point into that of a disc, for string_pull_disc() and pull_disc().
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include <taut/disc_path.hpp>
#include <taut/engine/constants.hpp>
#include <taut/status.hpp>

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

// The side on which a turn's circle lies: 1 left, -1 right, 0 for start and goal.
[[nodiscard]] inline double side_of(CornerKind kind) noexcept {
  if (kind == CornerKind::left) return 1.0;
  return kind == CornerKind::right ? -1.0 : 0.0;
}

// A leg from circle to circle.
struct TangentLeg {
  Vector from;   // where it leaves the first circle
  Vector along;  // its direction, of length 1
  double length = 0.0;

  [[nodiscard]] Vector end() const noexcept {
    return {from.x + length * along.x, from.y + length * along.y};
  }
};

// The leg that leaves one turn and reaches the next, each circle on its side. std::nullopt when
// opposite circles overlap or a start or goal lies inside the circle.
//
// Source    with D from center to center, n the left normal of direction u, and circles at signed
//           distances r s of their sides: n.D = r (s_b - s_a) = k and u.D = sqrt(D.D - k k) = t, so
//           D = (t + i k) u in complex numbers.
[[nodiscard]] inline std::optional<TangentLeg> find_tangent(const Point& a, CornerKind a_kind,
                                                            const Point& b, CornerKind b_kind,
                                                            double radius) noexcept {
  const double a_side = side_of(a_kind);
  const Vector d = between(a, b);
  const double k = radius * (side_of(b_kind) - a_side);
  const double square = d.x * d.x + d.y * d.y;
  if (square == 0.0 || square < k * k) return std::nullopt;
  const double t = std::sqrt(square - k * k);
  TangentLeg leg;
  leg.along = {(d.x * t + d.y * k) / square, (d.y * t - d.x * k) / square};
  leg.length = t;
  const Vector center = to_vector(a);
  leg.from = {center.x + radius * a_side * leg.along.y, center.y - radius * a_side * leg.along.x};
  return leg;
}

// The corner that a leg cuts off most, among those offered; those of its own turns are ignored.
class WorstCorner {
 public:
  WorstCorner(const TangentLeg& leg, double radius, const DiscTurn& a, const DiscTurn& b) noexcept
      : leg_(leg), radius_(radius), first_(a.center), last_(b.center) {}

  void look_at(const Point& corner, CornerKind kind, std::size_t portal) noexcept {
    const Vector v{static_cast<double>(corner.x) - leg_.from.x,
                   static_cast<double>(corner.y) - leg_.from.y};
    const double beside = cross(leg_.along, v);
    const double cut = kind == CornerKind::left ? radius_ - beside : radius_ + beside;
    if (cut <= most_ || corner == first_ || corner == last_) return;
    const double ahead = dot(leg_.along, v);
    if (ahead <= 0.0 || ahead >= leg_.length) return;
    most_ = cut;
    corner_ = {corner, static_cast<std::uint32_t>(portal), kind};
  }

  [[nodiscard]] std::optional<Corner> corner() const noexcept {
    if (most_ == kDiscSlack) return std::nullopt;
    return corner_;
  }

 private:
  TangentLeg leg_;
  double radius_;
  Point first_;
  Point last_;
  double most_ = kDiscSlack;
  Corner corner_;
};

// Turns the point's path into the disc's.
//
// source.count()        turns of the point's path, start and goal included
// source.corner(i)      the i-th of them, as a Corner
// source.find_corner(i, a, b, leg)
//                       the corner beside the leg of the point's path from turn i to i + 1 that
//                       `leg`, between turns a and b of the disc's path, cuts off most
//
// Writes the first `most` turns; where there is no path, those before that. All but the last exit
// are final.
template <class Source>
[[nodiscard]] Result inflate_front(const Source& source, double radius, std::size_t most,
                                   std::span<DiscTurn> out) noexcept {
  std::size_t kept = 0;            // out[0, kept): the path so far, final except its last exit
  std::size_t ahead = out.size();  // out[ahead, end): corners added before the point's next turn
  std::size_t leg_of_point = 0;
  const auto make_turn = [](const Corner& corner) {
    const DiscPoint at = widen(corner.point);
    return DiscTurn{corner.point, at, at, corner.portal, corner.kind};
  };
  const std::size_t count = source.count();
  for (std::size_t next = 0; next < count && kept < most;) {
    if (kept == 0) {
      if (out.empty()) return {Status::truncated, 0};
      out[kept++] = make_turn(source.corner(next++));
      continue;
    }
    DiscTurn& a = out[kept - 1];
    const bool is_added = ahead < out.size();
    DiscTurn b = is_added ? out[ahead] : make_turn(source.corner(next));
    const std::optional<TangentLeg> leg = find_tangent(a.center, a.kind, b.center, b.kind, radius);
    if (!leg) return {Status::no_path, kept};
    if (const std::optional<Corner> worst = source.find_corner(leg_of_point, a, b, *leg)) {
      if (kept == ahead) return {Status::truncated, kept};
      out[--ahead] = make_turn(*worst);
      continue;
    }
    if (kept == ahead && !is_added) return {Status::truncated, kept};
    a.exit = {leg->from.x, leg->from.y};
    if (side_of(b.kind) != 0.0 && radius > 0.0) {
      const Vector end = leg->end();
      b.entry = {end.x, end.y};
      b.exit = b.entry;
    }
    if (is_added) {
      ++ahead;
    } else {
      ++next;
      ++leg_of_point;
    }
    out[kept++] = b;
  }
  return {Status::ok, kept};
}

// All turns, and nothing where there is no path.
template <class Source>
[[nodiscard]] Result inflate(const Source& source, double radius,
                             std::span<DiscTurn> out) noexcept {
  constexpr std::size_t kAll = (std::numeric_limits<std::size_t>::max)();
  const Result inflated = inflate_front(source, radius, kAll, out);
  return inflated.status == Status::no_path ? Result{Status::no_path, 0} : inflated;
}

}  // namespace taut::detail
