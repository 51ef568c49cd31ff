// Tiles, rectangles of tiles and their ids.
#pragma once

#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

// Cell (x, y) of a grid covers [x, x+1] x [y, y+1]. (0, 0) is the first tile of the first row.
struct Tile {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend bool operator==(const Tile&, const Tile&) = default;
};

// Row-major index of a tile: y * width + x.
using TileId = std::uint32_t;

// The tiles with x0 <= x < x1 and y0 <= y < y1.
struct TileRect {
  std::int32_t x0 = 0;
  std::int32_t y0 = 0;
  std::int32_t x1 = 0;
  std::int32_t y1 = 0;
  friend bool operator==(const TileRect&, const TileRect&) = default;
};

enum class TileState : std::uint8_t { blocked, walkable };

[[nodiscard]] inline Point center(Tile tile) noexcept {
  return {static_cast<float>(tile.x) + 0.5F, static_cast<float>(tile.y) + 0.5F};
}

}  // namespace taut
TAUT_API_END
