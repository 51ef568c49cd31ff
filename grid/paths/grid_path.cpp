#include <taut/engine/grid_path.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>

#include <taut/detail/pull_portals.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>

#include "core/funnel/path_stages.hpp"
#include "core/tile/tile_walk.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

// Tiles, of which consecutive ones share an edge or a corner of four walkable tiles, written leg by
// leg (path_stages.hpp).
class TileLegs {
 public:
  TileLegs(const detail::MoverTiles& tiles, std::span<TileId> out) noexcept
      : tiles_(tiles), out_(out) {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  [[nodiscard]] RaycastResult trace(const Point& from, const Point& to,
                                    std::span<TileId> out) const noexcept {
    return extract_ray_corridor(tiles_, from, to, out);
  }

  [[nodiscard]] bool join(const Point& /*place*/, TileId first_id) noexcept {
    const Tile first = tiles_.tile(first_id);
    const Tile last = tiles_.tile(out_[count_ - 1]);
    if (first.x == last.x || first.y == last.y) return true;
    const bool is_x_walkable = tiles_.is_walkable(first.x, last.y);
    const bool is_y_walkable = tiles_.is_walkable(last.x, first.y);
    if (is_x_walkable && is_y_walkable) return true;
    if (!is_x_walkable && !is_y_walkable) return false;
    append(tiles_.id(is_x_walkable ? Tile{first.x, last.y} : Tile{last.x, first.y}));
    return true;
  }

  void append(std::span<const TileId> leg) noexcept {
    // A leg is straight: only its first tiles can lead back along the corridor.
    std::size_t next = 0;
    for (int appended = 0; next < leg.size() && appended < 2; ++next) {
      appended = append(leg[next]) ? appended + 1 : 0;
    }
    const std::span<const TileId> rest = leg.subspan(next);
    std::copy(rest.begin(), rest.end(), out_.begin() + static_cast<std::ptrdiff_t>(count_));
    count_ += rest.size();
  }

 private:
  // Appends a tile, unless it is the last one. Tiles from which it leads back at once are removed:
  // a corridor must not pass a portal forth and back. Returns whether it only grew.
  bool append(TileId tile) noexcept {
    bool has_grown = true;
    while (count_ > 1 && out_[count_ - 1] != tile &&
           is_spur(out_[count_ - 2], out_[count_ - 1], tile)) {
      --count_;
      has_grown = false;
    }
    if (count_ > 0 && out_[count_ - 1] == tile) return false;
    out_[count_++] = tile;
    return has_grown;
  }

  // Whether three tiles lead back at once: to the same tile, or by a diagonal step to a tile that
  // shares an edge with the first.
  [[nodiscard]] bool is_spur(TileId before, TileId tile, TileId after) const noexcept {
    if (before == after) return true;
    const Tile a = tiles_.tile(before);
    const Tile b = tiles_.tile(tile);
    const Tile c = tiles_.tile(after);
    const bool is_any_diagonal = (a.x != b.x && a.y != b.y) || (b.x != c.x && b.y != c.y);
    return is_any_diagonal && std::abs(a.x - c.x) + std::abs(a.y - c.y) == 1;
  }

  const detail::MoverTiles& tiles_;
  std::span<TileId> out_;
  std::size_t count_ = 0;
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

// ---- smoothing and pulling on the tiles of a mover ----

namespace detail {

[[nodiscard]] static unsigned free_around(const MoverTiles& tiles, const Point& corner) noexcept {
  return find_free_around(corner, [&](const Tile& tile) { return tiles.is_walkable(tile); });
}

// The requirements of smooth_path().
bool bends_around_obstacle(const MoverTiles& tiles, const Point& before, const Point& corner,
                           const Point& after) noexcept {
  return is_tile_corner(corner) &&
         taut::bends_around_obstacle(free_around(tiles, corner), before, corner, after);
}

bool is_bend_walkable(const MoverTiles& tiles, const Point& before, const Point& corner,
                      const Point& after) noexcept {
  return !is_tile_corner(corner) ||
         taut::is_bend_walkable(free_around(tiles, corner), before, corner, after);
}

std::optional<Point> find_detour(const MoverTiles& tiles, const Point& from, const Point& to,
                                 Side side) noexcept {
  return find_detour_by_ray(tiles, from, to, side);
}

Result extract_corridor(const MoverTiles& tiles, std::span<const Point> path,
                        std::span<TileId> out) noexcept {
  TileLegs corridor(tiles, out);
  return append_legs(path, out, corridor);
}

Result smooth_corridor(const MoverTiles& tiles, std::span<const Point> path, std::span<Point> work,
                       std::span<TileId> out) noexcept {
  if (work.size() < max_smoothing_points(path.size())) return {Status::invalid_input, 0};
  const std::size_t count = smooth_path(tiles, path, work);
  return extract_corridor(tiles, work.first(count), out);
}

Result pull_corridor(const MoverTiles& tiles, const Point& start, const Point& goal,
                     std::span<const TileId> corridor, std::span<const Portal> portals, Pull pull,
                     std::span<Point> out) noexcept {
  if (pull == Pull::none) {
    return write_centers(tiles.grid(), start, goal, corridor, out);
  }
  return pull_portals(tiles, start, goal, portals, pull, out);
}

}  // namespace detail

Result extract_corridor(const Grid& grid, std::span<const Point> path,
                        std::span<TileId> out) noexcept {
  return detail::extract_corridor(detail::MoverTiles(grid), path, out);
}

Result smooth_corridor(const Grid& grid, std::span<const Point> path, std::span<Point> work,
                       std::span<TileId> out) noexcept {
  return detail::smooth_corridor(detail::MoverTiles(grid), path, work, out);
}

Result pull_corridor(const Grid& grid, const Point& start, const Point& goal,
                     std::span<const TileId> corridor, std::span<const Portal> portals, Pull pull,
                     std::span<Point> out) noexcept {
  return detail::pull_corridor(detail::MoverTiles(grid), start, goal, corridor, portals, pull, out);
}

// ---- paths ----

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
