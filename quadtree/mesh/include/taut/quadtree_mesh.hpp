// From the leaves of a quadtree to a ConvexMesh.
#pragma once

#include <taut/convex_mesh.hpp>
#include <taut/quadtree.hpp>

namespace taut {

// Makes each walkable leaf a cell, in the order of their ids, with a vertex wherever leaves meet.
// Cost      the leaves, and for each link the edges of the leaf beyond. Allocates.
[[nodiscard]] ConvexMesh build_mesh(const Quadtree& tree);

// Brings a mesh in line with its tree after an edit: tiles or terrain costs may have changed in
// `tiles`, which may reach over the map. Cells of leaves that are gone are taken out, with those
// beside them whose vertices have changed, and new ones take their place: the mesh is then the one
// that build_mesh() would make, up to ids. Other cells keep theirs. Where no leaf has changed, the
// revision stays as it is.
//
// Requires  a mesh that build_mesh() made of this tree, brought in line with all edits before: one
//           call for each, or one with a rectangle that holds several.
// Cost      the edges of the leaves that have come or gone and of those beside them, their buckets
//           in the mesh, the rows of the rectangle and of the leaves that are gone, and what
//           ConvexMesh::replace() costs. Allocates.
void edit_mesh(const Quadtree& tree, const TileRect& tiles, ConvexMesh& mesh);

}  // namespace taut
