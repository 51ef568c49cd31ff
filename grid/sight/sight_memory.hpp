// The memory of sight, and its radius (internal).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/sight.hpp>

#include "grid/sight/sight_sweep.hpp"

namespace taut {

struct TAUT_LOCAL SightMemory {
  explicit SightMemory(double most);

  double radius;
  std::vector<detail::SightFrame> frames;
  std::vector<std::uint64_t> marks;  // a bit per tile of the square around the radius
};

namespace detail {

// In lattice steps. Requires a radius from 0 to kMaxMapSide.
[[nodiscard]] inline std::int64_t snap_sight(double radius) noexcept {
  return static_cast<std::int64_t>(std::ceil(radius * kLatticePerTile));
}

// How many tiles away the farthest row is.
[[nodiscard]] inline int sight_rows(double radius) noexcept {
  return static_cast<int>(snap_sight(radius) / kLatticePerTile);
}

[[nodiscard]] inline bool can_look(const SightMemory* memory, double radius) noexcept {
  return memory != nullptr && radius >= 0.0 && radius <= memory->radius;
}

}  // namespace detail
}  // namespace taut
