// Turns the taut path of a point among tiles into that of a disc (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include <taut/engine/constants.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/status.hpp>

namespace taut::detail {

// A disc wider than the largest map fits nowhere. False for NaN too.
[[nodiscard]] inline bool is_possible(double radius) noexcept {
  return radius >= 0.0 && radius <= static_cast<double>(kMaxMapSide);
}

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

  [[nodiscard]] Vector end() const noexcept { return from + length * along; }
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

// Half the width of the band around a leg of the disc. It is a little less than the radius, so that
// tiles that the disc just touches lie outside: those of walls that it passes along, and of corners
// that it turns around. The difference is below the tolerances and above the margin of outlines.
[[nodiscard]] inline double half_band(double radius) noexcept {
  return std::max(radius - 0.5 * kDiscSlack, 0.0);
}

// Tolerance of the validation: the slack of the legs, and rounding.
inline constexpr double kValidationSlack = 2.0 * kDiscSlack;

// Whether no blocked tile comes nearer to a segment than half_band(). disc_leg.cpp.
[[nodiscard]] bool is_leg_free(const TileBits& walkable, const Vector& from, const Vector& to,
                               double radius) noexcept;
// Whether none comes nearer than the radius, with the tolerance. Where it is free it is clear.
[[nodiscard]] bool is_leg_clear(const TileBits& walkable, const Vector& from, const Vector& to,
                                double radius) noexcept;

// Whether a blocked tile at the corner lies to that side of a line through it: 1 left, -1 right.
[[nodiscard]] inline bool has_tile_beside(const TileBits& walkable, const Point& from,
                                          const Point& to, const Point& corner,
                                          double side) noexcept {
  const int x = static_cast<int>(corner.x);
  const int y = static_cast<int>(corner.y);
  for (const Tile& tile : {Tile{x, y}, Tile{x - 1, y}, Tile{x - 1, y - 1}, Tile{x, y - 1}}) {
    if (!walkable.is_set(tile.x, tile.y) && side * orient(from, to, center(tile)) > 0.0) {
      return true;
    }
  }
  return false;
}

struct Inflated {
  Result turns;
  bool are_legs_clear = true;  // is_leg_clear() for those between the turns; of a radius of 0 too
};

// Writes the turns of the disc's path, the first `most` of them: all but the last exit are final.
// no_path where the disc does not fit through; then with those before that. Requires a taut path.
[[nodiscard]] Inflated inflate(
    const TileBits& walkable, std::span<const Point> path, double radius, std::span<DiscTurn> out,
    std::size_t most = (std::numeric_limits<std::size_t>::max)()) noexcept;

}  // namespace taut::detail
