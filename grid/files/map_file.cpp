#include <taut/map_file.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "text_file.hpp"

namespace taut {

namespace {

// The properties of a character of a row, as bits; a blocked tile has none.
constexpr std::uint8_t kWalkable = 1;
constexpr std::uint8_t kForbidden = 2;

constexpr std::array<std::uint8_t, 256> make_character_classes() noexcept {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t code = 0; code < classes.size(); ++code) {
    if (code < 0x20 || code >= 0x7F) classes[code] = kForbidden;
  }
  for (const char c : {'.', 'G', 'S'}) classes[static_cast<unsigned char>(c)] = kWalkable;
  return classes;
}

constexpr std::array<std::uint8_t, 256> kClasses = make_character_classes();

std::uint8_t class_of(char c) noexcept { return kClasses[static_cast<unsigned char>(c)]; }

// Tiles in row-major order, packed as Grid::from_bits() takes them.
class TilePacker {
 public:
  // Appends a row. False when it holds a forbidden character.
  [[nodiscard]] bool append(std::string_view row) {
    std::uint64_t word = word_;
    std::size_t filled = filled_;
    std::uint64_t seen = 0;
    for (const char c : row) {
      const std::uint64_t tile = class_of(c);
      seen |= tile;
      word |= (tile & kWalkable) << filled;
      if (++filled == 64) {
        words_.push_back(word);
        word = 0;
        filled = 0;
      }
    }
    word_ = word;
    filled_ = filled;
    return (seen & kForbidden) == 0;
  }

  [[nodiscard]] Grid build(int width, int height) {
    if (filled_ > 0) words_.push_back(word_);
    return Grid::from_bits(width, height, words_);
  }

 private:
  std::vector<std::uint64_t> words_;
  std::uint64_t word_ = 0;
  std::size_t filled_ = 0;  // bits of word_ in use
};

std::string describe(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto code = static_cast<unsigned char>(c);
  const std::string hex = {'0', 'x', kDigits[code / 16], kDigits[code % 16]};
  return (is_control(c) ? "control character " : "non-ASCII byte ") + hex;
}

class MapReader : TextReader {
 public:
  using TextReader::TextReader;

  [[nodiscard]] Loaded<Grid> read() {
    if (!read_all()) return {std::nullopt, std::move(error_)};
    return {tiles_.build(width_, height_), {}};
  }

 private:
  [[nodiscard]] bool read_all() {
    if (!lines_.next_not_empty()) return fail(0, "the file has no rows");
    std::size_t at = 0;
    const std::string_view word = next_word(lines_.line(), at);
    if (word == "type" || word == "height" || word == "width" || word == "map") {
      return read_header() && read_rows();
    }
    return read_drawing();
  }

  // Reads from the current line up to the line `map`.
  [[nodiscard]] bool read_header() {
    bool has_type = false;
    do {
      std::size_t at = 0;
      const std::string_view key = next_word(lines_.line(), at);
      if (key != "type" && key != "height" && key != "width" && key != "map") {
        return fail(1, "unknown header line " + quote(lines_.line()) +
                           ": expected `type`, `height`, `width` or `map`");
      }
      if (!has_type && key != "type") {
        return fail_at(key, "expected `type octile` before " + quote(key));
      }
      if (key == "map") {
        if (height_ == 0) return fail_at(key, "expected `height` before `map`");
        if (width_ == 0) return fail_at(key, "expected `width` before `map`");
        return has_nothing_at(at);
      }
      if (key == "type") {
        if (has_type) return fail_at(key, "`type` is given twice");
        has_type = true;
      }
      if (key == "type" ? !read_type(at) : !read_size(key, at)) return false;
    } while (lines_.next_not_empty());
    return fail(0, "the file ends before `map`");
  }

  [[nodiscard]] bool read_type(std::size_t at) {
    const std::string_view value = next_word(lines_.line(), at);
    if (value.empty()) return fail(at + 1, "`type` has no value");
    if (value != "octile") {
      return fail_at(value, "unknown type " + quote(value) + ": only `octile` is read");
    }
    return has_nothing_at(at);
  }

  [[nodiscard]] bool read_size(std::string_view key, std::size_t at) {
    std::int32_t& size = key == "width" ? width_ : height_;
    if (size != 0) return fail_at(key, quote(key) + " is given twice");
    const std::string_view value = next_word(lines_.line(), at);
    if (value.empty()) return fail(at + 1, quote(key) + " has no value");
    std::string fault = parse_whole(value, key, 1, kMaxMapSide, size);
    if (!fault.empty()) return fail_at(value, std::move(fault));
    return has_nothing_at(at);
  }

