// From a corridor of tiles to the portals between them.
#pragma once

#include <span>

#include <taut/grid.hpp>
#include <taut/portal.hpp>
#include <taut/status.hpp>

namespace taut {

// Capacity that the portals of a corridor of `tiles` tiles fit into.
[[nodiscard]] constexpr std::size_t max_portals(std::size_t tiles) noexcept {
  return tiles == 0 ? 0 : 2 * (tiles - 1);
}

// Writes the portals of a tile corridor, in order: oriented along the walk, pairwise
// non-intersecting (they may share ends), each the shared edge of two convex pieces of walkable
// space.
//
// An orthogonal step passes the edge between its tiles. A diagonal step crosses a block of 2x2
// walkable tiles, which is itself convex: a straight diagonal run passes from block to block
// through the anti-diagonal of each tile between them, and orthogonal steps enter and leave the
// blocks through tile edges. A diagonal step whose neighbours in the corridor turn by 90 degrees or
// more goes round by one of the two orthogonal tiles instead.
//
// Requires  a corridor that does not go back at once to a tile it came from, nor reach it by a step
//           past a diagonal one: its portals would be one edge forth and back, which string_pull()
//           does not take (no search and no repair gives such corridors).
// Errors    invalid_input when two tiles that follow each other are not neighbours, one of them is
//           blocked, or a diagonal step passes a blocked tile. `corridor` may be empty or of one
//           tile: no portals.
// Writes    at most max_portals(corridor.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      linear. Does not allocate.
[[nodiscard]] Result extract_portals(const Grid& grid, std::span<const TileId> corridor,
                                     std::span<Portal> out) noexcept;

// Writes of these portals only those that the shortest path needs: string_pull() gives the same
// path through them. The portals inside a straight run, orthogonal or diagonal, are implied by the
// run itself, so at most one is left for each change of direction, and the space between two is
// convex and walkable as it was. A diagonal step that goes round by an orthogonal tile counts as
// two steps.
//
// Requires  as extract_portals(), and walkable tiles: it does not look at them, as the corridors of
//           find_corridor() and repair_corridor() need no second look.
// Errors    invalid_input when two tiles that follow each other are not neighbours.
// Writes    at most as many as extract_portals(); truncated with the first ones when `out` is
//           smaller.
// Cost      linear. Does not allocate.
[[nodiscard]] Result extract_compressed_portals(const Grid& grid, std::span<const TileId> corridor,
                                                std::span<Portal> out) noexcept;

}  // namespace taut
