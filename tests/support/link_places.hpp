// The places that a link joins.
#pragma once

#include <cmath>

#include <taut/engine/disc_path.hpp>
#include <taut/world.hpp>

namespace taut::test {

// How far along an end a place is, 0 to 1; the end that has a length says it.
inline double ratio_of(const LinkEnd& end, const Point& place) {
  const double x = static_cast<double>(end.b.x) - static_cast<double>(end.a.x);
  const double y = static_cast<double>(end.b.y) - static_cast<double>(end.a.y);
  const double along = (static_cast<double>(place.x) - static_cast<double>(end.a.x)) * x +
                       (static_cast<double>(place.y) - static_cast<double>(end.a.y)) * y;
  return along / (x * x + y * y);
}

// The place of an end at a ratio, not on the lattice.
inline DiscPoint place_at(const LinkEnd& end, double ratio) {
  const DiscPoint a = widen(end.a);
  const DiscPoint b = widen(end.b);
  return {a.x + ratio * (b.x - a.x), a.y + ratio * (b.y - a.y)};
}

// Whether a link joins two places: they divide its ends in the same ratio, to the lattice.
inline bool is_lane(const Link& link, const Point& entry, const Point& exit) {
  const auto is_near = [](const DiscPoint& a, const Point& b) {
    return std::abs(a.x - static_cast<double>(b.x)) <= 1.0 / kLatticePerTile &&
           std::abs(a.y - static_cast<double>(b.y)) <= 1.0 / kLatticePerTile;
  };
  const auto joins = [&](const LinkEnd& from, const LinkEnd& to) {
    const bool is_from_longer = distance(from.a, from.b) >= distance(to.a, to.b);
    const LinkEnd& longer = is_from_longer ? from : to;
    const double ratio =
        longer.a == longer.b ? 0.0 : ratio_of(longer, is_from_longer ? entry : exit);
    return ratio >= -1e-9 && ratio <= 1.0 + 1e-9 && is_near(place_at(from, ratio), entry) &&
           is_near(place_at(to, ratio), exit);
  };
  return joins(link.from, link.to) || (!link.options.is_one_way && joins(link.to, link.from));
}

}  // namespace taut::test
