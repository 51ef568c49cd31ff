// Paths of a disc: legs that are tangents and arcs between them.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <taut/constants.hpp>
#include <taut/corner.hpp>
#include <taut/geometry.hpp>
#include <taut/status.hpp>

namespace taut {

// Whether a disc may have this radius: finite, 0 or more.
[[nodiscard]] inline bool is_radius(double radius) noexcept {
  return radius >= 0.0 && radius <= std::numeric_limits<double>::max();
}

// A place of a disc's centre. Tangent points are no lattice points: they are rounded, to 1e-11 tile
// at worst.
using DiscPoint = Eigen::Vector2d;

// A turn of the centre of a disc: it comes straight to `entry`, goes round `center` at the distance
// of its radius, and leaves straight from `exit`. The leg from one turn's exit to the next turn's
// entry touches both circles. At start and goal entry and exit are the place itself.
struct DiscTurn {
  Point center;  // the obstacle corner; of start and goal the place
  DiscPoint entry;
  DiscPoint exit;
  std::uint32_t portal = 0;             // see the writer
  CornerKind kind = CornerKind::start;  // left: the corner lies on the left and the arc runs
                                        // counter-clockwise; right: clockwise
};

// The angle of a turn's arc, in radians from 0 to 2 pi: 0 at start and goal and where a leg just
// touches. Rounded.
[[nodiscard]] double arc_angle(const DiscTurn& turn) noexcept;

// Length of the path, legs and arcs, in tiles; 0 for fewer than two turns. Requires is_radius().
[[nodiscard]] double disc_path_length(std::span<const DiscTurn> turns, double radius) noexcept;

// Writes the path as a polyline: the arcs become chords of a circle that is larger by at most
// `deviation`, so no point comes nearer to a corner than the arc does, and none lies farther than
// `deviation` from the arc.
//
// The polyline keeps its distance from the corners that it goes round. From what lies on the other
// side of an arc it keeps `deviation` less: where a passage may be as narrow as the disc, find the
// path with a radius larger by `deviation`.
//
// Errors    invalid_input: no radius (is_radius()), or a deviation that is not above 0 or too small
//           beside the radius for a double.
// Writes    truncated with the first points when `out` is smaller; max_polyline_points() is always
//           enough. Does not allocate.
[[nodiscard]] Result extract_polyline(std::span<const DiscTurn> turns, double radius,
                                      double deviation, std::span<DiscPoint> out) noexcept;

// Capacity that the polyline of any path of `turns` turns fits into; 0 where extract_polyline()
// says invalid_input.
[[nodiscard]] std::size_t max_polyline_points(std::size_t turns, double radius,
                                              double deviation) noexcept;

}  // namespace taut
