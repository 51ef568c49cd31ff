#include <taut/engine/quadtree_mesh.hpp>

#include <vector>

#include "leaf_rings.hpp"

namespace taut {

ConvexMesh build_mesh(const Quadtree& tree) {
  detail::LeafRings rings;
  MeshParts& parts = rings.parts;
  std::vector<CellId> cells(tree.leaf_ids());
  std::vector<LeafId> leaves;
  tree.for_each_leaf([&](LeafId leaf) {
    cells[leaf] = static_cast<CellId>(leaves.size());
    leaves.push_back(leaf);
    rings.add(tree, leaf);
  });
  parts.cell_begin.push_back(static_cast<EdgeId>(parts.edge_start.size()));

  // Two leaves share at most one edge, so the twin is the edge that leads back.
  parts.edge_twin.assign(parts.edge_start.size(), kNoEdge);
  for (CellId cell = 0; cell < leaves.size(); ++cell) {
    for (EdgeId edge = parts.cell_begin[cell]; edge < parts.cell_begin[cell + 1]; ++edge) {
      // Both are found from the cell with the smaller id.
      if (rings.beyond[edge] == kNoLeaf || parts.edge_twin[edge] != kNoEdge) continue;
      EdgeId twin = parts.cell_begin[cells[rings.beyond[edge]]];
      while (rings.beyond[twin] != leaves[cell]) ++twin;
      parts.edge_twin[edge] = twin;
      parts.edge_twin[twin] = edge;
    }
  }
  return ConvexMesh(parts);
}

}  // namespace taut
