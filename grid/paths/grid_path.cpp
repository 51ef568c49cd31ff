#include <taut/grid_path.hpp>

#include <optional>

#include <taut/detail/pull_portals.hpp>
#include <taut/detail/require.hpp>
#include <taut/raycast.hpp>
#include <taut/tile_portals.hpp>

#include "core/corridor/path_stages.hpp"

namespace taut {
namespace {

// Straight from start to goal by the tiles' centres; the first and last tile are where start and
// goal stand.
Result tile_centers(const Grid& grid, const Point& start, const Point& goal,
                    std::span<const TileId> corridor, std::span<Point> out) noexcept {
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = 1; fits && i + 1 < corridor.size(); ++i) {
    fits = path.append(center(grid.tile(corridor[i])));
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

// See path_stages.hpp.
struct GridStages {
  const Grid& map;
  GridScratch& scratch;
  const GridSearchOptions& options;

  [[nodiscard]] CorridorResult find_corridor(const Point& from, const Point& to) const noexcept {
    return taut::find_corridor(map, from, to, options, scratch.search, scratch.corridor);
  }
  [[nodiscard]] Point end_of_partial(TileId tile, const Point& /*goal*/) const noexcept {
    return center(map.tile(tile));
  }
  // The funnel needs only some of the portals; the other methods are about all of them.
  [[nodiscard]] Result extract_portals(std::span<const TileId> corridor, Pull pull) const noexcept {
    return pull == Pull::funnel ? extract_compressed_portals(map, corridor, scratch.portals)
                                : taut::extract_portals(map, corridor, scratch.portals);
  }
  // The search still knows the corridor that it found, so one room is enough for both.
  [[nodiscard]] std::span<TileId> repaired() const noexcept { return scratch.corridor; }
  [[nodiscard]] std::span<const TileId> unrepaired(TileId last,
                                                   std::size_t /*count*/) const noexcept {
    const Result written = extract_nodes(scratch.search, last, scratch.corridor);
    return std::span<const TileId>(scratch.corridor).first(written.count);
  }
};

}  // namespace

Result pull_corridor(const Grid& grid, const Point& start, const Point& goal,
                     std::span<const TileId> corridor, std::span<const Portal> portals, Pull pull,
                     std::span<Point> out) noexcept {
  if (pull == Pull::none) return tile_centers(grid, start, goal, corridor, out);
  return detail::pull_portals(grid, start, goal, portals, pull, out);
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
      points(max_repair_points(max_path_points(corridor_tiles))) {}

void GridScratch::fit(const Grid& grid) {
  if (search.node_count() < grid.tile_count() || corridor.size() < max_corridor_cells(grid)) {
    *this = GridScratch(grid);
  }
}

std::size_t GridScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + corridor.capacity() * sizeof(TileId) +
         portals.capacity() * sizeof(Portal) + points.capacity() * sizeof(Point);
}

PathResult find_path(const Grid& grid, const Point& start, const Point& goal,
                     const GridPathOptions& options, GridScratch& scratch,
                     std::span<Point> out) noexcept {
  const DiagonalRule rule = options.search.diagonal;
  const bool is_tile_path =
      rule == DiagonalRule::at_least_one_walkable || rule == DiagonalRule::always;
  if (is_tile_path && (options.pull != Pull::none || options.repair != Repair::none)) {
    PathResult invalid;
    invalid.status = Status::invalid_input;
    return invalid;
  }
  const GridStages stages{grid, scratch, options.search};
  return detail::run_path_stages(stages, start, goal, options.pull, options.repair, out);
}

}  // namespace taut
