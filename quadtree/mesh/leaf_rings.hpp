// The outlines of leaves, as cells of a mesh have them (internal).
#pragma once

#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/quadtree.hpp>

namespace taut::detail {

// Rings of edges around leaves, counter-clockwise from the corner with the smallest x and y, with a
// vertex wherever leaves meet. An edge knows the leaf beyond it, kNoLeaf for a wall.
struct LeafRings {
  MeshParts parts;             // without twins; the last entry of cell_begin is still missing
  std::vector<LeafId> beyond;  // per edge

  void add(const Quadtree& tree, LeafId leaf);
};

}  // namespace taut::detail
