// The ring of tiles around a rectangle.
#pragma once

#include <taut/tile.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

// Calls visit(Tile) for one tile of each walkable piece of the ring around a rectangle, pieces
// being runs along the ring. Not for runs that are only a corner of the ring: no step leads from
// them into the rectangle. When the whole ring is walkable there is no call: what was connected
// through the rectangle is connected along the ring.
template <class Visit>
void visit_rim_pieces(const TileBits& walkable, const TileRect& tiles, const Visit& visit) {
  const int columns = tiles.x1 - tiles.x0;
  const int rows = tiles.y1 - tiles.y0;
  const int ring_length = 2 * (columns + rows) + 4;
  const auto ring_tile = [&](int i) -> Tile {
    if (i <= columns) return {tiles.x0 - 1 + i, tiles.y0 - 1};
    i -= columns + 1;
    if (i <= rows) return {tiles.x1, tiles.y0 - 1 + i};
    i -= rows + 1;
    if (i <= columns) return {tiles.x1 - i, tiles.y1};
    i -= columns + 1;
    return {tiles.x0 - 1, tiles.y1 - i};
  };
  const auto is_walkable = [&](const Tile& tile) { return walkable.is_set(tile.x, tile.y); };
  const auto is_ring_corner = [&](const Tile& tile) {
    return (tile.x < tiles.x0 || tile.x >= tiles.x1) && (tile.y < tiles.y0 || tile.y >= tiles.y1);
  };
  int first_wall = 0;
  while (first_wall < ring_length && is_walkable(ring_tile(first_wall))) ++first_wall;
  if (first_wall == ring_length) return;
  bool is_in_piece = false;
  for (int i = 1; i <= ring_length; ++i) {
    const Tile tile = ring_tile((first_wall + i) % ring_length);
    if (!is_walkable(tile)) {
      is_in_piece = false;
    } else if (!is_in_piece && !is_ring_corner(tile)) {
      is_in_piece = true;
      visit(tile);
    }
  }
}

}  // namespace taut
