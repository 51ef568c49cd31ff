// Paths between two points on a grid in one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Smooths the corridor of a pulled path: makes the path taut by rays (see smooth_path() in
// path_smoothing.hpp) and writes the tiles that the taut path crosses. Portals and string_pull()
// over them give that path; it is never longer than `path`.
//
// Requires  path canonical, walkable, on the lattice; path may be the front of work.
// Writes    to `out` a tile corridor for extract_portals(). When `out` is too small the status is
//           truncated and `out` holds a corridor along the first part of the path; it may have
//           fewer tiles than fit.
// Errors    invalid_input when a leg of the path is not walkable, or work.size() is below
//           max_smoothing_points(path.size()).
// Cost      a few rays per corner in open space, and the tiles of the path. Does not allocate.
[[nodiscard]] Result smooth_corridor(const Grid& grid, std::span<const Point> path,
                                     std::span<Point> work, std::span<TileId> out) noexcept;

// Writes the tiles that a walkable path crosses, as a corridor for extract_portals(); errors and
// capacity as above. Where the path goes back through the tile it came from, the corridor omits
// that detour.
[[nodiscard]] Result extract_corridor(const Grid& grid, std::span<const Point> path,
                                      std::span<TileId> out) noexcept;

struct GridPathOptions {
  GridSearchOptions search{};
  Pull pull = Pull::funnel;
  Smoothing smoothing = Smoothing::raycast;
};

// Upper bound on the tiles of a shortest tile path over the grid: it has three tiles of a 2x2 block
// only if the fourth is blocked or the corner must not be cut, so it fills at most two thirds of a
// map, and its border.
[[nodiscard]] std::size_t max_corridor_cells(const Grid& grid) noexcept;

// Upper bound on the points of find_path() on the grid.
[[nodiscard]] std::size_t max_path_points(const Grid& grid) noexcept;

// The memory of find_path() on grids; one per thread.
//
// Memory: that of SearchScratch (16 bytes per tile of the grid), and 36 bytes per tile of the
// longest corridor: 4 for the tile, 16 for its portal, 16 for points before and after smoothing.
// That is reserved. What is made touches 4 bytes for every 16 tiles of the grid; queries only the
// pages of the tiles that they visit and of their corridors. Where systems give memory page by
// page, the rest takes none.
class GridScratch {
 public:
  // For grids of at most grid.tile_count() tiles and every corridor in them.
  explicit GridScratch(const Grid& grid) : GridScratch(grid, max_corridor_cells(grid)) {}

  // The same for corridors of at most `corridor_tiles` tiles and portals; diagonal steps may have
  // two. find_path() returns out_of_nodes when the search finds more; when only the smoothed
  // corridor has more, the path is not smoothed.
  GridScratch(const Grid& grid, std::size_t corridor_tiles);

  // Makes room for another grid and every corridor in it. Allocates.
  void fit(const Grid& grid);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  SearchScratch search;
  detail::UnsetArray<TileId> corridor;
  detail::UnsetArray<Portal> portals;
  detail::UnsetArray<Point> points;
};

// Pulls a path through a tile corridor and its portals (extract_portals()) by one of the methods.
//
// Writes    a canonical path (redundant points of simple_funnel() and of midpoints are removed);
//           truncated with its first points when `out` is smaller.
//           max_path_points(max_portals(tiles)) is always enough. Does not allocate.
[[nodiscard]] Result pull_corridor(const Grid& grid, const Point& start, const Point& goal,
                                   std::span<const TileId> corridor,
                                   std::span<const Portal> portals, Pull pull,
                                   std::span<Point> out) noexcept;

// Finds a path from start to goal: find_corridor(), extract_portals(), smooth_corridor() if
// requested, and the pull. start and goal are snapped to the lattice; the path begins and ends
// there.
//
// Errors    invalid_input: start or goal lies on no walkable tile, or a rule that yields tile paths
//           only (at_least_one_walkable, always) is combined with a pull other than `none` or with
//           smoothing. Where classes cost differently (search.costs) also: the pull is not `none`,
//           or there is smoothing; portals and rays know lengths only. out_of_nodes:
//           options.search.expansion_limit was reached, or the corridor that the search found is
//           longer than the scratch has room for. If only the smoothed corridor is too long, the
//           path is that of the corridor found.
// Writes    the path's points, canonical, truncated with the first ones when `out` is smaller. With
//           a partial path (status no_path or out_of_nodes) it ends at the centre of the reached
//           tile nearest to the goal. max_path_points(grid) is always enough. Does not allocate.
//
// Tiles of classes that search.costs blocks are walls to every stage: the path is that on a grid
// where they are blocked.
//
// Where classes cost differently the path is the cheapest tile path, and PathResult::cost is
// path_cost() of its points: a baseline. The cheapest path at any angle is find_priced_path().
[[nodiscard]] PathResult find_path(const Grid& grid, const Point& start, const Point& goal,
                                   const GridPathOptions& options, GridScratch& scratch,
                                   std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
