// Arithmetic on points, by Eigen: rounded, for lengths and places, never for a decision.
#pragma once

#include <Eigen/Core>
#include <concepts>
#include <type_traits>

#include <taut/point.hpp>

namespace taut {
namespace detail {

// To Eigen and back, at no cost.
[[nodiscard]] inline Eigen::Vector2f eigen(const Point& p) noexcept { return {p.x, p.y}; }
[[nodiscard]] inline Eigen::Vector2d eigen(const DiscPoint& p) noexcept { return {p.x, p.y}; }
[[nodiscard]] inline Point point(const Eigen::Vector2f& v) noexcept { return {v.x(), v.y()}; }
[[nodiscard]] inline DiscPoint point(const Eigen::Vector2d& v) noexcept { return {v.x(), v.y()}; }

}  // namespace detail

// For Point in float, for DiscPoint in double.
template <class P>
concept PlanePoint = std::same_as<P, Point> || std::same_as<P, DiscPoint>;
template <PlanePoint P>
using Coordinate = decltype(P::x);

template <PlanePoint P>
[[nodiscard]] P operator+(const P& a, const P& b) noexcept {
  return detail::point((detail::eigen(a) + detail::eigen(b)).eval());
}
template <PlanePoint P>
[[nodiscard]] P operator-(const P& a, const P& b) noexcept {
  return detail::point((detail::eigen(a) - detail::eigen(b)).eval());
}
template <PlanePoint P>
[[nodiscard]] P operator-(const P& a) noexcept {
  return detail::point((-detail::eigen(a)).eval());
}
template <PlanePoint P>
[[nodiscard]] P operator*(std::type_identity_t<Coordinate<P>> factor, const P& a) noexcept {
  return detail::point((factor * detail::eigen(a)).eval());
}
template <PlanePoint P>
[[nodiscard]] P operator/(const P& a, std::type_identity_t<Coordinate<P>> divisor) noexcept {
  return detail::point((detail::eigen(a) / divisor).eval());
}

template <PlanePoint P>
[[nodiscard]] Coordinate<P> dot(const P& a, const P& b) noexcept {
  return detail::eigen(a).dot(detail::eigen(b));
}
template <PlanePoint P>
[[nodiscard]] Coordinate<P> norm(const P& a) noexcept {
  return detail::eigen(a).norm();
}
template <PlanePoint P>
[[nodiscard]] Coordinate<P> squared_norm(const P& a) noexcept {
  return detail::eigen(a).squaredNorm();
}
template <PlanePoint P>
[[nodiscard]] bool is_finite(const P& a) noexcept {
  return detail::eigen(a).allFinite();
}

// The lesser, the greater and the absolute value of each coordinate.
template <PlanePoint P>
[[nodiscard]] P component_min(const P& a, const P& b) noexcept {
  return detail::point(detail::eigen(a).cwiseMin(detail::eigen(b)).eval());
}
template <PlanePoint P>
[[nodiscard]] P component_max(const P& a, const P& b) noexcept {
  return detail::point(detail::eigen(a).cwiseMax(detail::eigen(b)).eval());
}
template <PlanePoint P>
[[nodiscard]] P component_abs(const P& a) noexcept {
  return detail::point(detail::eigen(a).cwiseAbs().eval());
}

}  // namespace taut
