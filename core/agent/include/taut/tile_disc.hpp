// Paths of a disc among tiles.
#pragma once

#include <cstddef>
#include <span>

#include <taut/disc_path.hpp>
#include <taut/geometry.hpp>
#include <taut/repair.hpp>
#include <taut/status.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

// Whether a disc fits at a point: it lies inside the map and no blocked tile comes nearer than the
// radius. Decided by squared distances, exact but for the square of the radius. Requires a lattice
// point. False where the radius is none (is_radius()). Cost: the tiles around.
[[nodiscard]] bool has_clearance(const TileBits& walkable, const Point& point,
                                 double radius) noexcept;

// Whether it fits all along the straight way between two such points, but for 2e-9. Cost: the tiles
// around the way.
[[nodiscard]] bool has_clearance(const TileBits& walkable, const Point& from, const Point& to,
                                 double radius) noexcept;

// Makes a walkable path of a point taut without taking it past an obstacle: of all paths that it
// can be pulled into, obstacles standing fast, the shortest. (Corridor repair makes a path taut
// too, but goes to the other side of obstacles where that is shorter.)
//
// A turn in open space is replaced by the corners of the obstacles in the triangle that it cuts
// off, as far as they stand in the way. Exact (geometry.hpp).
//
// Requires  path canonical and walkable, its inner points not on the map's rim without a tile; path
//           may be the front of work.
// Writes    the points of the result, canonical, to the front of `work`.
// Errors    out_of_nodes when `work` is too small; max_repair_points(path.size()) has been enough
//           for all that searches give, as obstacles in the triangles are few. Nothing is written
//           that counts then.
// Cost      the rows of tiles of each triangle, 64 tiles at a time, once for each corner found in
//           it. Does not allocate.
// Source    pulling a path tight in its homotopy class: Hershberger and Snoeyink (1994) for a
//           triangulated plane; by triangles over rows of bits it is our own.
[[nodiscard]] Result tighten(const TileBits& walkable, std::span<const Point> path,
                             std::span<Point> work) noexcept;

// Finds the shortest path of a disc that passes every obstacle on the side on which `path` does:
// the point's path is tightened, inflated (disc_inflate.hpp), and judged against every blocked tile
// near it. What is returned as ok keeps `radius` from all of them, but for 2e-9.
//
// A disc of radius <= 0.5 fits wherever the point agent does: gaps between blocked tiles that a
// point may pass are at least one tile wide. A wider disc may not fit through where `path` leads.
//
// Requires  path canonical and walkable; work.size() >= max_repair_points(path.size()); path may be
//           the front of work.
// Writes    the turns; `portal` is the index of a point of the tightened path: of the turn itself,
//           or of the last one before it where the turn was added. truncated with the first turns
//           when `out` is smaller: maybe fewer than fit, and not judged.
//           max_disc_turns(work.size()) has been enough. `work` holds the tightened path.
// Errors    invalid_input: start or goal has no clearance of `radius`, or the radius is none
//           (is_radius()). no_path: the disc does not
//           fit through. out_of_nodes: as tighten().
// Cost      that of tighten(), and for each leg the rows of tiles that it passes. Does not
//           allocate.
[[nodiscard]] Result pull_disc(const TileBits& walkable, std::span<const Point> path, double radius,
                               std::span<Point> work, std::span<DiscTurn> out) noexcept;

}  // namespace taut
