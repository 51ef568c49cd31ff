#include "support/long_corridors.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace taut::test {
namespace {

// Different directions between up and up left, steepest first, with components as small as can be.
std::vector<LatticePoint> make_fan_of_directions(std::size_t count) {
  std::vector<LatticePoint> directions;
  for (std::int64_t most = 1; directions.size() < count; ++most) {
    for (std::int64_t left = 0; left <= most; ++left) {
      if (std::gcd(left, most) == 1) directions.push_back({-left, most});
    }
  }
  directions.resize(count);
  std::sort(directions.begin(), directions.end(),
            [](LatticePoint a, LatticePoint b) { return cross(a, b) > 0; });
  return directions;
}

// Point k of the border of a square round (0, 0) that reaches `reach` to each side,
// counter-clockwise and round again.
LatticePoint square_point(std::int64_t reach, std::size_t k) {
  const std::int64_t side = 2 * reach;
  const auto place = static_cast<std::int64_t>(k) % (4 * side);
  const std::int64_t along = place % side - reach;
  switch (place / side) {
    case 0:
      return {reach, along};
    case 1:
      return {-along, reach};
    case 2:
      return {-reach, -along};
    default:
      return {along, -reach};
  }
}

}  // namespace

LatticeCorridor make_straight(std::size_t portals) {
  LatticeCorridor corridor{{-1, 1}, {2 * static_cast<std::int64_t>(portals) - 1, 1}, {}};
  for (std::size_t i = 0; i < portals; ++i) {
    const auto x = 2 * static_cast<std::int64_t>(i);
    corridor.portals.push_back({{x, 2}, {x, 0}});
  }
  return corridor;
}

LatticeCorridor make_zigzag(std::size_t portals) {
  LatticeCorridor corridor{{-1, 1}, {2 * static_cast<std::int64_t>(portals) - 1, 4}, {}};
  for (std::size_t i = 0; i < portals; ++i) {
    const auto x = 2 * static_cast<std::int64_t>(i);
    const std::int64_t low = i % 2 == 0 ? 0 : 6;
    corridor.portals.push_back({{x, low + 2}, {x, low}});
  }
  return corridor;
}

LatticeCorridor make_spiral(std::size_t portals) {
  LatticeCorridor corridor;
  LatticePoint at{0, 0};  // the middle of a tile of side 2
  LatticePoint step{2, 0};
  std::size_t side = 2;
  corridor.start = at;
  for (std::size_t done = 0, arm = 0; corridor.portals.size() < portals; ++done) {
    if (done == side) {
      done = 0;
      step = {-step.y, step.x};
      if (++arm % 2 == 0) side += 2;
    }
    const LatticePoint middle{at.x + step.x / 2, at.y + step.y / 2};
    const LatticePoint to_left{-step.y / 2, step.x / 2};
    corridor.portals.push_back({middle + to_left, middle - to_left});
    at = at + step;
  }
  corridor.goal = at;
  return corridor;
}

LatticeCorridor make_curve_before_hall(std::size_t portals) {
  constexpr std::int64_t kFarWall = 4;
  constexpr std::int64_t kDepth = std::int64_t{1} << 21;
  LatticeCorridor corridor{{2, -1}, {}, {}};
  LatticePoint corner{0, 0};
  for (const LatticePoint& edge : make_fan_of_directions((portals + 1) / 2)) {
    corridor.portals.push_back({corner, {kFarWall, corner.y}});
    corner = corner + edge;
  }
  // The hall: triangles round the last corner of the curve, until all of the curve is in the way.
  if (!corridor.portals.empty()) corner = corridor.portals.back().left;
  const auto count = static_cast<std::int64_t>(portals - corridor.portals.size());
  LatticePoint far{kFarWall, corner.y + kDepth};
  const std::int64_t last = corner.x - kDepth - 2;
  for (std::int64_t i = 0; i < count; ++i) {
    far.x = kFarWall + (last - kFarWall) * (i + 1) / count;
    corridor.portals.push_back({corner, far});
  }
  corridor.goal = {last - 2, corner.y + 1};
  return corridor;
}

LatticeCorridor make_fan(std::size_t portals) {
  constexpr std::int64_t kReach = 8;
  LatticeCorridor corridor{square_point(kReach, 0), square_point(kReach, portals + 1), {}};
  for (std::size_t i = 0; i < portals; ++i) {
    corridor.portals.push_back({{0, 0}, square_point(kReach, i + 1)});
  }
  return corridor;
}

}  // namespace taut::test
