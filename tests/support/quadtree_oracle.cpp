#include "support/quadtree_oracle.hpp"

#include <algorithm>
#include <sstream>

#include "support/tile_oracle.hpp"

namespace taut::test {
namespace {

class Cutter {
 public:
  explicit Cutter(const Grid& grid) : grid_(grid) {
    tree.leaf_of.assign(grid.tile_count(), PlainTree::kBlocked);
  }

  void cut(int x, int y, int side) {
    if (x >= grid_.width() || y >= grid_.height()) return;
    const TileRect tiles = clip(x, y, side);
    if (is_alike(tiles)) {
      if (!grid_.is_walkable(x, y)) {
        ++tree.blocked;
        return;
      }
      const TileId first = grid_.id({x, y});
      tree.leaves[first] = {tiles, {}};
      for (int v = tiles.y0; v < tiles.y1; ++v) {
        for (int u = tiles.x0; u < tiles.x1; ++u) tree.leaf_of[grid_.id({u, v})] = first;
      }
      return;
    }
    const int half = side / 2;
    for (const Tile at :
         {Tile{x, y}, Tile{x + half, y}, Tile{x, y + half}, Tile{x + half, y + half}})
      cut(at.x, at.y, half);
  }

  // Tile by tile along each side; a leaf is listed when it is not the one before.
  void list_neighbors() {
    for (auto& [first, leaf] : tree.leaves) {
      const TileRect& t = leaf.tiles;
      TileId last = PlainTree::kBlocked;
      const auto look = [&, &own = leaf](int x, int y) {
        const bool is_in = grid_.is_inside({x, y});
        const TileId beside = is_in ? tree.leaf_of[grid_.id({x, y})] : PlainTree::kBlocked;
        if (beside != last && beside != PlainTree::kBlocked) own.neighbors.push_back(beside);
        last = beside;
      };
      const auto begin_side = [&] { last = PlainTree::kBlocked; };
      begin_side();
      for (int y = t.y0; y < t.y1; ++y) look(t.x1, y);
      begin_side();
      for (int x = t.x0; x < t.x1; ++x) look(x, t.y1);
      begin_side();
      for (int y = t.y0; y < t.y1; ++y) look(t.x0 - 1, y);
      begin_side();
      for (int x = t.x0; x < t.x1; ++x) look(x, t.y0 - 1);
    }
  }

  PlainTree tree;

 private:
  [[nodiscard]] TileRect clip(int x, int y, int side) const {
    return {x, y, std::min(x + side, grid_.width()), std::min(y + side, grid_.height())};
  }
  [[nodiscard]] bool is_alike(const TileRect& t) const {
    const bool is_walkable = grid_.is_walkable(t.x0, t.y0);
    for (int y = t.y0; y < t.y1; ++y) {
      for (int x = t.x0; x < t.x1; ++x) {
        if (grid_.is_walkable(x, y) != is_walkable) return false;
      }
    }
    return true;
  }

