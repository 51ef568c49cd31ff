// Paths past units: a check of them, and whether a fine lattice has one. Shares no code with the
// search.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/world.hpp>

namespace taut::test {

[[nodiscard]] inline double distance_to_leg(DiscPoint a, DiscPoint b, DiscPoint to) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  const double far2 = x * x + y * y;
  const double part =
      far2 > 0.0 ? std::clamp(((to.x - a.x) * x + (to.y - a.y) * y) / far2, 0.0, 1.0) : 0.0;
  return std::hypot(a.x + part * x - to.x, a.y + part * y - to.y);
}

// The nearest that a path comes to a place; arcs by angles.
[[nodiscard]] inline double distance_to_path(const FoundPath& path, DiscPoint to) {
  double least = std::numeric_limits<double>::infinity();
  DiscPoint from = path.turns.front().exit;
  for (std::size_t i = 0; i < path.turns.size(); ++i) {
    const DiscTurn& turn = path.turns[i];
    const bool is_link = std::any_of(path.links.begin(), path.links.end(),
                                     [&](const PassedLink& link) { return link.exit == i; });
    if (!is_link) least = std::min(least, distance_to_leg(from, turn.entry, to));
    from = turn.exit;
    const double angle = arc_angle(turn);
    if (angle == 0.0) continue;
    const double x = to.x - static_cast<double>(turn.center.x);
    const double y = to.y - static_cast<double>(turn.center.y);
    const double in = std::atan2(turn.entry.y - static_cast<double>(turn.center.y),
                                 turn.entry.x - static_cast<double>(turn.center.x));
    double beside = (std::atan2(y, x) - in) * (turn.kind == CornerKind::left ? 1.0 : -1.0);
    while (beside < 0.0) beside += 2.0 * 3.14159265358979323846;
    if (beside <= angle) {
      least = std::min(least, std::fabs(std::hypot(x, y) - path.agent.radius));
    }
    least = std::min(least, std::hypot(to.x - turn.exit.x, to.y - turn.exit.y));
  }
  return least;
}

// A unit that a path comes too near to; `more` is added to the sum of the radii.
[[nodiscard]] inline std::optional<UnitId> find_near_unit(const Crowd& crowd, const FoundPath& path,
                                                          double more = 0.0) {
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (!crowd.contains(unit)) continue;
    const double reach = crowd.agent(unit).radius + path.agent.radius;
    if (distance_to_path(path, widen(crowd.place(unit))) < reach + more - 1e-9) return unit;
  }
  return std::nullopt;
}

// Whether a lattice of eighths of a tile has a way past all units. Its nodes keep so much more from
// walls and units than they must that steps between neighbours keep the sum of the radii, and
// `more`: where it has one, there is one.
[[nodiscard]] inline bool has_way_around(const World& world, const Crowd& crowd, const Agent& agent,
                                         Point start, Point goal, double more = 0.0,
                                         int parts = 8) {
  const Grid& grid = world.grid(agent.ground);
  const int wide = grid.width() * parts + 1;
  const int high = grid.height() * parts + 1;
  const double step = 1.0 / parts;
  const double margin = 0.5 * step + more;
  std::vector<std::uint8_t> is_taken(static_cast<std::size_t>(wide) *
                                     static_cast<std::size_t>(high));
  const auto node = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) +
           static_cast<std::size_t>(x);
  };
  // All nodes nearer than `reach` to a box.
  const auto take = [&](double x0, double y0, double x1, double y1, double reach) {
    const auto low = [&](double at) {
      return std::max(static_cast<int>(std::floor((at - reach) * parts)), 0);
    };
    const auto top = [&](double at, int count) {
      return std::min(static_cast<int>(std::ceil((at + reach) * parts)), count - 1);
    };
    for (int y = low(y0); y <= top(y1, high); ++y) {
      for (int x = low(x0); x <= top(x1, wide); ++x) {
        const double dx = std::max({x0 - x * step, x * step - x1, 0.0});
        const double dy = std::max({y0 - y * step, y * step - y1, 0.0});
        if (dx * dx + dy * dy < reach * reach) is_taken[node(x, y)] = 1;
      }
    }
  };
  for (int y = -1; y <= grid.height(); ++y) {
    for (int x = -1; x <= grid.width(); ++x) {
      if (!grid.is_walkable(x, y)) take(x, y, x + 1, y + 1, agent.radius + margin);
    }
  }
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (!crowd.contains(unit)) continue;
    const DiscPoint at = widen(crowd.place(unit));
    take(at.x, at.y, at.x, at.y, crowd.agent(unit).radius + agent.radius + margin);
  }
  const auto nearest = [&](float at) {
    return static_cast<int>(std::lround(static_cast<double>(at) * parts));
  };
  const std::size_t end = node(nearest(goal.x), nearest(goal.y));
  std::vector<std::size_t> open{node(nearest(start.x), nearest(start.y))};
  if (is_taken[open[0]] != 0 || is_taken[end] != 0) return false;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (at == end) return true;
    const int x = static_cast<int>(at % static_cast<std::size_t>(wide));
    const int y = static_cast<int>(at / static_cast<std::size_t>(wide));
    for (int d = 0; d < 4; ++d) {
      const int nx = x + (d == 0) - (d == 1);
      const int ny = y + (d == 2) - (d == 3);
      if (nx < 0 || ny < 0 || nx >= wide || ny >= high || is_taken[node(nx, ny)] != 0) continue;
      is_taken[node(nx, ny)] = 1;
      open.push_back(node(nx, ny));
    }
  }
  return false;
}

}  // namespace taut::test
