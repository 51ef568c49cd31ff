#include "support/square_oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace taut::test {

SquareGraph::SquareGraph(const Grid& grid, std::int64_t half_width)
    : low_{half_width, half_width},
      high_{grid.width() * 1024 - half_width, grid.height() * 1024 - half_width} {
  for (std::int64_t y = 0; y < grid.height(); ++y) {
    for (std::int64_t x = 0; x < grid.width(); ++x) {
      if (grid.is_walkable(static_cast<int>(x), static_cast<int>(y))) continue;
      boxes_.push_back({{x * 1024 - half_width, y * 1024 - half_width},
                        {(x + 1) * 1024 + half_width, (y + 1) * 1024 + half_width}});
    }
  }
  for (const Box& box : boxes_) {
    for (const LatticePoint& corner :
         {box.low, box.high, LatticePoint{box.low.x, box.high.y}, {box.high.x, box.low.y}}) {
      if (has_room(corner) &&
          std::find(corners_.begin(), corners_.end(), corner) == corners_.end()) {
        corners_.push_back(corner);
      }
    }
  }
  links_.resize(corners_.size());
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!is_free(corners_[i], corners_[k])) continue;
      const long double length = lattice_distance(corners_[i], corners_[k]) / 1024.0L;
      links_[i].push_back({k, length});
      links_[k].push_back({i, length});
    }
  }
}

bool SquareGraph::has_room(LatticePoint p) const {
  if (p.x < low_.x || p.y < low_.y || p.x > high_.x || p.y > high_.y) return false;
  return std::none_of(boxes_.begin(), boxes_.end(), [&](const Box& box) {
    return p.x > box.low.x && p.x < box.high.x && p.y > box.low.y && p.y < box.high.y;
  });
}

bool SquareGraph::is_free(LatticePoint a, LatticePoint b) const {
  if (!has_room(a) || !has_room(b)) return false;
  if (a == b) return true;
  const LatticePoint way = b - a;
  // A segment and an open box are apart when a line along a side of the box, or along the segment,
  // is between them.
  return std::all_of(boxes_.begin(), boxes_.end(), [&](const Box& box) {
    if (std::max(a.x, b.x) <= box.low.x || std::min(a.x, b.x) >= box.high.x) return true;
    if (std::max(a.y, b.y) <= box.low.y || std::min(a.y, b.y) >= box.high.y) return true;
    const std::array<std::int64_t, 4> sides{cross(way, box.low - a), cross(way, box.high - a),
                                            cross(way, LatticePoint{box.low.x, box.high.y} - a),
                                            cross(way, LatticePoint{box.high.x, box.low.y} - a)};
    const auto [least, most] = std::minmax_element(sides.begin(), sides.end());
    return *least >= 0 || *most <= 0;
  });
}

long double SquareGraph::find_length(LatticePoint start, LatticePoint goal) const {
  constexpr long double kFar = std::numeric_limits<long double>::infinity();
  if (!has_room(start) || !has_room(goal)) return kFar;
  if (is_free(start, goal)) return lattice_distance(start, goal) / 1024.0L;
  std::vector<long double> costs(corners_.size(), kFar);
  using Entry = std::pair<long double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    if (!is_free(start, corners_[i])) continue;
    costs[i] = lattice_distance(start, corners_[i]) / 1024.0L;
    open.emplace(costs[i], i);
  }
  long double best = kFar;
  while (!open.empty()) {
    const Entry entry = open.top();
    open.pop();
    const std::size_t at = entry.second;
    if (entry.first > costs[at]) continue;
    if (is_free(corners_[at], goal)) {
      best = std::min(best, entry.first + lattice_distance(corners_[at], goal) / 1024.0L);
    }
    for (const Link& link : links_[at]) {
      const long double cost = entry.first + link.length;
      if (cost >= costs[link.to]) continue;
      costs[link.to] = cost;
      open.emplace(cost, link.to);
    }
  }
  return best;
}

}  // namespace taut::test
