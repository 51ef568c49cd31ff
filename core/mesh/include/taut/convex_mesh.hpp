// ConvexMesh: walkable space cut into convex polygons.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <taut/portal.hpp>
#include <taut/status.hpp>

namespace taut {

// Indices of a mesh's parts. An edge belongs to one cell: where two cells meet there are two edges,
// one of each, the *twins*.
using EdgeId = std::uint32_t;
using VertexId = std::uint32_t;

// Stands for the edge that is not there: beyond a wall. Ids are smaller.
inline constexpr EdgeId kNoEdge = 0x7fffffffU;

// An edge of a cell: from `start` to the start of the cell's next edge, the cell on its left.
class MeshEdge {
 public:
  MeshEdge() = default;
  MeshEdge(const Point& start, VertexId vertex, EdgeId twin) noexcept
      : start_(start), vertex_(vertex), twin_(twin) {}

  [[nodiscard]] const Point& start() const noexcept { return start_; }
  // Vertices are counted per place and side: where obstacles touch at a point, each side that a
  // walker can stand on has its own, because there is no way from one to the other.
  [[nodiscard]] VertexId vertex() const noexcept { return vertex_ & ~kFlag; }
  // Whether the start is an obstacle corner: the free angle there is more than 180 degrees, so that
  // shortest paths may turn at it.
  [[nodiscard]] bool is_corner() const noexcept { return (vertex_ & kFlag) != 0; }
  // The edge of the cell beyond, kNoEdge for a wall.
  [[nodiscard]] EdgeId twin() const noexcept { return twin_ & ~kFlag; }
  [[nodiscard]] bool is_wall() const noexcept { return twin() == kNoEdge; }
  // Whether the cell beyond, and all that is reached through it, has no other way out.
  [[nodiscard]] bool leads_to_dead_end() const noexcept { return (twin_ & kFlag) != 0; }

  // For the maker of the mesh. A new name is no corner, a new twin leads to no dead end.
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

// The flat arrays that a mesh is made from by one who links the cells himself, as build_mesh() of a
// grid does. The edges of a cell follow each other, and so do cells.
struct MeshParts {
  std::vector<EdgeId> cell_begin;  // per cell its first edge; one entry more than cells
  std::vector<Point> edge_start;   // per edge the point it starts at
  std::vector<EdgeId> edge_twin;   // per edge its twin, or kNoEdge
};

// Cells that take the place of others, for ConvexMesh::replace().
struct MeshPatch {
  std::vector<CellId> removed;  // each once
  MeshParts added;              // with twins among themselves
  std::vector<EdgeId> beyond;   // per edge of `added` the one of a cell that stays and becomes its
                                // twin, or kNoEdge
};

// Convex counter-clockwise cells and the links between them. Vertices lie on the lattice of 1/1024
// tile. A cell may have collinear vertices: that is how T-junctions are made, since each edge has
// one neighbour.
//
// Ids of a fresh mesh count up from 0. An edit leaves the ids of cells that it does not take out as
// they are, and gives those of others to new ones: so afterwards some may be free. Edges of cells
// that stay keep theirs too, but for the times when all edges are packed (see replace()).
//
// Queries on a const mesh are safe from any number of threads; an edit needs the mesh for itself.
// Memory    20 bytes per edge, 16 per cell, and the index of locate(), about 20 per cell. Up to
//           twice as much after edits.
class ConvexMesh {
 public:
  // Requires  parts that hold what build_mesh() of polygons checks: whoever cannot promise that
  //           calls it instead (mesh_builder.hpp).
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

  // All ids are smaller; of a fresh mesh these are the counts.
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
  // Asks memory for what a search reads first of the edge and its cell; for those that know early
  // where they will go.
  void prefetch(EdgeId edge) const noexcept {
    __builtin_prefetch(&edges_[edge]);
    __builtin_prefetch(&edge_cells_[edge]);
  }
  // The next edge of the same cell.
  [[nodiscard]] EdgeId next(EdgeId edge) const noexcept {
    const Cell& cell = cells_[cell_of(edge)];
    return edge + 1 == cell.first + cell.count ? cell.first : edge + 1;
  }

  // A cell that holds the point, ends and edges included: the one with the smallest id. Nothing
  // when there is none.
  // Cost      the cells of a bucket. Does not allocate.
  [[nodiscard]] std::optional<CellId> locate(const Point& point) const noexcept;

