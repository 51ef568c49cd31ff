// ConvexMesh: walkable space divided into convex polygons; rays over it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/cell_index.hpp>
#include <taut/detail/component_labels.hpp>
#include <taut/detail/growing_array.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL MeshEdges;
class TAUT_LOCAL MeshEdit;
class TAUT_LOCAL MeshRay;
struct TAUT_LOCAL SaveAccess;

// Indices of a mesh's parts. An edge belongs to one cell: where two cells meet there are two edges,
// one of each, the *twins*.
using EdgeId = std::uint32_t;
using VertexId = std::uint32_t;

// Means no edge: beyond a wall. Ids are smaller.
inline constexpr EdgeId kNoEdge = 0x7fffffffU;

// An edge of a cell: from `start` to the start of the cell's next edge, the cell on its left.
class MeshEdge {
 public:
  MeshEdge() = default;
  MeshEdge(const Point& start, VertexId vertex, EdgeId twin) noexcept
      : start_(start), vertex_(vertex), twin_(twin) {}

  [[nodiscard]] const Point& start() const noexcept { return start_; }
  // Vertices are counted per point and side: where obstacles touch at a point, each walkable side
  // has its own vertex, because no path leads from one side to the other.
  [[nodiscard]] VertexId vertex() const noexcept { return vertex_ & ~kFlag; }
  // Whether the start is an obstacle corner: the free angle there is more than 180 degrees, so that
  // shortest paths may turn at it.
  [[nodiscard]] bool is_corner() const noexcept { return (vertex_ & kFlag) != 0; }
  // The edge of the cell beyond, kNoEdge for a wall.
  [[nodiscard]] EdgeId twin() const noexcept { return twin_ & ~kFlag; }
  [[nodiscard]] bool is_wall() const noexcept { return twin() == kNoEdge; }
  // Whether the cell beyond, and all that is reached through it, has no other way out.
  [[nodiscard]] bool leads_to_dead_end() const noexcept { return (twin_ & kFlag) != 0; }

  // For the code that makes meshes. A new vertex is not a corner, a new twin does not lead to a
  // dead end.
  void name(VertexId vertex) noexcept { vertex_ = vertex; }
  void mark_corner() noexcept { vertex_ |= kFlag; }
  void link(EdgeId twin) noexcept { twin_ = twin; }
  void mark_dead_end() noexcept { twin_ |= kFlag; }
  void unmark_dead_end() noexcept { twin_ &= ~kFlag; }

 private:
  static constexpr std::uint32_t kFlag = 0x80000000U;

  Point start_{0.0F, 0.0F};
  std::uint32_t vertex_ = 0;      // with kFlag: a corner
  std::uint32_t twin_ = kNoEdge;  // with kFlag: leads to a dead end
};

// The flat arrays of a mesh, for callers that supply the links between cells, such as build_mesh()
// of a grid. The edges of a cell are consecutive, and so are cells.
struct MeshParts {
  std::vector<EdgeId> cell_begin{};  // per cell its first edge; one entry more than cells
  std::vector<Point> edge_start{};   // per edge the point it starts at
  std::vector<EdgeId> edge_twin{};   // per edge its twin, or kNoEdge
};

// Cells that replace others, for ConvexMesh::replace().
struct MeshPatch {
  std::vector<CellId> removed{};  // each once
  MeshParts added{};              // with twins among themselves
  std::vector<EdgeId> beyond{};   // per edge of `added` the one of a cell that stays and becomes
                                  // its twin, or kNoEdge
};

// A mesh as it is at one time, as far as its revision and its number of edge ids tell.
struct MeshState {
  std::uint64_t revision = 0;
  std::size_t edge_ids = 0;

  friend bool operator==(const MeshState&, const MeshState&) = default;
};

