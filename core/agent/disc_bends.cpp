// pull_disc_along(): stretches of pull_disc() between bends.
#include <taut/engine/tile_disc.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <taut/engine/clear_point.hpp>

#include "core/tile/tile_walk.hpp"

namespace taut {
namespace {

// Where the disc bends for the turn of `path` at i; nothing for a turn around an obstacle, which
// pull_disc() takes care of, and where the disc has no room.
std::optional<Point> find_bend(const TileBits& walkable, std::span<const Point> path, std::size_t i,
                               double radius) noexcept {
  if (bends_around_obstacle(walkable, path[i - 1], path[i], path[i + 1])) return std::nullopt;
  return find_clear_point(walkable, path[i], radius, std::max(1.0, 2.0 * radius));
}

// A part of the path between two bends, or its ends.
struct Stretch {
  Point from;
  std::span<const Point> path;
  Point to;
};

// Writes the points of a stretch; returns how many.
std::size_t write_points(const Stretch& stretch, std::span<Point> out) noexcept {
  std::size_t count = 0;
  const auto append = [&](const Point& point) {
    if (count == 0 || out[count - 1] != point) out[count++] = point;
  };
  append(stretch.from);
  for (const Point& point : stretch.path) append(point);
  append(stretch.to);
  return count;
}

}  // namespace

Result pull_disc_along(const TileBits& walkable, std::span<const Point> path, double radius,
                       std::span<Point> work, std::span<DiscTurn> out) noexcept {
  if (path.size() < 2) return pull_disc(walkable, path, radius, work, out);
  if (!has_clearance(walkable, path.front(), radius) ||
      !has_clearance(walkable, path.back(), radius)) {
    return {Status::invalid_input, 0};
  }
  if (work.size() < max_smoothing_points(path.size() + 2)) return {Status::out_of_nodes, 0};
  std::size_t count = 0;
  std::size_t first = 0;  // of the stretch
  Point from = path.front();
  for (std::size_t i = 1; i < path.size(); ++i) {
    const bool is_last = i + 1 == path.size();
    const std::optional<Point> to = is_last ? path[i] : find_bend(walkable, path, i, radius);
    if (!to || (*to == from && !is_last)) continue;
    const std::size_t points = write_points({from, path.subspan(first, i - first + 1), *to}, work);
    // The bend is the last turn of one stretch and the first of the next.
    const std::size_t kept = count > 0 ? count - 1 : 0;
    const Result pulled = pull_disc(walkable, work.first(points), radius, work, out.subspan(kept));
    count = kept + pulled.count;
    for (DiscTurn& turn : out.subspan(kept, pulled.count)) {
      turn.portal = static_cast<std::uint32_t>(first);
    }
    if (pulled.status == Status::truncated) return {Status::truncated, count};
    if (pulled.status != Status::ok) return {pulled.status, 0};
    first = i;
    from = *to;
  }
  out[count - 1].portal = static_cast<std::uint32_t>(first);
  out[count - 1].kind = CornerKind::goal;
  return {Status::ok, count};
}

std::optional<Point> find_disc_step_along(const TileBits& walkable, std::span<const Point> path,
                                          double radius) noexcept {
  path = path.first(std::min(path.size(), kMaxStepPoints));
  std::array<Point, kMaxStepPoints + 2> points;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const bool is_last = i + 1 == path.size();
    const std::optional<Point> to = is_last ? path[i] : find_bend(walkable, path, i, radius);
    if (!to || (*to == path.front() && !is_last)) continue;
    const std::size_t count = write_points({path.front(), path.first(i + 1), *to}, points);
    return find_disc_step(walkable, std::span(points).first(count), radius);
  }
  return std::nullopt;
}

}  // namespace taut
