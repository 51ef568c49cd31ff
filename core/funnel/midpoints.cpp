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
  // `out` may be the memory of `points`: the writer never overtakes the reader.
  for (const Point& p : points) {
    if (!path.append(p)) return {Status::truncated, path.count()};
  }
  return {Status::ok, path.count()};
}

}  // namespace taut
