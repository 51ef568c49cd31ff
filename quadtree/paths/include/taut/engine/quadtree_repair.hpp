// Corridor repair on quadtrees.
#pragma once

#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/repair.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Repairs the corridor of a pulled path: makes the path taut by rays (see repair_path() in
// repair.hpp) and writes the leaves that the taut path crosses. Portals and string_pull() over them
// give a path that is no longer than `path`.
//
// Requires  path canonical, walkable, on the lattice; path may be the front of work.
// Writes    to `out` a corridor for extract_portals(). When `out` is too small the status is
//           truncated and `out` holds a corridor along the first part of the path.
// Errors    invalid_input when a leg of the path is not walkable, work.size() is below
//           max_repair_points(path.size()), or the tree has terrain costs.
// Cost      a few rays per corner in open space, and the leaves of the path. Does not allocate.
[[nodiscard]] Result repair_corridor(const Quadtree& tree, std::span<const Point> path,
                                     std::span<Point> work, std::span<LeafId> out) noexcept;

// Writes the leaves that a walkable path crosses, as a corridor for extract_portals(); errors but
// that for terrain costs, and capacity, as above. Where the path returns to a leaf, the corridor
// omits the leaves between: leaves are convex.
[[nodiscard]] Result extract_corridor(const Quadtree& tree, std::span<const Point> path,
                                      std::span<LeafId> out) noexcept;

// The requirements of HasDetours; their contracts are in repair.hpp.
[[nodiscard]] bool bends_around_obstacle(const Quadtree& tree, const Point& before,
                                         const Point& corner, const Point& after) noexcept;
[[nodiscard]] bool is_bend_walkable(const Quadtree& tree, const Point& before, const Point& corner,
                                    const Point& after) noexcept;
[[nodiscard]] std::optional<Point> find_detour(const Quadtree& tree, const Point& from,
                                               const Point& to, Side side) noexcept;

}  // namespace taut
TAUT_API_END
