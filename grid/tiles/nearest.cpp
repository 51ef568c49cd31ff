#include <taut/engine/vectors.hpp>
#include <taut/grid.hpp>

#include <cmath>
#include <limits>

#include "core/tile/near_cells.hpp"

namespace taut {
namespace {

class NearestTile {
 public:
  NearestTile(const TileBits& bits, const Point& point) noexcept
      : bits_(bits), x_(static_cast<double>(point.x)), y_(static_cast<double>(point.y)) {}

  [[nodiscard]] int rows() const noexcept { return bits_.height(); }
  [[nodiscard]] int column() const noexcept { return clamp_tile(x_, bits_.width()); }
  [[nodiscard]] int row() const noexcept { return clamp_tile(y_, bits_.height()); }
  [[nodiscard]] double gap_x(int x) const noexcept { return gap(x_, x); }
  [[nodiscard]] double gap_y(int y) const noexcept { return gap(y_, y); }
  [[nodiscard]] int right(int x, int y) const noexcept { return detail::find_right(bits_, x, y); }
  [[nodiscard]] int left(int x, int y) const noexcept { return detail::find_left(bits_, x, y); }
  [[nodiscard]] double bound() const noexcept { return bound_; }
  void visit(int x, int y) noexcept {
    const double squared = gap_x(x) * gap_x(x) + gap_y(y) * gap_y(y);
    const bool is_first = !best_ || y < best_->y || (y == best_->y && x < best_->x);
    if (squared == bound_ && !is_first) return;
    bound_ = squared;
    best_ = Tile{x, y};
  }
  [[nodiscard]] std::optional<Tile> best() const noexcept { return best_; }

 private:
  // Distance from v to the interval [low, low + 1].
  [[nodiscard]] static double gap(double v, int low) noexcept {
    if (v < low) return low - v;
    return v > low + 1 ? v - (low + 1) : 0.0;
  }
  [[nodiscard]] static int clamp_tile(double v, int size) noexcept {
    return v < 0.0 ? 0 : v >= size ? size - 1 : static_cast<int>(v);
  }

  const TileBits& bits_;
  double x_;
  double y_;
  std::optional<Tile> best_;
  double bound_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<Tile> find_nearest_walkable(const Grid& grid, const Point& point) noexcept {
  if (!is_finite(point)) return std::nullopt;
  NearestTile nearest(grid.bits(), point);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

}  // namespace taut
