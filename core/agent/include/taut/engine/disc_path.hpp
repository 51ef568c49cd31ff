// Paths of a disc: legs that are tangents and arcs between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Whether a disc may have this radius: finite, 0 or more.
[[nodiscard]] inline bool is_radius(double radius) noexcept {
  return radius >= 0.0 && radius <= (std::numeric_limits<double>::max)();
}

// A turn of the centre of a disc: it arrives straight at `entry`, goes around `center` at the
// distance of its radius, and leaves straight from `exit`. The leg from one turn's exit to the next
// turn's entry is a tangent to both circles. At start and goal, entry and exit are the point
// itself; so they are at a bend, a turn of kind `start` inside a path, where it changes direction
// in open space. Only paths over terrain have bends (pull_disc_along()).
struct DiscTurn {
  Point center{};  // the obstacle corner; start, goal and bends: the point itself
  DiscPoint entry{};
  DiscPoint exit{};
  std::uint32_t portal = 0;             // see the writer
  CornerKind kind = CornerKind::start;  // left: the corner lies on the left and the arc runs
                                        // counter-clockwise; right: clockwise
};

// The angle of a turn's arc, in radians from 0 to 2 pi: 0 at start, goal and bends, and where a leg
// just touches. Rounded.
[[nodiscard]] double arc_angle(const DiscTurn& turn) noexcept;

// Length of the path, legs and arcs, in tiles; 0 for fewer than two turns. Requires is_radius().
[[nodiscard]] double disc_path_length(std::span<const DiscTurn> turns, double radius) noexcept;

// Writes the path as a polyline: the arcs become chords of a circle that is larger by at most
// `deviation`, so no point comes nearer to a corner than the arc does, and none lies farther than
// `deviation` from the arc.
//
// The polyline keeps its distance from the corners that it goes around. Its distance from obstacles
// on the other side of an arc may be less by `deviation`: where a passage may be as narrow as the
// disc, find the path with a radius larger by `deviation`.
//
// Errors    invalid_input: an invalid radius (is_radius()), or a deviation that is not above 0 or
//           too small relative to the radius for a double.
// Writes    truncated with the first points when `out` is smaller; max_polyline_points() is always
//           enough. Does not allocate.
[[nodiscard]] Result extract_polyline(std::span<const DiscTurn> turns, double radius,
                                      double deviation, std::span<DiscPoint> out) noexcept;

// Upper bound on the points of the polyline of a path of `turns` turns; 0 where extract_polyline()
// returns invalid_input.
[[nodiscard]] std::size_t max_polyline_points(std::size_t turns, double radius,
                                              double deviation) noexcept;

}  // namespace taut
TAUT_API_END
