// The cells of a mesh as ComponentLabels wants them (internal).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <taut/detail/component_edits.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/convex_mesh.hpp>

namespace taut::detail {

// A cell is in the block of the vertex that its first edge starts at.
struct MeshGraph {
  const ConvexMesh& mesh;

  [[nodiscard]] std::size_t index(CellId cell) const noexcept { return cell; }
  [[nodiscard]] std::uint32_t block(CellId cell) const noexcept {
    const Point& at = mesh.edge(mesh.first_edge(cell)).start();
    return block_of(at.y) << 16 | block_of(at.x);
  }
  template <class Visit>
  void for_each_neighbor(CellId cell, const Visit& visit) const {
    for (const MeshEdge& edge : mesh.edges(cell)) {
      if (!edge.is_wall()) visit(mesh.cell_of(edge.twin()));
    }
  }

 private:
  [[nodiscard]] static std::uint32_t block_of(float at) noexcept {
    const float blocks = std::floor(at * (1.0F / static_cast<float>(kComponentBlock)));
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(blocks)) & 0xffffU;
  }
};

}  // namespace taut::detail