  const Grid& grid_;
};

TileId first_tile(const Quadtree& tree, const Grid& grid, LeafId id) {
  return grid.id({tree.rect(id).x0, tree.rect(id).y0});
}

std::string name(const TileRect& t) {
  std::ostringstream text;
  text << " " << t.x0 << "," << t.y0 << " to " << t.x1 << "," << t.y1;
  return text.str();
}

std::string find_count_fault(const Quadtree& tree, const PlainTree& plain) {
  std::ostringstream fault;
  if (tree.leaf_count() != plain.leaves.size()) {
    fault << tree.leaf_count() << " leaves instead of " << plain.leaves.size();
    return fault.str();
  }
  const LeafCounts counts = tree.count_leaves();
  std::size_t walkable = 0;
  std::size_t blocked = 0;
  for (const std::size_t count : counts.walkable) walkable += count;
  for (const std::size_t count : counts.blocked) blocked += count;
  if (walkable != plain.leaves.size() || blocked != plain.blocked) {
    fault << "count_leaves() gives " << walkable << " and " << blocked << " blocked instead of "
          << plain.leaves.size() << " and " << plain.blocked;
  }
  return fault.str();
}

// Whether a link names the middle of a shared edge of positive length.
bool is_shared_edge(const TileRect& a, const TileRect& b, const LeafLink& link) {
  const int x0 = std::max(a.x0, b.x0);
  const int x1 = std::min(a.x1, b.x1);
  const int y0 = std::max(a.y0, b.y0);
  const int y1 = std::min(a.y1, b.y1);
  const bool is_edge = (x0 == x1 && y0 < y1) || (y0 == y1 && x0 < x1);
  return is_edge && link.twice_x == x0 + x1 && link.twice_y == y0 + y1;
}

std::string find_link_fault(const Quadtree& tree, const Grid& grid, LeafId id,
                            const std::vector<TileId>& wanted) {
  std::vector<TileId> found;
  for (const LeafLink& link : tree.neighbors(id)) {
    found.push_back(first_tile(tree, grid, link.to));
    if (!is_shared_edge(tree.rect(id), tree.rect(link.to), link)) {
      return "a link whose middle is not that of a shared edge";
    }
  }
  std::vector<TileId> by_side;
  for (const LeafSide side :
       {LeafSide::high_x, LeafSide::high_y, LeafSide::low_x, LeafSide::low_y}) {
    for (const LeafLink& link : tree.neighbors(id, side)) {
      by_side.push_back(first_tile(tree, grid, link.to));
    }
  }
  if (found != wanted || by_side != found) return "wrong neighbours of" + name(tree.rect(id));
  std::vector<LeafLink> walked;
  tree.visit_neighbors(id, [&](const LeafLink& link) { walked.push_back(link); });
  const std::span<const LeafLink> stored = tree.neighbors(id);
  if (!std::equal(walked.begin(), walked.end(), stored.begin(), stored.end())) {
    return "the tree has other neighbours than the lists";
  }
  return {};
}

std::string find_leaf_fault(const Quadtree& tree, const Grid& grid, const PlainTree& plain) {
  std::size_t iterated = 0;
  std::string error;
  tree.for_each_leaf([&](LeafId id) {
    ++iterated;
    if (!error.empty()) return;
    const auto at = plain.leaves.find(first_tile(tree, grid, id));
    if (!tree.is_leaf(id) || at == plain.leaves.end() || at->second.tiles != tree.rect(id)) {
      error = "a wrong leaf:" + name(tree.rect(id));
      return;
    }
    error = find_link_fault(tree, grid, id, at->second.neighbors);
  });
  if (error.empty() && iterated != tree.leaf_count()) {
    error = "for_each_leaf() does not visit each leaf";
  }
  return error;
}

std::string find_tile_fault(const Quadtree& tree, const Grid& grid, const PlainTree& plain) {
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile tile = grid.tile(id);
    const LeafId leaf = tree.find_leaf(tile);
    const bool is_walkable = plain.leaf_of[id] != PlainTree::kBlocked;
    if (tree.is_walkable(tile) != is_walkable || (leaf != kNoLeaf) != is_walkable) {
      return "a tile that is walkable and must not be, or the reverse";
    }
    const TileRect square = tree.uniform_square(tile);
    if (tile.x < square.x0 || tile.x >= square.x1 || tile.y < square.y0 || tile.y >= square.y1) {
      return "uniform_square() does not hold its tile";
    }
    if (is_walkable && first_tile(tree, grid, leaf) != plain.leaf_of[id]) {
      return "find_leaf() finds the wrong leaf";
    }
  }
  return {};
}

// The components of the map that the leaves make.
std::string find_component_fault(const Quadtree& tree, const Grid& grid, const PlainTree& plain) {
  const Grid coarse = Grid::from_predicate(grid.width(), grid.height(), [&](int x, int y) {
    return plain.leaf_of[grid.id({x, y})] != PlainTree::kBlocked;
  });
  const std::vector<int> wanted = label_components(coarse);
  std::map<int, LeafId> first_of;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    if (plain.leaf_of[id] == PlainTree::kBlocked) continue;
    const LeafId leaf = tree.find_leaf(grid.tile(id));
    if (first_of.emplace(wanted[id], leaf).second) continue;
    if (!tree.is_connected(leaf, first_of[wanted[id]])) return "a component in two pieces";
  }
  for (const auto& [a, leaf_a] : first_of) {
    for (const auto& [b, leaf_b] : first_of) {
      if (a != b && tree.is_connected(leaf_a, leaf_b)) return "two components are one";
    }
  }
  if (tree.component_count() != first_of.size()) return "component_count() is wrong";
  return {};
}

}  // namespace

