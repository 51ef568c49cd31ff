// Boxes, legs and arcs: nearest points on a path, and tests for contact with edits (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <taut/engine/disc_path.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// The outline of changed tiles grown by the agent.
struct Box {
  DiscPoint low;
  DiscPoint high;

  [[nodiscard]] bool touches(const DiscPoint& other_low, const DiscPoint& other_high) const {
    return other_low.x <= high.x && other_high.x >= low.x && other_low.y <= high.y &&
           other_high.y >= low.y;
  }
  [[nodiscard]] bool touches(const Box& other) const { return touches(other.low, other.high); }
  // Whether a segment crosses or touches the box.
  [[nodiscard]] bool meets(const DiscPoint& a, const DiscPoint& b) const {
    if (!touches(component_min(a, b), component_max(a, b))) return false;
    const DiscPoint way = b - a;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const double x : {low.x, high.x}) {
      for (const double y : {low.y, high.y}) {
        const double side = way.x * (y - a.y) - way.y * (x - a.x);
        least = std::min(least, side);
        most = std::max(most, side);
      }
    }
    return least <= 0.0 && most >= 0.0;
  }
  [[nodiscard]] double distance_to(const DiscPoint& p) const {
    return norm(p - component_min(component_max(p, low), high));
  }
};

[[nodiscard]] inline Box box_of(const TileRect& tiles, double margin) noexcept {
  const DiscPoint grown{margin, margin};
  const DiscPoint low{static_cast<double>(tiles.x0), static_cast<double>(tiles.y0)};
  const DiscPoint high{static_cast<double>(tiles.x1), static_cast<double>(tiles.y1)};
  return {low - grown, high + grown};
}

[[nodiscard]] inline bool is_arc(const DiscTurn& turn) noexcept {
  return turn.kind == CornerKind::left || turn.kind == CornerKind::right;
}

// The point of a segment nearest to `p`.
[[nodiscard]] inline DiscPoint nearest_on(const DiscPoint& a, const DiscPoint& b,
                                          const DiscPoint& p) noexcept {
  const DiscPoint way = b - a;
  const double square = squared_norm(way);
  if (square == 0.0) return a;
  const double share = dot(p - a, way) / square;
  if (share <= 0.0) return a;
  return share >= 1.0 ? b : DiscPoint{a + share * way};
}

// The point of a turn's arc nearest to `p`; its entry and exit when it has none.
[[nodiscard]] inline DiscPoint nearest_on_arc(const DiscTurn& turn, double radius,
                                              const DiscPoint& p) noexcept {
  const DiscPoint center = widen(turn.center);
  const DiscPoint arm = p - center;
  DiscTurn part = turn;
  if (norm(arm) > 0.0) {
    part.exit = center + radius / norm(arm) * arm;
    if (arc_angle(part) <= arc_angle(turn)) return part.exit;
  }
  return norm(p - turn.entry) <= norm(p - turn.exit) ? turn.entry : turn.exit;
}

// The point of the arc at `angle` from its entry.
[[nodiscard]] inline DiscPoint point_on_arc(const DiscTurn& turn, double angle) noexcept {
  const DiscPoint center = widen(turn.center);
  const DiscPoint arm = turn.entry - center;
  const double signed_angle = turn.kind == CornerKind::left ? angle : -angle;
  const double c = std::cos(signed_angle);
  const double s = std::sin(signed_angle);
  return center + DiscPoint{c * arm.x - s * arm.y, s * arm.x + c * arm.y};
}

}  // namespace taut::detail
