// Merges triangles into few, large convex cells (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/engine/convex_mesh.hpp>

#include "triangulation.hpp"

namespace taut {

// Cells as rings of half-edges: those of a triangulation, from which edges are removed. Cells of a
// mesh may lie around the triangles and be merged with them.
class CellMerger {
 public:
  // Vertices of the mesh, and of the cells that are made, lie at those of the triangles divided by
  // steps_per_tile, a power of two. Cells of different kinds are not merged; without kinds all have
  // one.
  explicit CellMerger(Triangulation triangles, int steps_per_tile = 1, std::vector<int> kinds = {});

  // Adds a cell of a mesh. Its half-edges follow each other as its edges do; those not linked here
  // keep their twins in the mesh. Returns the first one.
  std::uint32_t add_cell(const ConvexMesh& mesh, CellId cell, int kind);
  void link(std::uint32_t half, std::uint32_t other) noexcept;

  // Removes each edge of a triangle whose two cells form a convex one of at most kMaxMergedEdges
  // edges, longest first.
  // Source    Hertel and Mehlhorn (1983).
  void merge();

  // The resulting cells, and the cells of the mesh that were merged into them.
  [[nodiscard]] MeshPatch finish() const;

 private:
  // A cell of the mesh.
  struct Ring {
    CellId cell;
    std::uint32_t half;
    EdgeId edge;
    bool is_merged;
  };

  // The number of edges of a cell, stored at the triangle or ring that represents all those merged
  // into it.
  struct Part {
    std::uint32_t parent;
    std::uint32_t edges;
  };

  [[nodiscard]] std::size_t ring_of(std::uint32_t half) const noexcept;
  [[nodiscard]] bool is_needless(std::uint32_t half) const noexcept;
  [[nodiscard]] std::uint64_t squared_length(std::uint32_t half) const noexcept;
  [[nodiscard]] std::uint64_t order_of(std::uint32_t half) const noexcept;
  [[nodiscard]] std::uint32_t first_part_of(std::uint32_t half) const noexcept;
  [[nodiscard]] std::uint32_t part_of(std::uint32_t half) noexcept;
  void take_out(std::uint32_t half) noexcept;
  void connect(std::uint32_t half, std::uint32_t after) noexcept {
    next_[half] = after;
    previous_[after] = half;
  }

  Triangulation mesh_;
  float steps_;                      // per tile
  std::vector<std::uint32_t> next_;  // kNone for removed half-edges
  std::vector<std::uint32_t> previous_;
  std::uint32_t triangle_halves_;
  std::vector<Part> parts_;  // triangles, then rings
  std::vector<int> kinds_;   // of triangles, then of rings; or none
  std::vector<Ring> rings_;
  std::vector<EdgeId> beyond_;  // per half-edge of a ring its twin in the mesh
};

}  // namespace taut
