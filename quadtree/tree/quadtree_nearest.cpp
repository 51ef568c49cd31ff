#include <taut/quadtree_nearest.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace taut {
namespace {

// Distance from v to the interval [low, high].
double gap(double v, int low, int high) noexcept {
  if (v < low) return low - v;
  return v > high ? v - high : 0.0;
}

// The tile between low and high nearest to v: on the line between two tiles the first one.
int first_nearest(double v, int low, int high) noexcept {
  if (v <= low) return low;
  if (v >= high) return high - 1;
  return std::max(low, static_cast<int>(std::ceil(v)) - 1);
}

}  // namespace

// Visits nearer squares first and skips those farther than the best tile.
struct NearestSearch {
  const Quadtree& tree;
  double px;
  double py;
  double best_squared = std::numeric_limits<double>::infinity();
  std::optional<Tile> best;

  [[nodiscard]] double squared(const TileRect& tiles) const noexcept {
    const double x = gap(px, tiles.x0, tiles.x1);
    const double y = gap(py, tiles.y0, tiles.y1);
    return x * x + y * y;
  }

  void look(const TileRect& leaf) noexcept {
    const Tile tile{first_nearest(px, leaf.x0, leaf.x1), first_nearest(py, leaf.y0, leaf.y1)};
    const double distance = squared(leaf);
    const bool is_first = !best || tile.y < best->y || (tile.y == best->y && tile.x < best->x);
    if (distance < best_squared || (distance == best_squared && is_first)) {
      best_squared = distance;
      best = tile;
    }
  }

  void visit(std::uint32_t node, int x, int y, int log) noexcept {
    const int step = log - Quadtree::kNodeLog;
    struct Place {
      double squared;
      std::uint32_t value;
      int x;
      int y;
    };
    std::array<Place, 16> places;
    std::size_t count = 0;
    for (unsigned k = 0; k < 16; ++k) {
      const std::uint32_t value = tree.nodes_[node][k];
      if (value == Quadtree::kBlockedSlot || value == Quadtree::kOutsideSlot) continue;
      const int left = x + (static_cast<int>(k % 4) << step);
      const int top = y + (static_cast<int>(k / 4) << step);
      const Place place{squared(tree.clipped_square(left, top, step)), value, left, top};
      std::size_t at = count++;
      for (; at > 0 && place.squared < places[at - 1].squared; --at) places[at] = places[at - 1];
      places[at] = place;
    }
    for (std::size_t i = 0; i < count && places[i].squared <= best_squared; ++i) {
      if (places[i].value >= Quadtree::kLeafBit) {
        look(tree.rect(places[i].value & ~Quadtree::kLeafBit));
      } else {
        visit(places[i].value, places[i].x, places[i].y, step);
      }
    }
  }
};

std::optional<Tile> find_nearest_walkable(const Quadtree& tree, const Point& point) noexcept {
  if (!std::isfinite(point.x()) || !std::isfinite(point.y())) return std::nullopt;
  NearestSearch search{tree, static_cast<double>(point.x()), static_cast<double>(point.y()),
                       std::numeric_limits<double>::infinity(), std::nullopt};
  search.visit(0, 0, 0, tree.root_log_);
  return search.best;
}

}  // namespace taut
