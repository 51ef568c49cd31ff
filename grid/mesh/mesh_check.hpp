// Checks whether cells that were read from outside fill the tiles (internal).
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

// Returns what is wrong with the parts of a mesh. If nothing is, queries and edits may rely on them
// as on those that build_mesh() makes of the tiles:
//
// - Cells are convex, and edges lie on their twins.
// - Walls and borders of kinds lie along those of the tiles, and each of these is there once. So
//   the outlines of the cells of one kind add up to the outline of its tiles. It winds once around
//   each place inside, so exactly one cell has the place.
// - The triangles of the cells are Delaunay: edits rely on it.
//
// It does not check which edges between triangles were removed: an edit decides that again for the
// edges that it reaches.
// Cost      the edges times those of a cell, and the words of the tiles; with kinds the tiles.
[[nodiscard]] std::optional<MeshFlaw> find_flaw(const LineTiles& tiles, const MeshParts& parts);

}  // namespace taut
