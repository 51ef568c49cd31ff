// Points and the exact predicates on them.
//
// Requires, for every predicate here: coordinates are multiples of one power of two (the lattice)
// and smaller in absolute value than 2^24 of its steps; for tile maps the step is 1/1024 tile. Then
// the results are exact on every compiler, with or without fused multiply-add: there is no
// tolerance and none is needed. Units cancel: the step may be 2^-12 or 2^12 as well.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <span>

#include <taut/constants.hpp>
#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

// A place in the plane; one unit is one tile. *Left* means counter-clockwise in (x, y), whichever
// way a screen draws y.
using Point = Eigen::Vector2f;

namespace detail {

// The difference of two points, exact in double.
struct Vector {
  double x = 0.0;
  double y = 0.0;
};

[[nodiscard]] inline Vector to_vector(const Point& p) noexcept {
  return {static_cast<double>(p.x()), static_cast<double>(p.y())};
}
[[nodiscard]] inline Vector between(const Point& from, const Point& to) noexcept {
  return {static_cast<double>(to.x()) - static_cast<double>(from.x()),
          static_cast<double>(to.y()) - static_cast<double>(from.y())};
}

// > 0 when b lies left of a.
[[nodiscard]] inline double cross(const Vector& a, const Vector& b) noexcept {
  return a.x * b.y - a.y * b.x;
}
[[nodiscard]] inline double dot(const Vector& a, const Vector& b) noexcept {
  return a.x * b.x + a.y * b.y;
}

}  // namespace detail

// Twice the signed area of the triangle a, b, c: > 0 when c lies left of the line from a to b, 0
// when the three are collinear. Exact.
[[nodiscard]] inline double orient(const Point& a, const Point& b, const Point& c) noexcept {
  return detail::cross(detail::between(a, b), detail::between(a, c));
}

// (b - a) . (c - a): > 0 when c lies ahead of a on the way to b. Exact.
[[nodiscard]] inline double dot(const Point& a, const Point& b, const Point& c) noexcept {
  return detail::dot(detail::between(a, b), detail::between(a, c));
}

// Whether p lies on the closed segment a b, ends included; a == b is the segment of one point.
// Exact.
[[nodiscard]] inline bool is_on_segment(const Point& a, const Point& b, const Point& p) noexcept {
  return orient(a, b, p) == 0.0 && dot(p, a, b) <= 0.0;
}

// Distance in tiles, rounded: for lengths and heuristics, never for a decision. Compiled with the
// library, as is path_length(): it has the same bits in programs compiled with -ffast-math.
[[nodiscard]] double distance(const Point& a, const Point& b) noexcept;

// Length of the polyline through `points`, in tiles; 0 for fewer than two.
[[nodiscard]] double path_length(std::span<const Point> points) noexcept;

// The lattice point nearest to p, halves away from zero. Requires finite coordinates within the
// limits of a map (kMaxMapSide).
[[nodiscard]] inline Point snap(const Point& p) noexcept {
  constexpr float kSteps = static_cast<float>(kLatticePerTile);
  return {std::round(p.x() * kSteps) / kSteps, std::round(p.y() * kSteps) / kSteps};
}

}  // namespace taut
TAUT_API_END
