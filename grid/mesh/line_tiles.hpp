// Tiles of several sizes, and meshes of them (internal).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/tile_bits.hpp>

namespace taut {

// What tiles are made of: those of one kind may share a cell.
using TileKind = std::uint16_t;
inline constexpr std::size_t kTileKinds = 512;

// Column x of the bits lies between columns[x] and columns[x + 1], in steps of 1 / steps_per_tile;
// rows alike. Without lines column x lies between x and x + 1.
//
// With kinds, one for each tile of the map, row by row, no cell of the mesh lies on tiles of two
// kinds. Cells of different kinds share whole edges, as others do.
//
// Requires  increasing lines within 0 to 2^24: bits.width() + 1 columns, bits.height() + 1 rows. A
//           power of two for steps_per_tile. With kinds: the sides of tiles are among the lines.
struct TAUT_LOCAL LineTiles {
  const TileBits& bits;
  std::span<const std::int32_t> columns;
  std::span<const std::int32_t> rows;
  int steps_per_tile = 1;
  std::span<const TileKind> kinds{};
  int map_width = 0;  // in tiles

  [[nodiscard]] std::int32_t column(int x) const noexcept {
    return columns.empty() ? x : columns[static_cast<std::size_t>(x)];
  }
  [[nodiscard]] std::int32_t row(int y) const noexcept {
    return rows.empty() ? y : rows[static_cast<std::size_t>(y)];
  }

  // In tiles: where columns x - 1 and x meet rows y - 1 and y, and the middle of a column and row.
  [[nodiscard]] Point corner(int x, int y) const noexcept {
    const float scale = 1.0F / static_cast<float>(steps_per_tile);
    return {static_cast<float>(column(x)) * scale, static_cast<float>(row(y)) * scale};
  }
  [[nodiscard]] Point middle(int x, int y) const noexcept {
    const auto between = [this](std::int32_t low, std::int32_t high) {
      const double sum = static_cast<double>(low) + static_cast<double>(high);
      return static_cast<float>(0.5 * sum / steps_per_tile);
    };
    return {between(column(x), column(x + 1)), between(row(y), row(y + 1))};
  }

  // The tile that a coordinate in steps lies in, or at the beginning of.
  [[nodiscard]] int to_tile(std::int32_t steps) const noexcept {
    return steps >> std::countr_zero(static_cast<unsigned>(steps_per_tile));
  }
  // Whether it is that of a side of tiles.
  [[nodiscard]] bool is_tile_line(std::int32_t steps) const noexcept {
    return (steps & (steps_per_tile - 1)) == 0;
  }
  // 0 for what is not walkable; without kinds 1 for what is.
  [[nodiscard]] int kind(int x, int y) const noexcept {
    if (!bits.is_set(x, y)) return 0;
    return kinds.empty() ? 1 : 1 + tile_kind(to_tile(column(x)), to_tile(row(y)));
  }
  // Requires kinds.
  [[nodiscard]] TileKind tile_kind(int x, int y) const noexcept {
    return kinds[static_cast<std::size_t>(y) * static_cast<std::size_t>(map_width) +
                 static_cast<std::size_t>(x)];
  }
};

// The line, of increasing ones, that has a coordinate, or the first one after it; the coordinate
// itself where there are no lines.
[[nodiscard]] int find_line(std::span<const std::int32_t> lines, std::int32_t place) noexcept;

// The kind of the tiles that a cell of a mesh of such tiles lies on. Requires kinds.
[[nodiscard]] TileKind kind_of(const LineTiles& tiles, const ConvexMesh& mesh,
                               CellId cell) noexcept;

// build_mesh() of a grid, for such tiles. Requires lines, or kinds.
[[nodiscard]] ConvexMesh build_mesh(const LineTiles& tiles);

// edit_mesh() of a grid, for such tiles, with a journal unless it is null.
void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh,
               MeshJournal* journal);

}  // namespace taut
