#include <taut/grid_search.hpp>

#include <optional>

#include <taut/search.hpp>
#include <taut/tile_path.hpp>

#include "grid/paths/terrain_graph.hpp"
#include "grid/paths/tile_graph.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

void GridSearch::begin(const Grid& grid, const Point& start, const Point& goal,
                       const GridSearchOptions& options, SearchScratch& scratch) noexcept {
  const detail::MoverTiles tiles(grid, options.costs);
  begin(grid, tiles.locate(start), tiles.locate(goal), options, scratch);
}

void GridSearch::begin(const Grid& grid, std::optional<Tile> start, std::optional<Tile> goal,
                       const GridSearchOptions& options, SearchScratch& scratch) noexcept {
  early_ = check_tile_query(grid, start, goal, options, scratch);
  if (early_ != Status::ok) return;
  options_ = options;
  has_long_steps_ = false;
  start_ = *start;
  goal_ = *goal;
  run_ = begin_cheapest(TileGraph(grid, start_, goal_, options_), grid.id(start_), grid.id(goal_),
                        options.expansion_limit, scratch);
}

void GridSearch::begin_with_long_steps(const Grid& grid, std::optional<Tile> start,
                                       std::optional<Tile> goal, const GridSearchOptions& options,
                                       SearchScratch& scratch) noexcept {
  // The graphs differ in their steps only.
  begin(grid, start, goal, options, scratch);
  has_long_steps_ = true;
}

bool GridSearch::advance(const Grid& grid, std::size_t expansions,
                         SearchScratch& scratch) noexcept {
  if (early_ != Status::ok) return true;
  if (has_long_steps_) {
    return advance_cheapest(TerrainGraph(grid, start_, goal_, options_), expansions, run_, scratch);
  }
  return advance_cheapest(TileGraph(grid, start_, goal_, options_), expansions, run_, scratch);
}

CorridorResult GridSearch::write(const SearchScratch& scratch,
                                 std::span<TileId> out) const noexcept {
  if (early_ != Status::ok) return {early_};
  return write_tiles(run_.result, options_.partial, scratch, out);
}

CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                             const GridSearchOptions& options, SearchScratch& scratch,
                             std::span<TileId> out) noexcept {
  GridSearch search;
  search.begin(grid, start, goal, options, scratch);
  (void)search.advance(grid, kNoExpansionLimit, scratch);
  return search.write(scratch, out);
}

CorridorResult find_tile_path(const Grid& grid, Tile start, Tile goal,
                              const GridSearchOptions& options, SearchScratch& scratch,
                              std::span<TileId> out) noexcept {
  const detail::MoverTiles tiles(grid, options.costs);
  const auto walkable = [&](Tile tile) {
    return tiles.is_walkable(tile) ? std::optional<Tile>(tile) : std::nullopt;
  };
  GridSearch search;
  search.begin(grid, walkable(start), walkable(goal), options, scratch);
  (void)search.advance(grid, kNoExpansionLimit, scratch);
  return search.write(scratch, out);
}

}  // namespace taut
