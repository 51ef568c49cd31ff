// The hole that an edit leaves in a mesh (internal).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
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
class TAUT_LOCAL MeshHole {
 public:
  MeshHole(const LineTiles& space, const ConvexMesh& mesh, const TileRect& tiles);

  // The cells removed, by id.
  [[nodiscard]] const std::vector<CellId>& cells() const noexcept { return cells_; }
  // By kind; none where nothing is left. Can be taken once.
  [[nodiscard]] std::vector<HoleRegion> take_regions() noexcept { return std::move(regions_); }

 private:
  using Vertex = Triangulation::Vertex;

  // What lies beside a side: on its left, where the hole is, and beyond.
  struct Kinds {
    int here;
    int beyond;
  };
  // A part of the outline, the hole on its left.
  struct Side {
    Vertex from;
    Vertex to;
    EdgeId beyond;
    Kinds kinds;
    std::uint32_t next;  // the side that begins where this one ends
    bool is_straight;    // whether no vertex parts this and the next
  };

  [[nodiscard]] Vertex place(int x, int y) const noexcept {
    return {space_.column(x), space_.row(y)};
  }
  [[nodiscard]] Vertex to_vertex(const Point& p) const noexcept;
  [[nodiscard]] Point to_point(const Vertex& v) const noexcept;
  [[nodiscard]] bool is_removed(CellId cell) const noexcept {
    return std::binary_search(cells_.begin(), cells_.end(), cell);
  }
  void find_cells();
  void add_side(const Vertex& from, const Vertex& to, EdgeId beyond, const Kinds& kinds) {
    sides_.push_back({from, to, beyond, kinds, Triangulation::kNone, false});
  }
  void add_sides(CellId cell);
  void add_part(const Vertex& from, const Vertex& to);
  void add_parts_outside(const Vertex& from, const Vertex& to);
  [[nodiscard]] Kinds find_kinds(const Vertex& from, const Vertex& to) const noexcept;
  [[nodiscard]] Kinds find_kinds(const Vertex& from, const Vertex& to, CellId beyond) const;
  [[nodiscard]] bool may_be_border(const Vertex& from, const Vertex& to) const noexcept;
  void add_walls();
  [[nodiscard]] bool has_sides_above(int y) const noexcept;
  [[nodiscard]] bool has_border_above(int y) const noexcept;
  [[nodiscard]] bool has_border_left_of(int x) const noexcept;
  [[nodiscard]] std::uint64_t lines_with_sides(int x) const noexcept;
  template <class KindsAt, class Place>
  void add_runs(int begin, int end, const KindsAt& kinds_at, const Place& place_at);
  void join_sides();
  void name_vertices();

  const LineTiles& space_;
  const ConvexMesh& mesh_;
  const TileRect tiles_;
  const float steps_;  // per tile
  const Vertex low_;   // of the rectangle
  const Vertex high_;
  std::vector<CellId> cells_;
  std::vector<Side> sides_;
  std::vector<HoleRegion> regions_;
};

}  // namespace taut
