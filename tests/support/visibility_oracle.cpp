#include "support/visibility_oracle.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace taut::test {

namespace {

constexpr std::int64_t kStepsPerTile = 1024;
constexpr long double kInfinity = std::numeric_limits<long double>::infinity();

bool is_open(const Grid& grid, std::int64_t x, std::int64_t y) {
  return grid.is_walkable(static_cast<int>(x), static_cast<int>(y));
}

// The tiles (x, y) around the tile corner (x, y), by the signs of the direction in which they lie.
bool is_open_beside(const Grid& grid, LatticePoint corner, std::int64_t sx, std::int64_t sy) {
  return is_open(grid, corner.x / kStepsPerTile + (sx - 1) / 2,
                 corner.y / kStepsPerTile + (sy - 1) / 2);
}

// Whether exactly two tiles at a corner are open, opposite each other.
bool is_pinch(const Grid& grid, LatticePoint corner) {
  const bool a = is_open_beside(grid, corner, 1, 1);
  const bool b = is_open_beside(grid, corner, -1, 1);
  const bool c = is_open_beside(grid, corner, -1, -1);
  const bool d = is_open_beside(grid, corner, 1, -1);
  return a == c && b == d && a != b;
}

std::int64_t sign(std::int64_t value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

// Whether the inside of the tile has a point of the open segment: none of the axes x, y and across
// the segment separates them.
bool is_crossing_tile(LatticePoint a, LatticePoint b, std::int64_t x, std::int64_t y) {
  const std::int64_t x0 = x * kStepsPerTile;
  const std::int64_t y0 = y * kStepsPerTile;
  const std::int64_t x1 = x0 + kStepsPerTile;
  const std::int64_t y1 = y0 + kStepsPerTile;
  if (std::max(a.x, b.x) <= x0 || std::min(a.x, b.x) >= x1) return false;
  if (std::max(a.y, b.y) <= y0 || std::min(a.y, b.y) >= y1) return false;
  int left = 0;
  int right = 0;
  for (const LatticePoint& corner :
       {LatticePoint{x0, y0}, LatticePoint{x1, y0}, LatticePoint{x1, y1}, LatticePoint{x0, y1}}) {
    const std::int64_t side = cross(b - a, corner - a);
    left += side >= 0 ? 1 : 0;
    right += side <= 0 ? 1 : 0;
  }
  return left < 4 && right < 4;
}

// Whether the open segment runs along a part of the tile edge from p to q.
bool is_running_along(LatticePoint a, LatticePoint b, LatticePoint p, LatticePoint q) {
  if (cross(q - p, a - p) != 0 || cross(q - p, b - p) != 0) return false;
  const std::int64_t from = std::min(inner(q - p, a - p), inner(q - p, b - p));
  const std::int64_t to = std::max(inner(q - p, a - p), inner(q - p, b - p));
  return from < inner(q - p, q - p) && to > 0;
}

bool is_strictly_inside(LatticePoint a, LatticePoint b, LatticePoint p) {
  return cross(b - a, p - a) == 0 && inner(a - p, b - p) < 0;
}

bool is_place_open(const Grid& grid, LatticePoint p) {
  for (std::int64_t y = p.y / kStepsPerTile - 1; y <= p.y / kStepsPerTile; ++y) {
    for (std::int64_t x = p.x / kStepsPerTile - 1; x <= p.x / kStepsPerTile; ++x) {
      if (is_open(grid, x, y) && p.x >= x * kStepsPerTile && p.x <= (x + 1) * kStepsPerTile &&
          p.y >= y * kStepsPerTile && p.y <= (y + 1) * kStepsPerTile) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool is_segment_walkable(const Grid& grid, LatticePoint a, LatticePoint b) {
  if (!is_place_open(grid, a) || !is_place_open(grid, b)) return false;
  if (a == b) return true;
  const std::int64_t x_first = std::min(a.x, b.x) / kStepsPerTile - 1;
  const std::int64_t y_first = std::min(a.y, b.y) / kStepsPerTile - 1;
  const std::int64_t x_last = std::max(a.x, b.x) / kStepsPerTile + 1;
  const std::int64_t y_last = std::max(a.y, b.y) / kStepsPerTile + 1;
  for (std::int64_t y = y_first; y <= y_last; ++y) {
    for (std::int64_t x = x_first; x <= x_last; ++x) {
      const LatticePoint corner{x * kStepsPerTile, y * kStepsPerTile};
      if (!is_open(grid, x, y)) {
        if (is_crossing_tile(a, b, x, y)) return false;
        if (!is_open(grid, x - 1, y) &&
            is_running_along(a, b, corner, corner + LatticePoint{0, kStepsPerTile})) {
          return false;
        }
        if (!is_open(grid, x, y - 1) &&
            is_running_along(a, b, corner, corner + LatticePoint{kStepsPerTile, 0})) {
          return false;
        }
      }
      if (is_pinch(grid, corner) && is_strictly_inside(a, b, corner)) {
        // Straight on through a corner with two opposite open tiles: from one of them to the other.
        // Along an edge it is from one to the other as well.
        return false;
      }
    }
  }
  return true;
}

VisibilityGraph::VisibilityGraph(const Grid& grid) : grid_(&grid) {
  for (int y = 0; y <= grid.height(); ++y) {
    for (int x = 0; x <= grid.width(); ++x) {
      const LatticePoint at{x * kStepsPerTile, y * kStepsPerTile};
      int open = 0;
      for (const std::int64_t sy : {-1, 1}) {
        for (const std::int64_t sx : {-1, 1}) open += is_open_beside(grid, at, sx, sy) ? 1 : 0;
      }
      if (is_pinch(grid, at)) {
        for (const std::int64_t sy : {-1, 1}) {
          for (const std::int64_t sx : {-1, 1}) {
            if (is_open_beside(grid, at, sx, sy)) nodes_.push_back({at, {sx, sy}});
          }
        }
      } else if (open == 3) {
        nodes_.push_back({at, {0, 0}});
      }
    }
  }
  links_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_linked(nodes_[i], nodes_[j])) continue;
      const long double length = lattice_distance(nodes_[i].at, nodes_[j].at);
      links_[i].push_back({j, length});
      links_[j].push_back({i, length});
    }
  }
}

bool VisibilityGraph::is_linked(const Node& a, const Node& b) const {
  const auto is_in_sector = [](const Node& node, LatticePoint way) {
    return sign(way.x) * node.sector.x >= 0 && sign(way.y) * node.sector.y >= 0;
  };
  return !(a.at == b.at) && is_in_sector(a, b.at - a.at) && is_in_sector(b, a.at - b.at) &&
         is_segment_walkable(*grid_, a.at, b.at);
}

// A place may be between two blocked tiles: it is left and reached on either side.
std::vector<long double> VisibilityGraph::find_links(LatticePoint place) const {
  const Node here{place, {0, 0}};
  std::vector<long double> lengths(nodes_.size(), kInfinity);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].at == place) {
      lengths[i] = 0.0L;
    } else if (is_linked(here, nodes_[i])) {
      lengths[i] = lattice_distance(place, nodes_[i].at);
    }
  }
  return lengths;
}

