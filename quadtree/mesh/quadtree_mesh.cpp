#include <taut/engine/quadtree_mesh.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <cassert>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/tile/tile_rect.hpp"

namespace taut {
namespace {

// Rings of edges around leaves, counter-clockwise from the corner with the smallest x and y, with a
// vertex wherever leaves meet. An edge knows the leaf beyond it, kNoLeaf for a wall.
struct LeafRings {
  MeshParts parts;             // without twins; the last entry of cell_begin is still missing
  std::vector<LeafId> beyond;  // per edge

  void add(const Quadtree& tree, LeafId leaf);
};

// Adds the edges of one side of a leaf. Links are sorted by growing x or y; sides with falling x or
// y list them in reverse.
void add_side(const Quadtree& tree, LeafId leaf, LeafSide side, LeafRings& rings) {
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
    rings.parts.edge_start.push_back({is_along_x ? at : across, is_along_x ? across : at});
    rings.beyond.push_back(to);
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

void LeafRings::add(const Quadtree& tree, LeafId leaf) {
  parts.cell_begin.push_back(static_cast<EdgeId>(parts.edge_start.size()));
  for (const LeafSide side :
       {LeafSide::low_y, LeafSide::high_x, LeafSide::high_y, LeafSide::low_x}) {
    add_side(tree, leaf, side, *this);
  }
}

// ---- edits: cells of the leaves that one of the tree removed and added ----

template <class Id>
void sort_once(std::vector<Id>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

// Rings begin at the corner with the smallest x and y.
TileRect tiles_of(const ConvexMesh& mesh, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh.edges(cell);
  const Point low = ring.front().start();
  Point high = low;
  for (const MeshEdge& edge : ring) high = component_max(high, edge.start());
  return {static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x),
          static_cast<int>(high.y)};
}

Tile first_tile(const TileRect& tiles) noexcept { return {tiles.x0, tiles.y0}; }

// Calls visit(LeafId) for each leaf that has tiles in a rectangle inside the map, once.
template <class Visit>
void for_each_leaf_in(const Quadtree& tree, const TileRect& tiles, const Visit& visit) {
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1;) {
      const TileRect square = tree.uniform_square({x, y});
      const bool is_first_row = y == std::max(square.y0, tiles.y0);
      if (is_first_row && tree.is_walkable(x, y)) visit(tree.find_leaf({x, y}));
      x = square.x1;
    }
  }
}

// Calls visit(CellId) for each cell that has tiles in a rectangle, some more than once: between the
// middles of its outermost tiles there is no border that it shares with cells outside.
template <class Visit>
void for_each_cell_in(const ConvexMesh& mesh, const TileRect& tiles, const Visit& visit) {
  mesh.for_each_cell_touching(center(first_tile(tiles)), center(Tile{tiles.x1 - 1, tiles.y1 - 1}),
                              visit);
}

class LeafMeshEdit {
 public:
  LeafMeshEdit(const Quadtree& tree, ConvexMesh& mesh) : tree_(tree), mesh_(mesh) {}

  void run(const TileRect& tiles) {
    find_changes(tiles);
    if (new_leaves_.empty() && old_cells_.empty()) return;
    for (const LeafId leaf : new_leaves_) rings_.add(tree_, leaf);
    add_leaves_beside();
    rings_.parts.cell_begin.push_back(static_cast<EdgeId>(rings_.beyond.size()));
    link_edges();
    MeshPatch patch{std::move(old_cells_), std::move(rings_.parts), std::move(staying_)};
    for (const Beside& beside : remade_) patch.removed.push_back(beside.cell);
    mesh_.replace(patch);
  }

 private:
  // A leaf that remains, and its cell.
  struct Beside {
    LeafId leaf;
    CellId cell;
  };

  // Two leaves are either nested squares or disjoint. So a leaf is added or removed only where its
  // own tiles have changed, or those of a leaf that contains it.
  void find_changes(const TileRect& tiles) {
    const auto note_leaf = [&](LeafId leaf) {
      const std::optional<CellId> cell = mesh_.locate(center(first_tile(tree_.rect(leaf))));
      if (!cell || tiles_of(mesh_, *cell) != tree_.rect(leaf)) new_leaves_.push_back(leaf);
    };
    const auto note_cell = [&](CellId cell) {
      const TileRect old = tiles_of(mesh_, cell);
      const LeafId leaf = tree_.find_leaf(first_tile(old));
      if (leaf == kNoLeaf || tree_.rect(leaf) != old) old_cells_.push_back(cell);
    };
    for_each_leaf_in(tree_, tiles, note_leaf);
    for_each_cell_in(mesh_, tiles, note_cell);
    sort_once(old_cells_);
    const std::vector<LeafId> leaves = new_leaves_;
    const std::vector<CellId> cells = old_cells_;
    for (const LeafId leaf : leaves) for_each_cell_in(mesh_, tree_.rect(leaf), note_cell);
    for (const CellId cell : cells) for_each_leaf_in(tree_, tiles_of(mesh_, cell), note_leaf);
    sort_once(new_leaves_);
    sort_once(old_cells_);
  }

  [[nodiscard]] bool is_new(LeafId leaf) const noexcept {
    return std::binary_search(new_leaves_.begin(), new_leaves_.end(), leaf);
  }