  [[nodiscard]] bool has_nothing_at(std::size_t at) {
    const std::string_view extra = next_word(lines_.line(), at);
    return extra.empty() || fail_at(extra, "unexpected " + quote(extra));
  }

  // Reads the rows that follow the header.
  [[nodiscard]] bool read_rows() {
    for (std::int32_t y = 0; y < height_; ++y) {
      if (!next_row()) {
        return fail(0, "the file ends after " + std::to_string(y) + " of " +
                           std::to_string(height_) + " rows");
      }
      if (!read_row(y, "the header says width ")) return false;
    }
    if (!next_row()) return true;
    return fail(0, "row " + std::to_string(height_ + 1) + ", but the header says height " +
                       std::to_string(height_));
  }

  // Reads the rows from the current line on.
  [[nodiscard]] bool read_drawing() {
    constexpr auto kLimit = static_cast<std::size_t>(kMaxMapSide);
    const std::size_t first = lines_.line().size();
    width_ = static_cast<std::int32_t>(std::min(first, kLimit));
    do {
      if (height_ == kMaxMapSide) {
        return fail(0, "more rows than the limit " + std::to_string(kMaxMapSide));
      }
      if (!read_row(height_, first > kLimit ? "the limit is " : "the first row has ")) return false;
      look_for_tiles();
      ++height_;
    } while (next_row());
    if (has_walkable_ || !odd_) return true;
    error_.line = odd_->line;
    error_.column = odd_->column;
    error_.what =
        "is no drawing: nothing is walkable, and " + quote(odd_->what) + " is no usual wall";
    return false;
  }

  // Any text is a drawing by its letters. What has no walkable tile, but characters that no map
  // draws walls with, is not meant to be one.
  void look_for_tiles() {
    constexpr std::string_view kUsualWalls = "@#OTWX ";
    const std::string_view row = lines_.line();
    has_walkable_ = has_walkable_ || row.find_first_of(".GS") != std::string_view::npos;
    const std::size_t at = row.find_first_not_of(kUsualWalls);
    if (odd_ || has_walkable_ || at == std::string_view::npos) return;
    odd_ = {lines_.number(), at + 1, std::string(row.substr(at, 1))};
  }

  // Moves on to the next line. False when only empty lines follow.
  [[nodiscard]] bool next_row() {
    if (!lines_.next()) return false;
    return !lines_.line().empty() ||
           lines_.rest().find_first_not_of("\r\n") != std::string_view::npos;
  }

  // Reads the current line as row `y`. `expectation` introduces the width in the error.
  [[nodiscard]] bool read_row(std::int32_t y, std::string_view expectation) {
    const std::string_view row = lines_.line();
    const auto width = static_cast<std::size_t>(width_);
    if (row.size() == width && tiles_.append(row)) return true;
    // The first error in reading order is reported.
    const auto bad =
        std::find_if(row.begin(), row.end(), [](char c) { return class_of(c) == kForbidden; });
    const auto bad_at = static_cast<std::size_t>(bad - row.begin());
    const std::string name = "row " + std::to_string(y + 1);
    if (bad != row.end() && bad_at <= width) {
      return fail(bad_at + 1, name + " holds " + describe(*bad));
    }
    return fail(std::min(row.size(), width) + 1, name + " has " + std::to_string(row.size()) +
                                                     " tiles, " + std::string(expectation) +
                                                     std::to_string(width));
  }

  // A character of a drawing, and where it stands.
  struct Odd {
    std::size_t line;
    std::size_t column;
    std::string what;
  };

  TilePacker tiles_;
  bool has_walkable_ = false;
  std::optional<Odd> odd_;
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
};

}  // namespace

Loaded<Grid> read_map(std::string_view text, std::string_view name) {
  return MapReader(text, name).read();
}

Loaded<Grid> load_map(const std::string& file) {
  Loaded<std::string> text = load_text(file);
  if (!text) return {std::nullopt, std::move(text.error)};
  return read_map(*text.value, file);
}

void write_map(const Grid& grid, std::ostream& out) {
  out << "type octile\nheight " << std::to_string(grid.height()) << "\nwidth "
      << std::to_string(grid.width()) << "\nmap\n";
  std::string row(static_cast<std::size_t>(grid.width()) + 1, '\n');
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      row[static_cast<std::size_t>(x)] = grid.is_walkable(x, y) ? '.' : '@';
    }
    out << row;
  }
}

}  // namespace taut
