// Exact raycasts over leaves.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/tile_ray.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

struct LeafRaycastResult {
  Status status =
      Status::ok;  // ok; truncated: `crossed` was too small; invalid_input: `from` lies on no
                   // walkable tile or a point is outside the map (then is_visible is false)
  bool is_visible = false;  // the whole segment is walkable
  Point end{0.0F,
            0.0F};  // where the ray stopped: `to`, or the point where it met the obstacle, rounded
  LeafId leaf = kNoLeaf;  // the last leaf it was in
  Tile blocker{};         // the blocked tile that it met, when not visible; may be outside the map
  std::size_t count = 0;  // leaves written to `crossed`

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// Follows the segment from `from` to `to` until it is blocked, leaf by leaf. Every decision is made
// in 64-bit integers.
//
// Requires  both points on the lattice (snap()).
// Writes    to `crossed`, in order, the leaves that the ray passes through, a corridor for
//           extract_portals(): consecutive leaves share an edge. Where a ray passes exactly through
//           a corner of leaves, a leaf beside the corner is included; a ray along a grid line stays
//           on one side of it while that is walkable. At most max_ray_cells(from, to).
// Cost      about 20 ns per leaf. Does not allocate.
// Source    the traversal of Amanatides and Woo (1987), in integers, from leaf to leaf.
[[nodiscard]] LeafRaycastResult raycast(const Quadtree& tree, const Point& from, const Point& to,
                                        std::span<LeafId> crossed) noexcept;

// The same without the list of leaves.
[[nodiscard]] LeafRaycastResult raycast(const Quadtree& tree, const Point& from,
                                        const Point& to) noexcept;

// Whether the whole segment is walkable.
[[nodiscard]] bool is_visible(const Quadtree& tree, const Point& from, const Point& to) noexcept;

}  // namespace taut
TAUT_API_END
