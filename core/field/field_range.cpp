#include <taut/engine/field.hpp>

#include <cmath>

#include "core/mesh/outline_sweep.hpp"
#include "field_memory.hpp"
#include "field_sight.hpp"

namespace taut {

// Reads the memory of a field.
class FieldRange {
 public:
  static const FieldMemory& memory(const Field& field) noexcept { return *field.memory_; }
};

namespace {

// Calls visit(cell) for each cell that funnels enter.
template <class Visit>
void for_each_entered(const FieldMemory& memory, const Visit& visit) {
  memory.mesh->for_each_cell([&](CellId cell) {
    if (memory.first_sight[cell] != memory.first_sight[cell + 1]) visit(cell);
  });
}

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

}  // namespace

Result extract_reached_tiles(const Field& field, double limit,
                             std::span<ReachedTile> out) noexcept {
  Result result;
  const FieldMemory& memory = FieldRange::memory(field);
  if (!memory.is_current() || !(limit >= 0.0)) return result;
  for_each_entered(memory, [&](CellId cell) {
    for_each_center(*memory.mesh, cell, [&](Tile tile) {
      const double distance = field.distance(center(tile));
      if (distance > limit || distance == Field::kUnreached ||
          memory.mesh->locate(center(tile)) != cell)
        return;
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
