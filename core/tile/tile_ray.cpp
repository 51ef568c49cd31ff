#include <taut/engine/tile_bits.hpp>

#include <cmath>

#include <taut/engine/constants.hpp>

namespace taut {

std::size_t max_ray_cells(const Point& from, const Point& to) noexcept {
  // One cell for each grid line crossed, one more for each corner passed or side changed, and the
  // first. Clamped to the largest map, since no ray leaves it.
  const auto lines = [](float a, float b) -> std::size_t {
    const double between = std::ceil(std::abs(static_cast<double>(b) - static_cast<double>(a)));
    return between < kMaxMapSide ? static_cast<std::size_t>(between) : kMaxMapSide;
  };
  return 2 * (lines(from.x, to.x) + lines(from.y, to.y)) + 3;
}

}  // namespace taut
