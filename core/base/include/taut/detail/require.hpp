// Checks of arguments in constructors, build_ functions and edits, made in every build.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>

#include <taut/detail/api.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// A number in messages, and a place: "(1.5, 2)".
[[nodiscard]] std::string to_text(double value, int digits = 9);
[[nodiscard]] std::string to_text(const Point& p, int digits = 9);

// Throws std::invalid_argument; a library built without exceptions prints the message and aborts.
[[noreturn]] void reject(const std::string& message);

[[noreturn]] void reject_value(const char* what, const std::string& value, const std::string& low,
                               const std::string& high);

// Returns the value, or rejects it: "Grid: width 20000 is not within 1 to 16384".
template <std::integral T>
constexpr T require_within(const char* what, T value, std::type_identity_t<T> low,
                           std::type_identity_t<T> high) {
  if (value < low || value > high) [[unlikely]] {
    reject_value(what, std::to_string(value), std::to_string(low), std::to_string(high));
  }
  return value;
}

// Rejects NaN.
double require_within(const char* what, double value, double low, double high);

}  // namespace taut::detail
TAUT_API_END