void VisibilityGraph::extend(std::vector<long double>& lengths) const {
  std::vector<bool> is_done(nodes_.size(), false);
  for (;;) {
    std::size_t next = nodes_.size();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (!is_done[i] && lengths[i] < kInfinity &&
          (next == nodes_.size() || lengths[i] < lengths[next])) {
        next = i;
      }
    }
    if (next == nodes_.size()) return;
    is_done[next] = true;
    for (const Link& link : links_[next]) {
      lengths[link.to] = std::min(lengths[link.to], lengths[next] + link.length);
    }
  }
}

long double VisibilityGraph::find_length(LatticePoint start, LatticePoint goal) const {
  if (is_segment_walkable(*grid_, start, goal))
    return lattice_distance(start, goal) / kStepsPerTile;
  if (!is_place_open(*grid_, start) || !is_place_open(*grid_, goal)) return kInfinity;
  std::vector<long double> lengths = find_links(start);
  extend(lengths);
  const std::vector<long double> to_goal = find_links(goal);
  long double best = kInfinity;
  for (std::size_t i = 0; i < nodes_.size(); ++i) best = std::min(best, lengths[i] + to_goal[i]);
  return best / kStepsPerTile;
}

std::vector<long double> VisibilityGraph::find_lengths(
    const std::vector<LatticePoint>& places) const {
  std::vector<std::vector<long double>> links;
  links.reserve(places.size());
  for (const LatticePoint& place : places) links.push_back(find_links(place));
  std::vector<long double> found;
  found.reserve(places.size() * places.size());
  for (std::size_t start = 0; start < places.size(); ++start) {
    std::vector<long double> lengths = links[start];
    extend(lengths);
    for (std::size_t goal = 0; goal < places.size(); ++goal) {
      long double best = kInfinity;
      if (is_segment_walkable(*grid_, places[start], places[goal])) {
        best = lattice_distance(places[start], places[goal]);
      } else if (is_place_open(*grid_, places[start]) && is_place_open(*grid_, places[goal])) {
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
          best = std::min(best, lengths[i] + links[goal][i]);
        }
      }
      found.push_back(best / kStepsPerTile);
    }
  }
  return found;
}

}  // namespace taut::test
