#include <taut/engine/grid_path.hpp>

#include <taut/detail/pull_portals.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/path_cost.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>

#include "core/corridor/path_stages.hpp"
#include "grid/paths/mover_smoothing.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

// See path_stages.hpp.
struct GridStages {
  const detail::MoverTiles& map;
  GridScratch& scratch;

  [[nodiscard]] Point end_of_partial(TileId tile, const Point& /*goal*/) const noexcept {
    return center(map.tile(tile));
  }
  // The funnel needs only some of the portals; the other methods use all of them.
  [[nodiscard]] Result extract_portals(std::span<const TileId> corridor, Pull pull) const noexcept {
    return pull == Pull::funnel ? extract_compressed_portals(map.grid(), corridor, scratch.portals)
                                : taut::extract_portals(map.grid(), corridor, scratch.portals);
  }
  // The search can write the corridor it found again, so one buffer is enough for both.
  [[nodiscard]] std::span<TileId> smoothed() const noexcept { return scratch.corridor; }
  [[nodiscard]] std::span<const TileId> unsmoothed(TileId last,
                                                   std::size_t /*count*/) const noexcept {
    const Result written = extract_nodes(scratch.search, last, scratch.corridor);
    return std::span<const TileId>(scratch.corridor).first(written.count);
  }
};

// The path through the centres of the tiles; start and goal replace those of the first and last.
Result write_centers(const Grid& grid, const Point& start, const Point& goal,
                     std::span<const TileId> corridor, std::span<Point> out) noexcept {
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = 1; fits && i + 1 < corridor.size(); ++i) {
    fits = path.append(center(grid.tile(corridor[i])));
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

}  // namespace

Result pull_corridor(const Grid& grid, const Point& start, const Point& goal,
                     std::span<const TileId> corridor, std::span<const Portal> portals, Pull pull,
                     std::span<Point> out) noexcept {
  return pull_corridor(detail::MoverTiles(grid), start, goal, corridor, portals, pull, out);
}

Result detail::pull_corridor(const MoverTiles& tiles, const Point& start, const Point& goal,
                             std::span<const TileId> corridor, std::span<const Portal> portals,
                             Pull pull, std::span<Point> out) noexcept {
  if (pull == Pull::none) {
    return write_centers(tiles.grid(), start, goal, corridor, out);
  }
  return pull_portals(tiles, start, goal, portals, pull, out);
}

std::size_t max_corridor_cells(const Grid& grid) noexcept {
  return grid.tile_count() / 3 * 2 + static_cast<std::size_t>(grid.width()) +
         static_cast<std::size_t>(grid.height()) + 64;
}

std::size_t max_path_points(const Grid& grid) noexcept {
  return max_path_points(max_portals(max_corridor_cells(grid)));
}

GridScratch::GridScratch(const Grid& grid, std::size_t corridor_tiles)
    : search(grid.tile_count()),
      corridor(detail::require_within("GridScratch: corridor tiles", corridor_tiles, 0, kNoNode)),
      portals(corridor_tiles),
      points(max_smoothing_points(max_path_points(corridor_tiles))) {}

void GridScratch::fit(const Grid& grid) {
  const bool has_room =
      search.node_count() >= grid.tile_count() && corridor.size() >= max_corridor_cells(grid);
  if (!has_room) *this = GridScratch(grid);
}

std::size_t GridScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + corridor.memory_bytes() + portals.memory_bytes() +
         points.memory_bytes();
}

namespace {

// Whether the grid is answered with these options.
bool may_answer(const detail::MoverTiles& tiles, const GridPathOptions& options) noexcept {
  const bool is_plain = options.pull == Pull::none && options.smoothing == Smoothing::none;
  const DiagonalRule rule = options.search.diagonal;
  const bool is_tile_path =
      rule == DiagonalRule::at_least_one_walkable || rule == DiagonalRule::always;
  return is_valid(options.search) && (is_plain || !(is_tile_path || tiles.has_costs()));
}

}  // namespace

PathResult find_path(const Grid& grid, const Point& start, const Point& goal,
                     const GridPathOptions& options, GridScratch& scratch,
                     std::span<Point> out) noexcept {
  const detail::MoverTiles tiles(grid, options.search.costs);
  if (!may_answer(tiles, options)) return {Status::invalid_input};
  const Point from = snap(start);
  const Point to = snap(goal);
  const CorridorResult found =
      find_corridor(grid, from, to, options.search, scratch.search, scratch.corridor);
  PathResult result = detail::run_path_stages(GridStages{tiles, scratch}, from, to, found,
                                              options.pull, options.smoothing, out);
  if (tiles.has_costs()) {
    result.cost = path_cost(grid, *options.search.costs, out.first(result.count));
  } else if (result.count > 0) {  // without a path the factor may be infinite
    result.cost = result.length * static_cast<double>(tiles.uniform_cost());
  }
  return result;
}

}  // namespace taut
