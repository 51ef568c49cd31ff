// Corner: a point of a path and the portal it comes from.
#pragma once

#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

// What a point of a path is.
enum class CornerKind : std::uint8_t {
  start,
  left,   // the left end of a portal
  right,  // the right end of a portal; the left one, when the portal has zero length
  goal,
};

// A point of a path with the portal it comes from.
struct Corner {
  Point point;
  std::uint32_t portal = 0;  // index; 0 at the start, portals.size() at the goal
  CornerKind kind = CornerKind::start;
};

// The point, for code that reads paths of either kind.
[[nodiscard]] inline const Point& position(const Corner& corner) noexcept { return corner.point; }

}  // namespace taut
TAUT_API_END
