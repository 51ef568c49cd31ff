#include "tile_walk.hpp"

#include <array>
#include <cmath>

#include <taut/engine/constants.hpp>

namespace taut {

std::array<Tile, 4> tiles_around(const Point& corner) noexcept {
  const int x = static_cast<int>(corner.x);
  const int y = static_cast<int>(corner.y);
  return {{{x, y}, {x - 1, y}, {x - 1, y - 1}, {x, y - 1}}};
}

namespace {

// The tiles around a corner that a leg towards `to` touches: bit i for tiles_around()[i]. Two when
// the leg runs along a grid line.
unsigned tiles_along(const Point& corner, const Point& to) noexcept {
  constexpr std::array<Tile, 4> kQuadrants{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  unsigned tiles = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const float dx = (to.x - corner.x) * static_cast<float>(kQuadrants[i].x);
    const float dy = (to.y - corner.y) * static_cast<float>(kQuadrants[i].y);
    if (dx >= 0.0F && dy >= 0.0F) tiles |= 1U << i;
  }
  return tiles;
}

unsigned free_around(const TileBits& walkable, const Point& corner) noexcept {
  return find_free_around(corner,
                          [&](const Tile& tile) { return walkable.is_set(tile.x, tile.y); });
}

}  // namespace

std::optional<Tile> locate(const TileBits& walkable, const Point& point) noexcept {
  return locate_by(walkable, point,
                   [&](const Tile& tile) { return walkable.is_set(tile.x, tile.y); });
}

bool bends_around_obstacle(const TileBits& walkable, const Point& before, const Point& corner,
                           const Point& after) noexcept {
  return is_tile_corner(corner) &&
         bends_around_obstacle(free_around(walkable, corner), before, corner, after);
}

bool bends_around_obstacle(unsigned free, const Point& before, const Point& corner,
                           const Point& after) noexcept {
  const double turn = orient(before, corner, after);
  const std::array<Tile, 4> tiles = tiles_around(corner);
  for (unsigned i = 0; i < 4; ++i) {
    if ((free >> i & 1U) != 0) continue;
    const Point middle = center(tiles[i]);
    if (orient(before, corner, middle) * turn > 0.0 && orient(corner, after, middle) * turn > 0.0) {
      return true;
    }
  }
  return false;
}

bool is_bend_walkable(const TileBits& walkable, const Point& before, const Point& corner,
                      const Point& after) noexcept {
  return !is_tile_corner(corner) ||
         is_bend_walkable(free_around(walkable, corner), before, corner, after);
}

bool is_bend_walkable(unsigned free, const Point& before, const Point& corner,
                      const Point& after) noexcept {
  // From the tiles of one leg around the corner, tile by tile, until nothing is added.
  unsigned reached = tiles_along(corner, before) & free;
  for (int i = 0; i < 3; ++i) {
    reached |= (reached << 1 | reached >> 1 | reached << 3 | reached >> 3) & free;
  }
  return (reached & tiles_along(corner, after)) != 0;
}

Point find_detour_round(unsigned free, const Point& from, const Point& to, const Point& end,
                        const Tile& blocker, Side side) noexcept {
  const double sign = side == Side::left ? 1.0 : -1.0;
  Point farthest = to;
  bool is_any = false;
  const auto look_round = [&](const Tile& tile) {
    for (const Tile& at : corners_of(tile)) {
      const Point corner{static_cast<float>(at.x), static_cast<float>(at.y)};
      if (sign * orient(from, to, corner) <= 0.0) continue;
      if (sign * orient(from, farthest, corner) <= 0.0) continue;
      farthest = corner;
      is_any = true;
    }
  };
  look_round(blocker);
  // Several blocked tiles may meet at a tile corner; those beside the start are not in the way.
  if (end != from && is_tile_corner(end)) {
    const std::array<Tile, 4> tiles = tiles_around(end);
    for (unsigned i = 0; i < 4; ++i) {
      if ((free >> i & 1U) == 0) look_round(tiles[i]);
    }
  }
  return is_any ? farthest : from;
}

std::size_t max_ray_cells(const Point& from, const Point& to) noexcept {
  // One cell for each grid line crossed, one more for each corner passed or side changed, and the
  // first. Clamped to the largest map, since no ray leaves it.
  const auto lines = [](float a, float b) -> std::size_t {
    const double between = std::ceil(std::abs(static_cast<double>(b) - static_cast<double>(a)));
    return between < kMaxMapSide ? static_cast<std::size_t>(between) : kMaxMapSide;
  };
  return 2 * (lines(from.x, to.x) + lines(from.y, to.y)) + 3;
}

}  // namespace taut
