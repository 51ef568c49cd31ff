#pragma once

#include <vector>

#include <taut/engine/vectors.hpp>
#include <taut/follower.hpp>

namespace taut::test {

// The way of a unit: its place, and the turns before it.
inline std::vector<Point> points_ahead(const PathFollower& follower) {
  std::vector<Point> points{snap(narrow(follower.place()))};
  for (const DiscTurn& turn : follower.ahead()) {
    if (turn.center != points.back()) points.push_back(turn.center);
  }
  return points;
}

}  // namespace taut::test
