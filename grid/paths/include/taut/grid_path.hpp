// From two points on a grid to a path, in one call.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <taut/grid_repair.hpp>
#include <taut/grid_search.hpp>
#include <taut/path_query.hpp>
#include <taut/portal.hpp>

namespace taut {

struct GridPathOptions {
  GridSearchOptions search;
  Pull pull = Pull::funnel;
  Repair repair = Repair::raycast;
};

// Tiles that a shortest tile path over the grid does not exceed: it never has three tiles of any
// 2x2 block unless one of them is blocked or the corner is cut, so it fills at most two thirds of a
// map, and its rim.
[[nodiscard]] std::size_t max_corridor_cells(const Grid& grid) noexcept;

// Capacity that every path of find_path() on the grid fits into.
[[nodiscard]] std::size_t max_path_points(const Grid& grid) noexcept;

// The memory of find_path() on grids, bought once; one per thread.
//
// Memory: that of SearchScratch (16 bytes per tile of the grid), and 36 bytes per tile of the
// longest corridor: 4 for the tile, 16 for its portal, 16 for points before and after repair.
class GridScratch {
 public:
  // For grids of at most grid.tile_count() tiles and every corridor in them.
  explicit GridScratch(const Grid& grid) : GridScratch(grid, max_corridor_cells(grid)) {}

  // The same for corridors of at most `corridor_tiles` tiles. find_path() is out_of_nodes where the
  // search finds a longer one; where only the repaired one is longer, the path is not repaired.
  GridScratch(const Grid& grid, std::size_t corridor_tiles);

  // Makes room for another grid and every corridor in it. Allocates.
  void fit(const Grid& grid);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  SearchScratch search;
  std::vector<TileId> corridor;
  std::vector<Portal> portals;
  std::vector<Point> points;
};

// Pulls a path through a tile corridor and its portals (extract_portals()) by one of the methods.
//
// Writes    a canonical path (simple_funnel() and the midpoints are freed of redundant points);
//           truncated with its first points when `out` is smaller.
//           max_path_points(max_portals(tiles)) is always enough. Does not allocate.
[[nodiscard]] Result pull_corridor(const Grid& grid, const Point& start, const Point& goal,
                                   std::span<const TileId> corridor,
                                   std::span<const Portal> portals, Pull pull,
                                   std::span<Point> out) noexcept;

// Finds a path from start to goal: find_corridor(), extract_portals(), repair_corridor() when asked
// for, and the pull. start and goal are snapped to the lattice; the path begins and ends there.
//
// Errors    invalid_input: start or goal stands on no walkable tile, or a rule that yields tile
//           paths only (at_least_one_walkable, always) is combined with a pull other than `none` or
//           with repair. out_of_nodes: options.search.expansion_limit was met, or the corridor that
//           the search found is longer than the scratch has room for. Where only the repaired
//           corridor is, the path is that of the corridor found.
// Writes    the path's points, canonical, truncated with the first ones when `out` is smaller. With
//           a partial path (status no_path or out_of_nodes) it ends at the centre of the reached
//           tile nearest to the goal. max_path_points(grid) is always enough. Does not allocate.
//
// Terrain costs guide the search alone: a pull stays inside its corridor, but repair cuts straight
// across what lies beside it. Where slow terrain is to be kept out of, ask for Repair::none.
[[nodiscard]] PathResult find_path(const Grid& grid, const Point& start, const Point& goal,
                                   const GridPathOptions& options, GridScratch& scratch,
                                   std::span<Point> out) noexcept;

}  // namespace taut
