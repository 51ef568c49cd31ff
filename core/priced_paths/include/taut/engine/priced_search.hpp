// Cheap any-angle paths over a ConvexMesh whose cells cost differently.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/search.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL PricedSearch;

// A mesh and what a unit of length costs in each cell, by CellId: kLeastTerrainCost to
// kMostTerrainCost. `least` is a lower bound of them. They stay as they are until a query has
// ended.
//
// Requires  that cells of different costs meet at edges parallel to an axis only, and walls are
//           parallel to an axis too where such cells meet them: a Space has such a mesh.
struct PricedMesh {
  const ConvexMesh& mesh;
  std::span<const float> costs;
  double least;
};

struct PricedOptions {
  // A search that would expand more nodes is out_of_nodes.
  std::size_t expansion_limit = kNoExpansionLimit;
  // Nodes that this call expands at most: see Status::unfinished.
  std::size_t budget = kNoExpansionLimit;
  // By the costs of the mesh, or null: build_landmarks() in priced_field.hpp. They must stay until
  // the query has ended. Those of another mesh, or of it before an edit, are not used.
  const Landmarks* landmarks = nullptr;

  friend bool operator==(const PricedOptions&, const PricedOptions&) = default;
};

// The memory of find_priced_path() on meshes; one per thread, without meaning between queries.
//
// Memory: 72 bytes for each place of a node, 40 per vertex id and 8 per edge id of the mesh. Pages
// of places that no query reaches are not touched.
// A moved-from scratch may only be assigned to or destroyed.
class PricedScratch {
 public:
  // Where grow() ends: 2.4 GB.
  static constexpr std::size_t kMaxGrownPlaces = std::size_t{1} << 25U;

  // For meshes of at most as many ids of edges and vertices, with places for 16 nodes per edge and
  // 65536 more, at most 2^22.
  explicit PricedScratch(const ConvexMesh& mesh);

  // The same with a number of places: a search that makes more nodes is out_of_nodes.
  // Errors    std::invalid_argument for places outside 16 to kMaxGrownPlaces.
  PricedScratch(const ConvexMesh& mesh, std::size_t node_places);

  // Makes room for the ids of a mesh after an edit. Allocates when the mesh has outgrown the
  // scratch.
  void fit(const ConvexMesh& mesh);

  // Doubles the places, up to kMaxGrownPlaces, for a query that was out_of_nodes. False when there
  // are as many already. Allocates.
  [[nodiscard]] bool grow();
  [[nodiscard]] std::size_t node_places() const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class PricedSearch;

  detail::Hidden<PricedSearch> search_;
};

// Finds a path of a point agent from start to goal at little more than the least cost: length times
// the cost of the cells it lies in, on an edge between two cells the lesser one. start and goal are
// snapped to the lattice; the path begins and ends there.
//
// The search follows beams: the paths from one place, real or virtual, through a part of an edge.
// Where the cost changes, a beam is refracted as light is, into pieces whose virtual places fit it
// to some hundredths of a tile, and paths may follow the border on its cheaper side. The corridor
// of the path found is pulled exactly (string_pull_weighted()). docs/terrain.md has figures.
// Nothing is proven: a search may miss the cheapest path, or, past gaps of less than 1e-5 tiles,
// all.
//
// Errors    invalid_input: start or goal lies in no cell, or the scratch was made for a mesh with
//           fewer ids. no_path: they lie in different components. out_of_nodes:
//           options.expansion_limit or the number of places was reached. unfinished: the budget.
// Writes    the path's points, canonical; its length and cost. truncated with the first points when
//           `out` is smaller: a path may pass a cell more than once, so no size is known to be
//           always enough.
// Cost      grows with the corners of walls and of borders along the way. Allocates only where the
//           path passes more edges than any before it.
// Source    Mitchell and Papadimitriou (1991), "The weighted region problem", for how cheapest
//           paths bend; beams in the order of Polyanya (Cui, Harabor and Grastien, 2017). Virtual
//           places and their pruning are our own.
[[nodiscard]] PathResult find_priced_path(const PricedMesh& priced, const Point& start,
                                          const Point& goal, const PricedOptions& options,
                                          PricedScratch& scratch, std::span<Point> out);

// Writes the cells that the path of the scratch's last find_priced_path() lies in, from start to
// goal. Writes nothing when it found no path. truncated, with the first of them, when `out` is
// smaller. Does not allocate.
// Errors    invalid_input when the mesh was edited since, or is another one as far as revision and
//           number of ids tell.
[[nodiscard]] Result extract_corridor(const ConvexMesh& mesh, const PricedScratch& scratch,
                                      std::span<CellId> out) noexcept;

}  // namespace taut
TAUT_API_END
