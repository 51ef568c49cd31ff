#include <taut/engine/grid_search.hpp>

#include <optional>

#include <taut/engine/search.hpp>

#include "grid/paths/tile_graph.hpp"
#include "grid/paths/tile_search.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

void TileSearch::begin(const Grid& grid, const Point& start, const Point& goal,
                       const GridSearchOptions& options, SearchScratch& scratch) noexcept {
  const detail::MoverTiles tiles(grid, options.costs);
  const std::optional<Tile> first = tiles.locate(start);
  const std::optional<Tile> last = tiles.locate(goal);
  early_ = check_tile_query(grid, first, last, options, scratch);
  if (early_ != Status::ok) return;
  options_ = options;
  goal_ = *last;
  run_ = detail::begin_cheapest(TileGraph(grid, goal_, options_), grid.id(*first), grid.id(goal_),
                                options.expansion_limit, scratch);
}

bool TileSearch::advance(const Grid& grid, std::size_t expansions,
                         SearchScratch& scratch) noexcept {
  if (early_ != Status::ok) return true;
  return detail::advance_cheapest(TileGraph(grid, goal_, options_), expansions, run_, scratch);
}

CorridorResult TileSearch::write(const SearchScratch& scratch,
                                 std::span<TileId> out) const noexcept {
  if (early_ != Status::ok) return {early_};
  return write_tiles(run_.result, options_.partial, scratch, out);
}

CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                             const GridSearchOptions& options, SearchScratch& scratch,
                             std::span<TileId> out) noexcept {
  TileSearch search;
  search.begin(grid, start, goal, options, scratch);
  (void)search.advance(grid, kNoExpansionLimit, scratch);
  return search.write(scratch, out);
}

}  // namespace taut
