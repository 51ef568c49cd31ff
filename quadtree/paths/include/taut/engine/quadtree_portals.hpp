// The portals of a corridor of leaves.
#pragma once

#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

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

}  // namespace taut
TAUT_API_END
