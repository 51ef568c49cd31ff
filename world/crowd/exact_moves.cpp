#include "exact_moves.hpp"

#include <algorithm>
#include <array>

#include <taut/engine/constants.hpp>

#include "core/tile/tile_rect.hpp"

namespace taut::crowds {
namespace {

// The distance from a coordinate to an interval of tiles, in steps.
std::int64_t gap(std::int32_t at, int low, int high) noexcept {
  const std::int64_t below = std::int64_t{low} * kLatticePerTile - at;
  const std::int64_t above = at - std::int64_t{high} * kLatticePerTile;
  return std::max<std::int64_t>({below, above, 0});
}

// Whether a segment and the inside of a rectangle are apart: if so, a side of the rectangle or the
// segment separates them.
bool are_apart(const Steps& from, const Steps& move, const Steps& low, const Steps& high) noexcept {
  const Steps to = from + move;
  if (std::max(from.x, to.x) <= low.x || std::min(from.x, to.x) >= high.x) return true;
  if (std::max(from.y, to.y) <= low.y || std::min(from.y, to.y) >= high.y) return true;
  bool has_left = false;
  bool has_right = false;
  for (const Steps& corner : {low, high, Steps{low.x, high.y}, Steps{high.x, low.y}}) {
    const Steps offset = corner - from;
    const std::int64_t side = std::int64_t{move.x} * offset.y - std::int64_t{move.y} * offset.x;
    has_left = has_left || side > 0;
    has_right = has_right || side < 0;
  }
  return !(has_left && has_right);
}

// Whether the way of a disc keeps off a tile: the sum of tile and disc is two rectangles and four
// discs at the corners.
bool keeps_off(const Steps& from, const Steps& move, int x, int y, std::int32_t radius) noexcept {
  const Steps low{x * kLatticePerTile, y * kLatticePerTile};
  const Steps high = low + Steps{kLatticePerTile, kLatticePerTile};
  const Steps wide{radius, 0};
  const Steps tall{0, radius};
  if (!are_apart(from, move, low - wide, high + wide)) return false;
  if (!are_apart(from, move, low - tall, high + tall)) return false;
  const std::array<Steps, 4> corners{low, high, Steps{low.x, high.y}, Steps{high.x, low.y}};
  return std::all_of(corners.begin(), corners.end(), [&](const Steps& corner) {
    return keeps_distance(from - corner, move, radius);
  });
}

}  // namespace

bool overlaps(const TileRect& tiles, const Steps& place, std::int32_t radius) noexcept {
  if (detail::is_empty(tiles)) return false;
  const std::int64_t x = gap(place.x, tiles.x0, tiles.x1);
  const std::int64_t y = gap(place.y, tiles.y0, tiles.y1);
  return x * x + y * y < std::int64_t{radius} * radius;
}

bool has_room(const Grid& grid, const Steps& place, std::int32_t radius) noexcept {
  const Steps wide{radius, radius};
  return for_each_blocked(grid, place - wide, place + wide, [&](int x, int y) {
    return !overlaps(TileRect{x, y, x + 1, y + 1}, place, radius);
  });
}

bool can_move(const Grid& grid, const Steps& place, const Steps& move,
              std::int32_t radius) noexcept {
  const Steps to = place + move;
  const Steps low{std::min(place.x, to.x) - radius, std::min(place.y, to.y) - radius};
  const Steps high{std::max(place.x, to.x) + radius, std::max(place.y, to.y) + radius};
  return for_each_blocked(grid, low, high,
                          [&](int x, int y) { return keeps_off(place, move, x, y, radius); });
}

}  // namespace taut::crowds
