#include <taut/engine/field.hpp>

#include "core/mesh/cell_centers.hpp"
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
