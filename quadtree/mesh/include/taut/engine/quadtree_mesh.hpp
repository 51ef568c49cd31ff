// A ConvexMesh from the leaves of a quadtree.
#pragma once

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/quadtree.hpp>

TAUT_API_BEGIN
namespace taut {

// Makes each walkable leaf a cell, in the order of ids, with a vertex wherever leaves meet.
// Cost      the leaves, and for each link the edges of the leaf beyond. Allocates.
[[nodiscard]] ConvexMesh build_mesh(const Quadtree& tree);

// Updates a mesh after an edit of its tree: tiles may have changed in `tiles`, which may reach
// beyond the map. Cells of removed leaves, and those beside them whose vertices have changed, are
// replaced by new ones: the mesh then equals the one that build_mesh() would make, up to ids. Other
// cells keep theirs. Where no leaf has changed, the revision stays as it is.
// Where one has, landmarks of the mesh are not current afterwards, and cannot follow:
// Landmarks::follow() requires that each cell that touches the change is removed, while leaves
// beside it may stay as they are.
//
// Requires  a mesh that build_mesh() made of this tree, updated after all earlier edits: one call
//           for each, or one with a rectangle that holds several.
// Cost      the edges of the added and removed leaves and of those beside them, their buckets in
//           the mesh, the rows of the rectangle and of the removed leaves, and that of
//           ConvexMesh::replace(). Allocates.
void edit_mesh(const Quadtree& tree, const TileRect& tiles, ConvexMesh& mesh);

}  // namespace taut
TAUT_API_END
