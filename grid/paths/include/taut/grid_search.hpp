// A* over the tiles of a grid.
#pragma once

#include <cstddef>
#include <span>

#include <taut/grid.hpp>
#include <taut/path_query.hpp>
#include <taut/search.hpp>

namespace taut {

// When a step from a tile to a diagonal neighbour is allowed; both tiles must be walkable in any
// case.
enum class DiagonalRule : std::uint8_t {
  never,                  // orthogonal steps only
  only_if_no_obstacles,   // when both orthogonal neighbours of the step are walkable: what a point
                          // agent can walk
  at_least_one_walkable,  // when one of them is. Tile paths only: the corridor may cut corners
  always,                 // even between two blocked tiles. Tile paths only
};

struct GridSearchOptions {
  DiagonalRule diagonal = DiagonalRule::only_if_no_obstacles;
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

// Finds the cheapest tile path: ids from the tile that `start` stands on to that of `goal`, both
// included (Grid::locate()). A step costs its length
// (1, or kDiagonalCost) times the mean terrain factor of its two tiles. With a rule other than
// `always`, a goal in another component is no_path at once.
//
// Errors    invalid_input: start or goal stands on no walkable tile, the rule is no DiagonalRule,
//           or the scratch was bought for fewer than grid.tile_count() nodes.
// Writes    at most grid.tile_count() ids; truncated with the first ones when `out` is smaller.
//           With PartialPath::nearest also when the status is no_path or out_of_nodes: then to the
//           reached tile nearest to the goal by octile distance (Manhattan for `never`).
// Cost      O(n log n) in the tiles reached. Does not allocate.
[[nodiscard]] CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                                           const GridSearchOptions& options, SearchScratch& scratch,
                                           std::span<TileId> out) noexcept;

}  // namespace taut
