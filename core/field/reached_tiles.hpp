// The tiles that a field reaches (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>

#include "core/mesh/outlines.hpp"

namespace taut {

// Calls visit(tile) for each tile whose centre lies in the cell, by rows.
template <class Visit>
void for_each_center(const ConvexMesh& mesh, CellId cell, const Visit& visit) {
  detail::OutlineSweep outline(mesh.edges(cell), Point{0.0F, 0.0F}, 1.0);
  const auto first_row = static_cast<std::int32_t>(std::ceil(outline.low() - 0.5));
  for (std::int32_t y = first_row; static_cast<double>(y) + 0.5 <= outline.high(); ++y) {
    const double row = static_cast<double>(y) + 0.5;
    const auto [low, high] = outline.find_extent(row, row);
    constexpr double kExtentSlack = 1e-6;  // of the extent, which is rounded
    const auto first = static_cast<std::int32_t>(std::ceil(low - 0.5 - kExtentSlack));
    for (std::int32_t x = first; static_cast<double>(x) + 0.5 <= high + kExtentSlack; ++x) {
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
  const auto is_before = [](const ReachedTile& a, const ReachedTile& b) {
    return a.tile.y != b.tile.y ? a.tile.y < b.tile.y : a.tile.x < b.tile.x;
  };
  mesh.for_each_cell([&](CellId cell) {
    if (!is_entered(cell)) return;
    for_each_center(mesh, cell, [&](Tile tile) {
      const double distance = distance_at(center(tile));
      if (distance > limit || distance == Field::kUnreached) return;
      if (mesh.locate(center(tile)) != cell) return;
      const ReachedTile reached{tile, distance};
      if (result.count < out.size()) {
        out[result.count++] = reached;
        return;
      }
      // The last one of those written makes room: it is the first of a heap.
      if (result.status == Status::ok) std::make_heap(out.begin(), out.end(), is_before);
      result.status = Status::truncated;
      if (out.empty() || !is_before(reached, out.front())) return;
      std::pop_heap(out.begin(), out.end(), is_before);
      out.back() = reached;
      std::push_heap(out.begin(), out.end(), is_before);
    });
  });
  std::sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(result.count), is_before);
  return result;
}

}  // namespace taut
