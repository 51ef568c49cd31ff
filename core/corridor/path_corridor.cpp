#include <taut/path_corridor.hpp>

#include <algorithm>
#include <array>

namespace taut {

// Why the common first points are final. The path passes the last portal, the door, at some point
// q. Up to q it is the shortest path through the portals before the door. The shortest paths to the
// door's two ends and the door enclose a region; the path to any q on the door stays inside, as two
// shortest paths through the same portals do not cross twice. So it passes every point that the two
// have in common, and they part only once.
//
// The last common point is the apex of that region. The direction in which the path leaves it lies
// between those to the two ends: when both turn there to the same side, every path turns; otherwise
// it may go straight on and then has no point there. Where one of the two ends at the apex, the
// door begins there and the direction is unknown. The common points before the apex are left
// towards another common point, so they are corners of every path.
Result find_final_points(const Point& start, std::span<const Portal> portals, std::span<Point> work,
                         std::span<Point> out) noexcept {
  if (work.size() / 2 <= out.size()) return {Status::invalid_input, 0};
  if (out.empty()) return {Status::truncated, 0};
  if (portals.empty()) {
    out[0] = start;
    return {Status::ok, 1};
  }
  // One point more than requested tells in which direction the path leaves the last one.
  const std::size_t room = out.size() + 1;
  const std::span<Point> left = work.first(room);
  const std::span<Point> right = work.subspan(room, room);
  const Portal& door = portals.back();
  const std::span<const Portal> before = portals.first(portals.size() - 1);
  const std::size_t left_count = string_pull(start, door.left, before, left).count;
  const std::size_t right_count = string_pull(start, door.right, before, right).count;

  const std::size_t shorter = std::min(left_count, right_count);
  std::size_t common = 1;  // the start
  while (common < shorter && left[common] == right[common]) ++common;
  std::size_t known = common;
  if (common > 1) {
    const std::size_t apex = common - 1;
    const auto turn = [&](std::span<const Point> path) {
      return orient(path[apex - 1], path[apex], path[common]);
    };
    if (common == shorter || turn(left) * turn(right) <= 0.0) known = apex;
  }
  known = std::min(known, out.size());
  std::copy_n(left.begin(), known, out.begin());
  return {Status::ok, known};
}

bool is_shortcut(const Point& start, const Point& place, std::span<const Portal> before,
                 std::span<const Portal> after) noexcept {
  std::size_t behind = before.size();
  while (behind > 0 && !is_on_segment(before[behind - 1].left, before[behind - 1].right, place)) {
    --behind;
  }
  // Nowhere on a portal: it must be the goal, and the leg the whole path.
  const std::size_t same = behind == 0 ? 0 : before.size() - behind;
  if (same > after.size()) return false;
  const bool is_same = std::equal(
      before.end() - static_cast<std::ptrdiff_t>(same), before.end(),
      after.end() - static_cast<std::ptrdiff_t>(same), after.end(),
      [](const Portal& a, const Portal& b) { return a.left == b.left && a.right == b.right; });
  if (!is_same) return false;
  std::array<Point, 2> leg;
  return string_pull(start, place, after.first(after.size() - same), leg).status == Status::ok;
}

}  // namespace taut