// Convex counter-clockwise cells and the links between them. Vertices lie on the lattice of 1/1024
// tile. A cell may have collinear vertices: each edge has one neighbour, so a T-junction is a
// vertex on a straight side.
//
// A new mesh numbers its parts from 0. Cells that an edit does not remove keep their ids; those of
// removed cells are recycled, and some may be unused afterwards. Edges of cells that remain may get
// other ids.
//
// Queries on a const mesh are safe from any number of threads; an edit needs the mesh for itself.
// Memory    20 bytes per edge, 20 per cell, and the index of locate(), 50 to 110 per cell, more on
//           maps of less than 200 cells. Up to twice as much after edits, of the largest mesh so
//           far; three times while it grows.
class ConvexMesh {
 public:
  // Requires  parts that satisfy what build_mesh() of polygons checks. Callers that cannot
  //           guarantee that use build_mesh() (mesh_builder.hpp).
  // Errors    std::invalid_argument for arrays that contradict each other, a cell of less than 3
  //           edges, an edge that does not lie on its twin, a coordinate beyond kMaxMapSide.
  // Cost      linear, and the cells' area in buckets of the size of a mean cell.
  explicit ConvexMesh(const MeshParts& parts);

  [[nodiscard]] std::size_t cell_count() const noexcept {
    return cells_.size() - free_cells_.size();
  }
  [[nodiscard]] std::size_t edge_count() const noexcept { return edge_count_; }
  [[nodiscard]] std::size_t vertex_count() const noexcept {
    return vertex_ids_ - free_vertices_.size();
  }

  // All ids are smaller; for a new mesh these are the counts.
  [[nodiscard]] std::size_t cell_ids() const noexcept { return cells_.size(); }
  [[nodiscard]] std::size_t edge_ids() const noexcept { return edges_.size(); }
  [[nodiscard]] std::size_t vertex_ids() const noexcept { return vertex_ids_; }

  [[nodiscard]] bool is_cell(CellId cell) const noexcept {
    return cell < cells_.size() && cells_[cell].count != 0;
  }
  // Calls visit(CellId) for every cell, by growing id.
  template <class Visit>
  void for_each_cell(const Visit& visit) const {
    for (CellId cell = 0; cell < cells_.size(); ++cell) {
      if (cells_[cell].count != 0) visit(cell);
    }
  }

  // The edges of a cell, counter-clockwise; their starts are its outline. Requires is_cell(cell),
  // here and below.
  [[nodiscard]] std::span<const MeshEdge> edges(CellId cell) const noexcept {
    assert(is_cell(cell));
    return {edges_.data() + cells_[cell].first, cells_[cell].count};
  }
  [[nodiscard]] EdgeId first_edge(CellId cell) const noexcept { return cells_[cell].first; }

  // Require the edge of a cell.
  [[nodiscard]] const MeshEdge& edge(EdgeId edge) const noexcept {
    assert(edge < edges_.size());
    return edges_[edge];
  }
  [[nodiscard]] CellId cell_of(EdgeId edge) const noexcept {
    assert(edge < edges_.size());
    return edge_cells_[edge];
  }
  // Prefetches what a search reads first of the edge and its cell.
  void prefetch(EdgeId edge) const noexcept {
    detail::prefetch(&edges_[edge]);
    detail::prefetch(&edge_cells_[edge]);
  }
  // The next edge of the same cell.
  [[nodiscard]] EdgeId next(EdgeId edge) const noexcept {
    const Cell& cell = cells_[cell_of(edge)];
    return edge + 1 == cell.first + cell.count ? cell.first : edge + 1;
  }
  // The one before it.
  [[nodiscard]] EdgeId previous(EdgeId edge) const noexcept {
    const Cell& cell = cells_[cell_of(edge)];
    return edge == cell.first ? cell.first + cell.count - 1 : edge - 1;
  }

  // The cell that contains the point, border included; of several the one with the smallest id.
  // std::nullopt when there is none.
  // Cost      the cells of a bucket. Does not allocate.
  [[nodiscard]] std::optional<CellId> locate(const Point& point) const noexcept;

  // Calls visit(CellId) for each cell that contains the point, several when it lies on an edge: in
  // an order that depends on their outlines alone, not on their ids.
  template <class Visit>
  void for_each_cell_at(const Point& point, const Visit& visit) const noexcept {
    std::array<CellId, 8> cells;
    for (std::size_t count = find_cells_at(point, nullptr, cells); count > 0;) {
      for (const CellId cell : std::span(cells).first((std::min)(count, cells.size()))) visit(cell);
      count = count > cells.size() ? find_cells_at(point, &cells.back(), cells) : 0;
    }
  }
  // Upper bound on the cells that contain one point.
  [[nodiscard]] std::size_t max_cells_at_point() const noexcept { return index_.max_bucket_size(); }

