// Points as text that reads back to the same values: as doubles, whatever they are stored in.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

namespace taut::tools {

// The coordinates of a point of floats or doubles, with 0 for -0.
template <class AnyPoint>
[[nodiscard]] std::array<double, 2> to_numbers(const AnyPoint& point) noexcept {
  return {static_cast<double>(point.x) + 0.0, static_cast<double>(point.y) + 0.0};
}

// The coordinates with `between` between them.
template <class AnyPoint>
[[nodiscard]] std::string to_text(const AnyPoint& point, const char* between) {
  const std::array<double, 2> numbers = to_numbers(point);
  return fmt::format("{}{}{}", numbers[0], between, numbers[1]);
}

}  // namespace taut::tools