  // Leaves beside the change are rebuilt if their vertices have changed.
  void add_leaves_beside() {
    std::vector<CellId> cells;
    for (const CellId cell : old_cells_) {
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        if (!edge.is_wall()) cells.push_back(mesh_.cell_of(edge.twin()));
      }
    }
    std::vector<LeafId> leaves;
    for (const LeafId leaf : new_leaves_) {
      for (const LeafLink& link : tree_.neighbors(leaf)) leaves.push_back(link.to);
    }
    sort_once(leaves);
    for (const LeafId leaf : leaves) {
      if (is_new(leaf)) continue;
      const std::optional<CellId> cell = mesh_.locate(center(first_tile(tree_.rect(leaf))));
      assert(cell);
      cells.push_back(*cell);
    }
    sort_once(cells);
    for (const CellId cell : cells) {
      if (std::binary_search(old_cells_.begin(), old_cells_.end(), cell)) continue;
      const std::span<const MeshEdge> ring = mesh_.edges(cell);
      const LeafId leaf = tree_.find_leaf(first_tile(tiles_of(mesh_, cell)));
      const std::size_t begin = rings_.beyond.size();
      rings_.add(tree_, leaf);
      const auto first = rings_.parts.edge_start.begin() + static_cast<std::ptrdiff_t>(begin);
      const bool is_same = std::equal(
          ring.begin(), ring.end(), first, rings_.parts.edge_start.end(),
          [](const MeshEdge& edge, const Point& start) { return edge.start() == start; });
      if (!is_same) {
        remade_.push_back({leaf, cell});
        continue;
      }
      kept_.push_back({leaf, cell});
      rings_.parts.edge_start.resize(begin);
      rings_.beyond.resize(begin);
      rings_.parts.cell_begin.pop_back();
    }
    std::sort(kept_.begin(), kept_.end(),
              [](const Beside& a, const Beside& b) { return a.leaf < b.leaf; });
  }

  [[nodiscard]] LeafId leaf_of(std::size_t ring) const noexcept {
    return ring < new_leaves_.size() ? new_leaves_[ring] : remade_[ring - new_leaves_.size()].leaf;
  }

  void link_edges() {
    const MeshParts& parts = rings_.parts;
    const std::size_t count = parts.cell_begin.size() - 1;
    std::vector<std::pair<LeafId, std::size_t>> by_leaf;
    for (std::size_t i = 0; i < count; ++i) by_leaf.emplace_back(leaf_of(i), i);
    std::sort(by_leaf.begin(), by_leaf.end());
    rings_.parts.edge_twin.assign(rings_.beyond.size(), kNoEdge);
    staying_.assign(rings_.beyond.size(), kNoEdge);
    for (std::size_t i = 0; i < count; ++i) {
      EdgeId old =
          i < new_leaves_.size() ? kNoEdge : mesh_.first_edge(remade_[i - new_leaves_.size()].cell);
      for (EdgeId edge = parts.cell_begin[i]; edge < parts.cell_begin[i + 1]; ++edge) {
        const LeafId to = rings_.beyond[edge];
        if (to == kNoLeaf) continue;
        const auto other =
            std::lower_bound(by_leaf.begin(), by_leaf.end(), std::pair(to, std::size_t{0}));
        if (other != by_leaf.end() && other->first == to) {
          EdgeId twin = parts.cell_begin[other->second];
          while (rings_.beyond[twin] != leaf_of(i)) ++twin;
          rings_.parts.edge_twin[edge] = twin;
        } else if (i < new_leaves_.size()) {
          staying_[edge] = find_edge_of_kept(to, end_of(i, edge));
        } else {
          // Both leaves remain, so the ring already had this edge and those before it.
          while (mesh_.edge(old).start() != parts.edge_start[edge]) ++old;
          staying_[edge] = mesh_.edge(old).twin();
        }
      }
    }
  }

  [[nodiscard]] const Point& end_of(std::size_t ring, EdgeId edge) const noexcept {
    const MeshParts& parts = rings_.parts;
    return parts
        .edge_start[edge + 1 == parts.cell_begin[ring + 1] ? parts.cell_begin[ring] : edge + 1];
  }

  [[nodiscard]] EdgeId find_edge_of_kept(LeafId leaf, const Point& start) const noexcept {
    const auto at =
        std::lower_bound(kept_.begin(), kept_.end(), leaf,
                         [](const Beside& beside, LeafId wanted) { return beside.leaf < wanted; });
    assert(at != kept_.end() && at->leaf == leaf);
    EdgeId edge = mesh_.first_edge(at->cell);
    while (mesh_.edge(edge).start() != start) ++edge;
    return edge;
  }

  const Quadtree& tree_;
  ConvexMesh& mesh_;
  std::vector<LeafId> new_leaves_;
  std::vector<CellId> old_cells_;  // of leaves that are gone
  std::vector<Beside> remade_;     // leaves beside the change that have other vertices now
  std::vector<Beside> kept_;       // the others, by leaf
  LeafRings rings_;                // of new leaves, then of those remade
  std::vector<EdgeId> staying_;    // per edge: its twin among the cells that stay
};

}  // namespace

ConvexMesh build_mesh(const Quadtree& tree) {
  LeafRings rings;
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

void edit_mesh(const Quadtree& tree, const TileRect& tiles, ConvexMesh& mesh) {
  const TileRect area = detail::intersect(tiles, {0, 0, tree.width(), tree.height()});
  if (!detail::is_empty(area)) LeafMeshEdit(tree, mesh).run(area);
}

}  // namespace taut
