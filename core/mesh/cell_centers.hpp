// The tiles whose centres lie in a cell (internal).
#pragma once

#include <cmath>
#include <cstdint>

#include <taut/engine/convex_mesh.hpp>

#include "outline_sweep.hpp"

namespace taut {

// Calls visit(tile) for each tile whose centre lies in the cell, by rows.
template <class Visit>
void for_each_center(const ConvexMesh& mesh, CellId cell, const Visit& visit) {
  detail::OutlineSweep outline(mesh.edges(cell), Point{0.0F, 0.0F}, 1.0);
  const auto first_row = static_cast<std::int32_t>(std::ceil(outline.low() - 0.5));
  for (std::int32_t y = first_row; static_cast<double>(y) + 0.5 <= outline.high(); ++y) {
    const double row = static_cast<double>(y) + 0.5;
    const auto [low, high] = outline.find_extent(row, row);
    constexpr double kMargin = 1e-6;  // of the extent, which is rounded
    const auto first = static_cast<std::int32_t>(std::ceil(low - 0.5 - kMargin));
    for (std::int32_t x = first; static_cast<double>(x) + 0.5 <= high + kMargin; ++x) {
      if (mesh.holds(cell, center({x, y}))) visit(Tile{x, y});
    }
  }
}

}  // namespace taut
