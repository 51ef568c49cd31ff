// What a point of a field sees: the shortest path from it (internal).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <taut/detail/memory.hpp>
#include <taut/engine/vectors.hpp>

#include "field_memory.hpp"

namespace taut {

// The shortest path from a point, of those through the funnels considered.
class FieldSight {
 public:
  // By coordinates: a copy of a point that was just stored by coordinates waits for both stores.
  explicit FieldSight(const Point& point) noexcept : point_{point.x, point.y} {}

  [[nodiscard]] const Point& point() const noexcept { return point_; }

  // Considers all funnels that enter the cells of the point: faster when it lies inside the cell
  // `near`, which may be any number. Returns a cell of the point, or `near` where there is none.
  [[nodiscard]] CellId consider_cells(const FieldMemory& memory, CellId near) noexcept {
    if (is_inside(*memory.mesh, near)) {
      consider_cell(memory, near);
      return near;
    }
    CellId found = near;
    memory.mesh->for_each_cell_at(point_, [&](CellId cell) {
      consider_cell(memory, cell);
      found = cell;
    });
    return found;
  }
  // The funnels that lead to the point are found first, without branches: mostly it is one of many.
  void consider_cell(const FieldMemory& memory, CellId cell) noexcept {
    std::uint32_t first = memory.first_sight[cell];
    std::uint32_t end = memory.first_sight[cell + 1];
    if (!memory.goals.trees().empty()) end = consider_goals(memory, cell, end);
    while (first != end) {
      const FieldMemory::Gate* const gates = memory.gates.data() + first;
      const FieldMemory::Sight* const sights = memory.sights.data() + first;
      detail::prefetch(sights);
      const std::uint32_t count = std::min(end - first, 32U);
      std::uint32_t leading = 0;
      for (std::uint32_t i = 0; i < count; ++i) leading |= leads_here(gates[i]) << i;
      for (; leading != 0; leading &= leading - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(leading));
        if (!(static_cast<double>(sights[i].bound) < distance_)) return;
        consider(sights[i], gates[i]);
      }
      first += count;
    }
  }
  void consider(const FieldMemory::Sight& sight, const FieldMemory::Gate& gate) noexcept {
    const detail::Vector line = detail::between(sight.at, point_);
    const double straight = sight.cost + detail::norm(line);
    if (!(straight < distance_)) return;
    bool turns = false;
    if (sight.is_cone != 0) {
      const detail::Vector right_ray = detail::to_vector(gate.rays.right);
      const detail::Vector left_ray = detail::to_vector(gate.rays.left);
      const double right = detail::cross(right_ray, line);
      const double left = detail::cross(left_ray, line);
      if (right < 0.0) {
        if (sight.turns_right != 0) turn(sight, right_ray, line);
        return;
      }
      if (left > 0.0) {
        if (sight.turns_left != 0) turn(sight, left_ray, line);
        return;
      }
      turns = right > 0.0 && left < 0.0;
    }
    distance_ = straight;
    root_ = sight.root;
    has_turn_ = false;
    turns_ = turns;
    first_ = sight.at;
  }
  // Leaves nothing that is farther.
  void forget_beyond(double limit) noexcept {
    if (distance_ <= limit) return;
    distance_ = std::numeric_limits<double>::infinity();
    root_ = FieldMemory::kNone;
  }

  [[nodiscard]] double distance() const noexcept { return distance_; }
  // FieldMemory::kNone when nothing is seen.
  [[nodiscard]] std::uint32_t root() const noexcept { return root_; }
  // Whether the path turns at a corner before the root.
  [[nodiscard]] bool has_turn() const noexcept { return has_turn_; }
  // The first point of the path after its start: that turn, or the root.
  [[nodiscard]] const Point& first() const noexcept { return first_; }
  // Whether the path is sure to turn at first(), or to end there. A path from inside a cone turns
  // at its root, as what lies straight on from there is a side of the cone or outside; one from
  // beside a cone turns at the end of the edge.
  [[nodiscard]] bool turns() const noexcept { return turns_; }

 private:
  // Considers the goals of a cell that has many. Returns the end of its other funnels.
  [[nodiscard]] std::uint32_t consider_goals(const FieldMemory& memory, CellId cell,
                                             std::uint32_t end) noexcept {
    const GoalTrees::Tree* const tree = memory.goals.find(cell);
    if (tree == nullptr) return end;
    const std::span<const FieldMemory::Sight> sights(memory.sights);
    const FieldMemory::Sight* const goal = memory.goals.nearest(*tree, sights, point_, distance_);
    if (goal != nullptr) consider(*goal, {});
    return tree->first;
  }

  // Whether the point lies in the cell and on no edge of it: then it lies in no other.
  [[nodiscard]] bool is_inside(const ConvexMesh& mesh, CellId cell) const noexcept {
    if (!mesh.is_cell(cell)) return false;
    const std::span<const MeshEdge> ring = mesh.edges(cell);
    detail::Vector from = detail::between(point_, ring.back().start());
    for (const MeshEdge& edge : ring) {
      const detail::Vector to = detail::between(point_, edge.start());
      if (detail::cross(from, to) <= 0.0) return false;
      from = to;
    }
    return true;
  }

  // 1 for a funnel that leads to the point, straight or with a turn, else 0.
  [[nodiscard]] std::uint32_t leads_here(const FieldMemory::Gate& gate) const noexcept {
    const detail::Vector point = detail::to_vector(point_);
    const double right = cross(detail::to_vector(gate.rays.right), point);
    const double left = cross(detail::to_vector(gate.rays.left), point);
    return (right >= gate.right_limit ? 1U : 0U) & (left <= gate.left_limit ? 1U : 0U);
  }

  // A point beside the funnel is reached by a turn at the end of the edge, where the ray goes.
  void turn(const FieldMemory::Sight& sight, const detail::Vector& to_end,
            const detail::Vector& line) noexcept {
    const double length = sight.cost + norm(to_end) + norm(line - to_end);
    if (!(length < distance_)) return;
    distance_ = length;
    root_ = sight.root;
    has_turn_ = true;
    turns_ = true;
    first_ = sight.at + detail::to_float(to_end);
  }

  Point point_;
  Point first_{0.0F, 0.0F};
  double distance_ = std::numeric_limits<double>::infinity();
  std::uint32_t root_ = FieldMemory::kNone;
  bool has_turn_ = false;
  bool turns_ = false;
};

}  // namespace taut
