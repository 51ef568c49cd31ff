#include <taut/detail/require.hpp>

#include <array>
#include <cstdio>

#ifdef __cpp_exceptions
#include <stdexcept>
#else
#include <cstdlib>
#endif

namespace taut::detail {

std::string to_text(double value, int digits) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string to_text(const Point& p, int digits) {
  return "(" + to_text(static_cast<double>(p.x), digits) + ", " +
         to_text(static_cast<double>(p.y), digits) + ")";
}

void reject(const std::string& message) {
  const std::string line = "taut: " + message;
#ifdef __cpp_exceptions
  throw std::invalid_argument(line);
#else
  std::fprintf(stderr, "%s\n", line.c_str());
  std::abort();
#endif
}

void reject_value(const char* what, const std::string& value, const std::string& low,
                  const std::string& high) {
  reject(std::string(what) + " " + value + " is not within " + low + " to " + high);
}

double require_within(const char* what, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    reject_value(what, to_text(value), to_text(low), to_text(high));
  }
  return value;
}

}  // namespace taut::detail
