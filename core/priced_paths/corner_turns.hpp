// Which way cheapest paths may turn at a corner of four quadrants (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <taut/engine/geometry.hpp>

namespace taut::detail {

// Quadrant q around a place lies between the axes q - 1 and q, counter-clockwise.
inline constexpr std::array<Vector, 4> kAxes{{{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}}};

[[nodiscard]] constexpr const Vector& axis(std::size_t i) noexcept { return kAxes[i & 3U]; }

// What the quadrants around a place cost; kWall where no path goes.
inline constexpr float kWall = -1.0F;
using QuadrantCosts = std::array<float, 4>;

// The directions in which a path that is held by a corner may leave it, in each quadrant: from
// `low`, counter-clockwise, to `high`. They are equal where only one direction is left.
struct QuadrantTurns {
  bool is_open = false;
  Vector low{0.0, 0.0};
  Vector high{0.0, 0.0};
  bool is_low_axis = false;   // whether low is the axis where the quadrant begins
  bool is_high_axis = false;  // whether high is the axis where it ends
};
using CornerTurns = std::array<QuadrantTurns, 4>;

// A path that bends at a place is cheapest only if no bend next to it, on one of the four axes, is
// cheaper. Each way round the corner that no wall closes gives a condition on the direction.
class CornerRules {
 public:
  // The path comes from the quadrant `from`, in the direction of the unit vector `back`.
  CornerRules(const QuadrantCosts& costs, std::size_t from, const Vector& back) noexcept
      : costs_(costs), from_(from), back_(back) {}

  // Returns whether there is any direction.
  bool find(CornerTurns& turns) const noexcept {
    bool has_any = false;
    turns = {};
    for (std::size_t step = 1; step < 4; ++step) {
      const std::size_t to = (from_ + step) & 3U;
      if (costs_[to] == kWall) continue;
      turns[to] = find_turns(to, step);
      has_any = has_any || turns[to].is_open;
    }
    return has_any;
  }

 private:
  // A direction so near to the axis is taken for one that leaves along it.
  static constexpr double kGrazing = 0.03;
  static constexpr double kRounding = 1e-6;
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();

  enum class Way : std::uint8_t { counter_clockwise, clockwise };

  // The largest cosine of the angle to the axis where a quadrant is entered: kNoLimit where a wall
  // closes the way, below -1 where there is no cheapest path.
  [[nodiscard]] double find_limit(std::size_t to, std::size_t quadrants, Way way) const noexcept {
    const bool is_counter = way == Way::counter_clockwise;
    const auto quadrant_after = [&](std::size_t i) {
      return (is_counter ? from_ + i : from_ + 4 - i) & 3U;
    };
    for (std::size_t i = 1; i < quadrants; ++i) {
      if (costs_[quadrant_after(i)] == kWall) return kNoLimit;
    }
    // What a step along the first axis saves before the corner.
    const Vector& first = axis(is_counter ? from_ : from_ + 3);
    const double saved = cost_of(from_) * dot(back_, first);
    if (quadrants == 1) return -saved / cost_of(to);
    const double middle = cost_of(quadrant_after(1));
    if (saved > middle * (1.0 + 1e-3)) return -2.0;
    if (quadrants == 3) return cost_of(quadrant_after(2)) / cost_of(to);
    const double least = std::max(saved, 0.0);
    return std::sqrt(std::max(0.0, middle * middle - least * least)) / cost_of(to);
  }

  [[nodiscard]] double cost_of(std::size_t quadrant) const noexcept {
    return static_cast<double>(costs_[quadrant]);
  }

  [[nodiscard]] QuadrantTurns find_turns(std::size_t to, std::size_t step) const noexcept {
    QuadrantTurns turns;
    const double low = find_limit(to, step, Way::counter_clockwise);
    const double high = find_limit(to, 4 - step, Way::clockwise);
    if (low == kNoLimit && high == kNoLimit) return turns;  // walls on both ways
    if (low < -kGrazing || high < -kGrazing) return turns;
    const double cos_low = std::clamp(low, 0.0, 1.0);
    const double sin_high = std::clamp(high, 0.0, 1.0);
    if (cos_low * cos_low + sin_high * sin_high < 1.0 - kRounding) return turns;
    const Vector& begin = axis(to + 3);
    const Vector& end = axis(to);
    const double sin_low = std::sqrt(std::max(0.0, 1.0 - cos_low * cos_low));
    const double cos_high = std::sqrt(std::max(0.0, 1.0 - sin_high * sin_high));
    turns.is_open = true;
    turns.low = {cos_low * begin.x + sin_low * end.x, cos_low * begin.y + sin_low * end.y};
    turns.high = {cos_high * begin.x + sin_high * end.x, cos_high * begin.y + sin_high * end.y};
    if (cross(turns.low, turns.high) <= 0.0) turns.high = turns.low;
    turns.is_low_axis = sin_low < kRounding;
    turns.is_high_axis = dot(turns.high, begin) < kRounding;
    return turns;
  }

  const QuadrantCosts& costs_;
  std::size_t from_;
  Vector back_;
};

}  // namespace taut::detail
