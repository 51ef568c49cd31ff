// Movement range: what of a field lies within a distance of its goals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/field.hpp>
#include <taut/status.hpp>
#include <taut/tile.hpp>

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

enum class SideKind : std::uint8_t {
  arc,      // inside a cell: beyond it the distance is larger than the limit
  wall,     // along a wall
  passage,  // along an edge to another cell
};

// A side of what is reached of a cell, which lies on the left of it: a leg, or an arc that runs
// counter-clockwise. An arc with equal ends is a whole circle. Rounded.
struct RangeSide {
  SideKind kind = SideKind::wall;
  Point from{0.0F, 0.0F};
  Point to{0.0F, 0.0F};
  Point center{0.0F, 0.0F};  // of an arc
  double radius = 0.0;
};

// A cell that is reached, as a whole or in part: the part inside its sides.
struct ReachedCell {
  CellId cell = 0;
  std::uint32_t first_side = 0;
  std::uint32_t side_count = 0;
  bool is_whole = false;
};

// The cells with the part that is reached, and the outline of all that is reached: the sides that
// are arcs or walls.
struct RangeOutline {
  std::vector<ReachedCell> cells;  // by growing id
  std::vector<RangeSide> sides;    // cell by cell
};

// Finds what has a distance of at most `limit`, and of at most field.reach(); nothing for a limit
// that is negative or NaN, and when the field is not current. For pictures: the sides are computed
// in double, so parts thinner than 1e-6 tile may be missing; distance() is exact.
//
// Cost      for each cell that is reached the square of its funnels and edges, and its cube where
//           the limit lies in it. Allocates what `outline` lacks.
void build_outline(const Field& field, double limit, RangeOutline& outline);

}  // namespace taut
TAUT_API_END
