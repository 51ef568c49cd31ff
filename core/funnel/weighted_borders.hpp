// The crossing points of the cheapest path through portals, by Newton steps (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>

#include "core/funnel/weighted_memory.hpp"

namespace taut::detail {

// find_crossings() by Newton steps over the places at borders, the portals between two costs. The
// bounds are not near where it gives up, which is rare.
[[nodiscard]] WeightedBounds find_border_crossings(const Point& start, const Point& goal,
                                                   std::span<const Portal> portals,
                                                   std::span<const float> costs, double tolerance,
                                                   WeightedMemory& memory) noexcept;

}  // namespace taut::detail
