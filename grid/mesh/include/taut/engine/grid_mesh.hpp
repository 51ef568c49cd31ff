// From tiles to a ConvexMesh.
#pragma once

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// Divides the walkable tiles into few, large convex polygons whose vertices are corners of the
// outlines of blocked tiles: a triangulation by a sweep over the rows, made Delaunay. Then every
// edge whose two cells form a convex one of at most kMaxMergedEdges edges is removed, longest edges
// first. Ties are decided by places, so the cells depend on the tiles alone; the first edge of each
// begins at its lowest corner, of several at the leftmost.
//
// Cost      O(n log^2 n) expected for n corners of the outline, and the rows' words. Allocates.
// Source    the sweep and the merging of Hertel and Mehlhorn (1983); Guibas and Stolfi (1985) and
//           Shewchuk and Brown (2015) for the Delaunay triangles.
[[nodiscard]] ConvexMesh build_mesh(const Grid& grid);

// Updates a mesh after an edit of its grid in the rectangle `tiles`. The cells are those that
// build_mesh() makes of the edited grid (docs/mesh.md). Cells that the rectangle does not touch and
// that remain as they are keep their ids.
//
// Requires  a mesh that build_mesh() made of a grid of this size, updated after all earlier edits.
// Cost      O(n log^2 n) expected for n edges of the cells that the rectangle touches, that change,
//           and around these; its tiles, and what ConvexMesh::replace() costs. Allocates.
void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh);
// The same, with a journal of what changed: empty where the mesh remains as it is.
void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh, MeshJournal& journal);

}  // namespace taut
TAUT_API_END
