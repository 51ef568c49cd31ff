// Paths between two points on a quadtree in one call.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/quadtree_search.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Smooths the corridor of a pulled path: makes the path taut by rays (see smooth_path() in
// path_smoothing.hpp) and writes the leaves that the taut path crosses. Portals and string_pull()
// over them give a path that is no longer than `path`.
//
// Requires  path canonical, walkable, on the lattice; path may be the front of work.
// Writes    to `out` a corridor for extract_portals(). When `out` is too small the status is
//           truncated and `out` holds a corridor along the first part of the path.
// Errors    invalid_input when a leg of the path is not walkable, or work.size() is below
//           max_smoothing_points(path.size()).
// Cost      a few rays per corner in open space, and the leaves of the path. Does not allocate.
[[nodiscard]] Result smooth_corridor(const Quadtree& tree, std::span<const Point> path,
                                     std::span<Point> work, std::span<LeafId> out) noexcept;

// Writes the leaves that a walkable path crosses, as a corridor for extract_portals(); errors and
// capacity as above. Where the path returns to a leaf, the corridor omits the leaves between:
// leaves are convex.
[[nodiscard]] Result extract_corridor(const Quadtree& tree, std::span<const Point> path,
                                      std::span<LeafId> out) noexcept;

// The edge that two rectangles of tiles share, seen walking from the first into the second;
// std::nullopt unless they touch along a positive length and have no tile in common.
[[nodiscard]] std::optional<Portal> shared_edge(const TileRect& from, const TileRect& to) noexcept;

// Writes the portals of a corridor of leaves, in order: oriented along the walk, pairwise
// non-intersecting (they may share ends). Leaves of different size meet in T-junctions: the portal
// is the common part of their sides. Consecutive leaves that form a rectangle are one convex cell:
// there is no portal inside it, and the portals into and out of it use its whole sides.
//
// Requires  no leaf twice.
// Errors    invalid_input when an id is not that of a leaf or two consecutive leaves share no edge.
//           `corridor` may be empty or of one leaf: no portals.
// Writes    at most max_edge_portals(corridor.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      linear. Does not allocate.
[[nodiscard]] Result extract_portals(const Quadtree& tree, std::span<const LeafId> corridor,
                                     std::span<Portal> out) noexcept;

// The same without merging leaves: portal i lies between leaves i and i + 1.
[[nodiscard]] Result extract_edges(const Quadtree& tree, std::span<const LeafId> corridor,
                                   std::span<Portal> out) noexcept;

struct QuadtreePathOptions {
  QuadtreeSearchOptions search{};
  Pull pull = Pull::funnel;
  Smoothing smoothing = Smoothing::raycast;
};

// Upper bound on the leaves of a corridor of the tree.
[[nodiscard]] std::size_t max_corridor_cells(const Quadtree& tree) noexcept;

// Upper bound on the points of find_path() on the tree.
[[nodiscard]] std::size_t max_path_points(const Quadtree& tree) noexcept;

// Pulls a path through a corridor of leaves and its portals (extract_portals()) by one of the
// methods.
//
// Writes    a canonical path; truncated with its first points when `out` is smaller.
//           max_path_points(corridor.size()) is always enough. Does not allocate.
[[nodiscard]] Result pull_corridor(const Quadtree& tree, const Point& start, const Point& goal,
                                   std::span<const LeafId> corridor,
                                   std::span<const Portal> portals, Pull pull,
                                   std::span<Point> out) noexcept;

// Finds a path from start to goal: find_corridor(), extract_portals(), smooth_corridor() if
// requested, and the pull. start and goal are snapped to the lattice; the path begins and ends
// there.
//
// Errors    invalid_input: start or goal lies on no walkable tile. out_of_nodes:
//           options.search.expansion_limit was reached, or the scratch was made for fewer leaves
//           than the tree has ids. If only the smoothed corridor is longer than the scratch has
//           room for, the path is that of the corridor found.
// Writes    the path's points, canonical, truncated with the first ones when `out` is smaller. With
//           a partial path (status no_path or out_of_nodes) it ends at the point of the reached
//           leaf that is nearest to the goal. max_path_points(tree) is always enough. Does not
//           allocate.
[[nodiscard]] PathResult find_path(const Quadtree& tree, const Point& start, const Point& goal,
                                   const QuadtreePathOptions& options, QuadtreeScratch& scratch,
                                   std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
