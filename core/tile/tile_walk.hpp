// The movement rule of a point agent among tiles: where it stands, and how it passes tile corners.
#pragma once

#include <array>
#include <optional>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>

// For the libraries that stand on core.
TAUT_API_BEGIN
namespace taut {

// Whether a point lies in the map or on its border.
[[nodiscard]] inline bool is_on_map(const TileBits& walkable, const Point& p) noexcept {
  // Also false for NaN.
  return p.x >= 0.0F && p.x <= static_cast<float>(walkable.width()) && p.y >= 0.0F &&
         p.y <= static_cast<float>(walkable.height());
}

// The corners of a tile, as tiles that begin there.
[[nodiscard]] inline std::array<Tile, 4> corners_of(const Tile& tile) noexcept {
  return {{tile, {tile.x + 1, tile.y}, {tile.x, tile.y + 1}, {tile.x + 1, tile.y + 1}}};
}

// Those that a point on the map touches, some twice: the one to its right and below first. One may
// lie beyond a far side, whose edge belongs to the last tiles.
[[nodiscard]] inline std::array<Tile, 4> tiles_touching(const Point& point) noexcept {
  const int x = static_cast<int>(point.x);
  const int y = static_cast<int>(point.y);
  const int left = point.x == static_cast<float>(x) ? x - 1 : x;
  const int above = point.y == static_cast<float>(y) ? y - 1 : y;
  return {{{x, y}, {left, y}, {x, above}, {left, above}}};
}

// The walkable tile that a point stands on, or nothing when it stands in blocked tiles only. A
// point on the edge or corner of several tiles stands on the one to its right and below (larger
// x, y) if that is walkable, else on the first walkable of: left, above, left above.
[[nodiscard]] std::optional<Tile> locate(const TileBits& walkable, const Point& point) noexcept;

// The same where is_walkable(tile) decides, for any tile. The bits only give the sides.
template <class Predicate>
[[nodiscard]] std::optional<Tile> locate_by(const TileBits& sides, const Point& point,
                                            const Predicate& is_walkable) noexcept {
  if (!is_on_map(sides, point)) return std::nullopt;
  for (const Tile& tile : tiles_touching(point)) {
    if (is_walkable(tile)) return tile;
  }
  return std::nullopt;
}

// The tiles around a tile corner, counter-clockwise in (x, y), and which of them may be walked: bit
// i for tiles_around(corner)[i].
[[nodiscard]] std::array<Tile, 4> tiles_around(const Point& corner) noexcept;
template <class Predicate>
[[nodiscard]] unsigned find_free_around(const Point& corner,
                                        const Predicate& is_walkable) noexcept {
  unsigned free = 0;
  unsigned bit = 1;
  for (const Tile& tile : tiles_around(corner)) {
    if (is_walkable(tile)) free |= bit;
    bit <<= 1;
  }
  return free;
}

// The tiles between which a search leads from one point to another: where is_connected(a, b) does
// not hold for those that locate_by() has found, others of which it does. A point where two blocked
// tiles touch at a corner may leave it on both sides.
struct TileEnds {
  std::optional<Tile> first;
  std::optional<Tile> last;
};
template <class Predicate, class IsConnected>
[[nodiscard]] TileEnds join_ends(const TileEnds& found, const Point& start, const Point& goal,
                                 const Predicate& is_walkable, const IsConnected& is_connected) {
  if (!found.first || !found.last || is_connected(*found.first, *found.last)) return found;
  for (const Tile& first : tiles_touching(start)) {
    for (const Tile& last : tiles_touching(goal)) {
      if (is_walkable(first) && is_walkable(last) && is_connected(first, last)) {
        return {first, last};
      }
    }
  }
  return found;
}

// Whether a path that comes from `before` and goes on to `after` turns at `corner` because a
// blocked tile there lies inside the turn. Exact (geometry.hpp). With bits of `free` tiles instead
// of a map, which requires a tile corner.
[[nodiscard]] bool bends_around_obstacle(const TileBits& walkable, const Point& before,
                                         const Point& corner, const Point& after) noexcept;
[[nodiscard]] bool bends_around_obstacle(unsigned free, const Point& before, const Point& corner,
                                         const Point& after) noexcept;

// Whether a path of two walkable legs may turn at `corner`: not between two blocked tiles that
// touch only there. `free` as above.
[[nodiscard]] bool is_bend_walkable(const TileBits& walkable, const Point& before,
                                    const Point& corner, const Point& after) noexcept;
[[nodiscard]] bool is_bend_walkable(unsigned free, const Point& before, const Point& corner,
                                    const Point& after) noexcept;

// Whether a point is a corner of tiles.
[[nodiscard]] inline bool is_tile_corner(const Point& p) noexcept {
  return p.x == static_cast<float>(static_cast<int>(p.x)) &&
         p.y == static_cast<float>(static_cast<int>(p.y));
}

// Where to pass the obstacle that a ray from `from` to `to` met, a blocked tile `blocker` at `end`:
// the corner of the blocked tiles there that lies farthest to that side of the ray, seen from
// `from`; `from` itself when they have no corner strictly on that side. `free` has the tiles around
// the end, if that is a tile corner.
[[nodiscard]] Point find_detour_round(unsigned free, const Point& from, const Point& to,
                                      const Point& end, const Tile& blocker, Side side) noexcept;

// find_detour() of path_smoothing.hpp on a map with is_walkable() and a raycast().
template <class Map>
[[nodiscard]] std::optional<Point> find_detour_by_ray(const Map& map, const Point& from,
                                                      const Point& to, Side side) noexcept {
  const auto ray = raycast(map, from, to);
  if (ray.is_visible) return std::nullopt;
  unsigned free = 0;
  if (is_tile_corner(ray.end)) {
    free = find_free_around(ray.end, [&](const Tile& tile) { return map.is_walkable(tile); });
  }
  return find_detour_round(free, from, to, ray.end, ray.blocker, side);
}

}  // namespace taut
TAUT_API_END
