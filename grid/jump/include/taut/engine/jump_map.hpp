// The bits of a grid for jump point search.
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/detail/jump_lines.hpp>
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

}  // namespace taut
TAUT_API_END
