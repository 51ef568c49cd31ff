// What a point agent may do among tiles: where it stands, and how it passes tile corners.
#pragma once

#include <optional>

#include <taut/geometry.hpp>
#include <taut/tile.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

// The walkable tile that a point stands on, or nothing when it stands in blocked tiles only. A
// point on the edge or corner of several tiles stands on the one to its right and below (larger
// x, y) if that is walkable, else on the first walkable of: left, above, left above.
[[nodiscard]] std::optional<Tile> locate(const TileBits& walkable, const Point& point) noexcept;

// Whether a path that comes from `before` and goes on to `after` turns at `corner` because a blocked
// tile there lies inside the turn. Exact (geometry.hpp).
[[nodiscard]] bool bends_around_obstacle(const TileBits& walkable, const Point& before,
                                         const Point& corner, const Point& after) noexcept;

// Whether a path of two walkable legs may pass `corner` that way: not between two blocked tiles that
// touch only there.
[[nodiscard]] bool is_bend_walkable(const TileBits& walkable, const Point& before,
                                    const Point& corner, const Point& after) noexcept;

// Whether a point is a corner of tiles.
[[nodiscard]] inline bool is_tile_corner(const Point& p) noexcept {
  return p.x() == static_cast<float>(static_cast<int>(p.x())) &&
         p.y() == static_cast<float>(static_cast<int>(p.y()));
}

}  // namespace taut
