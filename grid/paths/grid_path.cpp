#include <taut/engine/grid_path.hpp>

#include <algorithm>
#include <optional>

#include <taut/detail/pull_portals.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>

#include "core/corridor/path_stages.hpp"
#include "grid/paths/mover_repair.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/paths/terrain_path.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

// The corridors of terrain paths have two orthogonal steps for each diagonal one. Longer ones than
// this are rare, and their memory is large.
std::size_t max_terrain_tiles(const Grid& grid, std::size_t corridor_tiles) noexcept {
  const auto sides = static_cast<std::size_t>(grid.width() + grid.height());
  return std::min(max_portals(corridor_tiles), 64 * sides);
}

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
  if (pull != Pull::none && grid.has_costs()) return {Status::invalid_input, 0};
  return pull_corridor(detail::MoverTiles(grid), start, goal, corridor, portals, pull, out);
}

Result detail::pull_corridor(const MoverTiles& tiles, const Point& start, const Point& goal,
                             std::span<const TileId> corridor, std::span<const Portal> portals,
                             Pull pull, std::span<Point> out) noexcept {
  if (pull == Pull::none) {
    return write_steps(tiles.grid(), start, goal, corridor, Repair::none, out);
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
      points(max_repair_points(max_path_points(corridor_tiles))) {
  if (grid.has_costs() || grid.has_classes()) {
    terrain_ = std::make_unique<TerrainMemory>(max_terrain_tiles(grid, corridor_tiles));
  }
}

GridScratch::GridScratch(GridScratch&&) noexcept = default;
GridScratch& GridScratch::operator=(GridScratch&&) noexcept = default;
GridScratch::~GridScratch() = default;

void GridScratch::fit(const Grid& grid) {
  const bool has_room =
      search.node_count() >= grid.tile_count() && corridor.size() >= max_corridor_cells(grid);
  const bool has_terrain = grid.has_costs() || grid.has_classes();
  if (!has_room || (has_terrain && !terrain_)) *this = GridScratch(grid);
}

std::size_t GridScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + corridor.memory_bytes() + portals.memory_bytes() +
         points.memory_bytes() + (terrain_ ? terrain_->memory_bytes() : 0);
}

// Whether a grid is answered with these options.
bool GridScratch::may_answer(const Grid& grid, const GridPathOptions& options) const noexcept {
  const bool has_pull = options.pull != Pull::none;
  const bool has_repair = options.repair != Repair::none;
  const DiagonalRule rule = options.search.diagonal;
  const bool is_tile_path =
      rule == DiagonalRule::at_least_one_walkable || rule == DiagonalRule::always;
  if (is_tile_path && (has_pull || has_repair)) return false;
  if (!is_valid(options.search)) return false;
  if (!detail::MoverTiles(grid, options.search.costs).has_costs()) return true;
  if (!has_pull) return !has_repair;
  return options.pull == Pull::funnel && terrain_ != nullptr;
}

void begin_path(const Grid& grid, const Point& start, const Point& goal,
                const GridPathOptions& options, GridScratch& scratch) noexcept {
  GridScratch::Query& query = scratch.query_;
  query.is_running = scratch.may_answer(grid, options);
  if (!query.is_running) return;
  query.start = snap(start);
  query.goal = snap(goal);
  query.revision = grid.revision();
  query.pull = options.pull;
  query.repair = options.repair;
  query.costs = options.search.costs;
  const bool has_long_steps = detail::MoverTiles(grid, query.costs).has_costs() &&
                              query.pull == Pull::funnel && query.repair == Repair::raycast &&
                              options.search.length == DiagonalLength::sqrt2;
  if (has_long_steps) {
    query.search.begin_with_long_steps(grid, query.start, query.goal, options.search,
                                       scratch.search);
  } else {
    query.search.begin(grid, query.start, query.goal, options.search, scratch.search);
  }
}

// The stages after the search, where tiles cost differently.
PathResult find_with_terrain(const detail::MoverTiles& tiles, const CorridorResult& found,
                             GridScratch& scratch, std::span<Point> out) noexcept {
  const GridScratch::Query& query = scratch.query_;
  const std::span<const TileId> steps(scratch.corridor.data(), found.count);
  const bool has_path = found.status != Status::truncated && found.count > 0;
  if (query.pull == Pull::none || !has_path) {
    PathResult result = detail::run_path_stages(GridStages{tiles, scratch}, query.start, query.goal,
                                                found, Pull::none, Repair::none, out);
    result.cost = path_cost(tiles, out.first(result.count));
    return result;
  }
  const Point goal = found.status == Status::ok ? query.goal : center(tiles.tile(steps.back()));
  PathResult result;
  if (steps.size() <= scratch.terrain_->tiles()) {
    result =
        find_terrain_path(tiles, query.start, goal, steps, query.repair, *scratch.terrain_, out);
  } else {
    const Result written = write_steps(tiles.grid(), query.start, goal, steps, query.repair, out);
    const std::span<const Point> path = out.first(written.count);
    result = {written.status, path.size(), path_length(path)};
    result.cost = path_cost(tiles, path);
  }
  if (found.status != Status::ok) result.status = found.status;
  result.expanded = found.expanded;
  return result;
}

std::optional<PathResult> advance_path(const Grid& grid, std::size_t expansions,
                                       GridScratch& scratch, std::span<Point> out) noexcept {
  GridScratch::Query& query = scratch.query_;
  if (!query.is_running || query.revision != grid.revision()) {
    query.is_running = false;
    return PathResult{Status::invalid_input};
  }
  if (!query.search.advance(grid, expansions, scratch.search)) return std::nullopt;
  query.is_running = false;
  const CorridorResult found = query.search.write(scratch.search, scratch.corridor);
  const detail::MoverTiles tiles(grid, query.costs);
  if (tiles.has_costs()) return find_with_terrain(tiles, found, scratch, out);
  PathResult result = detail::run_path_stages(GridStages{tiles, scratch}, query.start, query.goal,
                                              found, query.pull, query.repair, out);
  // Without a path the factor may be infinite.
  if (result.count > 0) result.cost = result.length * static_cast<double>(tiles.uniform_cost());
  return result;
}

PathResult find_path(const Grid& grid, const Point& start, const Point& goal,
                     const GridPathOptions& options, GridScratch& scratch,
                     std::span<Point> out) noexcept {
  begin_path(grid, start, goal, options, scratch);
  return *advance_path(grid, kNoExpansionLimit, scratch, out);
}

}  // namespace taut
