#include <taut/grid_path.hpp>

#include <optional>

#include <taut/detail/pull_portals.hpp>
#include <taut/raycast.hpp>
#include <taut/tile_portals.hpp>

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
      corridor(corridor_tiles),
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
  PathResult result;
  const Point from = snap(start);
  Point to = snap(goal);
  const std::optional<Tile> first = grid.locate(from);
  const std::optional<Tile> last = grid.locate(to);
  const DiagonalRule rule = options.search.diagonal;
  const bool is_tile_path =
      rule == DiagonalRule::at_least_one_walkable || rule == DiagonalRule::always;
  if (!first || !last ||
      (is_tile_path && (options.pull != Pull::none || options.repair != Repair::none))) {
    result.status = Status::invalid_input;
    return result;
  }

  const CorridorResult found =
      find_corridor(grid, from, to, options.search, scratch.search, scratch.corridor);
  result.expanded = found.expanded;
  // The corridor's own buffer too small is not the caller's `out` too small.
  result.status = found.status == Status::truncated ? Status::out_of_nodes : found.status;
  if (found.status == Status::truncated || found.count == 0) return result;
  std::span<const TileId> corridor(scratch.corridor.data(), found.count);
  if (found.status != Status::ok) to = center(grid.tile(corridor.back()));

  Result portals;
  // The funnel needs only some of the portals; the other methods are about all of them.
  const auto make_portals = [&](Pull pull) {
    portals = pull == Pull::funnel ? extract_compressed_portals(grid, corridor, scratch.portals)
                                   : extract_portals(grid, corridor, scratch.portals);
    return portals.status == Status::ok;
  };
  const auto portal_span = [&] {
    return std::span<const Portal>(scratch.portals.data(), portals.count);
  };
  bool has_room = true;
  if (options.repair == Repair::raycast) {
    has_room = make_portals(Pull::funnel);
    if (has_room) {
      const std::span<Point> points(scratch.points);
      const Result pulled = string_pull(from, to, portal_span(), points);
      const Result repaired =
          repair_corridor(grid, points.first(pulled.count), points, scratch.corridor);
      corridor = std::span<const TileId>(scratch.corridor.data(), repaired.count);
      has_room = repaired.status == Status::ok;
    }
  }
  has_room = has_room && (options.pull == Pull::none || make_portals(options.pull));
  if (!has_room) {
    result.status = Status::out_of_nodes;
    return result;
  }
  const Result path = pull_corridor(grid, from, to, corridor, portal_span(), options.pull, out);
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  if (result.status == Status::ok) result.status = path.status;
  return result;
}

}  // namespace taut
