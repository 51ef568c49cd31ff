// Tiles of several sizes, and meshes of them (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/tile_bits.hpp>

namespace taut {

// Column x of the bits lies between columns[x] and columns[x + 1], in steps of 1 / steps_per_tile;
// rows alike. Without lines column x lies between x and x + 1.
//
// Requires  increasing lines within 0 to 2^24: bits.width() + 1 columns, bits.height() + 1 rows. A
//           power of two for steps_per_tile.
struct LineTiles {
  const TileBits& bits;
  std::span<const std::int32_t> columns;
  std::span<const std::int32_t> rows;
  int steps_per_tile = 1;

  [[nodiscard]] std::int32_t column(int x) const noexcept {
    return columns.empty() ? x : columns[static_cast<std::size_t>(x)];
  }
  [[nodiscard]] std::int32_t row(int y) const noexcept {
    return rows.empty() ? y : rows[static_cast<std::size_t>(y)];
  }
};

// build_mesh() of a grid, for such tiles. Requires lines.
[[nodiscard]] ConvexMesh build_mesh(const LineTiles& tiles);

// edit_mesh() of a grid, for such tiles. Requires that `changed` lies within the bits.
void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh);
void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh,
               MeshJournal& journal);

}  // namespace taut
