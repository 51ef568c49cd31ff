// A* over the tiles of a grid.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/search.hpp>
#include <taut/engine/tile_steps.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// The steps, and when to stop. What it points to must stay as it is until the search is done.
struct GridSearchOptions : TileSteps {
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

// Finds the cheapest tile path: ids from the tile that `start` lies on to that of `goal`, both
// included (Grid::locate(); where that one is not connected with the other end, and the point
// touches one that is, to that). A step costs its length (1, or kDiagonalCost) times the mean
// factor of its two tiles (TileSteps::costs). With a rule other than `always`, a goal in another
// component is no_path without a search.
//
// Errors    invalid_input: start or goal lies on no walkable tile, a rule or length is no
//           enumerator, or the scratch was made for fewer than grid.tile_count() nodes.
// Writes    at most grid.tile_count() ids; truncated with the first ones when `out` is smaller.
//           With PartialPath::nearest also where there is no path, or no memory for it: then to
//           the reached tile nearest to the goal by octile distance (Chebyshev where diagonal steps
//           have length 1, Manhattan for `never`), with no_path or out_of_nodes if it fits.
// Cost      O(n log n) in the tiles reached; up to five times where the costs block classes and an
//           end lies where two walkable tiles touch only at a corner. Does not allocate.
[[nodiscard]] CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                                           const GridSearchOptions& options, SearchScratch& scratch,
                                           std::span<TileId> out) noexcept;

}  // namespace taut
TAUT_API_END
