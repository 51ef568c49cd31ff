// A* over the leaves of a quadtree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/leaf_scratch.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/search.hpp>

TAUT_API_BEGIN
namespace taut {

struct QuadtreeSearchOptions {
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

struct QuadtreePathOptions;
class TAUT_LOCAL TerrainMemory;

// The memory of queries on quadtrees; one per thread.
//
// Memory: 26 bytes per leaf for the search, 56 for corridors, portals and points. For a tree with
// terrain costs 216 bytes more for each tile of the longest corridor that is repaired by cost: as
// many as the map has, and at most 64 times its sides.
class QuadtreeScratch {
 public:
  QuadtreeScratch(QuadtreeScratch&&) noexcept;
  QuadtreeScratch& operator=(QuadtreeScratch&&) noexcept;
  ~QuadtreeScratch();

  // For quadtrees with at most tree.leaf_ids() ids, the most that were in use at once so far.
  // The second one is for trees without terrain costs.
  explicit QuadtreeScratch(const Quadtree& tree);
  explicit QuadtreeScratch(std::size_t leaf_ids);

  // Allocates more memory when edits gave the tree more leaves than there is room for, or terrain
  // costs.
  void fit(const Quadtree& tree);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  LeafScratch search;
  std::vector<LeafId> corridor;
  std::vector<LeafId> straightened;
  std::vector<Portal> portals;
  std::vector<Point> points;

 private:
  friend PathResult find_path(const Quadtree& tree, const Point& start, const Point& goal,
                              const QuadtreePathOptions& options, QuadtreeScratch& scratch,
                              std::span<Point> out) noexcept;

  // Whether paths over a tree with terrain costs have their memory.
  [[nodiscard]] bool has_terrain(const Quadtree& tree) const noexcept;
  [[nodiscard]] bool may_answer(const Quadtree& tree,
                                const QuadtreePathOptions& options) const noexcept;

  std::unique_ptr<TerrainMemory> terrain_;
};

// Finds a corridor of leaves from start to goal, neighbours sharing an edge, no leaf twice.
//
// The search goes from the middle of each shared edge to the middle of the next; a leg costs its
// length times the terrain cost of its leaf. On trees with terrain costs a leg may also cross the
// edge before in a straight line. The heuristic is the straight line times the least cost of
// terrain, times kLeafGreed, which expands fewer leaves for a corridor that may cost more by that
// factor. On trees without terrain costs the corridor is then straightened kStraightenRounds times:
// it is pulled, and where the path turns in open space, the leaves on one side of the turn are
// replaced by those on the other side. docs/measurements.md has its times. A goal in another
// component is no_path without a search.
//
// Requires  start and goal on the lattice.
// Errors    invalid_input: start or goal lies on no walkable tile. out_of_nodes:
//           options.expansion_limit was reached, or the scratch was made for fewer leaves than the
//           tree has ids.
// Writes    at most tree.leaf_count() ids; truncated with the first ones when `out` is smaller.
//           With PartialPath::nearest also when the status is no_path or out_of_nodes: then to the
//           expanded leaf whose entry point is nearest to the goal. `out` may be scratch.corridor.
// Cost      O(n log n) in the leaves reached. Does not allocate.
[[nodiscard]] CorridorResult find_corridor(const Quadtree& tree, const Point& start,
                                           const Point& goal, const QuadtreeSearchOptions& options,
                                           QuadtreeScratch& scratch,
                                           std::span<LeafId> out) noexcept;

// One round of straightening: where `path`, pulled through the corridor, turns in open space, the
// corridor is moved to the other side of the turn.
//
// Requires  path == the shortest path through the shared edges of the corridor.
// Writes    a corridor to `out`; truncated when `out` is smaller. In rare cases its shortest path
//           is longer: find_corridor() keeps the better of both.
// Cost      linear, and for each turn the leaves of the corridor again. Does not allocate.
[[nodiscard]] Result straighten_corridor(const Quadtree& tree, std::span<const LeafId> corridor,
                                         std::span<const Point> path,
                                         std::span<LeafId> out) noexcept;

}  // namespace taut
TAUT_API_END
