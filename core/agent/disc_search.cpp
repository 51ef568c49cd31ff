#include <taut/disc_search.hpp>

#include <algorithm>

#include <taut/clear_point.hpp>
#include <taut/detail/require.hpp>
#include <taut/geometry.hpp>
#include <taut/tile_disc.hpp>

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

const TileBits& detail::require_tiles(const DiscSpace& space) {
  if (space.walkable == nullptr) reject("DiscScratch: the space has no tiles");
  return *space.walkable;
}

bool detail::is_sound(const DiscSpace& space, bool is_wide, const std::optional<WideScratch>& wide,
                      std::span<const Point> work) noexcept {
  if (is_wide && (space.clearance == nullptr || !wide)) return false;
  return space.walkable != nullptr &&
         work.size() >= max_repair_points(max_tile_turns(*space.walkable));
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