PlainTree cut_plainly(const Grid& grid) {
  Cutter cutter(grid);
  int side = 1;
  while (side < std::max(grid.width(), grid.height())) side *= 2;
  cutter.cut(0, 0, side);
  cutter.list_neighbors();
  return std::move(cutter.tree);
}

std::string find_tree_fault(const Quadtree& tree, const Grid& grid) {
  const PlainTree plain = cut_plainly(grid);
  std::string fault = find_count_fault(tree, plain);
  if (fault.empty()) fault = find_leaf_fault(tree, grid, plain);
  if (fault.empty()) fault = find_tile_fault(tree, grid, plain);
  if (fault.empty()) fault = find_component_fault(tree, grid, plain);
  return fault;
}

std::string find_difference(const Quadtree& tree, const Quadtree& wanted) {
  if (tree.bits() != wanted.bits()) return "other tiles";
  if (tree.leaf_count() != wanted.leaf_count()) return "another number of leaves";
  const LeafCounts counts = tree.count_leaves();
  const LeafCounts wanted_counts = wanted.count_leaves();
  if (counts.walkable != wanted_counts.walkable) return "walkable leaves of other sizes";
  if (counts.blocked != wanted_counts.blocked) return "blocked leaves of other sizes";
  const auto twin_of = [&](LeafId id) {
    return wanted.find_leaf({tree.rect(id).x0, tree.rect(id).y0});
  };
  std::string error;
  tree.for_each_leaf([&](LeafId id) {
    const TileRect own = tree.rect(id);
    const LeafId twin = twin_of(id);
    if (twin == kNoLeaf || wanted.rect(twin) != own) {
      error = "a wrong leaf";
      return;
    }
    if (tree.find_leaf({own.x0, own.y0}) != id || tree.find_leaf({own.x1 - 1, own.y1 - 1}) != id) {
      error = "a leaf that is not found";
    }
    const std::span<const LeafLink> links = tree.neighbors(id);
    const std::span<const LeafLink> others = wanted.neighbors(twin);
    const bool is_same = std::equal(links.begin(), links.end(), others.begin(), others.end(),
                                    [&](const LeafLink& a, const LeafLink& b) {
                                      return tree.is_leaf(a.to) && a.twice_x == b.twice_x &&
                                             a.twice_y == b.twice_y && twin_of(a.to) == b.to;
                                    });
    if (!is_same) error = "wrong neighbours";
  });
  if (!error.empty()) return error;

  // Components by a flood along the links, which are right; the first leaf of each.
  std::vector<LeafId> firsts;
  std::vector<bool> is_known(tree.leaf_ids(), false);
  std::vector<LeafId> queue;
  tree.for_each_leaf([&](LeafId first) {
    if (is_known[first]) return;
    for (const LeafId other : firsts) {
      if (tree.is_connected(first, other)) error = "two components are one";
    }
    firsts.push_back(first);
    queue.assign(1, first);
    is_known[first] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (!tree.is_connected(first, queue[i])) error = "a component in two pieces";
      for (const LeafLink& link : tree.neighbors(queue[i])) {
        if (is_known[link.to]) continue;
        is_known[link.to] = true;
        queue.push_back(link.to);
      }
    }
  });
  if (tree.component_count() != firsts.size()) error = "component_count() is wrong";
  return error;
}

}  // namespace taut::test
