#include <taut/midpoints.hpp>

namespace taut {

Result portal_midpoints(const Point& start, const Point& goal, std::span<const Portal> portals,
                        std::span<Point> out) noexcept {
  const std::size_t needed = max_path_points(portals.size());
  const std::size_t count = needed < out.size() ? needed : out.size();
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = i == 0 ? start : i == needed - 1 ? goal : midpoint(portals[i - 1]);
  }
  return {count == needed ? Status::ok : Status::truncated, count};
}

Result remove_redundant_points(std::span<const Point> points, std::span<Point> out) noexcept {
  PathWriter path(out);
  for (const Point& p : points) {
    // A copy: `out` may be the memory of `points`, and the writer keeps what it is given.
    const Point next = p;
    if (!path.append(next)) return {Status::truncated, path.count()};
  }
  return {Status::ok, path.count()};
}

}  // namespace taut
