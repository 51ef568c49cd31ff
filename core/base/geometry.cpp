#include <taut/engine/geometry.hpp>

#include <cmath>
#include <cstddef>

#include "core/base/words.hpp"

namespace taut {
namespace {

double length_of(const detail::Vector& way) noexcept { return std::sqrt(detail::dot(way, way)); }

}  // namespace

double distance(const Point& a, const Point& b) noexcept {
  return length_of(detail::between(a, b));
}

double path_length(std::span<const Point> points) noexcept {
  double length = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    length += length_of(detail::between(points[i - 1], points[i]));
  }
  return length;
}

const char* to_string(TileState state) noexcept {
  return detail::word_of<TileState::walkable>(state, {"blocked", "walkable"});
}

}  // namespace taut
