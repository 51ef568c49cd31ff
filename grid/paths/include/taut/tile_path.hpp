// A* over tiles with other costs of steps than find_corridor(), and around tiles that are occupied.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>
#include <taut/path_query.hpp>
#include <taut/search.hpp>
#include <taut/tile_steps.hpp>

TAUT_API_BEGIN
namespace taut {

struct TilePathOptions {
  TileSteps steps;
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

// Finds the cheapest tile path from one tile to another, both included, as find_corridor() does.
// Occupied tiles count as blocked, but for start and goal.
//
// Errors    invalid_input: start or goal is blocked or outside, a rule or length is no enumerator,
//           steps.occupied has other sides than the grid, or the scratch was made for fewer than
//           grid.tile_count() nodes.
// Writes    as find_corridor(). With PartialPath::nearest the reached tile is nearest by octile,
//           Chebyshev or Manhattan distance.
// Cost      O(n log n) in the tiles reached. Does not allocate.
[[nodiscard]] CorridorResult find_tile_path(const Grid& grid, Tile start, Tile goal,
                                            const TilePathOptions& options, SearchScratch& scratch,
                                            std::span<TileId> out) noexcept;

}  // namespace taut
TAUT_API_END
