#include <taut/engine/grid_path.hpp>

#include <algorithm>

#include <taut/detail/pull_portals.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>

#include "core/corridor/path_stages.hpp"
#include "grid/paths/mover_smoothing.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/paths/terrain_path.hpp"
#include "grid/paths/tile_search.hpp"
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
  [[nodiscard]] std::span<TileId> smoothed() const noexcept { return scratch.corridor; }
  [[nodiscard]] std::span<const TileId> unsmoothed(TileId last,
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
    return write_steps(tiles.grid(), start, goal, corridor, Smoothing::none, out);
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

// The query that is unfinished, if one is.
struct GridScratch::Running {
  bool is_running = false;
  Point start;
  Point goal;
  GridPathOptions options;
  std::uint64_t revision = 0;  // of the grid
  TileSearch search;
};

GridScratch::GridScratch(const Grid& grid, std::size_t corridor_tiles)
    : search(grid.tile_count()),
      corridor(detail::require_within("GridScratch: corridor tiles", corridor_tiles, 0, kNoNode)),
      portals(corridor_tiles),
      points(max_smoothing_points(max_path_points(corridor_tiles))),
      running_(std::make_unique<Running>()) {
  if (grid.has_costs() || grid.has_classes()) {
    terrain_ = std::make_unique<TerrainMemory>(max_terrain_tiles(grid, corridor_tiles));
  }
}

GridScratch::GridScratch(GridScratch&&) noexcept = default;
GridScratch& GridScratch::operator=(GridScratch&&) noexcept = default;
GridScratch::~GridScratch() = default;

void GridScratch::fit(const Grid& grid) {
  running_->is_running = false;
  const bool has_room =
      search.node_count() >= grid.tile_count() && corridor.size() >= max_corridor_cells(grid);
  const bool has_terrain = grid.has_costs() || grid.has_classes();
  if (!has_room || (has_terrain && !terrain_)) *this = GridScratch(grid);
}

std::size_t GridScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + corridor.memory_bytes() + portals.memory_bytes() +
         points.memory_bytes() + (terrain_ ? terrain_->memory_bytes() : 0);
}

// Begins a query, or goes on with the one that its scratch holds.
class TilePathQuery {
 public:
  TilePathQuery(const Grid& grid, const Point& start, const Point& goal,
                const GridPathOptions& options, GridScratch& scratch) noexcept
      : grid_(grid),
        tiles_(grid, options.search.costs),
        start_(snap(start)),
        goal_(snap(goal)),
        options_(options),
        scratch_(scratch),
        running_(*scratch.running_) {}

  PathResult find(std::span<Point> out) noexcept {
    if (!may_answer()) return {Status::invalid_input};
    if (!goes_on()) begin();
    running_.is_running = !running_.search.advance(grid_, options_.budget, scratch_.search);
    if (running_.is_running) {
      return {Status::unfinished, 0, 0.0, running_.search.expanded()};
    }
    const CorridorResult found = running_.search.write(scratch_.search, scratch_.corridor);
    if (tiles_.has_costs()) return pull_over_terrain(found, out);
    PathResult result = detail::run_path_stages(GridStages{tiles_, scratch_}, start_, goal_, found,
                                                options_.pull, options_.smoothing, out);
    // Without a path the factor may be infinite.
    if (result.count > 0) result.cost = result.length * static_cast<double>(tiles_.uniform_cost());
    return result;
  }

 private:
  // Whether the grid is answered with these options.
  [[nodiscard]] bool may_answer() const noexcept {
    const bool has_pull = options_.pull != Pull::none;
    const bool has_smoothing = options_.smoothing != Smoothing::none;
    const DiagonalRule rule = options_.search.diagonal;
    const bool is_tile_path =
        rule == DiagonalRule::at_least_one_walkable || rule == DiagonalRule::always;
    if (is_tile_path && (has_pull || has_smoothing)) return false;
    if (!is_valid(options_.search)) return false;
    if (!tiles_.has_costs()) return true;
    if (!has_pull) return !has_smoothing;
    return options_.pull == Pull::funnel && scratch_.terrain_ != nullptr;
  }

  [[nodiscard]] bool goes_on() const noexcept {
    if (!running_.is_running || running_.revision != grid_.revision()) return false;
    if (start_ != running_.start || goal_ != running_.goal) return false;
    GridPathOptions same = options_;
    same.budget = running_.options.budget;
    return same == running_.options;
  }

  void begin() noexcept {
    running_.start = start_;
    running_.goal = goal_;
    running_.options = options_;
    running_.revision = grid_.revision();
    const bool has_long_steps = tiles_.has_costs() && options_.pull == Pull::funnel &&
                                options_.smoothing == Smoothing::raycast &&
                                options_.search.length == DiagonalLength::sqrt2;
    if (has_long_steps) {
      running_.search.begin_with_long_steps(grid_, start_, goal_, options_.search, scratch_.search);
    } else {
      running_.search.begin(grid_, start_, goal_, options_.search, scratch_.search);
    }
  }

  // The stages after the search, where tiles cost differently.
  PathResult pull_over_terrain(const CorridorResult& found, std::span<Point> out) noexcept {
    const std::span<const TileId> steps(scratch_.corridor.data(), found.count);
    const bool has_path = found.status != Status::truncated && found.count > 0;
    if (options_.pull == Pull::none || !has_path) {
      PathResult result = detail::run_path_stages(GridStages{tiles_, scratch_}, start_, goal_,
                                                  found, Pull::none, Smoothing::none, out);
      result.cost = path_cost(tiles_, out.first(result.count));
      return result;
    }
    const Point goal = found.status == Status::ok ? goal_ : center(tiles_.tile(steps.back()));
    PathResult result;
    if (steps.size() <= scratch_.terrain_->tiles()) {
      result = find_terrain_path(tiles_, start_, goal, steps, options_.smoothing,
                                 *scratch_.terrain_, out);
    } else {
      const Result written = write_steps(grid_, start_, goal, steps, options_.smoothing, out);
      const std::span<const Point> path = out.first(written.count);
      result = {written.status, path.size(), path_length(path)};
      result.cost = path_cost(tiles_, path);
    }
    if (found.status != Status::ok) result.status = found.status;
    result.expanded = found.expanded;
    return result;
  }

  const Grid& grid_;
  detail::MoverTiles tiles_;
  Point start_;
  Point goal_;
  const GridPathOptions& options_;
  GridScratch& scratch_;
  GridScratch::Running& running_;
};

PathResult find_path(const Grid& grid, const Point& start, const Point& goal,
                     const GridPathOptions& options, GridScratch& scratch,
                     std::span<Point> out) noexcept {
  return TilePathQuery(grid, start, goal, options, scratch).find(out);
}

}  // namespace taut
