// A* over the cells of a ConvexMesh: paths near the optimum, faster than optimal ones.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <taut/convex_mesh.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/open_heap.hpp>
#include <taut/path_query.hpp>
#include <taut/search.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL MeshSearch;

struct MeshSearchOptions {
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

// The memory of find_corridor() and find_path() on meshes; one per thread, without meaning between
// queries except for is_expanded().
//
// Memory: 50 bytes per edge id and 24 per cell id.
class MeshScratch {
 public:
  // For meshes of at most as many ids of cells and edges.
  explicit MeshScratch(const ConvexMesh& mesh) : MeshScratch(mesh.cell_ids(), mesh.edge_ids()) {}
  // Errors    std::invalid_argument for ids of cells beyond 2^31 - 1, of edges beyond kNoEdge.
  MeshScratch(std::size_t cell_ids, std::size_t edge_ids);

  // Makes room for the ids of a mesh after an edit. Allocates when the mesh has outgrown the
  // scratch, then a quarter more than it needs. The results of the last query are lost.
  void fit(const ConvexMesh& mesh);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Whether the last query entered the edge's cell by it and went on from there. For pictures and
  // tests. Requires an edge id of the mesh that the query was on.
  [[nodiscard]] bool is_expanded(EdgeId edge) const noexcept {
    return edge_marks_[edge].query == query_ + 1;
  }

  std::vector<CellId> corridor;
  std::vector<Portal> portals;

 private:
  friend class MeshSearch;

  // A place, or the way from one to another.
  struct Offset {
    float x, y;
  };

  // What a way sees through the edge by which it enters a cell.
  struct Funnel {
    float cost;    // length of the way from the start to the root
    Offset root;   // the last corner that the way turned at
    Offset right;  // from the root to the corners that limit it; both 0 where nothing does
    Offset left;
  };

  // What is known of an edge: most are looked at more often than their way is.
  struct Mark {
    std::uint32_t query;  // query_ where a way into the edge's cell by it is known, query_ + 1 once
                          // the best one was followed
    float f;              // of the best way known
  };

  // The best way known into a cell by an edge.
  struct Way {
    Funnel funnel;
    EdgeId before;  // by which the way entered the cell before, kNoEdge at the start
  };

  // Order of the open list: least f first, of equals the smallest edge.
  struct OpenEntry {
    std::uint64_t bits;  // f is not negative, so its bits have its order
    [[nodiscard]] static OpenEntry make(float f, EdgeId edge) noexcept {
      return {std::uint64_t{std::bit_cast<std::uint32_t>(f)} << 32U | edge};
    }
    [[nodiscard]] static OpenEntry last() noexcept { return {~std::uint64_t{0}}; }
    [[nodiscard]] bool is_before(const OpenEntry& other) const noexcept {
      return bits < other.bits;
    }
    [[nodiscard]] float f() const noexcept {
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32U));
    }
    [[nodiscard]] EdgeId edge() const noexcept { return static_cast<EdgeId>(bits); }
  };

  // How many ways to edges that are open may be replaced by better ones; what comes then is hardly
  // better and left. So the open list, which keeps the entries of both, is never full.
  [[nodiscard]] static constexpr std::size_t max_improvements(std::size_t edge_ids) noexcept {
    return edge_ids / 4 + 64;
  }

  // The state of a query between calls.
  struct Query {
    Point start{0.0F, 0.0F};
    Point goal{0.0F, 0.0F};
    std::size_t expansion_limit = 0;
    std::size_t expanded = 0;
    std::size_t improvements = 0;
    std::uint64_t revision = 0;  // of the mesh
    Status status = Status::no_path;
    bool is_running = false;  // begun, and its result was not returned yet
    bool is_done = true;      // the status is final
    bool is_partial = false;
    bool is_connected = false;          // whether the goal can be reached
    bool has_marked_dead_ends = false;  // some lead to the goal
    CellId start_cell = 0;              // one that holds the start, and the goal where one does
    CellId goal_cell = 0;
    std::size_t goal_cells = 0;
    EdgeId last = kNoEdge;     // the best known to enter a cell of the goal; kNoEdge for start_cell
    float last_f = 0.0F;       // infinite until there is one
    float cost = 0.0F;         // of the way by `last`
    EdgeId nearest = kNoEdge;  // where a cell was entered nearest to the goal
    float nearest_square = 0.0F;  // its distance from the goal, squared
    float nearest_cost = 0.0F;
  };

  std::size_t edge_ids_;
  std::unique_ptr<Mark[]> edge_marks_;
  std::unique_ptr<Way[]> ways_;  // per edge
  OpenHeap<OpenEntry> open_;
  std::vector<std::uint32_t> cell_marks_;  // query_ where the cell leads to the goal, query_ + 1 in
                                           // the corridor
  std::uint32_t query_ = 0;                // even
  Query state_;
};

