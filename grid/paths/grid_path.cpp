#include <taut/engine/grid_path.hpp>

#include <algorithm>

#include <taut/detail/pull_portals.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/path_cost.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>

#include "core/corridor/path_stages.hpp"
#include "grid/paths/mover_smoothing.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/paths/tile_search.hpp"
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
      running_(std::make_unique<Running>()) {}

GridScratch::GridScratch(GridScratch&&) noexcept = default;
GridScratch& GridScratch::operator=(GridScratch&&) noexcept = default;
GridScratch::~GridScratch() = default;

void GridScratch::fit(const Grid& grid) {
  running_->is_running = false;
  const bool has_room =
      search.node_count() >= grid.tile_count() && corridor.size() >= max_corridor_cells(grid);
  if (!has_room) *this = GridScratch(grid);
}

std::size_t GridScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + corridor.memory_bytes() + portals.memory_bytes() +
         points.memory_bytes();
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
    PathResult result = detail::run_path_stages(GridStages{tiles_, scratch_}, start_, goal_, found,
                                                options_.pull, options_.smoothing, out);
    if (tiles_.has_costs()) {
      result.cost = path_cost(grid_, *options_.search.costs, out.first(result.count));
    } else if (result.count > 0) {  // without a path the factor may be infinite
      result.cost = result.length * static_cast<double>(tiles_.uniform_cost());
    }
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
    return !tiles_.has_costs() || (!has_pull && !has_smoothing);
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
    running_.search.begin(grid_, start_, goal_, options_.search, scratch_.search);
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
