// The exact path of a square from one over the mesh of its map.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>
#include <taut/path_query.hpp>
#include <taut/square_map.hpp>

TAUT_API_BEGIN
namespace taut {

// Moves a shortest path over the mesh of an opened map to the exact space, as find_optimal_path()
// does with its own.
//
// Requires  map.is_opened(); path a shortest one over map.mesh(), as of a Field, whose ends the map
//           holds, and no part of `out`.
// Writes    the points, canonical; truncated with the first ones when `out` is smaller.
// Errors    invalid_input: an empty path, or the scratch was made for a smaller map.
// Cost      some ten ns for each row of tiles that the path crosses. Does not allocate.
[[nodiscard]] Result pull_square_path(const SquareMap& map, std::span<const Point> path,
                                      SquareScratch& scratch, std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
