#include <taut/simple_funnel.hpp>

namespace taut {
namespace {

float float_area(const Point& a, const Point& b, const Point& c) noexcept {
  const Point ab = b - a;
  const Point ac = c - a;
  return ab.x() * ac.y() - ab.y() * ac.x();
}

bool nearly_equal(const Point& a, const Point& b) noexcept {
  return (a - b).squaredNorm() < kSimpleFunnelEqual;
}

}  // namespace

Result simple_funnel(const Point& start, const Point& goal, std::span<const Portal> portals,
                     std::span<Point> out) noexcept {
  if (out.empty()) return {Status::truncated, 0};
  std::size_t count = 0;
  out[count++] = start;

  Point apex = start;
  Point left = start;
  Point right = start;
  // The portal after the one an end came from: where the scan restarts when that end becomes the
  // apex.
  std::size_t after_left = 0;
  std::size_t after_right = 0;

  for (std::size_t i = 0; i <= portals.size(); ++i) {
    const Portal portal = i < portals.size() ? portals[i] : Portal{goal, goal};

    if (float_area(apex, right, portal.right) >= 0.0F) {
      if (nearly_equal(apex, right) || float_area(apex, left, portal.right) < 0.0F) {
        right = portal.right;
        after_right = i + 1;
      } else {
        if (count == out.size()) return {Status::truncated, count};
        out[count++] = left;
        apex = right = left;
        after_right = after_left;
        i = after_left - 1;
        continue;
      }
    }
    if (float_area(apex, left, portal.left) <= 0.0F) {
      if (nearly_equal(apex, left) || float_area(apex, right, portal.left) > 0.0F) {
        left = portal.left;
        after_left = i + 1;
      } else {
        if (count == out.size()) return {Status::truncated, count};
        out[count++] = right;
        apex = left = right;
        after_left = after_right;
        i = after_right - 1;
        continue;
      }
    }
  }
  if (count == out.size()) return {Status::truncated, count};
  out[count++] = goal;
  return {Status::ok, count};
}

}  // namespace taut