  // Calls visit(CellId) for each cell that holds the point, by id: several when it lies on an edge.
  template <class Visit>
  void for_each_cell_at(const Point& point, const Visit& visit) const noexcept {
    for (std::uint32_t i = first_entry(point); i != kNoEntry; i = entries_[i].next) {
      if (holds(entries_[i].cell, point)) visit(entries_[i].cell);
    }
  }
  // No point is held by more cells.
  [[nodiscard]] std::size_t max_cells_at_point() const noexcept { return max_bucket_size_; }

  // Calls visit(CellId) for each cell that holds a point of the box, sides included; for some more
  // than once. Exact for corners on the lattice. Requires low.x() <= high.x(), low.y() <= high.y().
  // Cost      the cells of the buckets that the box touches. Does not allocate.
  template <class Visit>
  void for_each_cell_touching(const Point& low, const Point& high, const Visit& visit) const {
    if (buckets_.empty()) return;
    const std::uint32_t last_row = bucket_row(high.y());
    const std::uint32_t last_column = bucket_column(high.x());
    for (std::uint32_t row = bucket_row(low.y()); row <= last_row; ++row) {
      for (std::uint32_t column = bucket_column(low.x()); column <= last_column; ++column) {
        std::uint32_t i = buckets_[std::size_t{row} * bucket_columns_ + column];
        for (; i != kNoEntry; i = entries_[i].next) {
          if (touches(entries_[i].cell, low, high)) visit(entries_[i].cell);
        }
      }
    }
  }

  // Whether the cell holds the point, ends and edges included. Exact (geometry.hpp).
  [[nodiscard]] bool holds(CellId cell, const Point& point) const noexcept;
  // Whether it holds a point of the box.
  [[nodiscard]] bool touches(CellId cell, const Point& low, const Point& high) const noexcept;

  // Cells are connected when links lead from one to the other. Equal components: connected. They
  // may change with every edit.
  [[nodiscard]] std::uint32_t component(CellId cell) const noexcept {
    assert(is_cell(cell));
    return components_[cell];
  }
  [[nodiscard]] bool is_connected(CellId a, CellId b) const noexcept {
    return component(a) == component(b);
  }
  [[nodiscard]] std::size_t component_count() const noexcept { return component_count_; }

  // Whether the cell lies in a dead end: a part of the mesh that hangs together like a tree and is
  // joined to the rest by one edge, toward_exit(). A shortest path enters it only where it holds
  // the goal. In a component that is a tree all cells but one do.
  [[nodiscard]] bool is_dead_end(CellId cell) const noexcept {
    assert(is_cell(cell));
    return cells_[cell].is_dead_end != 0;
  }
  // Requires is_dead_end(cell): the edge of the cell that leads out.
  [[nodiscard]] EdgeId toward_exit(CellId cell) const noexcept;

  // Of a cell of at most kExitBits edges, those that lead on: bit i is set when edge i is neither a
  // wall nor leads to a dead end. Of larger cells: nothing that means anything.
  static constexpr std::size_t kExitBits = 32;
  [[nodiscard]] std::uint32_t exits(CellId cell) const noexcept {
    assert(is_cell(cell));
    return cells_[cell].exits;
  }

  // Takes cells out and puts others in their place: the low-level edit, which knows of polygons
  // only. An edge of a cell that stays and led to one that is taken out becomes the twin of the
  // edge that names it as its beyond, else a wall. Vertices of cells taken out may get another id.
  //
  // Requires  that the mesh holds afterwards what build_mesh() of polygons checks.
  // Errors    std::invalid_argument, and the mesh is as it was: what the constructor says of the
  //           cells added; a cell removed that is none, or twice; an edge beyond that is of no cell
  //           that stays, has a twin that stays, or does not lie along its edge.
  // Cost      the edges of these cells and of those around them, and their buckets. The way out of
  //           each dead end that is cut, or joined to something. Where components are joined, the
  //           cells of all but the largest; where the cells around the place may have fallen apart,
  //           searches from each part take turns until all but one have ended or met. At times,
  //           once in as many edits as it takes to waste a third of the places for edges, to
  //           double the cells or to quarter them, or to outgrow the box: all cells. Allocates.
  void replace(const MeshPatch& patch);

  // Grows by one with each replace().
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

  // Low and high corner of a box around the mesh: the smallest one of a fresh mesh. Edits may make
  // it larger, not smaller.
  [[nodiscard]] const Point& low() const noexcept { return low_; }
  [[nodiscard]] const Point& high() const noexcept { return high_; }

