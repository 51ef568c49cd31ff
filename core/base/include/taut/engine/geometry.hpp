// Points and the exact predicates on them.
//
// Requires, for every predicate here: coordinates are multiples of one power of two (the lattice)
// and smaller in absolute value than 2^24 of its steps; for tile maps the step is 1/1024 tile. Then
// the results are exact on every compiler, with or without fused multiply-add: there is no
// tolerance and none is needed. Units cancel: the step may be 2^-12 or 2^12 as well.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

// Left is counter-clockwise: orient(a, b, c) > 0 for a point c on the left of the line from a to b.
enum class Side : std::uint8_t { left, right };

namespace detail {

// The difference of two points, exact in double.
struct Vector {
  double x = 0.0;
  double y = 0.0;
};

// An order of points: by y, then by x.
[[nodiscard]] inline bool is_before(const Point& a, const Point& b) noexcept {
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}

[[nodiscard]] inline Vector to_vector(const Point& p) noexcept {
  return {static_cast<double>(p.x), static_cast<double>(p.y)};
}
[[nodiscard]] inline Vector to_vector(const DiscPoint& p) noexcept { return {p.x, p.y}; }
[[nodiscard]] inline Vector between(const Point& from, const Point& to) noexcept {
  return {static_cast<double>(to.x) - static_cast<double>(from.x),
          static_cast<double>(to.y) - static_cast<double>(from.y)};
}

// Whether a point may be snapped to the lattice: whether both coordinates are finite and at most
// twice the longest side of a map.
[[nodiscard]] inline bool can_snap(const Point& p) noexcept {
  constexpr float kLimit = 2.0F * static_cast<float>(kMaxMapSide);
  return std::abs(p.x) <= kLimit && std::abs(p.y) <= kLimit;  // false for NaN
}

// Each coordinate is rounded to the nearest float; a difference of two points of the lattice is not
// changed by that where they are at most 2^24 lattice steps apart.
[[nodiscard]] inline Point to_float(const Vector& v) noexcept {
  return {static_cast<float>(v.x), static_cast<float>(v.y)};
}

// The two directions that limit a view.
struct Rays {
  Point right{};
  Point left{};
};
[[nodiscard]] inline Rays to_rays(const Vector& right, const Vector& left) noexcept {
  return {to_float(right), to_float(left)};
}

[[nodiscard]] inline Vector operator+(const Vector& a, const Vector& b) noexcept {
  return {a.x + b.x, a.y + b.y};
}
[[nodiscard]] inline Vector operator-(const Vector& a, const Vector& b) noexcept {
  return {a.x - b.x, a.y - b.y};
}
[[nodiscard]] inline Vector operator-(const Vector& a) noexcept { return {-a.x, -a.y}; }
[[nodiscard]] inline Vector operator*(double factor, const Vector& a) noexcept {
  return {factor * a.x, factor * a.y};
}

// > 0 when b lies left of a.
[[nodiscard]] inline double cross(const Vector& a, const Vector& b) noexcept {
  return a.x * b.y - a.y * b.x;
}
[[nodiscard]] inline double dot(const Vector& a, const Vector& b) noexcept {
  return a.x * b.x + a.y * b.y;
}
[[nodiscard]] inline double norm(const Vector& a) noexcept { return std::sqrt(dot(a, a)); }

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

}  // namespace taut
TAUT_API_END
