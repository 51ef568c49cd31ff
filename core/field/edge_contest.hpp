// Two funnels that enter a cell by the same edge: where one is nearer than the other (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/vectors.hpp>

#include "field_memory.hpp"

namespace taut {

// The nearest whole number, of two the even one. A call of std::round() costs more than most of
// what is done with it. Requires less than 2^51 in size.
[[nodiscard]] inline double round_to_whole(double value) noexcept {
  constexpr double kWhole = 0x1.8p52;  // from here on doubles are whole numbers
  return value + kWhole - kWhole;
}

// Places on an edge are numbers from 0 at its right end to 1 at its left end. `right` is the right
// end, relative to a root, and `along` leads from there to the left end.
[[nodiscard]] inline double length_to(const detail::Vector& right, const detail::Vector& along,
                                      double place) noexcept {
  return norm(right + place * along);
}
// Where a ray from the root cuts the line through the edge.
[[nodiscard]] inline double cut(const detail::Vector& right, const detail::Vector& along,
                                const detail::Vector& ray) noexcept {
  return cross(right, ray) / cross(ray, along);
}

// A funnel at the edge that it enters by.
struct Rival {
  using Vector = detail::Vector;

  // From its root to the place. Rounded.
  [[nodiscard]] double distance(double place) const noexcept {
    return cost + length_to(right, along, place);
  }
  // The least distance over the interval, of an edge of the given length.
  [[nodiscard]] double least_distance(double length) const noexcept {
    const double foot = -dot(right, along);
    const double square = dot(along, along);
    if (foot <= span.from * square) return distance(span.from);
    if (foot >= span.to * square) return distance(span.to);
    return cost + std::abs(cross(right, along)) / length;
  }
  double cost = 0.0;
  Vector right;
  Vector along;
  FieldScratch::Memory::Span span{0.0, 1.0};
  bool is_cone = false;  // else it is not limited by rays
  Vector right_ray;
  Vector left_ray;
  bool is_right_cut = true;  // whether the ray cuts the edge, rather than going to its end
  bool is_left_cut = true;
};

// A node that enters by an edge whose right end and direction are given.
[[nodiscard]] inline Rival to_rival(const FieldScratch::Memory::Node& node, const Point& right,
                                    const detail::Vector& along) noexcept {
  return {node.cost,
          detail::between(node.at, right),
          along,
          node.span,
          node.view == detail::View::cone,
          detail::to_vector(node.rays.right),
          detail::to_vector(node.rays.left),
          node.turns_right == 0,
          node.turns_left == 0};
}
inline void keep(const Rival& rival, FieldScratch::Memory::Node& node) noexcept {
  node.span = rival.span;
  node.turns_right = rival.is_right_cut ? 0 : 1;
  node.turns_left = rival.is_left_cut ? 0 : 1;
  node.rays = detail::to_rays(rival.right_ray, rival.left_ray);
}

// Whether `a` is nowhere nearer than `b` between two places where it is not.
//
// The difference of the distances along the edge changes its slope's sign at most once, where both
// roots lie in one line with the place: only there two directions from the same side have the same
// angle to the edge. It is a minimum if `a` is the nearer root.
[[nodiscard]] inline bool is_beaten_between(const Rival& a, const Rival& b, double from,
                                            double to) noexcept {
  const double a_height = std::abs(cross(a.right, a.along));
  const double b_height = std::abs(cross(b.right, b.along));
  if (!(a_height < b_height)) return true;
  const double scaled_place = dot(b.right, b.along) * a_height - dot(a.right, a.along) * b_height;
  const double scale = (b_height - a_height) * dot(a.along, a.along);
  if (!(scaled_place > from * scale && scaled_place < to * scale)) return true;
  const double place = scaled_place / scale;
  return a.distance(place) >= b.distance(place);
}

// What became of a funnel.
enum class Trimmed : std::uint8_t { not_at_all, partly, away };

// The part of the edge that two funnels share, and who is nearer at its ends.
class Contest {
 public:
  Contest(const Rival& a, const Rival& b, double from, double to) noexcept
      : from_(from),
        to_(to),
        at_from_(a.distance(from) - b.distance(from)),
        at_to_(a.distance(to) - b.distance(to)) {}

  // Seen from the other funnel.
  [[nodiscard]] Contest swapped() const noexcept {
    Contest other = *this;
    other.at_from_ = -at_from_;
    other.at_to_ = -at_to_;
    return other;
  }

  // Whether the first is not nearer at both ends.
  [[nodiscard]] bool is_lost() const noexcept { return at_from_ >= 0.0 && at_to_ >= 0.0; }