  // Calls visit(CellId) for each cell that contains a point of the box, sides included; for some
  // more than once. Exact for corners on the lattice. Requires low.x <= high.x, low.y <=
  // high.y.
  // Cost      the cells of the buckets that the box touches. Does not allocate.
  template <class Visit>
  void for_each_cell_touching(const Point& low, const Point& high, const Visit& visit) const {
    index_.for_each_in(low, high, [&](CellId cell) {
      if (touches(cell, low, high)) visit(cell);
    });
  }

  // Whether the cell contains the point, border included. Exact (geometry.hpp).
  [[nodiscard]] bool holds(CellId cell, const Point& point) const noexcept {
    return position(cell, point) != Position::outside;
  }
  // Whether it contains a point of the box.
  [[nodiscard]] bool touches(CellId cell, const Point& low, const Point& high) const noexcept;

  // Cells are connected when links lead from one to the other: then their components are equal.
  // Components may change with every edit.
  [[nodiscard]] std::uint32_t component(CellId cell) const noexcept {
    assert(is_cell(cell));
    return components_.of(cell);
  }
  [[nodiscard]] bool is_connected(CellId a, CellId b) const noexcept {
    return component(a) == component(b);
  }
  [[nodiscard]] std::size_t component_count() const noexcept { return components_.count(); }

  // Whether the cell lies in a dead end: a part of the mesh whose cells form a tree and that is
  // connected to the rest by one edge, toward_exit(). A shortest path enters it only where it
  // contains the goal. In a component that is a tree all cells but one lie in dead ends.
  [[nodiscard]] bool is_dead_end(CellId cell) const noexcept {
    assert(is_cell(cell));
    return cells_[cell].is_dead_end != 0;
  }
  // Requires is_dead_end(cell): the edge of the cell that leads out.
  [[nodiscard]] EdgeId toward_exit(CellId cell) const noexcept;
  // The same: the cell behind that edge.
  [[nodiscard]] CellId cell_toward_exit(CellId cell) const noexcept {
    return cell_of(edge(toward_exit(cell)).twin());
  }

  // The exits of a cell of at most kExitBits edges: bit i is set when edge i is neither a wall nor
  // leads to a dead end. Its links: bit i is set when edge i is not a wall. Unspecified for larger
  // cells.
  static constexpr std::size_t kExitBits = 32;
  [[nodiscard]] std::uint32_t exits(CellId cell) const noexcept {
    assert(is_cell(cell));
    return cells_[cell].exits;
  }
  [[nodiscard]] std::uint32_t links(CellId cell) const noexcept {
    assert(is_cell(cell));
    return cells_[cell].links;
  }

  // Removes cells and inserts others in their place: the low-level edit, which knows only polygons.
  // An edge that led from a remaining cell to a removed one becomes the twin of the added edge
  // whose `beyond` it is, else a wall. Vertices of removed cells may get another id.
  //
  // Requires  that the mesh holds afterwards what build_mesh() of polygons checks.
  // Errors    std::invalid_argument, and the mesh is unchanged: the errors of the constructor for
  //           the cells added; a removed id that is not a cell, or occurs twice; an edge in
  //           `beyond` that is not of a remaining cell, has a twin that remains, or does not lie
  //           along its edge. After std::bad_alloc the mesh may only be assigned to or destroyed.
  // Cost      the edges of these cells and of those around them, and their buckets. The path to the
  //           exit of each dead end that is cut or joined. Components as in ComponentLabels
  //           (component_labels.hpp). Work on all cells is spread over the edits, in proportion to
  //           their size: packing the edges, a new index for twice or a quarter of the cells or for
  //           a larger box, growth. Allocates.
  void replace(const MeshPatch& patch);

  // Grows by one with each replace().
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  // For a new mesh that takes the place of another one: its revision is the one after that one's.
  void continue_revision(const ConvexMesh& before) noexcept { revision_ = before.revision_ + 1; }
  [[nodiscard]] MeshState state() const noexcept { return {revision_, edge_ids()}; }

