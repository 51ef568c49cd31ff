// A point of the path ahead of a PathFollower, and its limits (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <taut/engine/vectors.hpp>
#include <taut/follower.hpp>

namespace taut {
namespace detail {

// Places in front of the first turn, for the turns that detours add.
inline constexpr std::size_t kDetourRoom = 2;
// Legs that moves of the goal may add.
inline constexpr std::uint8_t kMostAddedLegs = 4;

[[nodiscard]] inline Point to_lattice_point(const DiscPoint& p) noexcept { return snap(narrow(p)); }

}  // namespace detail

// On the leg to the turn, or on its arc.
struct PathFollower::Spot {
  std::size_t turn = 0;
  bool is_on_arc = false;
  DiscPoint place{0.0, 0.0};
  double distance = std::numeric_limits<double>::infinity();
};

}  // namespace taut
