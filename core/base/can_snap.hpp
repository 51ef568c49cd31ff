// Whether a point may be snapped to the lattice (internal).
#pragma once

#include <cmath>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>

namespace taut::detail {

// Whether both coordinates are finite and at most twice the longest side of a map.
[[nodiscard]] inline bool can_snap(const Point& p) noexcept {
  constexpr float kLimit = 2.0F * static_cast<float>(kMaxMapSide);
  return std::abs(p.x) <= kLimit && std::abs(p.y) <= kLimit;  // false for NaN
}

}  // namespace taut::detail
