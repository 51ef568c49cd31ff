#include "failure.hpp"

#include <iterator>

namespace taut::tools {
namespace {

constexpr std::size_t kMostShown = 1000;
constexpr std::size_t kShownEnd = 200;

void append(std::string& line, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      fmt::format_to(std::back_inserter(line), "\\x{:02X}", byte);
    } else {
      line += c;
    }
  }
}

}  // namespace

std::string to_line(std::string_view text) {
  std::string line;
  if (text.size() <= kMostShown) {
    append(line, text);
  } else {
    append(line, text.substr(0, kMostShown - kShownEnd));
    line += "...";
    append(line, text.substr(text.size() - kShownEnd));
  }
  return line;
}

}  // namespace taut::tools
