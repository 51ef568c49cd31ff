// Where a segment meets a portal, as fractions of the way along the segment.
#pragma once

#include <algorithm>
#include <utility>

#include "support/lattice.hpp"

namespace taut::test {

// A point on a segment, as the fraction of the distance from its first to its second end.
struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;  // > 0
};

inline bool operator<(const Fraction& a, const Fraction& b) {
  return static_cast<Int128>(a.numerator) * b.denominator <
         static_cast<Int128>(b.numerator) * a.denominator;
}

struct Interval {
  bool is_empty = true;
  Fraction low;
  Fraction high;
};

inline bool is_on_portal(LatticePoint p, const LatticePortal& portal) {
  return cross(portal.left - p, portal.right - p) == 0 &&
         inner(portal.left - p, portal.right - p) <= 0;
}

// Where the segment a b, a != b, meets the portal.
inline Interval intersect(LatticePoint a, LatticePoint b, const LatticePortal& portal) {
  const LatticePoint way = b - a;
  const LatticePoint edge = portal.right - portal.left;
  const std::int64_t left_side = cross(way, portal.left - a);
  const std::int64_t right_side = cross(way, portal.right - a);
  if (left_side == 0 && right_side == 0) {
    const std::int64_t whole = inner(way, way);
    Fraction low{inner(portal.left - a, way), whole};
    Fraction high{inner(portal.right - a, way), whole};
    if (high < low) std::swap(low, high);
    low = std::max(low, Fraction{0, 1});
    high = std::min(high, Fraction{1, 1});
    return {high < low, low, high};
  }
  if ((left_side > 0 && right_side > 0) || (left_side < 0 && right_side < 0)) return {};
  // a + t * way lies on the portal's line where cross(edge, a + t * way - left) is 0. The two lines
  // are not parallel here: then both sides would have had the same sign.
  std::int64_t numerator = cross(edge, portal.left - a);
  std::int64_t denominator = cross(edge, way);
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  if (numerator < 0 || numerator > denominator) return {};
  return {false, {numerator, denominator}, {numerator, denominator}};
}

}  // namespace taut::test
