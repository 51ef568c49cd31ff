// Whether an outline is convex (internal).
#pragma once

#include <cstddef>

#include <taut/engine/geometry.hpp>

namespace taut::detail {

struct Convexity {
  int turns;       // full turns of the outline, all to one side; 0 when it is not convex
  std::size_t at;  // a vertex at which it is not convex
};

// Judges an outline with the vertices at(0) to at(count - 1). `hand` is 1 for left turns, -1 for
// right turns. An outline that repeats a vertex is not convex.
template <class At>
[[nodiscard]] Convexity find_convexity(std::size_t count, double hand, const At& at) noexcept {
  // Each full turn brings the direction from the lower half of the circle to the upper half once.
  const auto is_down = [](const Point& from, const Point& to) {
    return to.y < from.y || (to.y == from.y && to.x < from.x);
  };
  Convexity result{0, 0};
  bool has_turn = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Point& a = at(i);
    const Point& b = at((i + 1) % count);
    const Point& c = at((i + 2) % count);
    const double side = hand * orient(a, b, c);
    if (side < 0.0 || (side == 0.0 && dot(b, a, c) >= 0.0)) return {0, (i + 1) % count};
    has_turn = has_turn || side > 0.0;
    if (is_down(a, b) && !is_down(b, c)) ++result.turns;
  }
  if (!has_turn) result.turns = 0;
  return result;
}

}  // namespace taut::detail
