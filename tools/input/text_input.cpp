#include "text_input.hpp"

#include <taut/map_file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

// Digits with an optional sign: a tile rather than a position in it.
bool is_whole_number_syntax(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  // strtod() also accepts leading blanks, "inf", "nan" and "0x1p3".
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !std::isfinite(value)) return std::nullopt;
  // Too small: digits other than 0 that became 0.
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  if (value == 0.0 && digits.find_first_of("123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::int32_t> parse_integer(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  std::int32_t value = 0;
  const char* end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

std::string explain_integer(std::string_view text) {
  if (!is_whole_number_syntax(text)) return fmt::format("\"{}\" is not an integer", shorten(text));
  using Limits = std::numeric_limits<std::int32_t>;
  return fmt::format("{} is out of range: integers are from {} to {}", shorten(text), Limits::min(),
                     Limits::max());
}

std::string shorten(std::string_view text) {
  constexpr std::size_t kMostShown = 40;
  if (text.size() <= kMostShown) return std::string(text);
  return std::string(text.substr(0, kMostShown)) + "...";
}

void check_has_comma(std::string_view named, std::string_view text) {
  if (text.find(',') != std::string_view::npos) return;
  fail("{}: no point: write X,Y, two numbers with a comma and no blank between, such as 5,10",
       named);
}

Point parse_point(std::string_view named, std::string_view text, const TileRect& map) {
  check_has_comma(named, text);
  const std::size_t comma = text.find(',');
  double xy[2] = {};
  const int sides[2] = {map.x1 - map.x0, map.y1 - map.y0};
  for (int axis = 0; axis < 2; ++axis) {
    const std::string_view part = axis == 0 ? text.substr(0, comma) : text.substr(comma + 1);
    const std::optional<double> value = parse_number(part);
    if (!value) fail("{}: \"{}\" is not a number: write X,Y", named, shorten(part));
    xy[axis] = is_whole_number_syntax(part) ? *value + 0.5 : *value;
    if (xy[axis] < 0.0 || xy[axis] > sides[axis]) {
      fail("{}: outside the map, which is {} x {} tiles", named, sides[0], sides[1]);
    }
  }
  const Point point = snap(Point{static_cast<float>(xy[0]), static_cast<float>(xy[1])});
  return {point.x + static_cast<float>(map.x0), point.y + static_cast<float>(map.y0)};
}

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view kBlanks = " \t";
  for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

LineReader::LineReader(std::string_view text) noexcept : rest_(text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (rest_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    rest_.remove_prefix(kByteOrderMark.size());
  }
}

bool LineReader::next() noexcept {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  ++number_;
  return true;
}

std::string read_file(const std::string& file) {
  if (file.empty()) fail("the name of a file is empty");
  Loaded<std::string> text = load_text(file);
  if (!text) throw Failure(text.error.message());
  return std::move(*text.value);
}

}  // namespace taut::tools
