// Points, tiles and rectangles of tiles.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>

TAUT_API_BEGIN
namespace taut {

// A place in the plane; one unit is one tile. *Left* means counter-clockwise in (x, y), whichever
// way a screen draws y.
struct Point {
  float x = 0.0F;
  float y = 0.0F;
  friend constexpr bool operator==(const Point&, const Point&) = default;
};

// The lattice point nearest to p, halves away from zero. Requires finite coordinates within the
// limits of a map (kMaxMapSide).
[[nodiscard]] inline Point snap(const Point& p) noexcept {
  constexpr float kSteps = static_cast<float>(kLatticePerTile);
  return {std::round(p.x * kSteps) / kSteps, std::round(p.y * kSteps) / kSteps};
}

// A position of a disc's centre. Tangent points are not lattice points: they are rounded, with an
// error of at most 1e-11 tile.
struct DiscPoint {
  double x = 0.0;
  double y = 0.0;
  friend constexpr bool operator==(const DiscPoint&, const DiscPoint&) = default;
};

[[nodiscard]] constexpr DiscPoint widen(const Point& p) noexcept {
  return {static_cast<double>(p.x), static_cast<double>(p.y)};
}
// Each coordinate is rounded to the nearest float.
[[nodiscard]] constexpr Point narrow(const DiscPoint& p) noexcept {
  return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

// Distance in tiles, rounded: for lengths and heuristics, never for a decision. Compiled with the
// library, as is path_length(): it has the same bits in programs compiled with -ffast-math.
[[nodiscard]] double distance(const Point& a, const Point& b) noexcept;

// Length of the polyline through `points`, in tiles; 0 for fewer than two.
[[nodiscard]] double path_length(std::span<const Point> points) noexcept;

// Tile (x, y) covers [x, x+1] x [y, y+1]. (0, 0) is the first tile of the first row.
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
[[nodiscard]] const char* to_string(TileState state) noexcept;

[[nodiscard]] inline Point center(Tile tile) noexcept {
  return {static_cast<float>(tile.x) + 0.5F, static_cast<float>(tile.y) + 0.5F};
}

}  // namespace taut
TAUT_API_END
