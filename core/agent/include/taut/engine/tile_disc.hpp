// Paths of a disc among tiles, and the nearest place where it fits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Whether a disc fits at a point: it lies inside the map and no blocked tile comes nearer than the
// radius. Decided by squared distances, exact but for the square of the radius. Requires a lattice
// point. False when the radius is invalid (is_radius()). Cost: the nearby tiles.
[[nodiscard]] bool has_clearance(const TileBits& walkable, const Point& point,
                                 double radius) noexcept;

// Whether it fits everywhere on the segment between two such points, with a tolerance of 2e-9.
// Cost: the tiles near the segment.
[[nodiscard]] bool has_clearance(const TileBits& walkable, const Point& from, const Point& to,
                                 double radius) noexcept;

// Whether it fits, with a tolerance of 2e-9, all along the legs and arcs of a path or of a part of
// one, the arcs of the first and last turn included, and no turn is 180 degrees or more. Requires
// points on the map. Cost: the nearby tiles.
[[nodiscard]] bool has_clearance(const TileBits& walkable, std::span<const DiscTurn> turns,
                                 double radius) noexcept;

// Makes a walkable path of a point taut without moving it across an obstacle: the shortest path of
// its homotopy class. (Path smoothing makes a path taut too, but moves it to the other side of
// obstacles where that is shorter.)
//
// A turn in open space is replaced by the corners of the obstacles in the triangle that it cuts
// off, as far as they stand in the way. Exact (geometry.hpp).
//
// Requires  path canonical and walkable, with no inner point on the border of the map unless it is
//           a tile corner; path may be the front of work.
// Writes    the points of the result, canonical, to the front of `work`.
// Errors    out_of_nodes when `work` is too small: its contents are unspecified then. No size is
//           known to be always enough: a path past obstacles needs one point for each corner that
//           stands in its triangles. The tests' paths of searches took max_smoothing_points() at
//           most.
// Cost      the rows of tiles of each triangle, 64 tiles at a time, once for each corner found in
//           it. Does not allocate.
// Source    pulling a path tight in its homotopy class: Hershberger and Snoeyink (1994) for a
//           triangulated plane; by triangles over rows of bits it is our own.
[[nodiscard]] Result tighten(const TileBits& walkable, std::span<const Point> path,
                             std::span<Point> work) noexcept;

// Finds the shortest path of a disc that passes every obstacle on the side on which `path` does:
// the point's path is tightened, inflated (disc_inflate.hpp), and validated against every blocked
// tile near it. A path returned as ok keeps `radius` from all of them, with a tolerance of 2e-9.
//
// A radius up to kDiscSlack counts as 0. A disc of radius <= 0.5 fits wherever the point agent
// does: gaps between blocked tiles that a point may pass are at least one tile wide. A wider disc
// may not fit along `path`.
//
// Requires  path canonical and walkable; work.size() >= max_smoothing_points(path.size()); path may
//           be the front of work.
// Writes    the turns; `portal` is the index of a point of the tightened path: the turn itself, or
//           for an added turn the last point before it. truncated with the first turns when `out`
//           is smaller: possibly fewer than fit, and not validated. `work` holds the tightened
//           path. The disc's may have more turns, and no bound on them is proven.
// Errors    invalid_input: start or goal has no clearance of `radius`, or the radius is invalid
//           (is_radius()). no_path: the disc does not fit through. out_of_nodes: as tighten().
// Cost      that of tighten(), and for each leg the rows of tiles that it passes. Does not
//           allocate.
[[nodiscard]] Result pull_disc(const TileBits& walkable, std::span<const Point> path, double radius,
                               std::span<Point> work, std::span<DiscTurn> out) noexcept;

// The same for a path that turns in open space for a reason, such as what the ground costs. At each
// of these turns the disc bends as well: there, or if it does not fit, on the legs beside the turn,
// on each where it fits next to it; else at the nearest point where it does (find_clear_point()).
// All within a tile or the width of the disc; else not at all. Between bends the path is that of
// pull_disc(). Every turn in open space counts as meant, those that path smoothing leaves too:
// tighten() a path that should have none.
//
// Requires  path canonical and walkable, with no inner point on the border of the map unless it is
//           a tile corner; path is no part of work.
// Writes    as pull_disc(). A bend is a turn of kind `start`. `portal` is the index of a point of
//           `path`: of the turn that a bend is for, or of that of the last bend or start before.
// Errors    as pull_disc(); out_of_nodes also when `work` is smaller than
//           max_smoothing_points(path.size() + 2).
// Cost      that of pull_disc(), and for bends near walls of find_clear_point(), and of
//           has_clearance() of up to 52 points. Does not allocate.
[[nodiscard]] Result pull_disc_along(const TileBits& walkable, std::span<const Point> path,
                                     double radius, std::span<Point> work,
                                     std::span<DiscTurn> out) noexcept;

// How many points of a path find_disc_step() reads.
inline constexpr std::size_t kMaxStepPoints = 16;

// The first step of a disc along the path that pull_disc() makes of `path`: a lattice point to
// which it may walk straight from path.front(), the end of the first leg or a little beyond. A disc
// that takes step after step goes round an obstacle on the outside of its arc. The first points of
// a path suffice. They need not have room, nor need the disc fit through later.
//
// Requires  as pull_disc().
// Returns   a point with clearance, other than path.front(), to which there is clearance (both as
//           has_clearance() says). std::nullopt where path.front() has none or none was found.
// Cost      that of pull_disc() for so many points, and has_clearance() of some legs. Does not
//           allocate.
[[nodiscard]] std::optional<Point> find_disc_step(const TileBits& walkable,
                                                  std::span<const Point> path,
                                                  double radius) noexcept;

// The same along the path of pull_disc_along().
[[nodiscard]] std::optional<Point> find_disc_step_along(const TileBits& walkable,
                                                        std::span<const Point> path,
                                                        double radius) noexcept;

// Upper bound on the turns of a disc path through `portals` portals: start, goal, both ends of
// each.
[[nodiscard]] constexpr std::size_t max_disc_turns(std::size_t portals) noexcept {
  return 2 * portals + 2;
}

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
