// The portals of a corridor of tiles.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Upper bound on the portals of a corridor of `tiles` tiles.
[[nodiscard]] constexpr std::size_t max_portals(std::size_t tiles) noexcept {
  return tiles == 0 ? 0 : 2 * (tiles - 1);
}

// Writes the portals of a tile corridor, in order: oriented along the walk, pairwise
// non-intersecting (they may share ends), each the shared edge of two convex regions of walkable
// space.
//
// An orthogonal step passes the edge between its tiles. A diagonal step crosses a block of 2x2
// walkable tiles, which is convex: a straight diagonal run passes from block to block through the
// anti-diagonal of each tile between them, and orthogonal steps enter and leave the blocks through
// tile edges. A diagonal step whose neighbours in the corridor turn by 90 degrees or more is
// replaced by two orthogonal steps through one of the two tiles beside it.
//
// Requires  a corridor that does not return at once to the tile it came from, directly or past a
//           diagonal step: its portals would pass the same edge forth and back, which string_pull()
//           does not accept (no search and no smoothing writes such corridors).
// Errors    invalid_input when two consecutive tiles are not neighbours, one of them is blocked, or
//           a diagonal step passes a blocked tile. `corridor` may be empty or of one tile: no
//           portals.
// Writes    at most max_portals(corridor.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      linear. Does not allocate.
[[nodiscard]] Result extract_portals(const Grid& grid, std::span<const TileId> corridor,
                                     std::span<Portal> out) noexcept;

// Writes only the portals that the shortest path needs: string_pull() gives the same path through
// them. The portals inside a straight run, orthogonal or diagonal, are implied by the run, so at
// most one remains for each change of direction, and the region between two portals is still convex
// and walkable. A diagonal step replaced by two orthogonal steps counts as two.
//
// Requires  as extract_portals(), and walkable tiles. They are not checked, because the corridors
//           of find_corridor() and smooth_corridor() are known to be walkable.
// Errors    invalid_input when two consecutive tiles are not neighbours.
// Writes    at most as many as extract_portals(); truncated with the first ones when `out` is
//           smaller.
// Cost      linear. Does not allocate.
[[nodiscard]] Result extract_compressed_portals(const Grid& grid, std::span<const TileId> corridor,
                                                std::span<Portal> out) noexcept;

}  // namespace taut
TAUT_API_END
