#include <taut/engine/scenario_file.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <ostream>
#include <utility>

#include "text_file.hpp"

namespace taut {

namespace {

constexpr std::size_t kColumns = 9;

class ScenarioReader : TextReader {
 public:
  using TextReader::TextReader;

  [[nodiscard]] Loaded<std::vector<ScenarioQuery>> read() {
    if (!read_version()) return {std::nullopt, std::move(error_)};
    std::vector<ScenarioQuery> queries;
    while (next_filled_line()) {
      if (!split_columns() || !read_query(queries.emplace_back())) {
        return {std::nullopt, std::move(error_)};
      }
    }
    return {std::move(queries), {}};
  }

 private:
  // Moves on to the next line that is not blank.
  [[nodiscard]] bool next_filled_line() {
    while (next_line()) {
      if (!std::all_of(lines_.line().begin(), lines_.line().end(), is_blank)) return true;
    }
    return false;
  }

  [[nodiscard]] bool read_version() {
    if (!next_filled_line()) return fail(0, "the file ends before `version 1`");
    const std::string_view key = word();
    const std::string_view value = word();
    if (key != "version")
      return fail_at(key, "expected `version 1` before " + quote(lines_.line()));
    if (value.empty()) return fail(lines_.line().size() + 1, "`version` has no value");
    if (value != "1" && value != "1.0") {
      return fail_at(value, "unknown version " + quote(value) + ": only 1 is read");
    }
    return end_line();
  }

  [[nodiscard]] bool split_columns() {
    const std::string_view line = lines_.line();
    if (std::count(line.begin(), line.end(), '\t') == kColumns - 1) {
      std::size_t begin = 0;
      for (std::string_view& column : columns_) {
        column = line.substr(begin, line.find('\t', begin) - begin);
        begin += column.size() + 1;
        while (!column.empty() && column.front() == ' ') column.remove_prefix(1);
        while (!column.empty() && column.back() == ' ') column.remove_suffix(1);
      }
      return true;
    }
    for (std::size_t i = 0; i < kColumns; ++i) {
      columns_[i] = word();
      if (columns_[i].empty()) {
        return fail(line.size() + 1, std::to_string(i) + " columns instead of 9");
      }
    }
    const std::string_view extra = word();
    return extra.empty() || fail_at(extra, quote(extra) + " is a tenth column");
  }

  [[nodiscard]] bool read_query(ScenarioQuery& query) {
    constexpr std::int32_t kMaxBucket = std::numeric_limits<std::int32_t>::max();
    if (!parse_whole(columns_[0], "bucket", 0, kMaxBucket, query.bucket) ||
        !read_name(columns_[1], query.map) ||
        !parse_whole(columns_[2], "map width", 1, kMaxMapSide, query.map_width) ||
        !parse_whole(columns_[3], "map height", 1, kMaxMapSide, query.map_height) ||
        !parse_whole(columns_[4], "start x", 0, query.map_width - 1, query.start.x) ||
        !parse_whole(columns_[5], "start y", 0, query.map_height - 1, query.start.y) ||
        !parse_whole(columns_[6], "goal x", 0, query.map_width - 1, query.goal.x) ||
        !parse_whole(columns_[7], "goal y", 0, query.map_height - 1, query.goal.y)) {
      return false;
    }
    return parse_length(columns_[8], "octile length", query.octile_length);
  }

  [[nodiscard]] bool read_name(std::string_view word, std::string& out) {
    if (word.empty()) return fail_at(word, "the map has no name");
    const auto control = std::find_if(word.begin(), word.end(), is_control);
    if (control != word.end()) {
      const auto at = static_cast<std::size_t>(control - word.begin());
      return fail_at(word.substr(at), "map name " + quote(word) + " holds a control character");
    }
    out = word;
    return true;
  }

  std::array<std::string_view, kColumns> columns_;
};

}  // namespace

Loaded<std::vector<ScenarioQuery>> read_scenario(std::string_view text, std::string_view name) {
  return ScenarioReader(text, name).read();
}

Loaded<std::vector<ScenarioQuery>> load_scenario(const std::string& file) {
  Loaded<std::string> text = load_text(file);
  if (!text) return {std::nullopt, std::move(text.error)};
  return read_scenario(*text.value, file);
}

void write_scenario(std::span<const ScenarioQuery> queries, std::ostream& out) {
  out << "version 1\n";
  for (const ScenarioQuery& query : queries) {
    std::string line = std::to_string(query.bucket) + '\t' + query.map;
    for (const std::int32_t number : {query.map_width, query.map_height, query.start.x,
                                      query.start.y, query.goal.x, query.goal.y}) {
      line += '\t';
      line += std::to_string(number);
    }
    std::array<char, 32> length;  // the shortest form of a double takes 24 characters at most
    const auto end =
        std::to_chars(length.data(), length.data() + length.size(), query.octile_length);
    line += '\t';
    line.append(length.data(), end.ptr);
    out << line << '\n';
  }
}

}  // namespace taut
