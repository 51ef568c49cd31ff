// The triangles of a map, or of a hole in a mesh and of the cells around it (internal).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/convex_mesh.hpp>

#include "line_tiles.hpp"
#include "mesh_hole.hpp"
#include "triangulation.hpp"

namespace taut {

// The finalizer of MurmurHash3: one to one.
[[nodiscard]] inline std::uint32_t mix_bits(std::uint32_t bits) noexcept {
  bits = (bits ^ bits >> 16U) * 0x85ebca6bU;
  bits = (bits ^ bits >> 13U) * 0xc2b2ae35U;
  return bits ^ bits >> 16U;
}

// Triangles, each edge of which is kept or removed: cells are what the removed ones join. The cells
// of a mesh around a hole are divided into triangles, the Delaunay ones of their corners, when
// their edges are reached.
class TAUT_LOCAL MeshTriangles {
 public:
  static constexpr std::uint32_t kNone = Triangulation::kNone;

  // The triangles of a whole map; all their edges are kept.
  explicit MeshTriangles(Triangulation triangles);
  // Those of a hole, region by region.
  MeshTriangles(const LineTiles& tiles, const ConvexMesh& mesh,
                std::span<const HoleRegion> regions);

  [[nodiscard]] std::uint32_t size() const noexcept {  // half-edges
    return static_cast<std::uint32_t>(all.twin.size());
  }
  [[nodiscard]] bool is_whole_map() const noexcept { return mesh_ == nullptr; }
  // The half-edge beyond, kNone at walls. Divides the cell there where it was not yet.
  [[nodiscard]] std::uint32_t beyond(std::uint32_t half) {
    if (all.twin[half] == kNone && mesh_ != nullptr && outer_[half] != kNoEdge) {
      take_in(mesh_->cell_of(outer_[half]));
    }
    return all.twin[half];
  }
  // Whether the edge is a wall, or a border of two kinds of tiles: never removed.
  [[nodiscard]] bool is_fixed(std::uint32_t half) const noexcept { return fixed_[half] != 0; }
  [[nodiscard]] bool is_removed(std::uint32_t half) const noexcept { return removed_[half] != 0; }
  // Removes an edge or keeps it. Cells of the mesh on its sides have changed.
  void change(std::uint32_t half, bool is_removed);

  // Whether a triangle is new or its cell has changed.
  [[nodiscard]] bool has_changed(std::uint32_t half) const noexcept {
    return mesh_ == nullptr || owner_[half / 3] == kNone || cells_[owner_[half / 3]].has_changed;
  }
  // The edges of the cell beyond an edge that has not been divided.
  [[nodiscard]] std::uint32_t edges_beyond(std::uint32_t half) const noexcept {
    return static_cast<std::uint32_t>(mesh_->edges(mesh_->cell_of(outer_[half])).size());
  }
  // The edge of the mesh beyond: of a cell that has not changed.
  [[nodiscard]] EdgeId edge_beyond(std::uint32_t half) const noexcept {
    if (mesh_ == nullptr) return kNoEdge;
    return all.twin[half] == kNone ? outer_[half] : own_[all.twin[half]];
  }
  // Adds the cells that have changed.
  void extract_changed_cells(std::vector<CellId>& cells) const;

  // For make_delaunay(): the storage of a triangle becomes that of another one, whose edges are
  // kept; and a new triangle is laid along an edge.
  void replace(std::uint32_t half, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void lay_along(std::uint32_t half, std::uint32_t beyond, bool is_fixed);

  Triangulation all;

 private:
  // A cell of the mesh, in triangles.
  struct Cell {
    CellId id;
    std::uint32_t first_side;  // in sides_
    bool has_changed;
  };

  // With the kind of tiles beyond each half-edge at the side of a region.
  void add_region(const HoleRegion& region, std::vector<int>& beyond);
  void join_regions(const std::vector<int>& beyond);
  void reserve_halves(std::size_t count);
  void add_halves(std::size_t count);
  void take_in(CellId cell);
  [[nodiscard]] std::uint32_t divide(std::uint32_t corner, std::uint32_t first, std::uint32_t last,
                                     std::uint32_t* sides);
  void link_sides(CellId cell, const std::uint32_t* sides);
  [[nodiscard]] bool is_border(CellId cell, EdgeId edge) const;
  [[nodiscard]] std::uint32_t half_of(EdgeId edge) const noexcept;
  void mark_changed(std::uint32_t half) noexcept {
    if (mesh_ != nullptr && owner_[half / 3] != kNone) cells_[owner_[half / 3]].has_changed = true;
  }

  std::vector<std::uint8_t> fixed_;    // per half-edge
  std::vector<std::uint8_t> removed_;  // per half-edge

  const LineTiles* tiles_ = nullptr;  // around a hole; none for a whole map
  const ConvexMesh* mesh_ = nullptr;
  std::vector<EdgeId> own_;           // per half-edge that of the mesh, kNoEdge inside of cells
  std::vector<EdgeId> outer_;         // per half-edge at a cell that remains: that cell's edge
  std::vector<std::uint32_t> owner_;  // per triangle its cell, kNone for new ones
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> sides_;                       // half-edges along those of the cells
  std::vector<std::pair<CellId, std::uint32_t>> by_id_;    // of cells_, sorted
  std::vector<std::pair<EdgeId, std::uint32_t>> at_hole_;  // half-edges of the hole, sorted
};

// Goes through the edges of triangles, longest first, and removes each whose two cells form a
// convex one of at most kMaxMergedEdges edges. In a mesh that was made like this an edge depends on
// longer ones nearby alone. So after an edit those beside what changed are decided again, then
// those that depend on one whose outcome is another. The cells are those of a new mesh.
//
// Returns   the resulting cells, with vertices at those of the triangles divided by steps_per_tile,
//           a power of two, and the cells of the mesh that they replace.
// Source    Hertel and Mehlhorn (1983).
[[nodiscard]] MeshPatch merge_cells(MeshTriangles& triangles, int steps_per_tile);

}  // namespace taut
