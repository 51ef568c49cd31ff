// Storage of the edges of a mesh during an edit (internal).
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/engine/convex_mesh.hpp>

namespace taut {

// The edges of a cell are a contiguous row. Released rows are recycled for cells of as many edges.
// When more than a quarter of the places is unused, all rows are moved towards the front, some of
// them in each edit. The hole between the rows that have moved and the others ends up at the end.
//
// In a free row edge_cells_ of the first edge holds its length, with kFree. Short free rows of one
// length form a list: the first edge holds the previous row as its vertex, the next as its twin.
class MeshEdges {
 public:
  explicit MeshEdges(ConvexMesh& mesh) noexcept : m_(mesh), free_(mesh.free_edges_) {}

  [[nodiscard]] EdgeId take(std::uint32_t count);
  void release(EdgeId first, std::uint32_t count);

  // Moves about `work` edges if edges are being packed or should be.
  void pack(std::size_t work);

 private:
  static constexpr CellId kFree = 0x80000000U;
  static constexpr std::size_t kSlack = 1024;

  void resize(EdgeId count);
  void unlink(EdgeId row);
  void move(CellId cell, EdgeId to);

  ConvexMesh& m_;
  ConvexMesh::FreeEdges& free_;
};

}  // namespace taut
