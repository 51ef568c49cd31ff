// Validation of meshes of grids, new or edited.
#pragma once

#include <string>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/grid.hpp>

#include "support/random.hpp"

namespace taut::test {

// The fault of a mesh, empty when there is none: its cells (convex, apart, whole edges), links,
// vertices, components, dead ends, exits and counts.
std::string find_fault(const ConvexMesh& mesh);

// The same for a mesh of the grid's walkable tiles; also whether it covers these, its corners, and
// point location at random points.
std::string find_fault(const Grid& grid, const ConvexMesh& mesh, Random& random);

// The cells that hold a point, of all cells, in the order of ConvexMesh::for_each_cell_at().
std::vector<CellId> find_cells_at(const ConvexMesh& mesh, const Point& at);

// In what the cells of two meshes differ, empty where they are the same but for their ids: their
// outlines, what lies beyond each edge, corners, and the dead ends of components with cycles.
std::string find_difference(const ConvexMesh& mesh, const ConvexMesh& other);

// Whether obstacles touch at the start of the edge: there are several vertices then, and paths lead
// from all of them.
bool is_shared_place(const ConvexMesh& mesh, const MeshEdge& edge);

}  // namespace taut::test
