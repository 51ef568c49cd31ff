// From a corridor of leaves to the portals between them.
#pragma once

#include <optional>
#include <span>

#include <taut/portal.hpp>
#include <taut/quadtree.hpp>
#include <taut/status.hpp>

namespace taut {

// The edge that two rectangles of tiles share, seen walking from the first into the second; nothing
// unless they touch along a positive length and have no tile in common.
[[nodiscard]] std::optional<Portal> shared_edge(const TileRect& from, const TileRect& to) noexcept;

// Writes the portals of a corridor of leaves, in order: oriented along the walk, pairwise
// non-intersecting (they may share ends). Leaves of different size meet in T-junctions: the portal
// is what their sides have in common. Leaves in a row that make a rectangle together are one convex
// cell: there is no portal inside it, and the portals into and out of it reach along all of its
// sides.
//
// Requires  no leaf twice.
// Errors    invalid_input when an id names no leaf or two that follow each other share no edge.
//           `corridor` may be empty or of one leaf: no portals.
// Writes    at most max_edge_portals(corridor.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      linear. Does not allocate.
[[nodiscard]] Result extract_portals(const Quadtree& tree, std::span<const LeafId> corridor,
                                     std::span<Portal> out) noexcept;

// The same without making rectangles: portal i lies between leaves i and i + 1.
[[nodiscard]] Result extract_edges(const Quadtree& tree, std::span<const LeafId> corridor,
                                   std::span<Portal> out) noexcept;

}  // namespace taut
