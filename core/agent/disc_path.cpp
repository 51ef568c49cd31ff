#include <taut/engine/disc_path.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace taut {
namespace {

// The error of tangent points, for coordinates up to kMaxMapSide.
constexpr double kPlaceRounding = 1e-11;

// Half of the angle that one chord of the polyline may span: two tangents whose points of contact
// are twice this angle apart meet at the distance radius / cos(angle) from the center.
double half_step(double radius, double deviation) noexcept {
  return std::acos(radius / (radius + deviation));
}

// Whether the number of chords so close to the circle is finite in double.
bool is_sound(double radius, double deviation) noexcept {
  return is_radius(radius) && is_radius(deviation) && deviation > 0.0 &&
         half_step(radius, deviation) > 0.0;
}

std::size_t arc_steps(double angle, double radius, double deviation) noexcept {
  return static_cast<std::size_t>(std::ceil(angle / (2.0 * half_step(radius, deviation))));
}

}  // namespace

double arc_angle(const DiscTurn& turn) noexcept {
  if (turn.kind != CornerKind::left && turn.kind != CornerKind::right) return 0.0;
  const DiscPoint center = widen(turn.center);
  const DiscPoint in = turn.entry - center;
  const DiscPoint out = turn.exit - center;
  const double across = in.x * out.y - in.y * out.x;
  const double angle = std::atan2(turn.kind == CornerKind::left ? across : -across, dot(in, out));
  // Rounding may turn a leg that just touches slightly the wrong way, on a small circle more.
  if (angle < -kDiscTurnSlack && angle * norm(in) < -kPlaceRounding) {
    return angle + 2.0 * std::numbers::pi;
  }
  return std::max(angle, 0.0);
}

double disc_path_length(std::span<const DiscTurn> turns, double radius) noexcept {
  double length = 0.0;
  for (std::size_t i = 1; i < turns.size(); ++i) {
    length += norm(turns[i].entry - turns[i - 1].exit) + radius * arc_angle(turns[i]);
  }
  return length;
}

std::size_t max_polyline_points(std::size_t turns, double radius, double deviation) noexcept {
  if (!is_sound(radius, deviation)) return 0;
  if (radius == 0.0) return turns;
  return turns * (3 + arc_steps(2.0 * std::numbers::pi, radius, deviation));
}

Result extract_polyline(std::span<const DiscTurn> turns, double radius, double deviation,
                        std::span<DiscPoint> out) noexcept {
  if (!is_sound(radius, deviation)) return {Status::invalid_input, 0};
  std::size_t count = 0;
  bool fits = true;
  const auto append = [&](const DiscPoint& point) {
    if (count > 0 && out[count - 1] == point) return;
    fits = fits && count < out.size();
    if (fits) out[count++] = point;
  };
  for (const DiscTurn& turn : turns) {
    append(turn.entry);
    const double angle = arc_angle(turn);
    if (angle > 0.0 && radius > 0.0) {
      // Tangents at even steps of the arc: their corners are the points, the first and last tangent
      // are the legs themselves.
      const std::size_t steps = arc_steps(angle, radius, deviation);
      const DiscPoint center = widen(turn.center);
      const double sign = turn.kind == CornerKind::left ? 1.0 : -1.0;
      const double step = angle / static_cast<double>(steps);
      const double out_by = 1.0 / std::cos(0.5 * step);
      const DiscPoint arm = turn.entry - center;
      for (std::size_t i = 0; i < steps; ++i) {
        const double at = sign * step * (static_cast<double>(i) + 0.5);
        const double c = out_by * std::cos(at);
        const double s = out_by * std::sin(at);
        append(center + DiscPoint{c * arm.x - s * arm.y, s * arm.x + c * arm.y});
      }
    }
    append(turn.exit);
  }
  return {fits ? Status::ok : Status::truncated, count};
}

}  // namespace taut
