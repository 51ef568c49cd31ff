// From tiles to a ConvexMesh.
#pragma once

#include <taut/convex_mesh.hpp>
#include <taut/grid.hpp>

namespace taut {

// Cuts the walkable tiles into few and large convex polygons whose vertices are corners of blocked
// tiles' outlines: a triangulation by a sweep over the rows, made Delaunay, and then freed of every
// edge whose removal leaves its two cells convex, the longest edges first.
//
// Cost      O(n log n) for n corners of the outline, and the rows' words. Allocates.
// Source    the sweep of Hertel and Mehlhorn (1983), flips of Lawson (1977), merging of Hertel and
//           Mehlhorn (1983).
[[nodiscard]] ConvexMesh build_mesh(const Grid& grid);

// Cuts the walkable tiles into axis-parallel rectangles, row by row, each as wide and then as high
// as it can be: for comparison.
// Cost      linear. Allocates.
[[nodiscard]] ConvexMesh build_rectangle_mesh(const Grid& grid);

}  // namespace taut
