// Exact raycasts over tiles.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

struct RaycastResult {
  Status status =
      Status::ok;  // ok; truncated: `crossed` was too small; invalid_input: `from` lies on no
                   // walkable tile or a point is outside the map (then is_visible is false)
  bool is_visible = false;  // the whole segment is walkable
  Point end{0.0F,
            0.0F};  // where the ray stopped: `to`, or the point where it met the obstacle, rounded
  Tile tile{-1, -1};      // the last walkable tile it was in
  Tile blocker{};         // the blocked tile that it met, when not visible; may be outside the map
  std::size_t count = 0;  // tiles written to `crossed`

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// Follows the segment from `from` to `to` until it is blocked. Every decision is made in 64-bit
// integers.
//
// Requires  both points on the lattice (snap()).
// Writes    to `crossed`, in order, the tiles that the ray passes through, from the one it starts
//           in to `tile`; consecutive tiles share an edge, or a corner of four walkable tiles that
//           the ray passes through exactly. A ray along a grid line stays on one side of it while
//           that is walkable. At most max_ray_cells(from, to).
// Cost      about 2 ns per tile on long rays. Does not allocate.
// Source    the traversal of Amanatides and Woo (1987), in integers.
[[nodiscard]] RaycastResult raycast(const Grid& grid, const Point& from, const Point& to,
                                    std::span<TileId> crossed) noexcept;

// The same without the list of tiles.
[[nodiscard]] RaycastResult raycast(const Grid& grid, const Point& from, const Point& to) noexcept;

// Whether the whole segment is walkable.
[[nodiscard]] bool is_visible(const Grid& grid, const Point& from, const Point& to) noexcept;

// The same for a mover: tiles of classes that the table blocks count as blocked.
[[nodiscard]] bool is_visible(const Grid& grid, const Ground& costs, const Point& from,
                              const Point& to) noexcept;

}  // namespace taut
TAUT_API_END
