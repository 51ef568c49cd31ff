// The crossing points of the cheapest path through portals (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>

#include "core/funnel/weighted_memory.hpp"

namespace taut::detail {

// Finds the places of the crossings where the cost changes, such that no path costs less by more
// than `tolerance` of their cost (or of that of one lattice step where they cost less), or gives
// up. Requires memory for the portals, and one more cost than portals, all above 0.
WeightedBounds find_crossings(const Point& start, const Point& goal,
                              std::span<const Portal> portals, std::span<const float> costs,
                              double tolerance, WeightedMemory& memory) noexcept;

// The crossing of a portal that find_crossings() found, on the lattice: on the portal if that is
// parallel to an axis.
[[nodiscard]] Point rounded_crossing(const Portal& portal, const Crossing& crossing) noexcept;

}  // namespace taut::detail
