// Corridors of tiles with terrain costs, whose steps are orthogonal (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/geometry.hpp>
#include <taut/grid.hpp>

#include "grid/tiles/mover_tiles.hpp"

namespace taut {

class TerrainCorridor {
 public:
  explicit TerrainCorridor(const detail::MoverTiles& tiles) noexcept : tiles_(tiles) {}

  // Writes the tiles of steps: two orthogonal ones for each diagonal one, past the cheaper of the
  // two tiles beside it, and the three below each long one of TerrainGraph. Returns the length of
  // the corridor; 0 when `out` is too small.
  [[nodiscard]] std::size_t join(std::span<const TileId> steps,
                                 std::span<TileId> out) const noexcept;

  // `points` are the start, the crossings of the corridor's edges and the goal, of the cheapest
  // path inside the corridor. Where it is held at a corner of tiles, and to leave the corner on the
  // other side is cheaper, the corridor is moved to that side. Returns the length of the corridor
  // written; 0 when there is no such corner or `out` is too small.
  [[nodiscard]] std::size_t move(std::span<const TileId> corridor,
                                 std::span<const detail::Vector> points,
                                 std::span<TileId> out) const noexcept;

 private:
  class Writer;
  struct Turn;

  [[nodiscard]] Turn find_turn(std::span<const TileId> corridor,
                               std::span<const detail::Vector> points, const Tile& corner,
                               std::size_t first, std::size_t last) const noexcept;

  const detail::MoverTiles& tiles_;
};

}  // namespace taut
