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
  // Calls visit(CellId) for the cells that contain it, as ConvexMesh::for_each_cell_at().
  template <class Visit>
  void for_each_cell(const ConvexMesh& mesh, const Visit& visit) const noexcept {
    if (cells_ == 1) {
      visit(first_);
    } else if (cells_ > 1) {
      mesh.for_each_cell_at(at_, visit);
    }
  }
  // Calls visit(CellId) for those that are connected to a cell of the other end. Requires that one
  // is.
  template <class Visit>
  void for_each_cell_toward(const QueryEnd& other, const ConvexMesh& mesh,
                            const Visit& visit) const noexcept {
    if (cells_ == 1) {
      visit(first_);
    } else {
      for_each_cell(mesh, [&](CellId cell) {
        if (other.is_connected_to(mesh, cell)) visit(cell);
      });
    }
  }
  [[nodiscard]] bool is_connected_to(const QueryEnd& other, const ConvexMesh& mesh) const noexcept {
    bool is_connected = false;
    for_each_cell(mesh, [&](CellId cell) {
      is_connected = is_connected || other.is_connected_to(mesh, cell);
    });
    return is_connected;
  }

 private:
  [[nodiscard]] bool is_connected_to(const ConvexMesh& mesh, CellId other) const noexcept {
    bool is_connected = false;
    for_each_cell(
        mesh, [&](CellId cell) { is_connected = is_connected || mesh.is_connected(cell, other); });
    return is_connected;
  }

  Point at_{0.0F, 0.0F};
  CellId first_ = 0;
  std::size_t cells_ = 0;
};

}  // namespace taut
