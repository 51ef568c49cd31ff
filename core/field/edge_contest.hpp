// Two funnels that enter a cell by the same edge: where one is nearer than the other (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <taut/constants.hpp>
#include <taut/geometry.hpp>

#include "field_memory.hpp"

namespace taut {

// A funnel at the edge that it enters by. Places on the edge are numbers from 0 at its right end to
// 1 at its left end.
struct Rival {
  using Vector = detail::Vector;

  // Of its root to the place. Rounded.
  [[nodiscard]] double distance(double place) const noexcept {
    return cost + detail::norm({right.x + place * along.x, right.y + place * along.y});
  }
  // The least distance over the interval.
  [[nodiscard]] double least_distance() const noexcept {
    const double foot = -dot(right, along) / dot(along, along);
    return distance(std::clamp(foot, span.from, span.to));
  }
  // Where a ray from the root cuts the line through the edge.
  [[nodiscard]] double cut(const Vector& ray) const noexcept {
    return cross(right, ray) / cross(ray, along);
  }

  double cost = 0.0;
  Vector right;  // the right end, relative to the root
  Vector along;  // from the right end to the left one
  FieldScratch::Memory::Span span{0.0, 1.0};
  bool is_cone = false;  // else it is not limited by rays
  Vector right_ray;
  Vector left_ray;
  bool is_right_cut = true;  // whether the ray cuts the edge, rather than going to its end
  bool is_left_cut = true;
};

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
  const double a_foot = -dot(a.right, a.along);
  const double b_foot = -dot(b.right, b.along);
  const double place =
      (a_foot * b_height - b_foot * a_height) / ((b_height - a_height) * dot(a.along, a.along));
  return !(place > from && place < to) || a.distance(place) >= b.distance(place);
}

// What became of a funnel.
enum class Trimmed : std::uint8_t { not_at_all, partly, away };

// The part of the edge that two funnels share, and who is nearer at its ends.
class Contest {
 public:
  // A tie at an end where the comparison is strict counts for neither.
  Contest(const Rival& a, const Rival& b, double from, double to, bool is_strict_from,
          bool is_strict_to) noexcept
      : from_(from),
        to_(to),
        at_from_(a.distance(from) - b.distance(from)),
        at_to_(a.distance(to) - b.distance(to)),
        is_strict_from_(is_strict_from),
        is_strict_to_(is_strict_to) {}

  // Seen from the other funnel.
  [[nodiscard]] Contest swapped() const noexcept {
    Contest other = *this;
    other.at_from_ = -at_from_;
    other.at_to_ = -at_to_;
    return other;
  }

  // Whether the first is not nearer at both ends.
  [[nodiscard]] bool is_lost() const noexcept {
    return (is_strict_from_ ? at_from_ > 0.0 : at_from_ >= 0.0) &&
           (is_strict_to_ ? at_to_ > 0.0 : at_to_ >= 0.0);
  }

  // Takes from `a` what it loses to `b`, as far as that is a side of its interval.
  [[nodiscard]] Trimmed trim(Rival& a, const Rival& b) const noexcept {
    const bool has_from = from_ == a.span.from;
    const bool has_to = to_ == a.span.to;
    if (is_lost()) {
      if (!is_beaten_between(a, b, from_, to_)) return Trimmed::not_at_all;
      if (has_from && has_to) return Trimmed::away;
      if (has_from) return trim_right(a, b, to_);
      return has_to ? trim_left(a, b, from_) : Trimmed::not_at_all;
    }
    if (at_from_ > 0.0 && has_from) return trim_right(a, b, find_crossing(a, b));
    if (at_to_ > 0.0 && has_to) return trim_left(a, b, find_crossing(a, b));
    return Trimmed::not_at_all;
  }

 private:
  // A place where the distances are about equal, where they are not at the ends, in different ways.
  [[nodiscard]] double find_crossing(const Rival& a, const Rival& b) const noexcept {
    double from = from_;
    double to = to_;
    double at_from = at_from_;
    double at_to = at_to_;
    double place = from;
    for (int round = 0; round < 5; ++round) {
      place = (from * at_to - to * at_from) / (at_to - at_from);
      const double here = a.distance(place) - b.distance(place);
      if ((here > 0.0) == (at_from > 0.0)) {
        from = place;
        at_from = here;
        at_to *= 0.5;
      } else {
        to = place;
        at_to = here;
        at_from *= 0.5;
      }
    }
    return place;
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
  // The nearest multiple of a lattice step. A call of std::round() costs more than the rest.
  [[nodiscard]] static double to_lattice(double value) noexcept {
    constexpr double kSteps = kLatticePerTile;
    constexpr double kWhole = 0x1.8p52;  // from here on doubles are whole numbers
    return (value * kSteps + kWhole - kWhole) / kSteps;
  }
  [[nodiscard]] static double margin(const Rival& a) noexcept {
    return 1.0 / (kLatticePerTile * detail::norm(a.along));
  }

  [[nodiscard]] static Trimmed trim_right(Rival& a, const Rival& b, double place) noexcept {
    if (!a.is_cone) return Trimmed::not_at_all;
    const detail::Vector ray = aim(a, place - margin(a));
    const double cut = a.cut(ray);
    if (!(cut <= place) || !is_cut(a, b, ray, cut)) return Trimmed::not_at_all;
    a.right_ray = ray;
    a.is_right_cut = true;
    a.span.from = cut;
    return Trimmed::partly;
  }
  [[nodiscard]] static Trimmed trim_left(Rival& a, const Rival& b, double place) noexcept {
    if (!a.is_cone) return Trimmed::not_at_all;
    const detail::Vector ray = aim(a, place + margin(a));
    const double cut = a.cut(ray);
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
  bool is_strict_from_;
  bool is_strict_to_;
};

}  // namespace taut
