#include <taut/nearest.hpp>

#include <bit>
#include <cmath>
#include <limits>

namespace taut {
namespace {

// The nearest set tile of row y at or right of x, or at or left of x; -1 when there is none.
int find_right(const TileBits& bits, int x, int y) noexcept {
  for (; x < bits.width(); x += 64) {
    const std::uint64_t window = bits.window(x, y);
    if (window == 0) continue;
    const int found = x + std::countr_zero(window);
    return found < bits.width() ? found : -1;
  }
  return -1;
}

int find_left(const TileBits& bits, int x, int y) noexcept {
  for (; x >= 0; x -= 64) {
    // The window that ends at x; at the left side of the map the one that begins there, masked
    // after x.
    const int first = x >= 63 ? x - 63 : 0;
    const std::uint64_t window = bits.window(first, y) << (63 - (x - first));
    if (window != 0) return x - std::countl_zero(window);
  }
  return -1;
}

// The nearest of these that accept() accepts.
template <class Accept>
int find_right(const TileBits& bits, int x, int y, const Accept& accept) noexcept {
  int found = find_right(bits, x, y);
  while (found >= 0 && !accept(Tile{found, y})) found = find_right(bits, found + 1, y);
  return found;
}
template <class Accept>
int find_left(const TileBits& bits, int x, int y, const Accept& accept) noexcept {
  int found = find_left(bits, x, y);
  while (found >= 0 && !accept(Tile{found, y})) found = find_left(bits, found - 1, y);
  return found;
}

// Distance from v to the interval [low, low + 1].
double gap(double v, int low) noexcept {
  if (v < low) return low - v;
  return v > low + 1 ? v - (low + 1) : 0.0;
}

template <class Accept>
std::optional<Tile> find_nearest(const Grid& grid, const Point& point,
                                 const Accept& accept) noexcept {
  const TileBits& bits = grid.bits();
  const double px = static_cast<double>(point.x());
  const double py = static_cast<double>(point.y());
  if (!std::isfinite(px) || !std::isfinite(py)) return std::nullopt;
  const auto clamp_tile = [](double v, int size) {
    return v < 0.0 ? 0 : v >= size ? size - 1 : static_cast<int>(v);
  };
  const int column = clamp_tile(px, grid.width());
  const int row = clamp_tile(py, grid.height());

  std::optional<Tile> best;
  double best_squared = std::numeric_limits<double>::infinity();
  const auto look = [&](int x, int y) {
    if (x < 0) return;
    const double dx = gap(px, x);
    const double dy = gap(py, y);
    const double squared = dx * dx + dy * dy;
    const bool is_first = !best || y < best->y || (y == best->y && x < best->x);
    if (squared < best_squared || (squared == best_squared && is_first)) {
      best_squared = squared;
      best = Tile{x, y};
    }
  };
  // Rows at growing distance, until the row itself is farther than the best tile. When the point
  // lies on a grid line, the tile left of a hit in the point's own column may be as near, so both
  // sides are scanned from the columns beside it.
  for (int distance = 0; distance < grid.height(); ++distance) {
    const auto is_near = [&](int y) {
      return y >= 0 && y < grid.height() && gap(py, y) * gap(py, y) <= best_squared;
    };
    if (distance > 0 && !is_near(row - distance) && !is_near(row + distance)) break;
    for (const int y : {row - distance, row + distance}) {
      if (y < 0 || y >= grid.height()) continue;
      look(find_right(bits, column, y, accept), y);
      look(find_left(bits, column, y, accept), y);
      if (column > 0) look(find_left(bits, column - 1, y, accept), y);
    }
  }
  return best;
}

}  // namespace

std::optional<Tile> find_nearest_walkable(const Grid& grid, const Point& point) noexcept {
  return find_nearest(grid, point, [](Tile) { return true; });
}

std::optional<Tile> find_nearest_connected(const Grid& grid, Tile from,
                                           const Point& point) noexcept {
  if (!grid.is_walkable(from)) return std::nullopt;
  return find_nearest(grid, point, [&](Tile tile) { return grid.is_connected(from, tile); });
}

}  // namespace taut
