// A ConvexMesh from the user's own polygons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>

TAUT_API_BEGIN
namespace taut {

enum class MeshFault : std::uint8_t {
  none,
  too_few_vertices,   // a polygon of less than three
  no_such_vertex,     // an index beyond the list of vertices
  off_lattice,        // a vertex that is not a multiple of 1/1024, or not finite
  too_wide,           // the polygons reach over more than kMaxMapSide, or lie farther from 0
  repeated_vertex,    // two consecutive vertices of a polygon are equal
  clockwise,          // a polygon that is convex, but clockwise
  not_convex,         // a polygon that is not convex, or winds around more than once
  edge_shared_twice,  // an edge that belongs to three polygons or more
  overlap,            // the interiors of two polygons overlap
  edge_shared_partly  // edges of two polygons lie along each other but differ in their ends: each
                      // needs the other's end as a vertex, or they would be a wall
};

[[nodiscard]] const char* to_string(MeshFault fault) noexcept;

// The first fault, in the order of the enumerators, and its position.
struct MeshError {
  MeshFault fault = MeshFault::none;
  std::size_t polygon = 0;
  std::size_t other = 0;   // a second polygon, where two or more are at fault
  std::size_t vertex = 0;  // place in `polygon` of the vertex, or of the edge's first, at fault

  // "polygon 3, vertex 1: repeated_vertex", and the other polygon where there is one.
  [[nodiscard]] std::string message() const;
};

struct MeshBuild {
  std::optional<ConvexMesh> mesh{};
  MeshError error{};  // meaningful when there is no mesh

  [[nodiscard]] explicit operator bool() const noexcept { return mesh.has_value(); }
};

// Makes a mesh of convex counter-clockwise polygons, each a list of indices into `vertices`; cell i
// is polygon i. Two polygons are linked by an edge that both have, in opposite directions; vertices
// with equal coordinates are one vertex. A polygon may have vertices on its sides: where others
// meet it in a T-junction it must. All edges that only one polygon has are walls.
//
// Everything is checked, exactly; the other requirements of a mesh follow.
//
// Cost      O(n log n) for n edges, and the pairs of polygons whose boxes overlap. Allocates.
[[nodiscard]] MeshBuild build_mesh(std::span<const Point> vertices,
                                   std::span<const std::vector<std::uint32_t>> polygons);

}  // namespace taut
TAUT_API_END
