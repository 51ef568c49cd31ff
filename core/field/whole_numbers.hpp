// Rounding to whole numbers (internal).
#pragma once

namespace taut {

// The nearest whole number, of two the even one. A call of std::round() costs more than most of
// what is done with it. Requires less than 2^51 in size.
[[nodiscard]] inline double round_to_whole(double value) noexcept {
  constexpr double kWhole = 0x1.8p52;  // from here on doubles are whole numbers
  return value + kWhole - kWhole;
}

}  // namespace taut
