#include "support/funnel_oracle.hpp"

#include <algorithm>
#include <limits>

#include "support/random_maps.hpp"
#include "support/segment_portal.hpp"

namespace taut::test {

bool is_touching_in_order(LatticePoint a, LatticePoint b, const std::vector<LatticePortal>& portals,
                          std::size_t first, std::size_t last) {
  if (a == b) {
    for (std::size_t k = first; k < last; ++k) {
      if (!is_on_portal(a, portals[k])) return false;
    }
    return true;
  }
  Fraction at{0, 1};
  for (std::size_t k = first; k < last; ++k) {
    const Interval touch = intersect(a, b, portals[k]);
    if (touch.is_empty) return false;
    at = std::max(at, touch.low);
    if (touch.high < at) return false;
  }
  return true;
}

std::vector<LatticePoint> to_canonical(const std::vector<LatticePoint>& path) {
  std::vector<LatticePoint> out;
  for (const LatticePoint& point : path) {
    if (!out.empty() && out.back() == point) continue;
    if (out.size() > 1) {
      const LatticePoint before = out.back() - out[out.size() - 2];
      const LatticePoint after = point - out.back();
      if (cross(before, after) == 0 && inner(before, after) > 0) out.pop_back();
    }
    out.push_back(point);
  }
  return out;
}

std::vector<Point> to_canonical(const std::vector<Point>& path) {
  std::vector<LatticePoint> places;
  for (const Point& point : path) places.push_back(to_lattice(point));
  std::vector<Point> out;
  for (const LatticePoint& place : to_canonical(places)) out.push_back(to_map_point(place));
  return out;
}

std::vector<LatticePoint> find_shortest_by_force(const LatticeCorridor& corridor) {
  const std::vector<LatticePortal>& portals = corridor.portals;
  struct Node {
    LatticePoint at;
    std::size_t next_portal;  // the first portal that a path from here has still to touch
    std::size_t own_portal;   // the first portal that a path to here may leave out
    long double length = std::numeric_limits<long double>::infinity();
    std::size_t from = 0;
  };
  std::vector<Node> nodes;
  nodes.push_back({corridor.start, 0, 0, 0.0L, 0});
  for (std::size_t k = 0; k < portals.size(); ++k) {
    nodes.push_back({portals[k].left, k + 1, k});
    nodes.push_back({portals[k].right, k + 1, k});
  }
  nodes.push_back({corridor.goal, portals.size(), portals.size()});

  for (std::size_t v = 1; v < nodes.size(); ++v) {
    for (std::size_t u = 0; u < v; ++u) {
      if (nodes[u].next_portal > nodes[v].own_portal) continue;  // two ends of one portal
      const long double sum = nodes[u].length + lattice_distance(nodes[u].at, nodes[v].at);
      if (sum < nodes[v].length &&
          is_touching_in_order(nodes[u].at, nodes[v].at, portals, nodes[u].next_portal,
                               nodes[v].own_portal)) {
        nodes[v].length = sum;
        nodes[v].from = u;
      }
    }
  }

  std::vector<LatticePoint> path;
  for (std::size_t v = nodes.size() - 1; v != 0; v = nodes[v].from) path.push_back(nodes[v].at);
  path.push_back(corridor.start);
  std::reverse(path.begin(), path.end());
  return to_canonical(path);
}

long double find_length_over_cuts(const LatticeCorridor& corridor, int parts) {
  // In units of 1 / parts, so that the cuts are integers too.
  std::vector<LatticePoint> before{parts * corridor.start};
  std::vector<long double> lengths{0.0L};
  const auto advance = [&](const std::vector<LatticePoint>& places) {
    std::vector<long double> next(places.size(), std::numeric_limits<long double>::infinity());
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = 0; j < before.size(); ++j) {
        next[i] = std::min(next[i], lengths[j] + lattice_distance(before[j], places[i]));
      }
    }
    before = places;
    lengths = next;
  };
  for (const LatticePortal& portal : corridor.portals) {
    std::vector<LatticePoint> cuts;
    for (int i = 0; i <= parts; ++i) cuts.push_back((parts - i) * portal.left + i * portal.right);
    advance(cuts);
  }
  advance({parts * corridor.goal});
  return lengths[0] / parts;
}

}  // namespace taut::test
