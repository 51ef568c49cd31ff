// From the leaves of a quadtree to a ConvexMesh.
#pragma once

#include <taut/convex_mesh.hpp>
#include <taut/quadtree.hpp>

namespace taut {

// Makes each walkable leaf a cell, in the order of their ids, with a vertex wherever leaves meet.
// Cost      the leaves, and for each link the edges of the leaf beyond. Allocates.
[[nodiscard]] ConvexMesh build_mesh(const Quadtree& tree);

}  // namespace taut
