// Jump point search over the tiles of a grid.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/jump_map.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/search.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

struct JumpSearchOptions {
  std::size_t expansion_limit = kNoExpansionLimit;
};

// Finds a cheapest tile path as find_corridor() does with DiagonalRule::only_if_no_obstacles, and
// writes only its jump points: the tile that `start` lies on, each tile at which the direction
// changes, and the tile of `goal`. From one to the next a path goes straight or diagonally. Its
// cost is that of find_corridor(); among paths that cost the same it may be another one. The other
// rules for diagonal steps and terrain costs need find_corridor().
//
// Errors    invalid_input: start or goal lies on no walkable tile, `jumps` is not current, the grid
//           has terrain costs, or the scratch was made for fewer than grid.tile_count() nodes.
//           no_path without a search when the goal is in another component.
// Writes    at most max_corridor_cells(grid) ids; truncated with the first ones when `out` is
//           smaller.
// Cost      a few ns for each tile of a diagonal walk, and O(log n) for each jump point reached.
//           Does not allocate.
// Source    Harabor and Grastien, Online Graph Pruning for Pathfinding on Grid Maps (2011);
//           Improving Jump Point Search (2014): scans of whole words, and no nodes where a path
//           only turns from a diagonal walk (intermediate pruning).
[[nodiscard]] CorridorResult find_jump_points(const Grid& grid, const JumpMap& jumps,
                                              const Point& start, const Point& goal,
                                              const JumpSearchOptions& options,
                                              SearchScratch& scratch,
                                              std::span<TileId> out) noexcept;

// Writes the tiles of the path along jump points, the corridor of find_corridor().
//
// Requires  walkable tiles between the points: those of find_jump_points(). They are not checked.
// Errors    invalid_input: two consecutive points lie on no common row, column or diagonal, or are
//           the same.
// Writes    truncated with the first tiles when `out` is smaller.
// Cost      linear in the tiles. Does not allocate.
[[nodiscard]] Result extract_jump_tiles(const Grid& grid, std::span<const TileId> jump_points,
                                        std::span<TileId> out) noexcept;

// Writes what extract_compressed_portals() writes for the tiles of the path along jump points,
// without visiting them. Requirements and errors are those of extract_jump_tiles().
//
// Writes    at most max_portals(jump_points.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      linear in the jump points. Does not allocate.
[[nodiscard]] Result extract_jump_portals(const Grid& grid, std::span<const TileId> jump_points,
                                          std::span<Portal> out) noexcept;

}  // namespace taut
TAUT_API_END
