// Judging what a reader of files made of any input.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <taut/map_file.hpp>

namespace taut::fuzz {

// Stops the program when a promise is broken: that is how a fuzzer learns of it.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

// An error names the file and a place that is in the text or just behind it, and can be printed.
inline void check_error(const FileError& error, std::string_view text, std::string_view name) {
  require(error.file == name, "the error names the file");
  require(!error.what.empty() && error.what.size() < 300, "the error says what is wrong, briefly");
  require(std::all_of(error.what.begin(), error.what.end(),
                      [](char c) { return c >= ' ' && c <= '~'; }),
          "the error can be printed");
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  require(error.line >= 1 && error.line <= lines + 1, "the error's line is in the text");
  require(error.column <= text.size() + 1, "the error's column is in the text");
}

}  // namespace taut::fuzz
