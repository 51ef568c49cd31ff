#include <taut/disc_search.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <taut/clear_point.hpp>
#include <taut/detail/require.hpp>
#include <taut/geometry.hpp>
#include <taut/tile_disc.hpp>

#include "core/tile/tile_corners.hpp"

namespace taut {
namespace {

// A point's path as that of a disc of radius 0.
Result write_corners(std::span<const Point> path, std::span<DiscTurn> out) noexcept {
  const std::size_t count = std::min(path.size(), out.size());
  for (std::size_t i = 0; i < count; ++i) {
    CornerKind kind = CornerKind::start;
    if (i > 0 && i + 1 == path.size()) kind = CornerKind::goal;
    if (i > 0 && i + 1 < path.size()) {
      kind = orient(path[i - 1], path[i], path[i + 1]) > 0.0 ? CornerKind::left : CornerKind::right;
    }
    const DiscPoint at = path[i].cast<double>();
    out[i] = {path[i], at, at, static_cast<std::uint32_t>(i), kind};
  }
  return {count < path.size() ? Status::truncated : Status::ok, count};
}

}  // namespace

std::optional<DiscEnds> find_disc_ends(const TileBits& walkable, const Point& start,
                                       const Point& goal, const DiscOptions& options) noexcept {
  DiscEnds ends{snap(start), snap(goal)};
  for (Point* const end : {&ends.start, &ends.goal}) {
    const std::optional<Point> place =
        find_clear_point(walkable, *end, options.radius, options.slide);
    if (!place) return std::nullopt;
    *end = *place;
  }
  return ends;
}

std::size_t max_tile_turns(const TileBits& walkable) noexcept {
  std::size_t count = 2;
  for (int y = 0; y <= walkable.height(); ++y) {
    for (int x = 0; x <= walkable.width(); x += 63) {
      std::uint64_t corners = detail::find_obstacle_corners(walkable, x, y);
      const int inside = walkable.width() + 1 - x;
      if (inside < 63) corners &= (std::uint64_t{1} << inside) - 1;
      count += static_cast<std::size_t>(std::popcount(corners));
    }
  }
  return count;
}

// The lattice's paths turn in open space: they get a point for each corner of tiles.
std::size_t detail::disc_work_size(const DiscSpace& space, std::size_t points) {
  if (space.walkable == nullptr) reject("DiscScratch: the space has no tiles");
  if (space.clearance != nullptr) {
    const auto columns = static_cast<std::size_t>(space.walkable->width()) + 1;
    const auto rows = static_cast<std::size_t>(space.walkable->height()) + 1;
    points = std::max(points, columns * rows + 2);
  }
  return max_repair_points(points);
}

bool detail::is_sound(const DiscSpace& space, bool is_wide,
                      const std::optional<WideScratch>& wide) noexcept {
  if (is_wide && (space.clearance == nullptr || !wide)) return false;
  return space.walkable != nullptr;
}

std::span<Point> detail::room_for_path(std::span<Point> work) noexcept {
  constexpr std::size_t kSpare = max_repair_points(0);
  return work.size() < kSpare ? work.first(0) : work.first((work.size() - kSpare) / 2);
}

PathResult detail::pull_found(const TileBits& walkable, const PathResult& found, double radius,
                              std::span<Point> work, std::span<DiscTurn> out) noexcept {
  PathResult result;
  result.expanded = found.expanded;
  // A scratch too small for the point's path is not a truncated `out`.
  result.status = found.status == Status::truncated ? Status::out_of_nodes : found.status;
  if (found.status != Status::ok) return result;
  const std::span<const Point> path = work.first(found.count);
  const Result pulled =
      radius == 0.0 ? write_corners(path, out) : pull_disc(walkable, path, radius, work, out);
  result.status = pulled.status;
  result.count = pulled.count;
  result.cost = result.length = disc_path_length(out.first(pulled.count), radius);
  return result;
}

}  // namespace taut