  // Low and high corner of a box around the mesh: the bounding box of a new mesh. Edits may make it
  // larger, not smaller.
  [[nodiscard]] const Point& low() const noexcept { return low_; }
  [[nodiscard]] const Point& high() const noexcept { return high_; }

  // Bytes that this mesh holds.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class MeshEdges;
  friend class MeshEdit;
  friend class MeshRay;
  friend struct SaveAccess;

  enum class Position : std::uint8_t { outside, on_edge, inside };

  struct Cell {
    EdgeId first;
    std::uint32_t count : 31;  // 0: a free id
    std::uint32_t is_dead_end : 1;
    std::uint32_t exits;
    std::uint32_t links;
  };
  // Unused places of edges (mesh_edges.hpp).
  struct FreeEdges {
    FreeEdges() noexcept { rows.fill(kNoEdge); }

    std::array<EdgeId, 33> rows;  // per length: the first one of a list
    EdgeId hole_begin = 0;        // while edges are packed: those before it are done
    EdgeId hole_end = 0;          // and those from here on are not
    bool is_packing = false;
  };

  // The number of cells that contain the point and follow another one in the order of
  // for_each_cell_at(). Writes the first ones.
  std::size_t find_cells_at(const Point& point, const CellId* after,
                            std::span<CellId> out) const noexcept;
  // Calls visit(CellId, Position) for each cell that contains the point, by id.
  template <class Visit>
  void for_each_place_at(const Point& point, const Visit& visit) const noexcept {
    if (!is_in_box(point)) return;
    index_.for_each_at(point, [&](CellId cell, std::uint32_t edges) {
      const Position at = position(cell, edges, point);
      if (at != Position::outside) visit(cell, at);
      return at == Position::inside;
    });
  }
  // Where the point is, seen from the cell. Exact (geometry.hpp).
  [[nodiscard]] Position position(CellId cell, const Point& point) const noexcept;
  // The same where it lies left of all edges but some, whose bits are given (CellIndex).
  [[nodiscard]] Position position(CellId cell, std::uint32_t edges,
                                  const Point& point) const noexcept {
    if (edges >> detail::CellIndex::kLastEdgeBit != 0) return position(cell, point);
    const MeshEdge* const ring = edges_.data() + cells_[cell].first;
    const std::uint32_t count = cells_[cell].count;
    const auto side = [&](std::uint32_t bits) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(bits));
      return detail::cross(detail::between(point, ring[i].start()),
                           detail::between(point, ring[i + 1 == count ? 0 : i + 1].start()));
    };
    // Two at a time, as there are seldom more.
    Position at = Position::inside;
    while (edges != 0) {
      const std::uint32_t rest = edges & (edges - 1);
      const double least = (std::min)(side(edges), side(rest != 0 ? rest : edges));
      if (least < 0.0) return Position::outside;
      if (least == 0.0) at = Position::on_edge;
      edges = rest & (rest - 1);
    }
    return at;
  }

  void name_vertices();
  [[nodiscard]] EdgeId first_of_fan(EdgeId edge) const noexcept;
  void name_fan(EdgeId from, VertexId vertex);
  void find_components();
  void find_dead_ends();
  void find_exits(CellId cell);

  void build_index();
  [[nodiscard]] bool is_in_box(const Point& point) const noexcept {
    return point.x >= low_.x && point.x <= high_.x && point.y >= low_.y && point.y <= high_.y;
  }

  detail::GrowingArray<MeshEdge> edges_;
  detail::GrowingArray<CellId> edge_cells_;
  detail::GrowingArray<Cell> cells_;
  detail::ComponentLabels components_;
  std::size_t edge_count_ = 0;
  std::size_t vertex_ids_ = 0;
  std::uint64_t revision_ = 0;

  // Ids to be recycled.
  std::vector<CellId> free_cells_;
  std::vector<VertexId> free_vertices_;
  FreeEdges free_edges_;

  detail::CellIndex index_;
  // The one that will take its place, of the cells below `next_cell_`; nothing else most of the
  // time.
  std::optional<detail::CellIndex> next_index_;
  CellId next_cell_ = 0;
  Point low_{0.0F, 0.0F};
  Point high_{0.0F, 0.0F};
};