  // Bytes that this mesh holds.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class MeshComponents;
  friend class MeshEdit;

  static constexpr std::uint32_t kNoEntry = 0xffffffffU;
  static constexpr std::size_t kFreeRows = 33;

  struct Cell {
    EdgeId first;
    std::uint32_t count : 31;  // 0: a free id
    std::uint32_t is_dead_end : 1;
    std::uint32_t exits;
  };
  // Buckets are lists of cells by growing id; those of a fresh index lie one after the other.
  struct Entry {
    CellId cell;
    std::uint32_t next;
  };

  void name_vertices();
  [[nodiscard]] EdgeId first_of_fan(EdgeId edge) const noexcept;
  void name_fan(EdgeId from, VertexId vertex) noexcept;
  void find_components();
  void find_dead_ends();
  void find_exits(CellId cell) noexcept;
  [[nodiscard]] EdgeId previous(EdgeId edge) const noexcept;

  void fill_buckets();
  void add_to_buckets(CellId cell);
  void remove_from_buckets(CellId cell) noexcept;
  template <class Visit>
  void for_each_bucket_of(CellId cell, const Visit& visit) const;
  // The first for NaN.
  [[nodiscard]] static std::uint32_t bucket_place(float at, std::uint32_t count) noexcept {
    return at > 0.0F ? static_cast<std::uint32_t>(std::min(at, static_cast<float>(count - 1))) : 0;
  }
  // The nearest row or column of buckets.
  [[nodiscard]] std::uint32_t bucket_row(float y) const noexcept {
    return bucket_place((y - index_low_.y()) * buckets_per_tile_, bucket_rows_);
  }
  [[nodiscard]] std::uint32_t bucket_column(float x) const noexcept {
    return bucket_place((x - index_low_.x()) * buckets_per_tile_, bucket_columns_);
  }
  // The list of the bucket that holds the point.
  [[nodiscard]] std::uint32_t first_entry(const Point& point) const noexcept;

  std::vector<MeshEdge> edges_;
  std::vector<CellId> edge_cells_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> components_;       // per cell
  std::vector<std::uint32_t> component_cells_;  // per component, how many
  std::size_t component_count_ = 0;
  std::size_t edge_count_ = 0;
  std::size_t vertex_ids_ = 0;
  std::uint64_t revision_ = 0;

  // Ids to be given again. Edges by the length of their row; longer rows wait for the packing.
  std::vector<CellId> free_cells_;
  std::vector<VertexId> free_vertices_;
  std::vector<std::uint32_t> free_components_;
  std::array<std::vector<EdgeId>, kFreeRows> free_edges_;

  std::vector<std::uint32_t> buckets_;  // per bucket its first entry
  std::vector<Entry> entries_;
  std::uint32_t free_entry_ = kNoEntry;  // free ones are a list too
  std::size_t indexed_cells_ = 0;        // when the buckets were made
  Point low_{0.0F, 0.0F};
  Point high_{0.0F, 0.0F};
  Point index_low_{0.0F, 0.0F};
  Point index_high_{0.0F, 0.0F};
  float buckets_per_tile_ = 1.0F;  // along a side; a power of two
  std::uint32_t bucket_columns_ = 0;
  std::uint32_t bucket_rows_ = 0;
  std::size_t max_bucket_size_ = 0;
};

// Capacity that every corridor of the mesh fits into.
[[nodiscard]] inline std::size_t max_corridor_cells(const ConvexMesh& mesh) noexcept {
  return mesh.cell_count();
}

// Capacity that every path of find_path() and find_optimal_path() on the mesh fits into. A path of
// find_path() has a corner per portal at most, an optimal one a corner per vertex.
[[nodiscard]] inline std::size_t max_path_points(const ConvexMesh& mesh) noexcept {
  return std::max(mesh.cell_count(), mesh.vertex_count()) + 2;
}

// Writes the portals of a corridor, in order. The portal between two cells is all that they share:
// an edge, or several edges in line, as T-junctions leave them when cells are joined. For a
// counter-clockwise cell left and right follow from the direction of its edges: leaving it, the end
// is left.
//
// Errors    invalid_input when two cells that follow each other share no edge, or an id is none of
//           the mesh.
// Writes    at most max_edge_portals(corridor.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      the edges of the cells. Does not allocate.
[[nodiscard]] Result extract_portals(const ConvexMesh& mesh, std::span<const CellId> corridor,
                                     std::span<Portal> out) noexcept;

}  // namespace taut
