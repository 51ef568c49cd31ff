#include "cases_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr int kFloatBits = 24;

// Exponent of the lowest bit that is set in a float that is not 0: the value is an odd multiple of
// 2 to its power.
int lowest_bit(float value) {
  int exponent = 0;
  auto mantissa =
      static_cast<std::uint32_t>(std::ldexp(std::fabs(std::frexp(value, &exponent)), kFloatBits));
  exponent -= kFloatBits;
  for (; (mantissa & 1) == 0; mantissa >>= 1) ++exponent;
  return exponent;
}

std::string_view trim(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);  // npos + 1 is 0
}

struct Number {
  double value = 0.0;
  std::size_t line = 0;
};

class CaseReader {
 public:
  explicit CaseReader(const std::string& file)
      : file_(file), text_(read_file(file)), lines_(text_) {}

  std::vector<CorridorCase> read() {
    std::vector<CorridorCase> cases;
    while (next()) {
      const auto [key, value] = split_key();
      if (key == "case") {
        if (is_in_case_) cases.push_back(finish());
        begin(value);
      } else if (!is_in_case_) {
        fail_here("\"{}\" before the first `case: NAME`", shorten(line()));
      } else {
        if (!seen_.insert(key).second) {
          fail_here("a second `{}:` in case {}", key, shorten(name_));
        }
        read_value(key, value);
      }
    }
    if (is_in_case_) cases.push_back(finish());
    return cases;
  }

 private:
  [[nodiscard]] std::string_view line() const { return lines_.line(); }

  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(file_, lines_.number(), format, std::forward<Args>(args)...);
  }

  // Moves on to the next line that is not blank or a comment.
  bool next() {
    while (lines_.next()) {
      const std::size_t first = line().find_first_not_of(" \t");
      if (first != std::string_view::npos && line()[first] != '#') return true;
    }
    return false;
  }

  [[nodiscard]] std::pair<std::string_view, std::string_view> split_key() const {
    const std::size_t colon = line().find(':');
    if (colon == std::string_view::npos) fail_here("\"{}\" is not `key: value`", shorten(line()));
    return {trim(line().substr(0, colon)), trim(line().substr(colon + 1))};
  }

  void begin(std::string_view name) {
    if (split_words(name).size() != 1) fail_here("the name \"{}\" is not one word", shorten(name));
    is_in_case_ = true;
    name_ = name;
    case_line_ = lines_.number();
    scale_ = 1.0;
    start_.clear();
    end_.clear();
    portals_.clear();
    seen_.clear();
  }

  void read_value(std::string_view key, std::string_view value) {
    if (key == "scale") {
      const std::vector<Number> numbers = read_numbers(value, 1, 1);
      int exponent = 0;
      if (std::frexp(numbers[0].value, &exponent) != 0.5) {
        fail_here("scale {} is not a power of two", shorten(value));
      }
      scale_ = numbers[0].value;
    } else if (key == "start") {
      start_ = read_numbers(value, 2, 1);
    } else if (key == "end") {
      end_ = read_numbers(value, 2, 1);
    } else if (key == "portals") {
      const std::size_t count = read_count(value);
      for (std::size_t i = 0; i < count; ++i) {
        if (!next()) fail_here("the file ends after {} of {} portals", i, count);
        const std::vector<Number> ends = read_numbers(line(), 4, 1);
        portals_.insert(portals_.end(), ends.begin(), ends.end());
      }
    } else if (key == "expected_path") {
      const std::size_t count = read_count(value);
      if (count > 0) {
        if (!next()) fail_here("the file ends before the {} points of the path", count);
        read_numbers(line(), 2, count);
      }
    } else if (key == "expected_length") {
      read_numbers(value, 1, 1);
    } else if (key != "class") {
      fail_here("unknown key \"{}\"", shorten(key));
    }
  }

  [[nodiscard]] std::size_t read_count(std::string_view text) const {
    const std::optional<std::int32_t> count = parse_integer(text);
    if (!count || *count < 0) fail_here("\"{}\" is not a number of lines or points", shorten(text));
    return static_cast<std::size_t>(*count);
  }

  // Reads `groups` times `each` numbers from a line that contains nothing else.
  std::vector<Number> read_numbers(std::string_view text, std::size_t each,
                                   std::size_t groups) const {
    const std::vector<std::string_view> words = split_words(text);
    if (words.size() % each != 0 || words.size() / each != groups) {
      fail_here("\"{}\" has {} numbers instead of {} x {}", shorten(text), words.size(), groups,
                each);
    }
    std::vector<Number> numbers;
    numbers.reserve(words.size());
    for (const std::string_view word : words) {
      const std::optional<double> value = parse_number(word);
      if (!value) fail_here("\"{}\" is not a number", shorten(word));
      numbers.push_back({*value, lines_.number()});
    }
    return numbers;
  }

  [[nodiscard]] CorridorCase finish() const {
    for (const char* const key : {"start", "end", "portals"}) {
      if (seen_.find(std::string_view(key)) == seen_.end()) {
        fail_at(file_, case_line_, "case {} has no `{}:`", shorten(name_), key);
      }
    }
    CorridorCase result;
    result.name = name_;
    result.start = scaled_point(start_, 0);
    result.goal = scaled_point(end_, 0);
    result.portals.reserve(portals_.size() / 4);
    for (std::size_t i = 0; i < portals_.size(); i += 4) {
      result.portals.push_back({scaled_point(portals_, i), scaled_point(portals_, i + 2)});
    }
    check_lattice(result);
    return result;
  }

  [[nodiscard]] Point scaled_point(const std::vector<Number>& numbers, std::size_t at) const {
    return {scaled(numbers[at]), scaled(numbers[at + 1])};
  }

  [[nodiscard]] float scaled(const Number& number) const {
    const double value = number.value * scale_;
    const float rounded = static_cast<float>(value);
    if (static_cast<double>(rounded) != value || !std::isfinite(rounded)) {
      fail_at(file_, number.line, "{} times the scale {} is not a float", number.value, scale_);
    }
    return rounded;
  }

  void check_lattice(const CorridorCase& corridor) const {
    float largest = 0.0F;
    std::optional<int> step;
    const auto take = [&](const Point& p) {
      for (const float value : {p.x, p.y}) {
        if (value == 0.0F) continue;
        largest = std::max(largest, std::fabs(value));
        step = std::min(step.value_or(lowest_bit(value)), lowest_bit(value));
      }
    };
    take(corridor.start);
    take(corridor.goal);
    for (const Portal& portal : corridor.portals) {
      take(portal.left);
      take(portal.right);
    }
    if (step && static_cast<double>(largest) >= std::ldexp(1.0, *step + kFloatBits)) {
      fail_at(file_, case_line_,
              "case {}: coordinates up to {} in steps of {} need more than {} bits", shorten(name_),
              static_cast<double>(largest), std::ldexp(1.0, *step), kFloatBits);
    }
  }

  const std::string& file_;
  std::string text_;
  LineReader lines_;

  bool is_in_case_ = false;
  std::string name_;
  std::size_t case_line_ = 0;
  double scale_ = 1.0;
  std::vector<Number> start_;
  std::vector<Number> end_;
  std::vector<Number> portals_;
  std::set<std::string_view> seen_;  // keys of the case
};

}  // namespace

std::vector<CorridorCase> load_cases(const std::string& file) { return CaseReader(file).read(); }

}  // namespace taut::tools
