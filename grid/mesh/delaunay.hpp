// Delaunay triangles between walls (internal).
#pragma once

#include <cstddef>
#include <cstdint>

#include "triangulation.hpp"

namespace taut {

class MeshTriangles;

// Whether the Delaunay diagonal of a convex quadrilateral is b-d, not a-c; its corners are given
// counter-clockwise. Where all four lie on a circle, it is the one whose ends include the first
// corner, row by row and from right to left in each. Exact. Requires a, b and c not on one line.
[[nodiscard]] bool is_cut_by_bd(const Triangulation::Vertex& a, const Triangulation::Vertex& b,
                                const Triangulation::Vertex& c,
                                const Triangulation::Vertex& d) noexcept;

// The corners `first` and `last` of a convex cell are the ends of a diagonal or a side. Returns the
// corner between them that makes a Delaunay triangle with both. Requires last - first >= 2.
// Cost      linear.
[[nodiscard]] std::uint32_t find_apex(const Triangulation::Vertex* ring, std::uint32_t first,
                                      std::uint32_t last) noexcept;

// Makes triangles Delaunay, as far as walls and borders allow: of two triangles with a common edge
// neither has a vertex inside the circle around the other, and ties are cut as above. So the
// triangles depend on the tiles alone. Cells of a mesh around a hole are divided where theirs
// change. Returns how many were replaced on the way.
// Cost      O(n log^2 n) expected over the hash that orders the steps.
// Source    Guibas and Stolfi (1985) for the merging, Shewchuk and Brown (2015), "Fast segment
//           insertion and incremental construction of constrained Delaunay triangulations", for the
//           random order.
std::size_t make_delaunay(MeshTriangles& mesh);

}  // namespace taut
