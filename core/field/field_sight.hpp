// What a point of a field sees: the shortest path from it (internal).
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "field_memory.hpp"

namespace taut {

// The shortest path from a point, of those through the funnels considered.
class FieldSight {
 public:
  FieldSight(const FieldMemory& memory, const Point& point) noexcept : m_(memory), point_(point) {}

  // Considers all funnels that enter the cells of the point, or one cell.
  void consider_cells() noexcept {
    m_.mesh->for_each_cell_at(point_, [this](CellId cell) { consider_cell(cell); });
  }
  void consider_cell(CellId cell) noexcept {
    const std::span<const MeshEdge> ring = m_.mesh->edges(cell);
    const std::uint32_t end = m_.first_sight[cell + 1];
    for (std::uint32_t i = m_.first_sight[cell]; i < end; ++i) {
      const FieldMemory::Sight& sight = m_.sights[i];
      const std::size_t right = std::size_t{sight.entry} + 1;
      consider(sight, ring[sight.entry], ring[right == ring.size() ? 0 : right]);
    }
  }
  // `left` and `right` start at the ends of the funnel's edge.
  void consider(const FieldMemory::Sight& sight, const MeshEdge& left,
                const MeshEdge& right) noexcept {
    const detail::Vector way = detail::between(sight.at, point_);
    const double straight = sight.cost + detail::norm(way);
    if (!(straight < distance_)) return;
    if (sight.is_cone != 0) {
      const detail::Vector right_ray{sight.right_x, sight.right_y};
      const detail::Vector left_ray{sight.left_x, sight.left_y};
      if (detail::cross(right_ray, way) < 0.0) return turn(sight, right_ray, right);
      if (detail::cross(left_ray, way) > 0.0) return turn(sight, left_ray, left);
    }
    distance_ = straight;
    root_ = sight.root;
    turn_ = nullptr;
  }

  [[nodiscard]] double distance() const noexcept { return distance_; }
  // kNone when nothing is seen.
  [[nodiscard]] std::uint32_t root() const noexcept { return root_; }
  // The corner that the path turns at before the root; nullptr when it does not.
  [[nodiscard]] const MeshEdge* turn() const noexcept { return turn_; }

 private:
  // A point beside the funnel is reached by a turn at the end of the edge.
  void turn(const FieldMemory::Sight& sight, const detail::Vector& ray,
            const MeshEdge& end) noexcept {
    if (!end.is_corner()) return;
    const detail::Vector to_end = detail::between(sight.at, end.start());
    if (detail::cross(ray, to_end) != 0.0) return;
    const double length =
        sight.cost + detail::norm(to_end) + detail::norm(detail::between(end.start(), point_));
    if (!(length < distance_)) return;
    distance_ = length;
    root_ = sight.root;
    turn_ = &end;
  }

  const FieldMemory& m_;
  Point point_;
  double distance_ = std::numeric_limits<double>::infinity();
  std::uint32_t root_ = FieldMemory::kNone;
  const MeshEdge* turn_ = nullptr;
};

}  // namespace taut
