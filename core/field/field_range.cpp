#include <taut/engine/field.hpp>

#include "field_memory.hpp"
#include "field_sight.hpp"
#include "reached_tiles.hpp"

namespace taut {

// Reads the memory of a field.
class FieldRange {
 public:
  static const FieldMemory& memory(const Field& field) noexcept { return *field.memory_; }
};

Result extract_reached_tiles(const Field& field, double limit,
                             std::span<ReachedTile> out) noexcept {
  const FieldMemory& memory = FieldRange::memory(field);
  if (!memory.is_current()) return {Status::ok, 0};
  // Funnels enter it.
  const auto is_entered = [&](CellId cell) {
    return memory.first_sight[cell] != memory.first_sight[cell + 1];
  };
  return write_reached_tiles(
      *memory.mesh, limit, is_entered, [&](const Point& point) { return field.distance(point); },
      out);
}

}  // namespace taut
