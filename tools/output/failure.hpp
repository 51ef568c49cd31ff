// Errors of the program: bad input or usage gives exit status 2 and one line on stderr.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace taut::tools {

// The text as one printable line: control characters as \xNN; of a long text, such as one that
// quotes a file without line ends, only the beginning and the end.
[[nodiscard]] std::string to_line(std::string_view text);

// what() is that line without the leading "taut: ".
class Failure : public std::runtime_error {
 public:
  explicit Failure(std::string_view text) : std::runtime_error(to_line(text)) {}
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(fmt::format(format, std::forward<Args>(args)...));
}

// The same with the position in front: "file:line: ...".
template <class... Args>
[[noreturn]] void fail_at(const std::string& file, std::size_t line,
                          fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(
      fmt::format("{}:{}: {}", file, line, fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace taut::tools
