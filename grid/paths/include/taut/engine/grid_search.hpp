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

struct GridPathOptions;
class GridScratch;

// The steps, and when to stop. What it points to must stay as it is until the search is done.
struct GridSearchOptions : TileSteps {
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

// Finds the cheapest tile path: ids from the tile that `start` lies on to that of `goal`, both
// included (Grid::locate()). A step costs its length (1, or kDiagonalCost) times the mean terrain
// factor of its two tiles. With a rule other than `always`, a goal in another component is no_path
// without a search.
//
// Errors    invalid_input: start or goal lies on no walkable tile, a rule or length is no
//           enumerator, or the scratch was made for fewer than grid.tile_count() nodes.
// Writes    at most grid.tile_count() ids; truncated with the first ones when `out` is smaller.
//           With PartialPath::nearest also when the status is no_path or out_of_nodes: then to the
//           reached tile nearest to the goal by octile distance (Chebyshev where diagonal steps
//           have length 1, Manhattan for `never`).
// Cost      O(n log n) in the tiles reached. Does not allocate.
[[nodiscard]] CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                                           const GridSearchOptions& options, SearchScratch& scratch,
                                           std::span<TileId> out) noexcept;

// find_corridor() spread over several calls: begin(), advance() until the search is done, write().
// Does not hold the grid and the scratch: each call takes both. Nothing else may use the scratch in
// between.
class GridSearch {
 public:
  // Decides what needs no search. No call of this class allocates.
  void begin(const Grid& grid, const Point& start, const Point& goal,
             const GridSearchOptions& options, SearchScratch& scratch) noexcept;

  // Expands at most `expansions` more tiles. Returns whether the search is done. Requires begin(),
  // and the same grid and scratch, unchanged since.
  [[nodiscard]] bool advance(const Grid& grid, std::size_t expansions,
                             SearchScratch& scratch) noexcept;

  // What find_corridor() returns and writes, bit for bit. Requires that the search is done.
  [[nodiscard]] CorridorResult write(const SearchScratch& scratch,
                                     std::span<TileId> out) const noexcept;

 private:
  friend void begin_path(const Grid& grid, const Point& start, const Point& goal,
                         const GridPathOptions& options, GridScratch& scratch) noexcept;

  // For paths in any direction over terrain costs; write() has the ends of the steps.
  void begin_with_long_steps(const Grid& grid, const Point& start, const Point& goal,
                             const GridSearchOptions& options, SearchScratch& scratch) noexcept;

  GridSearchOptions options_;
  bool has_long_steps_ = false;
  Tile goal_;
  Status early_ = Status::ok;  // the decision of begin(); ok: the search has it
  SearchRun run_;
};

}  // namespace taut
TAUT_API_END
