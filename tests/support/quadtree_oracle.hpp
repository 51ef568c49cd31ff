// Leaves, neighbours and components of a quadtree by brute force, tile by tile.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <taut/engine/quadtree.hpp>
#include <taut/grid.hpp>

namespace taut::test {

// One leaf, with the first tiles of its neighbours in the order of Quadtree::neighbors().
struct PlainLeaf {
  TileRect tiles;
  std::vector<TileId> neighbors;
  friend bool operator==(const PlainLeaf&, const PlainLeaf&) = default;
};

struct PlainTree {
  std::map<TileId, PlainLeaf> leaves;  // by their first tiles
  std::vector<TileId> leaf_of;         // per tile: the leaf's first tile; kBlocked
  std::size_t blocked = 0;             // leaves
  static constexpr TileId kBlocked = ~TileId{0};
};

// Divides a map into the largest uniform squares: walkable and of one cost.
PlainTree cut_plainly(const Grid& grid);

// The fault of a tree of the map, empty when there is none: leaves, their sizes, costs and
// neighbours, components, point location, counts.
std::string find_tree_fault(const Quadtree& tree, const Grid& grid);

// How a tree differs, up to ids, from another of the same map: leaves, neighbours, components,
// counts; empty when it does not. Far cheaper than find_tree_fault(), for trees after each of many
// edits.
std::string find_difference(const Quadtree& tree, const Quadtree& wanted);

}  // namespace taut::test
