// The targets of a build: when it may end (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>

#include "field_memory.hpp"

namespace taut {

class FieldTargets {
 public:
  // Requires a memory that has the goals. Of the targets those count that lie in the component of a
  // goal.
  FieldTargets(const FieldMemory& memory, const FieldOptions& options,
               FieldScratch::Memory& scratch);

  // Takes the distances of the targets to the goals in their cells.
  void update_from_goals();

  // Takes the distances that a new funnel gives to the targets in its cell.
  void update(const FieldScratch::Memory::Node& node);

  // How far the field must reach.
  [[nodiscard]] double bound() const noexcept { return bound_; }

 private:
  using Target = FieldScratch::Memory::Target;

  void take(std::uint32_t target, double distance) noexcept;

  const FieldMemory& m_;
  FieldScratch::Memory& s_;
  std::span<const Point> points_;
  std::size_t unreached_ = 0;  // targets that count
  double bound_ = kNoLengthLimit;
};

}  // namespace taut
