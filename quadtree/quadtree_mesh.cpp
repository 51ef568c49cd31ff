#include <taut/quadtree_mesh.hpp>

#include <algorithm>
#include <vector>

namespace taut {
namespace {

// Rings of edges round leaves; an edge knows the leaf beyond it, kNoLeaf for a wall.
struct Rings {
  MeshParts parts;
  std::vector<LeafId> beyond;  // per edge

  void add_edge(float x, float y, LeafId to) {
    parts.edge_start.emplace_back(x, y);
    beyond.push_back(to);
  }
};

// Adds the edges of one side of a leaf, counter-clockwise round it. Sides that run by falling x or y
// list their links, which are by growing ones, from behind.
void add_side(const Quadtree& tree, LeafId leaf, LeafSide side, Rings& rings) {
  const TileRect rect = tree.rect(leaf);
  const bool is_along_x = side == LeafSide::low_y || side == LeafSide::high_y;
  const bool is_falling = side == LeafSide::high_y || side == LeafSide::low_x;
  const float across = static_cast<float>(side == LeafSide::low_y    ? rect.y0
                                          : side == LeafSide::high_x ? rect.x1
                                          : side == LeafSide::high_y ? rect.y1
                                                                     : rect.x0);
  const int low = is_along_x ? rect.x0 : rect.y0;
  const int high = is_along_x ? rect.x1 : rect.y1;
  const auto add = [&](int along, LeafId to) {
    const float at = static_cast<float>(along);
    if (is_along_x) {
      rings.add_edge(at, across, to);
    } else {
      rings.add_edge(across, at, to);
    }
  };
  const std::span<const LeafLink> links = tree.neighbors(leaf, side);
  int at = is_falling ? high : low;
  const int end = is_falling ? low : high;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const LeafId other = links[is_falling ? links.size() - 1 - i : i].to;
    const TileRect beyond = tree.rect(other);
    const int first = std::max(low, is_along_x ? beyond.x0 : beyond.y0);
    const int last = std::min(high, is_along_x ? beyond.x1 : beyond.y1);
    const int begin = is_falling ? last : first;
    if (at != begin) add(at, kNoLeaf);
    add(begin, other);
    at = is_falling ? first : last;
  }
  if (at != end) add(at, kNoLeaf);
}

}  // namespace

ConvexMesh build_mesh(const Quadtree& tree) {
  Rings rings;
  MeshParts& parts = rings.parts;
  std::vector<CellId> cells(tree.leaf_ids());
  std::vector<LeafId> leaves;
  tree.for_each_leaf([&](LeafId leaf) {
    cells[leaf] = static_cast<CellId>(leaves.size());
    leaves.push_back(leaf);
    parts.cell_begin.push_back(static_cast<EdgeId>(parts.edge_start.size()));
    for (const LeafSide side :
         {LeafSide::low_y, LeafSide::high_x, LeafSide::high_y, LeafSide::low_x}) {
      add_side(tree, leaf, side, rings);
    }
  });
  parts.cell_begin.push_back(static_cast<EdgeId>(parts.edge_start.size()));

  // Two leaves share one edge at most, so the twin is the one that leads back.
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
