// Movement range: what of a field lies within a distance of its goals.
#pragma once

#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/field.hpp>
#include <taut/point.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// A tile whose centre is reached, and the distance from there.
struct ReachedTile {
  Tile tile;
  double distance = 0.0;
};

// Writes the tiles whose centres have a distance of at most `limit`, and of at most field.reach():
// each once, by cells, in a cell by rows. The distances are those of field.distance(). None for a
// limit that is negative or NaN, and none when the field is not current.
//
// Writes    at most one entry per tile of the map; truncated with the first ones when `out` is
//           smaller.
// Cost      linear in the cells of the mesh, and that of distance() for each centre in the cells
//           that the build has entered. Does not allocate.
[[nodiscard]] Result extract_reached_tiles(const Field& field, double limit,
                                           std::span<ReachedTile> out) noexcept;

}  // namespace taut
TAUT_API_END
