#include "link_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace taut::detail {
namespace {

constexpr auto kStepsPerTile = static_cast<float>(kLatticePerTile);

std::int32_t to_steps(float x) noexcept { return static_cast<std::int32_t>(x * kStepsPerTile); }
float to_tiles(std::int32_t x) noexcept { return static_cast<float>(x) / kStepsPerTile; }

double length_of(double x, double y) noexcept { return std::sqrt(x * x + y * y); }

// Halves away from zero: it does not matter which way an axis leads.
std::int32_t divide(std::int64_t dividend, std::int64_t divisor) noexcept {
  const std::int64_t half = dividend < 0 ? -divisor : divisor;
  return static_cast<std::int32_t>((2 * dividend + half) / (2 * divisor));
}

}  // namespace

LinkLanes::Line LinkLanes::line_of(const LinkEnd& end) noexcept {
  const Steps at{to_steps(end.a.x), to_steps(end.a.y)};
  return {at, {to_steps(end.b.x) - at.x, to_steps(end.b.y) - at.y}};
}

LinkLanes::LinkLanes(const LinkEnd& from, const LinkEnd& to) noexcept
    : from_(line_of(from)), to_(line_of(to)) {
  double longest = 0.0;
  for (const Steps& way : {from_.way, to_.way}) {
    last_ = std::max({last_, std::abs(way.x), std::abs(way.y)});
    longest = std::max(longest, length_of(way.x, way.y));
  }
  samples_ += static_cast<std::int32_t>(std::ceil(longest / (kLinkSpacing * kLatticePerTile)));
}

Point LinkLanes::place(const Line& line, std::int32_t lane) const noexcept {
  if (last_ == 0) return {to_tiles(line.at.x), to_tiles(line.at.y)};
  return {to_tiles(line.at.x + divide(std::int64_t{line.way.x} * lane, last_)),
          to_tiles(line.at.y + divide(std::int64_t{line.way.y} * lane, last_))};
}

std::int32_t LinkLanes::sample(std::int32_t i) const noexcept {
  if (samples_ == 1) return 0;
  return static_cast<std::int32_t>(std::int64_t{last_} * i / (samples_ - 1));
}

// Along the longest axis a lane is a step.
std::optional<std::int32_t> LinkLanes::find(const Point& from, const Point& to) const noexcept {
  std::int32_t lane = 0;
  const auto look = [&](std::int32_t at, std::int32_t begin, std::int32_t way) {
    if (std::abs(way) == last_) lane = way < 0 ? begin - at : at - begin;
  };
  look(to_steps(from.x), from_.at.x, from_.way.x);
  look(to_steps(from.y), from_.at.y, from_.way.y);
  look(to_steps(to.x), to_.at.x, to_.way.x);
  look(to_steps(to.y), to_.at.y, to_.way.y);
  const bool is_lane =
      lane >= 0 && lane <= last_ && this->from(lane) == from && this->to(lane) == to;
  return is_lane ? std::optional(lane) : std::nullopt;
}

}  // namespace taut::detail
