// The funnel as its author published it (M. Mononen, "Simple Stupid Funnel Algorithm", 2010), as
// close to the article as possible: the reference for simple_funnel().
#pragma once

#include <span>
#include <vector>

#include <taut/engine/portal.hpp>

namespace taut::test {

inline std::vector<Point> pull_as_published(const Point& start, const Point& goal,
                                            std::span<const Portal> corridor) {
  std::vector<Portal> portals{{start, start}};
  portals.insert(portals.end(), corridor.begin(), corridor.end());
  portals.push_back({goal, goal});

  // The article's area is negative where ours is positive, in floats.
  const auto area = [](const Point& a, const Point& b, const Point& c) {
    const float ax = b.x - a.x;
    const float ay = b.y - a.y;
    const float bx = c.x - a.x;
    const float by = c.y - a.y;
    return bx * ay - ax * by;
  };
  const auto is_equal = [](const Point& a, const Point& b) {
    const float x = b.x - a.x;
    const float y = b.y - a.y;
    constexpr float kEqual = 0.001F * 0.001F;
    return x * x + y * y < kEqual;
  };

  Point apex = start;
  Point left = start;
  Point right = start;
  std::size_t left_index = 0;
  std::size_t right_index = 0;
  std::vector<Point> path{start};
  for (std::size_t i = 1; i < portals.size(); ++i) {
    const Portal& portal = portals[i];
    if (area(apex, right, portal.right) <= 0.0F) {
      if (is_equal(apex, right) || area(apex, left, portal.right) > 0.0F) {
        right = portal.right;
        right_index = i;
      } else {
        path.push_back(left);
        apex = left;
        right = left;
        i = left_index;
        right_index = left_index;
        continue;
      }
    }
    if (area(apex, left, portal.left) >= 0.0F) {
      if (is_equal(apex, left) || area(apex, right, portal.left) < 0.0F) {
        left = portal.left;
        left_index = i;
      } else {
        path.push_back(right);
        apex = right;
        left = right;
        i = right_index;
        left_index = right_index;
        continue;
      }
    }
  }
  path.push_back(goal);
  return path;
}

}  // namespace taut::test
