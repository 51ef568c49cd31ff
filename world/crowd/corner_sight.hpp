// Which corners of a mesh are seen from a place. Rounded: for proposals that are checked later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/engine/vectors.hpp>

#include "world/follow/path_shapes.hpp"

namespace taut::crowds {

[[nodiscard]] inline double det(const DiscPoint& a, const DiscPoint& b) noexcept {
  return a.x * b.y - a.y * b.x;
}

class CornerSight {
 public:
  // Calls visit(const MeshEdge&), with an edge that starts there, for each corner that is seen from
  // a place, at most `far` tiles away; for some more than once, and for some beside the sight.
  // Whether the place is on the mesh.
  // Cost      the cells that are seen. May allocate.
  template <class Visit>
  bool look(const ConvexMesh& mesh, const DiscPoint& from, double far, const Visit& visit) {
    cones_.clear();
    // for_each_cell_at() is noexcept: its visitor must not allocate.
    std::size_t count = 0;
    mesh.for_each_cell_at(narrow(from), [&](CellId) { ++count; });
    cells_.clear();
    cells_.reserve(count);
    mesh.for_each_cell_at(narrow(from), [&](CellId cell) { cells_.push_back(cell); });
    for (const CellId cell : cells_) {
      const EdgeId first = mesh.first_edge(cell);
      EdgeId edge = first;
      do {
        const EdgeId next = mesh.next(edge);
        if (mesh.edge(edge).is_corner()) visit(mesh.edge(edge));
        add(mesh, edge, from, far, widen(mesh.edge(edge).start()) - from,
            widen(mesh.edge(next).start()) - from);
        edge = next;
      } while (edge != first);
    }
    while (!cones_.empty()) {
      const Cone cone = cones_.back();
      cones_.pop_back();
      for (EdgeId edge = mesh.next(cone.entry); edge != cone.entry;) {
        const EdgeId next = mesh.next(edge);
        DiscPoint right = widen(mesh.edge(edge).start()) - from;
        DiscPoint left = widen(mesh.edge(next).start()) - from;
        const bool is_seen = det(cone.right, right) >= 0.0 && det(right, cone.left) >= 0.0;
        if (is_seen && mesh.edge(edge).is_corner()) visit(mesh.edge(edge));
        if (det(cone.right, right) < 0.0) right = cone.right;
        if (det(left, cone.left) < 0.0) left = cone.left;
        if (det(right, left) > 0.0) add(mesh, edge, from, far, right, left);
        edge = next;
      }
    }
    return count > 0;
  }

 private:
  struct Cone {
    EdgeId entry;
    DiscPoint right;
    DiscPoint left;
  };

  void add(const ConvexMesh& mesh, EdgeId edge, const DiscPoint& from, double far,
           const DiscPoint& right, const DiscPoint& left) {
    if (mesh.edge(edge).is_wall()) return;
    const DiscPoint a = widen(mesh.edge(edge).start());
    const DiscPoint b = widen(mesh.edge(mesh.next(edge)).start());
    if (squared_norm(detail::nearest_on(a, b, from) - from) > far * far) return;
    cones_.push_back({mesh.edge(edge).twin(), right, left});
  }

  std::vector<CellId> cells_;
  std::vector<Cone> cones_;
};

}  // namespace taut::crowds
