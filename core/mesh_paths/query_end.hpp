// The start and the goal of a query over a mesh (internal).
#pragma once

#include <cstddef>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>

namespace taut {

// A point, and the cells that contain it: one but on the edges of the mesh. Inside a cell it is
// located once.
class QueryEnd {
 public:
  QueryEnd() = default;
  // In no cell until locate().
  explicit QueryEnd(const Point& point) noexcept : at_(point) {}

  void locate(const ConvexMesh& mesh) noexcept {
    cells_ = 0;
    mesh.for_each_cell_at(at_, [&](CellId cell) {
      if (cells_ == 0) first_ = cell;
      ++cells_;
    });
  }

  [[nodiscard]] const Point& at() const noexcept { return at_; }
  [[nodiscard]] bool has_cell() const noexcept { return cells_ != 0; }
  // Requires a cell.
  [[nodiscard]] CellId first_cell() const noexcept { return first_; }
  [[nodiscard]] bool is_in(const ConvexMesh& mesh, CellId cell) const noexcept {
    return cells_ == 1 ? cell == first_ : mesh.holds(cell, at_);
  }
  // Calls visit(CellId) for the cells that contain it, by id.
  template <class Visit>
  void for_each_cell(const ConvexMesh& mesh, const Visit& visit) const noexcept {
    if (cells_ == 1) {
      visit(first_);
    } else if (cells_ > 1) {
      mesh.for_each_cell_at(at_, visit);
    }
  }
  [[nodiscard]] bool is_connected_to(const QueryEnd& other, const ConvexMesh& mesh) const noexcept {
    bool is_connected = false;
    for_each_cell(mesh, [&](CellId first) {
      other.for_each_cell(mesh, [&](CellId last) {
        is_connected = is_connected || mesh.is_connected(first, last);
      });
    });
    return is_connected;
  }

 private:
  Point at_{0.0F, 0.0F};
  CellId first_ = 0;
  std::size_t cells_ = 0;
};

}  // namespace taut
