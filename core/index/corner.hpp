// An obstacle corner as paths turn around it (internal).
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/engine/geometry.hpp>

namespace taut {

// From where a path may come that turns at a corner. Around the corner are, counter-clockwise:
//
//   out      directions from the wall where space begins on, to where the other wall leads on
//   behind   directions from which the way on would lead into the obstacle on both sides
//   in       directions from where the first wall leads on, to the other wall
//
// and then the obstacle. A shortest path comes from one of `out` and `in` and leaves to the other.
enum class CornerSide : std::uint8_t { out, in, behind };

[[nodiscard]] constexpr CornerSide opposite(CornerSide side) noexcept {
  return side == CornerSide::out ? CornerSide::in : CornerSide::out;
}

struct IndexCorner {
  Point at{0.0F, 0.0F};
  // Directions along the walls, from the corner.
  detail::Vector out_wall;
  detail::Vector in_wall;

  // Exact. Both limits belong to `out` and to `in`.
  [[nodiscard]] CornerSide side_of(const detail::Vector& way) const noexcept {
    // An obstacle without extent: all ways are alike.
    if (!has_sides()) return CornerSide::out;
    const double turn = cross(in_wall, way);
    if (turn < 0.0) return cross(out_wall, way) > 0.0 ? CornerSide::behind : CornerSide::in;
    return turn > 0.0 || dot(in_wall, way) < 0.0 ? CornerSide::out : CornerSide::in;
  }
  [[nodiscard]] bool has_sides() const noexcept { return cross(in_wall, out_wall) > 0.0; }
};

// Both halves of a corner have numbers: labels are listed by them.
[[nodiscard]] constexpr std::uint32_t half_of(std::size_t corner, CornerSide side) noexcept {
  return static_cast<std::uint32_t>(2 * corner + (side == CornerSide::in ? 1 : 0));
}

}  // namespace taut
