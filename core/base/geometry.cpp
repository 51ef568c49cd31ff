#include <taut/engine/geometry.hpp>

#include <cstddef>

#include "core/base/words.hpp"

namespace taut {

double distance(const Point& a, const Point& b) noexcept { return norm(detail::between(a, b)); }

double path_length(std::span<const Point> points) noexcept {
  double length = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    length += norm(detail::between(points[i - 1], points[i]));
  }
  return length;
}

const char* to_string(TileState state) noexcept {
  return detail::word_of<TileState::walkable>(state, {"blocked", "walkable"});
}

}  // namespace taut
