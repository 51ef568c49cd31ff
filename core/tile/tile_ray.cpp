#include <taut/tile_ray.hpp>

#include <cmath>

namespace taut {

std::size_t max_ray_cells(const Point& from, const Point& to) noexcept {
  // One cell for each line crossed, one more per corner passed or side changed, and the first.
  const double lines =
      std::ceil(std::abs(static_cast<double>(to.x()) - static_cast<double>(from.x()))) +
      std::ceil(std::abs(static_cast<double>(to.y()) - static_cast<double>(from.y())));
  return 2 * static_cast<std::size_t>(lines) + 3;
}

}  // namespace taut
