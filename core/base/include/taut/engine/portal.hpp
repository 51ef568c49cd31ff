// Portals: the edges through which a corridor passes from cell to cell.
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

// A cell of any map: a tile, a leaf, a polygon.
using CellId = std::uint32_t;

// The shared edge of two neighbouring cells, seen walking from the first into the second: `left` is
// on the left hand. left == right is allowed (a point that the path must touch).
struct Portal {
  Point left{};
  Point right{};
};

// Upper bound on the portals of a corridor of `cells` leaves or polygons: one for each step. A step
// between tiles may need two (tile_portals.hpp).
[[nodiscard]] constexpr std::size_t max_edge_portals(std::size_t cells) noexcept {
  return cells == 0 ? 0 : cells - 1;
}

// Upper bound on the points of a path through `portals` portals: start, goal and at most one corner
// for each portal.
[[nodiscard]] constexpr std::size_t max_path_points(std::size_t portals) noexcept {
  return portals + 2;
}

// What a point of a path is.
enum class CornerKind : std::uint8_t {
  start,
  left,   // the left end of a portal
  right,  // the right end of a portal; the left one, when the portal has zero length
  goal,
};
[[nodiscard]] const char* to_string(CornerKind kind) noexcept;

}  // namespace taut
TAUT_API_END
