// Whether cells that come from outside are those of tiles (internal).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <taut/engine/convex_mesh.hpp>

#include "line_tiles.hpp"

namespace taut {

struct TAUT_LOCAL MeshFlaw {
  std::size_t edge;
  std::string what;
};

// What spoils the parts of a mesh; nothing where queries and edits of the mesh may rely on them as
// on those that build_mesh() makes of the tiles:
//
// - Cells are convex, and edges lie on their twins.
// - Walls and borders of kinds lie along those of the tiles, and each of these is there once. So
//   the outlines of the cells of one kind add up to that of its tiles, which winds once around each
//   place inside: one cell has it.
// - The triangles that the cells are divided into are Delaunay: edits count on it.
//
// Which of their edges are removed is not checked: edits decide again what they come to.
// Cost      the edges, times those of a cell, and the words of the tiles; with kinds the tiles.
[[nodiscard]] std::optional<MeshFlaw> find_flaw(const LineTiles& tiles, const MeshParts& parts);

}  // namespace taut