// Finds a corridor from start to goal, neighbours sharing an edge, no cell twice.
//
// The nodes are the edges by which a path enters a cell. Each keeps the best path known to it: its
// last corner, what is visible from there through the edge, and the length up to that corner. The
// estimate of the rest is the shortest path to the goal through the visible part of the edge, if
// nothing else stood in the way. Each edge is expanded once, so the path need not be the shortest;
// costs are rounded. Dead ends are entered only where they lead to the goal. docs/mesh.md has the
// measurements.
//
// Requires  start and goal on the lattice.
// Errors    invalid_input: start or goal lies in no cell. no_path: they lie in different
//           components, which is known without a search. out_of_nodes: options.expansion_limit was
//           reached, or the scratch was made for fewer ids.
// Writes    at most max_corridor_cells(mesh) ids; truncated with the first ones when `out` is
//           smaller. With PartialPath::nearest also when the status is no_path or out_of_nodes:
//           then to the cell entered by the edge nearest to the goal; ties: the first one entered.
//           `out` may be scratch.corridor. The cost is about the length of the path: rounded, and
//           without some of its turns.
// Cost      O(n log n) in the edges reached. Does not allocate.
// Source    the funnels of Cui, Harabor and Grastien (2017), one for each edge.
[[nodiscard]] CorridorResult find_corridor(const ConvexMesh& mesh, const Point& start,
                                           const Point& goal, const MeshSearchOptions& options,
                                           MeshScratch& scratch, std::span<CellId> out) noexcept;

// Finds a path from start to goal: find_corridor(), extract_portals() and string_pull(). start and
// goal are snapped to the lattice; the path begins and ends there. Where all vertices of the mesh
// lie at obstacles, as in build_mesh() of a grid, it turns only at obstacle corners.
//
// Errors    as find_corridor().
// Writes    the path's points, canonical; truncated with the first ones when `out` is smaller.
//           max_path_points(mesh) is always enough. With a partial
//           path (status no_path or out_of_nodes) it ends at that vertex of the reached cell which
//           is nearest to the goal. Does not allocate.
[[nodiscard]] PathResult find_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                   const MeshSearchOptions& options, MeshScratch& scratch,
                                   std::span<Point> out) noexcept;

// find_path() spread over several calls. begin_path() decides what needs no search; each
// advance_path() expands at most `expansions` edges. It returns nothing while the search is
// unfinished, then what find_path() returns and writes, bit for bit. To abandon a query, begin
// another one with the same scratch.
//
// Errors    those of find_path(), from the last advance_path(). invalid_input: no query is running
//           in the scratch, or the mesh was edited since begin_path().
// Cost      the last call: also portals and pull, linear in the corridor. Neither call allocates.
void begin_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                const MeshSearchOptions& options, MeshScratch& scratch) noexcept;
[[nodiscard]] std::optional<PathResult> advance_path(const ConvexMesh& mesh, std::size_t expansions,
                                                     MeshScratch& scratch,
                                                     std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
