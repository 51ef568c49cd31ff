// A* over the cells of a ConvexMesh: good paths, faster than optimal ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/convex_mesh.hpp>
#include <taut/path_query.hpp>
#include <taut/search.hpp>

namespace taut {

struct MeshSearchOptions {
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

// The memory of find_corridor() on meshes, bought once; one per thread, without meaning between
// queries.
//
// Memory: 16 bytes per cell id for the search, 32 for entry points, marks, corridor and portals.
class MeshScratch {
 public:
  // For meshes of at most mesh.cell_ids() ids, as many as edits have used so far at once.
  explicit MeshScratch(const ConvexMesh& mesh) : MeshScratch(mesh.cell_ids()) {}
  // Errors    std::invalid_argument for ids beyond 2^31.
  explicit MeshScratch(std::size_t cell_ids);

  // Buys more when edits gave the mesh more ids than there is room for.
  void fit(const ConvexMesh& mesh);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  SearchScratch search;
  std::vector<CellId> corridor;
  std::vector<Portal> portals;

 private:
  friend class CellGraph;

  std::vector<Point> entries_;        // per cell, where its cheapest known way enters it
  std::vector<std::uint32_t> marks_;  // per cell, the query in which it leads to the goal
  std::uint32_t query_ = 0;
};

// Finds a corridor from start to goal, neighbours sharing an edge, no cell twice.
//
// A cell is entered where the way from the entry of the cell before, by the edge between them, to
// the goal is shortest if nothing else stood in the way; the estimate of the rest is the straight
// line. So a way costs what a walker would go who sees no farther than the next edge. Dead ends are
// entered only where they lead to the goal. docs/mesh.md has the measurements.
//
// Requires  start and goal on the lattice.
// Errors    invalid_input: start or goal lies in no cell. no_path: they lie in different
//           components, which is known without a search. out_of_nodes: options.expansion_limit was
//           met, or the scratch was bought for fewer ids.
// Writes    at most max_corridor_cells(mesh) ids; truncated with the first ones when `out` is
//           smaller. With PartialPath::nearest also when the status is no_path or out_of_nodes:
//           then to the cell that was entered nearest to the goal. `out` may be scratch.corridor.
// Cost      O(n log n) in the cells reached. Does not allocate.
[[nodiscard]] CorridorResult find_corridor(const ConvexMesh& mesh, const Point& start,
                                           const Point& goal, const MeshSearchOptions& options,
                                           MeshScratch& scratch, std::span<CellId> out) noexcept;

// Finds a path from start to goal: find_corridor(), extract_portals() and string_pull(). start and
// goal are snapped to the lattice; the path begins and ends there. Where all vertices of the mesh
// stand at obstacles, as in build_mesh() of a grid, it turns at obstacle corners only.
//
// Errors    as find_corridor().
// Writes    the path's points, canonical; truncated with the first ones when `out` is smaller.
//           max_path_points(mesh) is always enough. With a partial
//           path (status no_path or out_of_nodes) it ends at that vertex of the reached cell which
//           is nearest to the goal. Does not allocate.
[[nodiscard]] PathResult find_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                   const MeshSearchOptions& options, MeshScratch& scratch,
                                   std::span<Point> out) noexcept;

}  // namespace taut
