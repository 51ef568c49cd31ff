// The hole that an edit leaves in a mesh (internal).
#pragma once

#include <cstdint>
#include <vector>

#include <taut/engine/convex_mesh.hpp>

#include "line_tiles.hpp"
#include "triangulation.hpp"

namespace taut {

// The part of a hole whose tiles have one kind, with its sides: walls, borders of kinds and edges
// of remaining cells.
struct HoleRegion {
  int kind;
  Outline outline;
  // For the side that starts at each vertex: the edge of a remaining cell along it, or kNoEdge; and
  // the kind beyond, 0 for a wall.
  std::vector<EdgeId> beyond;
  std::vector<int> kind_beyond;
};

// What remains when the cells that touch a rectangle are removed from a mesh, with the current
// tiles in the rectangle.
struct Hole {
  std::vector<CellId> cells;        // removed, by id
  std::vector<HoleRegion> regions;  // by kind; none where nothing is left
};
[[nodiscard]] Hole cut_hole(const LineTiles& space, const ConvexMesh& mesh, const TileRect& tiles);

}  // namespace taut
