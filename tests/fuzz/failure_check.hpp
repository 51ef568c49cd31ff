// Readers of the program: they throw Failure with a message that can be shown.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "fuzz/check.hpp"
#include "tools/output/failure.hpp"

namespace taut::fuzz {

// Runs read(); a Failure has one short line that names the file.
template <class Read>
void read_or_fail(std::string_view file, const Read& read) {
  try {
    read();
  } catch (const tools::Failure& failure) {
    const std::string_view what = failure.what();
    require(what.find(file) != std::string_view::npos, "the message names the file");
    require(what.size() <= 4 * 1000 + 3, "the message is cut, and each character at most \\x00");
    require(std::all_of(what.begin(), what.end(),
                        [](char c) { return c != '\n' && c != '\0' && c != '\x1b'; }),
            "the message is a line that can be shown");
  }
}

}  // namespace taut::fuzz
