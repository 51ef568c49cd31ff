// Points as whole lattice steps, for the validators (internal). They share no arithmetic with what
// they check.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>

namespace taut::validators {

inline constexpr std::int64_t kTileSteps = kLatticePerTile;

// Maps have at most 2^24 steps a side, so differences take 25 bits and products 50.
struct Step {
  std::int64_t x = 0;
  std::int64_t y = 0;
  friend bool operator==(const Step&, const Step&) = default;
};

inline Step operator-(Step a, Step b) noexcept { return {a.x - b.x, a.y - b.y}; }
inline std::int64_t cross(Step a, Step b) noexcept { return a.x * b.y - a.y * b.x; }
inline std::int64_t inner(Step a, Step b) noexcept { return a.x * b.x + a.y * b.y; }

// std::nullopt for a point that is not on the lattice or beyond the largest map.
inline std::optional<Step> to_steps(const Point& point) noexcept {
  constexpr auto kMaxCoordinate = static_cast<float>(kMaxMapSide);
  if (!(std::abs(point.x) <= kMaxCoordinate && std::abs(point.y) <= kMaxCoordinate)) {
    return std::nullopt;
  }
  const float x = point.x * static_cast<float>(kTileSteps);
  const float y = point.y * static_cast<float>(kTileSteps);
  if (std::trunc(x) != x || std::trunc(y) != y) return std::nullopt;
  return Step{static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)};
}

}  // namespace taut::validators
