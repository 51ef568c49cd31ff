// The tiles that a field reaches (internal).
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>

#include "core/mesh/outline_sweep.hpp"

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

// What extract_reached_tiles() writes. is_entered(cell): whether the field may reach points of it;
// distance_at(point): the distance, Field::kUnreached where there is none.
template <class IsEntered, class DistanceAt>
[[nodiscard]] Result write_reached_tiles(const ConvexMesh& mesh, double limit,
                                         const IsEntered& is_entered, const DistanceAt& distance_at,
                                         std::span<ReachedTile> out) {
  Result result;
  if (!(limit >= 0.0)) return result;
  mesh.for_each_cell([&](CellId cell) {
    if (!is_entered(cell)) return;
    for_each_center(mesh, cell, [&](Tile tile) {
      const double distance = distance_at(center(tile));
      if (distance > limit || distance == Field::kUnreached) return;
      if (mesh.locate(center(tile)) != cell) return;
      if (result.count == out.size()) {
        result.status = Status::truncated;
      } else {
        out[result.count++] = {tile, distance};
      }
    });
  });
  return result;
}

}  // namespace taut
