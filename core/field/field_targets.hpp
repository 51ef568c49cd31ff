// The targets of a build: when it may end (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/convex_mesh.hpp>
#include <taut/field.hpp>

#include "field_memory.hpp"

namespace taut {

class FieldTargets {
 public:
  // Requires a memory that has the goals. Of the targets those count that lie in the component of a
  // goal.
  FieldTargets(const FieldMemory& memory, const FieldOptions& options);

  // Takes the distances that a new funnel gives to the targets in its cell.
  void update(const FieldScratch::Memory::Node& node);

  // How far the field must reach.
  [[nodiscard]] double bound() const noexcept { return bound_; }

 private:
  struct Target {
    CellId cell;
    std::uint32_t index;
    friend bool operator<(const Target& a, const Target& b) noexcept {
      return a.cell != b.cell ? a.cell < b.cell : a.index < b.index;
    }
  };

  void update_bound() noexcept;

  const FieldMemory& m_;
  FieldEnd end_;
  std::span<const Point> points_;
  std::vector<Target> targets_;    // by cells: a target on an edge has several
  std::vector<bool> has_target_;   // per cell id
  std::vector<double> distances_;  // per target that counts; -1 for others
  double bound_ = kNoLengthLimit;
};

}  // namespace taut
