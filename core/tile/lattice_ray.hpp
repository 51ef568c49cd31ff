// Lattice coordinates of rays over tiles, for the raycasts of the maps.
#pragma once

#include <cstdint>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>

namespace taut::detail {

struct LatticePoint {
  std::int64_t x;
  std::int64_t y;
};

[[nodiscard]] inline LatticePoint to_lattice(const Point& p) noexcept {
  constexpr float kSteps = static_cast<float>(kLatticePerTile);
  return {static_cast<std::int64_t>(p.x * kSteps), static_cast<std::int64_t>(p.y * kSteps)};
}

inline constexpr std::int64_t kTile = kLatticePerTile;

[[nodiscard]] inline int sign(std::int64_t v) noexcept { return v > 0 ? 1 : v < 0 ? -1 : 0; }

// The index of the tile that a ray at lattice coordinate v is in just after it starts, or just
// before it ends. On a grid line it depends on the direction.
[[nodiscard]] inline int tile_behind_line(std::int64_t v) noexcept {
  return static_cast<int>((v + kTile - 1) / kTile) - 1;
}
[[nodiscard]] inline int tile_at(std::int64_t v) noexcept { return static_cast<int>(v / kTile); }
[[nodiscard]] inline int first_tile(std::int64_t v, int direction) noexcept {
  return direction < 0 ? tile_behind_line(v) : tile_at(v);
}
[[nodiscard]] inline int last_tile(std::int64_t v, int direction) noexcept {
  return direction > 0 ? tile_behind_line(v) : tile_at(v);
}

// The point at the fraction part / whole of a ray; rounded.
[[nodiscard]] inline Point place_on_ray(const LatticePoint& from, const LatticePoint& to,
                                        std::int64_t part, std::int64_t whole) noexcept {
  const double t = static_cast<double>(part) / static_cast<double>(whole);
  const double x = static_cast<double>(from.x) + t * static_cast<double>(to.x - from.x);
  const double y = static_cast<double>(from.y) + t * static_cast<double>(to.y - from.y);
  return {static_cast<float>(x / kLatticePerTile), static_cast<float>(y / kLatticePerTile)};
}

}  // namespace taut::detail
