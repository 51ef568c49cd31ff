// The nearest place where an agent can go.
#pragma once

#include <optional>

#include <taut/clearance.hpp>
#include <taut/detail/api.hpp>
#include <taut/disc_map.hpp>
#include <taut/grid.hpp>
#include <taut/square_map.hpp>
#include <taut/terrain_costs.hpp>
#include <taut/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut {

// Finds the place nearest to `point`, at most `reach` tiles away, where a disc may go from the tile
// `from`: a point of the lattice of 1/1024 tile that stands on a tile connected to it
// (Grid::locate(), Grid::is_connected()) and has clearance (has_clearance()). Ties: the least y,
// then x. Exact. A radius of 0 is a point agent, which may touch walls.
//
// std::nullopt when there is none, `from` is not walkable, the radius is not from 0 to
// kNarrowRadius, or the reach is negative or NaN.
//
// Requires  point on the lattice; it may lie in blocked tiles or outside the map.
// Cost      the runs of walkable tiles in the rows that are as near as the place found; up to 1024
//           columns of lattice points for a tile whose corners are in the way. Does not allocate.
[[nodiscard]] std::optional<Point> find_nearest_place(const Grid& grid, Tile from,
                                                      const Point& point, double radius,
                                                      double reach) noexcept;

// The same for a point agent on the tiles of `places`, those of `walkable` that it can reach.
// Requires  bits of the same sides, those of `places` set in `walkable`: all that are connected
//           to one of them.
// Cost      the runs of walkable tiles in the rows that are as near as the place found.
[[nodiscard]] std::optional<Point> find_nearest_place(const TileBits& walkable,
                                                      const TileBits& places, const Point& point,
                                                      double reach) noexcept;

// The same for a square, from the place `from` of its centre: all lattice points that
// find_optimal_path() of the map reaches from there. std::nullopt also when `from` is no place of
// the map (SquareMap::holds()).
// Cost      the runs of free cells between the lines of grown tiles, in the rows that are as near
//           as the place found.
[[nodiscard]] std::optional<Point> find_nearest_place(const SquareMap& map, const Point& from,
                                                      const Point& point, double reach) noexcept;

// The nearest place where a point may be, wherever that leads to: on any tile that is walkable and
// not of a class that `costs` blocks, if that is not null. std::nullopt when there is none.
// Requires and Cost as above.
[[nodiscard]] std::optional<Point> find_nearest_place(const Grid& grid, const TerrainCosts* costs,
                                                      const Point& point) noexcept;
// The same for a square. For a disc: find_clear_place().
[[nodiscard]] std::optional<Point> find_nearest_place(const SquareMap& map,
                                                      const Point& point) noexcept;

// The same as the first for a disc of any radius above 0, among the points of the half-tile lattice
// that have room for it and stand on a tile connected to `from`: places where it fits, but to which
// no passage need be wide enough.
// Requires  clearance of the grid as it is.
// Cost      the lattice points in the rows that are as near as the place found.
[[nodiscard]] std::optional<Point> find_nearest_room(const Grid& grid, const Clearance& clearance,
                                                     Tile from, const Point& point, double radius,
                                                     double reach) noexcept;

// The same wherever that leads to, from anywhere and at any distance.
[[nodiscard]] std::optional<Point> find_nearest_room(const Clearance& clearance, const Point& point,
                                                     double radius) noexcept;

// The same for the disc of a map, among the points that it reaches from `from`. std::nullopt also
// when the disc does not fit at `from`, as far as the map tells.
// Requires  clearance of the map's tiles.
[[nodiscard]] std::optional<Point> find_nearest_room(const DiscMap& map, const Clearance& clearance,
                                                     const Point& from, const Point& point,
                                                     double reach) noexcept;

}  // namespace taut
TAUT_API_END
