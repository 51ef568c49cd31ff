#include "support/disc_paths.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "support/random_maps.hpp"

#include <taut/engine/vectors.hpp>

namespace taut::test {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

double distance_to_tile(const DiscPoint& p, const DiscPoint& low) {
  const double dx = std::max({low.x - p.x, p.x - low.x - 1.0, 0.0});
  const double dy = std::max({low.y - p.y, p.y - low.y - 1.0, 0.0});
  return std::hypot(dx, dy);
}

// Whether a leg meets a closed tile: the parts of it between the lines of the sides overlap.
bool meets_tile(const DiscPoint& from, const DiscPoint& to, const DiscPoint& low) {
  double first = 0.0;
  double last = 1.0;
  for (double DiscPoint::*const axis : {&DiscPoint::x, &DiscPoint::y}) {
    const double d = to.*axis - from.*axis;
    const double near = low.*axis - from.*axis;
    const double far = near + 1.0;
    if (d == 0.0) {
      if (near > 0.0 || far < 0.0) return false;
      continue;
    }
    first = std::max(first, std::min(near / d, far / d));
    last = std::min(last, std::max(near / d, far / d));
  }
  return first <= last;
}

// Where it does not meet the tile it is nearest at an end, or at a corner of the tile.
double distance_to_tile(const DiscPoint& from, const DiscPoint& to, const DiscPoint& low) {
  if (meets_tile(from, to, low)) return 0.0;
  double least = std::min(distance_to_tile(from, low), distance_to_tile(to, low));
  const DiscPoint d = to - from;
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      const DiscPoint corner = low + DiscPoint{x, y} - from;
      const double along = squared_norm(d) > 0.0 ? dot(corner, d) / squared_norm(d) : 0.0;
      least = std::min(least, norm(corner - std::clamp(along, 0.0, 1.0) * d));
    }
  }
  return least;
}

}  // namespace

std::string describe(const Grid& grid, const Point& start, const Point& goal, double radius,
                     std::span<const DiscTurn> turns) {
  std::ostringstream text;
  text.precision(17);
  text << to_drawing(grid) << "radius " << radius << ", from " << start.x << " " << start.y
       << " to " << goal.x << " " << goal.y;
  for (const DiscTurn& turn : turns) {
    text << "\n  " << turn.center.x << " " << turn.center.y << " kind "
         << static_cast<int>(turn.kind) << ": " << turn.entry.x << " " << turn.entry.y << " to "
         << turn.exit.x << " " << turn.exit.y;
  }
  return text.str();
}

Grid keep_only(const Grid& grid, const std::vector<TileId>& corridor) {
  Grid kept(grid.width(), grid.height(), TileState::blocked);
  for (const TileId id : corridor) kept.set(grid.tile(id), TileState::walkable);
  return kept;
}

double measure_clearance(const Grid& grid, const DiscPoint& point) {
  return measure_clearance(grid, std::span(&point, 1));
}

double measure_clearance(const Grid& grid, std::span<const DiscPoint> line) {
  double least = kFar;
  for (const DiscPoint& p : line) {
    const bool is_inside = p.x >= 0.0 && p.x <= grid.width() && p.y >= 0.0 && p.y <= grid.height();
    if (!is_inside) return 0.0;
  }
  for (int y = -1; y <= grid.height(); ++y) {
    for (int x = -1; x <= grid.width(); ++x) {
      if (grid.is_walkable(x, y)) continue;
      const DiscPoint low{static_cast<double>(x), static_cast<double>(y)};
      least = std::min(least, distance_to_tile(line.front(), low));
      for (std::size_t i = 1; i < line.size(); ++i) {
        least = std::min(least, distance_to_tile(line[i - 1], line[i], low));
      }
    }
  }
  return least;
}

}  // namespace taut::test
