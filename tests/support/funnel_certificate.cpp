#include "support/funnel_certificate.hpp"

#include <algorithm>
#include <cstddef>

#include "support/funnel_oracle.hpp"
#include "support/segment_portal.hpp"

namespace taut::test {

namespace {

// A place on the path: the way along one of its legs. The end of a leg is written as the start of
// the next.
struct Place {
  std::size_t leg = 0;
  Fraction way;
};

bool operator<(const Place& a, const Place& b) {
  return a.leg < b.leg || (a.leg == b.leg && a.way < b.way);
}

// The first place from `from` on where the path touches the portal. Past the end when there is
// none.
Place find_touch(const std::vector<LatticePoint>& path, const LatticePortal& portal, Place from) {
  for (; from.leg + 1 < path.size(); from = {from.leg + 1, {0, 1}}) {
    const Interval touch = intersect(path[from.leg], path[from.leg + 1], portal);
    if (touch.is_empty || touch.high < from.way) continue;
    const Fraction at = std::max(from.way, touch.low);
    if (at.numerator < at.denominator) return {from.leg, at};
    return {from.leg + 1, {0, 1}};
  }
  const bool is_at_end = from.leg + 1 == path.size() && is_on_portal(path.back(), portal);
  return is_at_end ? from : Place{path.size(), {0, 1}};
}

// The first places where portal after portal can be touched; fewer than the portals when one
// cannot.
std::vector<Place> find_touches(const LatticeCorridor& corridor,
                                const std::vector<LatticePoint>& path) {
  std::vector<Place> touches;
  Place at;
  for (const LatticePortal& portal : corridor.portals) {
    at = find_touch(path, portal, at);
    if (at.leg == path.size()) break;
    touches.push_back(at);
  }
  return touches;
}

// Whether a path that keeps `corner` on its left (or right) goes round it by a full turn or more:
// from the place where it came from, over the far ends of the portals, to where it goes. Each step
// turns by at most half a turn.
bool is_winding(LatticePoint corner, bool is_left, const std::vector<LatticePoint>& places) {
  const LatticePoint from = places.front() - corner;
  bool was_behind = false;
  for (const LatticePoint& place : places) {
    const LatticePoint way = place - corner;
    const std::int64_t side = is_left ? cross(from, way) : cross(way, from);
    const bool is_behind =
        side < 0 || (side == 0 && inner(from, way) < 0);  // by half a turn or more
    if (was_behind && !is_behind) return true;
    was_behind = is_behind;
  }
  return false;
}

}  // namespace

std::string find_tautness_fault(const LatticeCorridor& corridor,
                                const std::vector<LatticePoint>& path) {
  if (path.empty() || !(path.front() == corridor.start) || !(path.back() == corridor.goal)) {
    return "it does not join start and goal";
  }
  if (to_canonical(path) != path) return "it is not canonical";
  const std::size_t count = corridor.portals.size();
  const std::vector<Place> first = find_touches(corridor, path);
  if (first.size() < count) return "it misses portal " + std::to_string(first.size());

  // The last places are the first ones of the reverse walk.
  LatticeCorridor back{corridor.goal, corridor.start, corridor.portals};
  std::reverse(back.portals.begin(), back.portals.end());
  const std::vector<LatticePoint> back_path(path.rbegin(), path.rend());
  std::vector<Place> last = find_touches(back, back_path);
  std::reverse(last.begin(), last.end());

  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    // The portals that are touched at this point and nowhere else. Touches are in order, so they
    // are neighbours.
    std::vector<LatticePoint> left_ways{path[i - 1]};
    std::vector<LatticePoint> right_ways{path[i - 1]};
    auto k = static_cast<std::size_t>(
        std::lower_bound(first.begin(), first.end(), Place{i, {0, 1}}) - first.begin());
    for (; k < count && first[k].leg == i && first[k].way.numerator == 0; ++k) {
      if (last[k].leg != path.size() - 1 - i || last[k].way.numerator != 0) continue;
      const LatticePortal& portal = corridor.portals[k];
      if (portal.left == path[i]) left_ways.push_back(portal.right);
      if (portal.right == path[i]) right_ways.push_back(portal.left);
    }
    const bool has_left = left_ways.size() > 1;
    const bool has_right = right_ways.size() > 1;
    left_ways.push_back(path[i + 1]);
    right_ways.push_back(path[i + 1]);
    const std::int64_t turn = cross(path[i] - path[i - 1], path[i + 1] - path[i]);
    const bool is_held = (has_left && has_right) ||
                         (has_left && (turn > 0 || is_winding(path[i], true, left_ways))) ||
                         (has_right && (turn < 0 || is_winding(path[i], false, right_ways)));
    if (!is_held) return "nothing holds it at point " + std::to_string(i);
  }
  return {};
}

}  // namespace taut::test
