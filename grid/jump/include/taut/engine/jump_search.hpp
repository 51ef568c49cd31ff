// Jump point search over the tiles of a grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/jump_lines.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/search.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// The rows, columns and diagonals of a grid as bits, with the tiles at which jumps end. Only the
// eight neighbours of a tile decide on its bits, so an edit changes few of them. Queries on a const
// JumpMap are safe from any number of threads. Memory: about 2 bytes per tile.
class JumpMap {
 public:
  // Cost      some ns per tile.
  explicit JumpMap(const Grid& grid);

  // Follows an edit of the grid. Requires the grid that the map was made from, and the rectangle of
  // its last edit. Where other edits were missed before it, all is built again.
  // Cost      the rectangle and its border; no allocation unless all is built again.
  void update(const Grid& grid, const TileRect& tiles);

  // Whether the map is up to date with this grid.
  [[nodiscard]] bool is_current(const Grid& grid) const noexcept {
    return revision_ == grid.revision() && width() == grid.width() && height() == grid.height();
  }

  [[nodiscard]] int width() const noexcept { return columns_.height(); }
  [[nodiscard]] int height() const noexcept { return columns_.width(); }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  friend bool operator==(const JumpMap&, const JumpMap&) = default;

  // ---- For the search. ----

  // The jumps along rows (x changes by dx = 1 or -1), along columns, and the diagonals.
  template <int dx>
  [[nodiscard]] const detail::JumpLines& rows() const noexcept {
    return dx > 0 ? right_ : left_;
  }
  template <int dy>
  [[nodiscard]] const detail::JumpLines& columns() const noexcept {
    return dy > 0 ? down_ : up_;
  }
  template <int dx, int dy>
  [[nodiscard]] int count_diagonal_steps(Tile from) const noexcept {
    const detail::JumpDiagonals& diagonals = dx == dy ? falling_ : rising_;
    return dy > 0 ? diagonals.count_down(from.x, from.y) : diagonals.count_up(from.x, from.y);
  }

 private:
  void take(const Grid& grid, const TileRect& tiles) noexcept;

  std::uint64_t revision_;
  TileBits columns_;  // the grid's bits, transposed
  detail::JumpLines right_;
  detail::JumpLines left_;
  detail::JumpLines down_;
  detail::JumpLines up_;
  detail::JumpDiagonals falling_;  // x grows where y grows
  detail::JumpDiagonals rising_;   // x falls where y grows
};

struct JumpSearchOptions {
  std::size_t expansion_limit = kNoExpansionLimit;
};

// Finds a cheapest tile path as find_corridor() does with DiagonalRule::only_if_no_obstacles, and
// writes only its jump points: the tile that `start` lies on, each tile at which the direction
// changes, and the tile of `goal`. From one to the next a path goes straight or diagonally. Its
// cost is that of find_corridor(); among paths that cost the same it may be another one. The other
// rules for diagonal steps, and grounds, need find_corridor().
//
// Errors    invalid_input: start or goal lies on no walkable tile, `jumps` is not current, or
//           the scratch was made for fewer than grid.tile_count() nodes.
//           no_path without a search when the goal is in another component.
// Writes    at most max_corridor_cells(grid) ids; truncated with the first ones when `out` is
//           smaller.
// Cost      a few ns for each tile of a diagonal walk, and O(log n) for each jump point reached.
//           Does not allocate.
// Source    Harabor and Grastien, Online Graph Pruning for Pathfinding on Grid Maps (2011);
//           Improving Jump Point Search (2014): scans of whole words, and no nodes where a path
//           only turns from a diagonal walk (intermediate pruning).
[[nodiscard]] CorridorResult find_jump_points(const Grid& grid, const JumpMap& jumps,
                                              const Point& start, const Point& goal,
                                              const JumpSearchOptions& options,
                                              SearchScratch& scratch,
                                              std::span<TileId> out) noexcept;

// Writes the tiles of the path along jump points, the corridor of find_corridor().
//
// Requires  walkable tiles between the points: those of find_jump_points(). They are not checked.
// Errors    invalid_input: two consecutive points lie on no common row, column or diagonal, or are
//           the same.
// Writes    truncated with the first tiles when `out` is smaller.
// Cost      linear in the tiles. Does not allocate.
[[nodiscard]] Result extract_jump_tiles(const Grid& grid, std::span<const TileId> jump_points,
                                        std::span<TileId> out) noexcept;

// Writes what extract_compressed_portals() writes for the tiles of the path along jump points,
// without visiting them. Requirements and errors are those of extract_jump_tiles().
//
// Writes    at most max_portals(jump_points.size()); truncated with the first ones when `out` is
//           smaller.
// Cost      linear in the jump points. Does not allocate.
[[nodiscard]] Result extract_jump_portals(const Grid& grid, std::span<const TileId> jump_points,
                                          std::span<Portal> out) noexcept;

struct JumpPathOptions {
  JumpSearchOptions search{};
  Pull pull = Pull::funnel;
  Smoothing smoothing = Smoothing::raycast;
};

// As find_path(), with find_jump_points() for the search. Every pull uses the portals of
// extract_jump_portals(). Where tile paths cost the same the search may find another one, and then
// the path is another one.
//
// Errors    those of find_jump_points(); out_of_nodes also when the scratch has no room for the
//           jump points.
// Writes    the path's points, canonical, truncated with the first ones when `out` is smaller.
//           max_path_points(grid) is always enough. Does not allocate.
[[nodiscard]] PathResult find_jump_path(const Grid& grid, const JumpMap& jumps, const Point& start,
                                        const Point& goal, const JumpPathOptions& options,
                                        GridScratch& scratch, std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
