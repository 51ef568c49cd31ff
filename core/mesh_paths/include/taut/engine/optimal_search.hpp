// Optimal any-angle paths over a ConvexMesh.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/search.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL OptimalSearch;

struct OptimalOptions {
  // A search that would expand more nodes is out_of_nodes.
  std::size_t expansion_limit = kNoExpansionLimit;
  // Nodes that this call expands at most: see Status::unfinished.
  std::size_t budget = kNoExpansionLimit;
  // A shortest path longer than this is no_path; so is any where this is NaN. The search stops when
  // all open nodes lead to longer paths, so a small limit saves work.
  double length_limit = kNoLengthLimit;
  // Bounds that guide the search, if they are current for the mesh; they must exist, and stay as
  // they are, until the query has ended. The length found is the same; of several shortest paths it
  // may be another one. Short queries do without them.
  const Landmarks* landmarks = nullptr;
  // An index that answers without a search, if it is current for the mesh; as with landmarks. No
  // node is expanded then: extract_corridor() and extract_cones() write nothing.
  const CornerIndex* index = nullptr;

  friend bool operator==(const OptimalOptions&, const OptimalOptions&) = default;
};

// The memory of find_optimal_path() on meshes; one per thread, without meaning between queries
// except for extract_corridor() and extract_cones().
//
// Memory: 80 bytes for each place of a node, 16 per vertex id and 4 per cell id of the mesh.
// A moved-from scratch may only be assigned to or destroyed.
class OptimalScratch {
 public:
  // The upper bound of the default number of places: 168 MB, and some 0.5 s until a search that
  // fills them is out_of_nodes.
  static constexpr std::size_t kMaxDefaultPlaces = std::size_t{1} << 21U;
  // Where grow() ends: 1.3 GB.
  static constexpr std::size_t kMaxGrownPlaces = std::size_t{1} << 24U;

  // For meshes of at most as many ids of cells and vertices, with places for 4 nodes per edge and
  // 8192 more, but at most kMaxDefaultPlaces: more than twice what any query of docs/study takes
  // on merged meshes, and enough for those on rectangles. Among millions of small obstacles distant
  // queries are out_of_nodes: see grow(). Memory pages that no query reaches are not touched.
  explicit OptimalScratch(const ConvexMesh& mesh);

  // The same with a number of places: a search that makes more nodes is out_of_nodes.
  // Errors    std::invalid_argument for places outside 16 to 2^31 - 1.
  OptimalScratch(const ConvexMesh& mesh, std::size_t node_places);

  // Makes room for the ids of a mesh after an edit; the number of places stays the same. The
  // results of the last query are lost. Allocates when the mesh has outgrown the scratch, then a
  // quarter more than it needs.
  void fit(const ConvexMesh& mesh);

  // Doubles the places, up to kMaxGrownPlaces, for a query that was out_of_nodes. False when there
  // are as many already. The results of the last query are lost. Allocates.
  [[nodiscard]] bool grow();
  [[nodiscard]] std::size_t node_places() const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class OptimalSearch;

  detail::Hidden<OptimalSearch> search_;
};

// Finds the shortest path of a point agent from start to goal. start and goal are snapped to the
// lattice; the path begins and ends there. It turns only at obstacle corners, and no path is
// shorter.
//
// Errors    invalid_input: start or goal lies in no cell, or the scratch was made for a mesh with
//           fewer ids of cells or vertices: call fit() after an edit. no_path: they lie in
//           different components, which is known without a search, or the shortest path is longer
//           than options.length_limit. out_of_nodes: options.expansion_limit or the number of
//           places of the scratch was reached. unfinished: options.budget was.
// Writes    the path's points, canonical; truncated with the first ones when `out` is smaller.
//           max_path_points(mesh) is always enough. Does not allocate.
// Cost      grows with the corners visible along the way and the cells between them.
// Source    Cui, Harabor and Grastien (2017), "Compromise-free pathfinding on a navigation mesh"
//           (Polyanya). Exact decisions, the treatment of degenerate cases and of dead ends are our
//           own, see funnel_steps.hpp.
[[nodiscard]] PathResult find_optimal_path(const ConvexMesh& mesh, const Point& start,
                                           const Point& goal, const OptimalOptions& options,
                                           OptimalScratch& scratch, std::span<Point> out) noexcept;

// Writes the cells that the path of the scratch's last find_optimal_path() lies in, from start to
// goal: extract_portals() and string_pull() give the same path. Writes nothing when the last query
// found no path. truncated, with the first of them, when `out` is smaller; mesh.cell_count() is
// always enough. Does not allocate.
// Errors    invalid_input, here and below, when the mesh was edited since, or is another one as far
//           as revision and number of ids tell.
[[nodiscard]] Result extract_corridor(const ConvexMesh& mesh, const OptimalScratch& scratch,
                                      std::span<CellId> out) noexcept;

// The funnel of a node: the triangle between its root and the part of an edge visible from there.
struct Cone {
  Point apex{};
  Point right{};
  Point left{};
};

// Writes the cones that the scratch's last find_optimal_path() expanded, in order of discovery: for
// pictures. Points where a ray crosses an edge are rounded. Nodes that see a whole cell are
// omitted, so `expanded` cones are always enough; truncated, with the first of them, when `out` is
// smaller. Does not allocate.
[[nodiscard]] Result extract_cones(const ConvexMesh& mesh, const OptimalScratch& scratch,
                                   std::span<Cone> out) noexcept;

}  // namespace taut
TAUT_API_END
