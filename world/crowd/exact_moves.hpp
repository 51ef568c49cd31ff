// Whether a disc may be at a place, or go along a straight line, decided with integers.
#pragma once

#include <cstdint>

#include <taut/grid.hpp>

#include "vec.hpp"

namespace taut::crowds {

// A place or a vector in steps of 1 / kLatticePerTile.
struct Steps {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend constexpr bool operator==(const Steps&, const Steps&) = default;
};
[[nodiscard]] constexpr Steps operator+(const Steps& a, const Steps& b) noexcept {
  return {a.x + b.x, a.y + b.y};
}
[[nodiscard]] constexpr Steps operator-(const Steps& a, const Steps& b) noexcept {
  return {a.x - b.x, a.y - b.y};
}
[[nodiscard]] constexpr std::int64_t dot(const Steps& a, const Steps& b) noexcept {
  return std::int64_t{a.x} * b.x + std::int64_t{a.y} * b.y;
}

// The longest move of a tick, in steps: with it and a distance of at most 2^17 steps all products
// of keeps_distance() fit in 63 bits.
inline constexpr std::int32_t kMostMove = 1 << 13;

// Whether a point that moves by `move` keeps `distance` from another, which lies at -offset from
// it. Requires that it does before it moves. Touching is allowed.
[[nodiscard]] constexpr bool keeps_distance(const Steps& offset, const Steps& move,
                                            std::int64_t distance) noexcept {
  const std::int64_t ahead = dot(offset, move);
  if (ahead >= 0) return true;
  const std::int64_t length = dot(move, move);
  if (ahead + length <= 0) {
    const Steps end = offset + move;
    return dot(end, end) >= distance * distance;
  }
  const std::int64_t side = std::int64_t{offset.x} * move.y - std::int64_t{offset.y} * move.x;
  return side * side >= distance * distance * length;
}

// The tile of a coordinate in steps, rounded down.
[[nodiscard]] constexpr int tile_at(std::int32_t steps) noexcept {
  const int tile = steps / kLatticePerTile;
  return tile * kLatticePerTile > steps ? tile - 1 : tile;
}

// Calls visit(x, y) for the blocked tiles that a box meets, in steps or in tiles, until it returns
// false. Whether it never did.
template <class Place, class Visit>
bool for_each_blocked(const Grid& grid, const Place& low, const Place& high, const Visit& visit) {
  const int x1 = tile_at(high.x);
  const int y1 = tile_at(high.y);
  for (int y = tile_at(low.y); y <= y1; ++y) {
    for (int x = tile_at(low.x); x <= x1; ++x) {
      if (!grid.is_walkable(x, y) && !visit(x, y)) return false;
    }
  }
  return true;
}

// Whether a disc at a place overlaps no blocked tile and not the outside.
[[nodiscard]] bool has_room(const Grid& grid, const Steps& place, std::int32_t radius) noexcept;
// Whether it also overlaps none on its way along `move`. Requires that it has room at `place`.
[[nodiscard]] bool can_move(const Grid& grid, const Steps& place, const Steps& move,
                            std::int32_t radius) noexcept;
// Whether it overlaps a rectangle of tiles.
[[nodiscard]] bool overlaps(const TileRect& tiles, const Steps& place,
                            std::int32_t radius) noexcept;

}  // namespace taut::crowds
