// A* over the cells of a ConvexMesh: paths near the optimum, faster than optimal ones.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/search.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL MeshSearch;

struct MeshSearchOptions {
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
  // Edges that this call expands at most: see Status::unfinished.
  std::size_t budget = kNoExpansionLimit;
  // Bounds that guide the search, if they are current for the mesh; they must exist, and stay as
  // they are, until the query has ended. Short queries do without them, and those that learn little
  // from them go on without.
  const Landmarks* landmarks = nullptr;

  friend bool operator==(const MeshSearchOptions&, const MeshSearchOptions&) = default;
};

// The memory of find_corridor() and find_path() on meshes; one per thread, without meaning between
// queries except for is_expanded().
//
// Memory: 60 bytes per edge id and 24 per cell id.
// A moved-from scratch may only be assigned to or destroyed.
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
  [[nodiscard]] bool is_expanded(EdgeId edge) const noexcept;

  std::vector<CellId> corridor;
  std::vector<Portal> portals;

 private:
  friend class MeshSearch;
  struct TAUT_LOCAL Memory;

  detail::Hidden<Memory> memory_;
};

// Finds a corridor from start to goal, neighbours sharing an edge, no cell twice.
//
// The nodes are the edges by which a path enters a cell. Each keeps the best path known to it: its
// last corner, what is visible from there through the edge, and the length up to that corner. The
// estimate of the rest is the shortest path to the goal through the visible part of the edge, if
// nothing else stood in the way. Each edge is expanded once, with landmarks sometimes again, so the
// path need not be the shortest; costs are rounded. In long searches near the straight line the
// estimate grows by up to 4 %, so that they end sooner. Dead ends are entered only where they lead
// to the goal. docs/measurements.md has its times.
//
// Requires  start and goal on the lattice.
// Errors    invalid_input: start or goal lies in no cell. no_path: they lie in different
//           components, which is known without a search. out_of_nodes: options.expansion_limit was
//           reached, or the scratch was made for fewer ids. unfinished: options.budget was reached.
// Writes    at most max_corridor_cells(mesh) ids; truncated with the first ones when `out` is
//           smaller. With PartialPath::nearest also when the status is no_path or out_of_nodes:
//           then to the cell entered by the edge nearest to the goal; ties: the first one entered.
//           `out` may be scratch.corridor. The cost is an estimate of the length of the path.
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

namespace detail {

// As find_path(), by no edge of `closed`, in neither direction; not in slices. no_path: there is no
// such corridor.
[[nodiscard]] PathResult find_path_past(const ConvexMesh& mesh, const Point& start,
                                        const Point& goal, std::span<const EdgeId> closed,
                                        MeshScratch& scratch, std::span<Point> out) noexcept;

}  // namespace detail

// Writes the cells of the corridor that the scratch's last query found, from start to goal; nothing
// when it found no path. truncated, with the first of them, when `out` is smaller;
// max_corridor_cells(mesh) is always enough. Does not allocate.
// Errors    invalid_input when the query has not ended, or the mesh was edited since it began.
[[nodiscard]] Result extract_corridor(const ConvexMesh& mesh, MeshScratch& scratch,
                                      std::span<CellId> out) noexcept;

// A lattice point inside a cell, near its middle: a mean of its vertices whose weights make it one.
// Exact where the vertices are tile corners, else rounded to a float. Requires cell < cell_count().
[[nodiscard]] Point center(const ConvexMesh& mesh, CellId cell) noexcept;

// Writes start, goal, and between them the centres of the corridor's inner cells and the midpoints
// of its portals: without these a line between centres could leave the cells at T-junctions.
//
// Requires  portals of this corridor (extract_portals()).
// Writes    a canonical path; truncated with its first points when `out` is smaller.
//           max_path_points(2 * corridor.size()) is always enough. Does not allocate.
[[nodiscard]] Result join_centers(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                  std::span<const CellId> corridor, std::span<const Portal> portals,
                                  std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