  // Takes from `a` what it loses to `b`, as far as that is a side of its interval.
  [[nodiscard]] Trimmed trim(Rival& a, const Rival& b) noexcept {
    const bool has_from = from_ == a.span.from;
    const bool has_to = to_ == a.span.to;
    if (is_lost()) {
      if (!is_beaten_between(a, b, from_, to_)) return Trimmed::not_at_all;
      if (has_from && has_to) return Trimmed::away;
      if (has_from) return trim_right(a, b, to_);
      return has_to ? trim_left(a, b, from_) : Trimmed::not_at_all;
    }
    if (at_from_ > 0.0 && has_from) return trim_right(a, b, crossing(a, b));
    if (at_to_ > 0.0 && has_to) return trim_left(a, b, crossing(a, b));
    return Trimmed::not_at_all;
  }

 private:
  // A place where the distances are about equal, where they are not at the ends, in different ways.
  [[nodiscard]] double crossing(const Rival& a, const Rival& b) noexcept {
    if (!has_crossing_) crossing_ = find_crossing(a, b);
    has_crossing_ = true;
    return crossing_;
  }
  // Squared twice, the equation is quadratic in the place. One of its roots may be a place where
  // the sum of the lengths, not their difference, is the difference of the costs.
  [[nodiscard]] double find_crossing(const Rival& a, const Rival& b) const noexcept {
    const double lead = b.cost - a.cost;
    const double b_dot = dot(b.right, b.along);
    const double b_square = dot(b.right, b.right);
    // Where they are equal: constant + factor * place = 2 * lead * (the length of b).
    const double constant = dot(a.right, a.right) - b_square - lead * lead;
    const double factor = 2.0 * (dot(a.right, a.along) - b_dot);
    const double k = 4.0 * lead * lead;
    const double square = factor * factor - k * dot(a.along, a.along);
    const double half = constant * factor - k * b_dot;
    const double rest = constant * constant - k * b_square;
    const double root = std::sqrt(std::max(half * half - square * rest, 0.0));
    const double sum = -(half + std::copysign(root, half));
    const double one = sum / square;
    const double two = rest / sum;
    const bool has_one = one > from_ && one < to_;
    const bool has_two = two > from_ && two < to_;
    if (has_one && has_two) {
      return (constant + factor * one) * lead > (constant + factor * two) * lead ? one : two;
    }
    if (has_one || has_two) return has_one ? one : two;
    return (from_ * at_to_ - to_ * at_from_) / (at_to_ - at_from_);
  }

  // Whether a ray from the root of `a` through a lattice point near the place, which is between its
  // rays, cuts the edge where `b` is not farther. So the ray is exact, and what lies between it and
  // the place is a margin for rounding.
  [[nodiscard]] static bool is_cut(const Rival& a, const Rival& b, const detail::Vector& ray,
                                   double cut) noexcept {
    return cross(a.right_ray, ray) > 0.0 && cross(ray, a.left_ray) > 0.0 && cut > a.span.from &&
           cut < a.span.to && a.distance(cut) >= b.distance(cut);
  }
  [[nodiscard]] static detail::Vector aim(const Rival& a, double place) noexcept {
    return {to_lattice(a.right.x + place * a.along.x), to_lattice(a.right.y + place * a.along.y)};
  }
  // The nearest multiple of a lattice step.
  [[nodiscard]] static double to_lattice(double value) noexcept {
    constexpr double kSteps = kLatticePerTile;
    return round_to_whole(value * kSteps) / kSteps;
  }
  [[nodiscard]] static double margin(const Rival& a) noexcept {
    return 1.0 / (kLatticePerTile * detail::norm(a.along));
  }

  [[nodiscard]] static Trimmed trim_right(Rival& a, const Rival& b, double place) noexcept {
    if (!a.is_cone) return Trimmed::not_at_all;
    const detail::Vector ray = aim(a, place - margin(a));
    const double cut = taut::cut(a.right, a.along, ray);
    if (!(cut <= place) || !is_cut(a, b, ray, cut)) return Trimmed::not_at_all;
    a.right_ray = ray;
    a.is_right_cut = true;
    a.span.from = cut;
    return Trimmed::partly;
  }
  [[nodiscard]] static Trimmed trim_left(Rival& a, const Rival& b, double place) noexcept {
    if (!a.is_cone) return Trimmed::not_at_all;
    const detail::Vector ray = aim(a, place + margin(a));
    const double cut = taut::cut(a.right, a.along, ray);
    if (!(cut >= place) || !is_cut(a, b, ray, cut)) return Trimmed::not_at_all;
    a.left_ray = ray;
    a.is_left_cut = true;
    a.span.to = cut;
    return Trimmed::partly;
  }

  double from_;
  double to_;
  double at_from_;  // the distance of the first minus that of the second
  double at_to_;
  bool has_crossing_ = false;
  double crossing_ = 0.0;
};

}  // namespace taut
