// The judge of meshes of grids, fresh or edited.
#pragma once

#include <string>

#include <taut/convex_mesh.hpp>
#include <taut/grid.hpp>

#include "support/random.hpp"

namespace taut::test {

// What is wrong with a mesh, empty when nothing is: its cells (convex, apart, whole edges), links,
// vertices, components, dead ends, exits and counts.
std::string find_fault(const ConvexMesh& mesh);

// The same for a mesh of the grid's walkable tiles; and whether it covers these, its corners, and
// what it says of some random places.
std::string find_fault(const Grid& grid, const ConvexMesh& mesh, Random& random);

}  // namespace taut::test