// Upper bound on the cells of a corridor of the mesh.
[[nodiscard]] inline std::size_t max_corridor_cells(const ConvexMesh& mesh) noexcept {
  return mesh.cell_count();
}

// Upper bound on the points of find_path() and find_optimal_path() on the mesh. A path of
// find_path() has at most one corner per portal, an optimal one at most one per vertex.
[[nodiscard]] inline std::size_t max_path_points(const ConvexMesh& mesh) noexcept {
  return (std::max)(mesh.cell_count(), mesh.vertex_count()) + 2;
}

// Writes the portals of a corridor, in order. The portal between two cells is the union of the
// edges that they share: one, or several collinear ones where merged cells had T-junctions. Left
// and right follow from the direction of the edges of a counter-clockwise cell: the end of an edge
// is left for a walker who leaves the cell.
//
// Errors    invalid_input when two consecutive cells share no edge, or an id is not that of a cell.
// Writes    at most max_edge_portals(corridor.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      the edges of the cells. Does not allocate.
[[nodiscard]] Result extract_portals(const ConvexMesh& mesh, std::span<const CellId> corridor,
                                     std::span<Portal> out) noexcept;

class TAUT_LOCAL MeshEdit;

// For data about the vertices of a mesh, which are to follow its edits: an edit gives new ids to
// all vertices of the cells that it removes. Vertices that no list names keep their ids.
class MeshJournal {
 public:
  // Two ids of a vertex of a cell that remains.
  struct Renamed {
    VertexId before;
    VertexId after;
  };

  // The revision that the edit made; 0 without an edit.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

  // The cells that were removed, with the vertices and corners before the edit. Twins of their
  // edges have no meaning.
  [[nodiscard]] std::size_t removed_count() const noexcept { return removed_end_.size(); }
  [[nodiscard]] std::span<const MeshEdge> removed(std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : removed_end_[i - 1];
    return std::span(removed_).subspan(begin, removed_end_[i] - begin);
  }
  // The cells that were added, by their ids.
  [[nodiscard]] std::span<const CellId> added() const noexcept { return added_; }
  // The vertices of cells that remain, as often as cells have them.
  [[nodiscard]] std::span<const Renamed> renamed() const noexcept { return renamed_; }

 private:
  friend class MeshEdit;

  std::uint64_t revision_ = 0;
  std::vector<MeshEdge> removed_;
  std::vector<std::size_t> removed_end_;
  std::vector<CellId> added_;
  std::vector<Renamed> renamed_;
};

// ConvexMesh::replace() that also writes a journal; what was in it is lost.
void replace(ConvexMesh& mesh, const MeshPatch& patch, MeshJournal& journal);

struct MeshRaycastResult {
  Status status = Status::ok;  // ok; invalid_input: `from` lies in no cell, or `to` beyond any map
                               // (then is_visible is false)
  bool is_visible = false;     // the whole segment is walkable
  Point end{0.0F, 0.0F};       // where the ray stopped: `to`, or the place where it met a wall,
                               // rounded
  CellId cell = 0;             // the last cell it was in
  EdgeId wall = kNoEdge;       // a wall that contains `end`, when not visible
};

// Follows the segment from `from` to `to` until it is blocked, cell by cell. A ray may touch walls
// and slide along them. It may not pass between two obstacles that touch at a point: behind a
// vertex it continues only in a cell that is linked, around the vertex, to the cell it came from.
// On a mesh of a grid the answer is that of raycast() on the grid. Every decision is exact.
//
// Requires  both points and the vertices on one lattice (geometry.hpp).
// Cost      the edges of the cells passed, about 5 ns each. Does not allocate.
[[nodiscard]] MeshRaycastResult raycast(const ConvexMesh& mesh, const Point& from,
                                        const Point& to) noexcept;

// Whether the whole segment is walkable.
[[nodiscard]] bool is_visible(const ConvexMesh& mesh, const Point& from, const Point& to) noexcept;

}  // namespace taut
TAUT_API_END
