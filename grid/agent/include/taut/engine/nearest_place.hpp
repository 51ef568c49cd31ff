// The nearest place where an agent can go.
#pragma once

#include <optional>

#include <taut/detail/api.hpp>
#include <taut/engine/space.hpp>

TAUT_API_BEGIN
namespace taut {

// Finds the place nearest to `point`, at most `max_distance` tiles away, that the agent of a space
// reaches from the place `from`: of all points of the lattice of 1/1024 tile. Ties: the least y,
// then x. Exact. A point that stands where two blocked tiles touch at a corner stands on the tile
// that Grid::locate() names.
//
// std::nullopt when there is none, the agent has no room at `from`, or max_distance is negative or
// NaN.
//
// Requires  points on the lattice; `point` may lie in blocked tiles or outside the map.
// Cost      the runs of free cells between the lines of grown tiles, in the rows that are as near
//           as the place found. Discs: also branch and bound over the lattice points of cells that
//           hold too much, with the nearby tiles for each box. Does not allocate.
[[nodiscard]] std::optional<Point> find_nearest_place(const Space& space, const Point& from,
                                                      const Point& point,
                                                      double max_distance) noexcept;

// The same wherever that leads to, from anywhere and at any distance; or on tiles of a rectangle
// around which all tiles are blocked.
[[nodiscard]] std::optional<Point> find_nearest_place(const Space& space,
                                                      const Point& point) noexcept;
[[nodiscard]] std::optional<Point> find_nearest_place(const Space& space, const Point& point,
                                                      const TileRect& inside) noexcept;

}  // namespace taut
TAUT_API_END
