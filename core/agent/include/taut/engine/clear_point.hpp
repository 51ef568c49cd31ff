// The nearest place where a disc fits.
#pragma once

#include <optional>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut {

// Moves a start or goal that is nearer to a wall than the radius of a disc. The result is the
// nearest lattice point (1/1024 tile) at most `max_distance` tiles away that has clearance
// (has_clearance()) and that a point agent can reach from `point` in a straight line, so that it
// lies on the same side of every wall. Ties: the least y, then x. `point` itself when it has
// clearance. Exact.
//
// std::nullopt when there is no such point, or `point` lies on no walkable tile. Up to
// kNarrowRadius there is always one within 0.71 tiles: the centre of the tile that the point lies
// on. A large disc may fit in a pocket so small that no lattice point lies in it, but not between
// two obstacle corners, or a corner and a wall, where the middle is a lattice point.
//
// Also std::nullopt when the radius is invalid (is_radius()) or the reach is negative or NaN.
//
// Requires  point on the lattice.
// Cost      branch and bound over boxes of lattice points; the nearby tiles for each box: on
//           den520d 20 to 70 us in the mean for a reach of one tile, 0.6 ms at most. Does not
//           allocate.
[[nodiscard]] std::optional<Point> find_clear_point(const TileBits& walkable, const Point& point,
                                                    double radius, double max_distance) noexcept;

}  // namespace taut
TAUT_API_END
