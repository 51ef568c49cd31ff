// The connected parts of what remains in a hole of a mesh (internal).
#pragma once

#include <cstdint>
#include <vector>

#include <taut/engine/convex_mesh.hpp>

#include "line_tiles.hpp"
#include "triangulation.hpp"

namespace taut {

// What an edit would leave where it removes cells of a mesh, which stays as it is.
class TAUT_LOCAL HoleParts {
 public:
  // An edge of a remaining cell that lies along a part.
  struct Exit {
    std::uint32_t part;
    EdgeId edge;
  };

  // Makes the same hole as cut_hole(). Requires tiles without kinds.
  HoleParts(const LineTiles& tiles, const ConvexMesh& mesh, const TileRect& box);

  // The cells removed, by id.
  [[nodiscard]] const std::vector<CellId>& cells() const noexcept { return cells_; }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  [[nodiscard]] const std::vector<Exit>& exits() const noexcept { return exits_; }
  // The part that holds a place, in halves of a step. Requires that one does.
  [[nodiscard]] std::uint32_t find(const Triangulation::Vertex& place) const noexcept;

 private:
  std::vector<CellId> cells_;
  Triangulation triangles_;
  std::vector<std::uint32_t> part_of_;  // per triangle
  std::uint32_t count_ = 0;
  std::vector<Exit> exits_;
};

}  // namespace taut
