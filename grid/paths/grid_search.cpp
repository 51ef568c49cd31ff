#include <taut/engine/grid_search.hpp>

#include <cassert>
#include <optional>

#include <taut/engine/search.hpp>
#include <taut/engine/tile_steps.hpp>

#include "core/tile/tile_walk.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/paths/tile_graph.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

// The status of a query that needs no search; ok where it needs one.
Status check_query(const Grid& grid, const std::optional<Tile>& start,
                   const std::optional<Tile>& goal, const GridSearchOptions& options,
                   const SearchScratch& scratch) noexcept {
  if (!start || !goal || !is_valid(options) || scratch.node_count() < grid.tile_count()) {
    return Status::invalid_input;
  }
  const bool is_hopeless =
      options.diagonal != DiagonalRule::always && !grid.is_connected(*start, *goal);
  return is_hopeless && options.partial == PartialPath::none ? Status::no_path : Status::ok;
}

}  // namespace

CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                             const GridSearchOptions& options, SearchScratch& scratch,
                             std::span<TileId> out) noexcept {
  const detail::MoverTiles tiles(grid, options.costs);
  const auto [first, last] = join_ends(
      {tiles.locate(start), tiles.locate(goal)}, start, goal,
      [&](const Tile& tile) { return tiles.is_walkable(tile); },
      [&](const Tile& a, const Tile& b) { return grid.is_connected(a, b); });
  CorridorResult result;
  result.status = check_query(grid, first, last, options, scratch);
  if (result.status != Status::ok) return result;
  const SearchResult found = find_cheapest(TileGraph(grid, *last, options), grid.id(*first),
                                           grid.id(*last), options.expansion_limit, scratch);
  result.status = found.status;
  result.expanded = found.expanded;
  const bool is_partial = options.partial == PartialPath::nearest && found.reached != kNoNode;
  if (found.status == Status::ok || is_partial) {
    const Result written = extract_nodes(scratch, found.reached, out);
    result.cost = found.cost;
    result.count = written.count;
    if (!written) result.status = written.status;
  }
  return result;
}

// ---- the functions of tile_steps.hpp ----

namespace detail {

std::uint32_t allowed_steps(const Grid& grid, Tile from, const TileSteps& steps) noexcept {
  assert(grid.is_inside(from));
  const std::uint32_t around = MoverTiles(grid, steps.costs).around(from.x, from.y);
  return kStepTables[static_cast<std::size_t>(steps.diagonal)][around];
}

Tile step_target(Tile from, std::size_t i) noexcept {
  return {from.x + kSteps[i].dx, from.y + kSteps[i].dy};
}

double step_cost(const Grid& grid, Tile from, Tile to, const TileSteps& steps) noexcept {
  const bool is_diagonal = from.x != to.x && from.y != to.y;
  const double length = is_diagonal && steps.length == DiagonalLength::sqrt2 ? kDiagonalCost : 1.0;
  const MoverTiles tiles(grid, steps.costs);
  if (!tiles.has_costs()) return length * static_cast<double>(tiles.uniform_cost());
  const double after = static_cast<double>(tiles.cost(grid.id(to)));
  const float before = tiles.cost(grid.id(from));
  if (before == kBlockedTerrain) return length * after;
  return length * (0.5 * (static_cast<double>(before) + after));
}

}  // namespace detail
}  // namespace taut
