// From tiles to a ConvexMesh.
#pragma once

#include <taut/convex_mesh.hpp>
#include <taut/grid.hpp>

namespace taut {

// Cuts the walkable tiles into few and large convex polygons whose vertices are corners of blocked
// tiles' outlines: a triangulation by a sweep over the rows, made Delaunay, and then freed of every
// edge whose two cells make a convex one of at most kMaxMergedEdges edges, the longest edges first.
//
// Cost      O(n log^2 n) expected for n corners of the outline, and the rows' words. Allocates.
// Source    the sweep and the merging of Hertel and Mehlhorn (1983); Guibas and Stolfi (1985) and
//           Shewchuk and Brown (2015) for the Delaunay triangles.
[[nodiscard]] ConvexMesh build_mesh(const Grid& grid);

// Brings a mesh in line with its grid after an edit: tiles that were walkable, or are now, may have
// changed in `tiles`. Cells that the rectangle touches are taken out, the hole is cut as
// build_mesh() does, and its cells are merged with those around them. Other cells keep their ids.
// No edge is left that build_mesh() would take out: that bounds how far edits can spoil a mesh
// (docs/mesh.md).
//
// Requires  a mesh that build_mesh() or build_rectangle_mesh() made of a grid of this size, brought
//           in line with all edits before.
// Cost      O(n log^2 n) expected for n edges of the cells around the rectangle, its tiles, and
//           what ConvexMesh::replace() costs. Allocates.
void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh);

// Cuts the walkable tiles into axis-parallel rectangles, row by row, each as wide and then as high
// as it can be: for comparison.
// Cost      linear. Allocates.
[[nodiscard]] ConvexMesh build_rectangle_mesh(const Grid& grid);

}  // namespace taut
