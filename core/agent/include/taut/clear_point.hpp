// The nearest place where a disc fits.
#pragma once

#include <optional>

#include <taut/geometry.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

// Finds where the centre of a disc can be that is asked to start or end at `point`, nearer to a
// wall than its radius: of the lattice points (1/1024 tile) that are at most `reach` tiles away,
// have clearance (has_clearance()) and to which a point agent could go straight, the nearest; of
// equals the one with the least y, then x. So it lies on the same side of every wall. `point`
// itself when it has clearance. Exact.
//
// Nothing when there is none, or `point` stands on no walkable tile. Up to kNarrowRadius there is
// always one within 0.71 tiles, the centre of the tile that the point stands on. A wide disc may
// have room in a pocket so small that no lattice point lies in it; not so between two obstacle
// corners, or a corner and a wall, where the middle is a lattice point.
//
// Nothing as well when the radius is none (is_radius()) or the reach is not 0 or more.
//
// Requires  point on the lattice.
// Cost      the tiles around, for each box of lattice points that no single tile covers or hides,
//           halved again and again: on den520d 20 to 70 us in the mean for a reach of a tile, 0.6
//           ms at most. Does not allocate.
[[nodiscard]] std::optional<Point> find_clear_point(const TileBits& walkable, const Point& point,
                                                    double radius, double reach) noexcept;

}  // namespace taut
