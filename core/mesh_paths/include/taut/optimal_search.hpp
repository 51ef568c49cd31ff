// Optimal any-angle paths over a ConvexMesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include <taut/convex_mesh.hpp>
#include <taut/detail/open_heap.hpp>
#include <taut/path_query.hpp>
#include <taut/search.hpp>
#include <taut/status.hpp>

namespace taut {

struct OptimalOptions {
  // The search is out_of_nodes when it would expand more.
  std::size_t expansion_limit = kNoExpansionLimit;
};

// The memory of find_optimal_path() on meshes, bought once; one per thread, without meaning between
// queries except for extract_corridor() and extract_cones().
//
// Memory: 72 bytes for each place of a node, 16 per vertex id and 4 per cell id of the mesh.
class OptimalScratch {
 public:
  // For meshes of at most as many ids of cells and vertices, with places for 4 nodes per edge and
  // 8192 more: more than twice what any query of docs/mesh.md takes on merged meshes, and enough
  // for those on rectangles. Pages that no query comes to are not touched.
  explicit OptimalScratch(const ConvexMesh& mesh);

  // The same with a number of places: a search that makes more nodes is out_of_nodes.
  // Errors    std::invalid_argument for places outside 16 to 2^31 - 1.
  OptimalScratch(const ConvexMesh& mesh, std::size_t node_places);

  // Makes room for the ids of a mesh after an edit; places stay as many. What the last query left
  // is lost. Allocates when the mesh has outgrown the scratch, then a quarter more than it needs.
  void fit(const ConvexMesh& mesh);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class OptimalSearch;

  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A place where paths turn, and the way to it.
  struct Root {
    double cost;  // length from the start
    Point at{0.0F, 0.0F};
    VertexId vertex;       // kNone at the start
    std::uint32_t before;  // the root before, kNone at the start
  };

  // What of its cell a node sees.
  enum class View : std::uint16_t {
    cone,   // what lies between its rays; the root is outside the cell
    start,  // all; the root is the start, in the cell
    right,  // all; the root is the right end of the edge entered by, and the path turns right there
    left,   // all; the root is the left end
    arrived  // the goal: no cell is entered
  };

  // A funnel that enters a cell.
  struct Node {
    EdgeId edge;  // of the cell entered, the one that is entered by
    std::uint32_t root;
    std::uint32_t before;
    View view;
    std::uint16_t is_expanded;
    // Directions of the rays from the root; exact (see optimal_search.cpp).
    float right_x, right_y;
    float left_x, left_y;
  };

  // Order of the open list: least f first; of equals the node made last.
  struct OpenEntry {
    std::uint64_t f_bits;  // costs are not negative, so the bits have their order
    std::uint64_t node;
    [[nodiscard]] bool is_before(const OpenEntry& other) const noexcept {
      return f_bits != other.f_bits ? f_bits < other.f_bits : node > other.node;
    }
    [[nodiscard]] static OpenEntry last() noexcept { return {~std::uint64_t{0}, 0}; }
  };

  // The cheapest root at a vertex, in this query.
  struct VertexMark {
    double cost;
    std::uint32_t query;
    std::uint32_t root;
  };

  // The mesh that the last query was on, as far as that can be told.
  struct Searched {
    std::uint64_t revision = 0;
    std::size_t edge_ids = 0;
    friend bool operator==(const Searched&, const Searched&) = default;
  };

  std::size_t places_;
  std::size_t cell_count_;
  std::size_t vertex_count_;
  std::unique_ptr<Node[]> nodes_;
  std::unique_ptr<Root[]> roots_;
  OpenHeap<OpenEntry> open_;
  std::unique_ptr<VertexMark[]> vertex_marks_;
  std::unique_ptr<std::uint32_t[]> cell_marks_;  // query in which a dead end leads to the goal
  std::uint32_t query_ = 0;
  std::uint32_t node_count_ = 0;  // of the last search
  Searched searched_;
  std::uint32_t last_ = kNone;  // the node that arrived
};

// Finds the shortest path of a point agent from start to goal. start and goal are snapped to the
// lattice; the path begins and ends there. It turns at obstacle corners only, and no smoothing can
// make it shorter.
//
// Errors    invalid_input: start or goal lies in no cell, or the scratch is made for a mesh of
//           fewer ids of cells or vertices: after an edit it needs fit(). no_path: they lie in
//           different components, which is known without a search. out_of_nodes:
//           options.expansion_limit or the scratch's places were met.
// Writes    the path's points, canonical; truncated with its first ones when `out` is smaller.
//           max_path_points(mesh) is always enough. Does not allocate.
// Cost      grows with the corners that are seen on the way and the cells between them.
// Source    Cui, Harabor and Grastien (2017), "Compromise-free pathfinding on a navigation mesh"
//           (Polyanya). Exact decisions, the treatment of degenerate cases and of dead ends are our
//           own, see optimal_search.cpp.
[[nodiscard]] PathResult find_optimal_path(const ConvexMesh& mesh, const Point& start,
                                           const Point& goal, const OptimalOptions& options,
                                           OptimalScratch& scratch, std::span<Point> out) noexcept;

// Writes the cells that the path of the scratch's last find_optimal_path() lies in, from start to
// goal: extract_portals() and string_pull() make the same path of them. Nothing when the last query
// found no path. truncated, with the first of them, when `out` is smaller; mesh.cell_count() is
// always enough. Does not allocate.
// Errors    invalid_input, here and below, when the mesh was edited since, or is another one as far
//           as revision and number of ids tell.
[[nodiscard]] Result extract_corridor(const ConvexMesh& mesh, const OptimalScratch& scratch,
                                      std::span<CellId> out) noexcept;

// What a node of a search saw: the triangle between a place where paths turn and the part of an
// edge that is seen from there.
struct Cone {
  Point apex;
  Point right;
  Point left;
};

// Writes the cones that the scratch's last find_optimal_path() expanded, in the order in which it
// came upon them: for pictures. Ends that a ray cuts out of an edge are rounded. Nodes that saw the
// whole of a cell are left out, so `expanded` cones are always enough; truncated, with the first of
// them, when `out` is smaller. Does not allocate.
[[nodiscard]] Result extract_cones(const ConvexMesh& mesh, const OptimalScratch& scratch,
                                   std::span<Cone> out) noexcept;

}  // namespace taut
