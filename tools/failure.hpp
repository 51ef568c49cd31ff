// How the program gives up: bad input or usage becomes exit status 2 and one line on stderr.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace taut::tools {

// Its text is the line, without the leading "taut: ".
class Failure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(fmt::format(format, std::forward<Args>(args)...));
}

// The same with the place in front: "file:line: ...".
template <class... Args>
[[noreturn]] void fail_at(const std::string& file, std::size_t line,
                          fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(
      fmt::format("{}:{}: {}", file, line, fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace taut::tools
