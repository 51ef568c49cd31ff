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

// The letters of blocked tiles in maps; the first is written.
constexpr std::string_view kUsualWalls = "@#OTWX ";

// The properties of a character of a row, as bits; a blocked tile has none.
constexpr std::uint8_t kWalkable = 1;
constexpr std::uint8_t kForbidden = 2;
constexpr std::uint8_t kNamed = 4;  // by a letter of the caller

// What the characters of rows stand for.
class Alphabet {
 public:
  Alphabet() {
    for (std::size_t code = 0; code < properties_.size(); ++code) {
      if (!is_printable(static_cast<char>(code))) properties_[code] = kForbidden;
    }
    for (const char c : kUsualFloors) properties_[at(c)] = kWalkable;
  }

  // Returns an empty string, or what is wrong with the letters.
  [[nodiscard]] std::string add(std::span<const MapLetter> letters) {
    for (const MapLetter& each : letters) {
      const std::string name = "letter " + quote(std::string_view(&each.letter, 1));
      if (!is_printable(each.letter)) return name + " is not printable ASCII";
      std::uint8_t& known = properties_[at(each.letter)];
      if ((known & kNamed) != 0) return name + " is given twice";
      known = each.state == TileState::walkable ? kNamed | kWalkable : kNamed;
      classes_[at(each.letter)] = each.terrain_class;
    }
    return {};
  }

  [[nodiscard]] std::uint8_t properties(char c) const noexcept { return properties_[at(c)]; }
  [[nodiscard]] bool has(char c, std::uint8_t property) const noexcept {
    return (properties(c) & property) != 0;
  }
  [[nodiscard]] std::uint8_t terrain_class(char c) const noexcept { return classes_[at(c)]; }

 private:
  static std::size_t at(char c) noexcept { return static_cast<unsigned char>(c); }

  std::array<std::uint8_t, 256> properties_{};
  std::array<std::uint8_t, 256> classes_{};
};

std::string describe(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto code = static_cast<unsigned char>(c);
  const std::string hex = {'0', 'x', kDigits[code / 16], kDigits[code % 16]};
  return (is_control(c) ? "control character " : "non-ASCII byte ") + hex;
}

class MapReader : TextReader {
 public:
  MapReader(std::string_view text, std::string_view name, std::span<const MapLetter> letters)
      : TextReader(text, name), letters_(letters) {}

  [[nodiscard]] Loaded<Grid> read() {
    if (std::string fault = alphabet_.add(letters_); !fault.empty()) {
      error_.what = std::move(fault);
      return {std::nullopt, std::move(error_)};
    }
    if (!read_all()) return {std::nullopt, std::move(error_)};
    Grid grid = Grid::from_predicate(width_, height_, [&](int x, int y) {
      return alphabet_.has(rows_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)],
                           kWalkable);
    });
    for (int y = 0; y < height_ && !letters_.empty(); ++y) set_classes(grid, y);
    return {std::move(grid), {}};
  }

 private:
  void set_classes(Grid& grid, int y) const {
    const std::string_view row = rows_[static_cast<std::size_t>(y)];
    for (std::size_t x = 0; x < row.size();) {
      const std::size_t first = x;
      const std::uint8_t terrain_class = alphabet_.terrain_class(row[first]);
      while (x < row.size() && alphabet_.terrain_class(row[x]) == terrain_class) ++x;
      if (terrain_class == 0) continue;
      grid.set_class({static_cast<int>(first), y, static_cast<int>(x), y + 1}, terrain_class);
    }
  }

  [[nodiscard]] bool read_all() {
    if (!next_line()) return fail(0, "the file has no rows");
    const std::string_view key = word();
    return is_key(key) ? read_header(key) && read_rows() : read_drawing();
  }

  static bool is_key(std::string_view word) noexcept {
    return word == "type" || word == "height" || word == "width" || word == "map";
  }

  // Reads from the current line, which begins with a key, up to the line `map`.
  [[nodiscard]] bool read_header(std::string_view key) {
    bool has_type = false;
    for (;; key = word()) {
      if (!is_key(key)) {
        return fail(1, "unknown header line " + quote(lines_.line()) +
                           ": expected `type`, `height`, `width` or `map`");
      }
      if (!has_type && key != "type") {
        return fail_at(key, "expected `type octile` before " + quote(key));
      }
      if (key == "map") {
        if (height_ == 0) return fail_at(key, "expected `height` before `map`");
        if (width_ == 0) return fail_at(key, "expected `width` before `map`");
        return end_line();
      }
      if (key == "type") {
        if (has_type) return fail_at(key, "`type` is given twice");
        has_type = true;
      }
      if (key == "type" ? !read_type() : !read_size(key)) return false;
      if (!next_line()) return fail(0, "the file ends before `map`");
    }
  }

  [[nodiscard]] bool read_type() {
    const std::string_view value = word();
    if (value.empty()) return fail(lines_.line().size() + 1, "`type` has no value");
    if (value != "octile") {
      return fail_at(value, "unknown type " + quote(value) + ": only `octile` is read");
    }
    return end_line();
  }

  [[nodiscard]] bool read_size(std::string_view key) {
    std::int32_t& size = key == "width" ? width_ : height_;
    if (size != 0) return fail_at(key, quote(key) + " is given twice");
    const std::string_view value = word();
    if (value.empty()) return fail(lines_.line().size() + 1, quote(key) + " has no value");
    return parse_whole(value, key, 1, kMaxMapSide, size) && end_line();
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
    const std::string_view row = lines_.line();
    const auto is_odd = [&](char c) {
      return !alphabet_.has(c, kNamed) && kUsualWalls.find(c) == std::string_view::npos;
    };
    has_walkable_ = has_walkable_ || std::any_of(row.begin(), row.end(), [&](char c) {
                      return alphabet_.has(c, kWalkable);
                    });
    const auto at = std::find_if(row.begin(), row.end(), is_odd);
    if (odd_ || has_walkable_ || at == row.end()) return;
    odd_ = {lines_.number(), static_cast<std::size_t>(at - row.begin()) + 1, std::string(1, *at)};
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
    std::uint8_t seen = 0;
    for (const char c : row) seen |= alphabet_.properties(c);
    if (row.size() == width && (seen & kForbidden) == 0) {
      rows_.push_back(row);
      return true;
    }
    // The first error in reading order is reported.
    const auto bad =
        std::find_if(row.begin(), row.end(), [&](char c) { return alphabet_.has(c, kForbidden); });
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

  std::span<const MapLetter> letters_;
  Alphabet alphabet_;
  std::vector<std::string_view> rows_;
  bool has_walkable_ = false;
  std::optional<Odd> odd_;
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
};

// What each state and class of a tile is written as; a zero byte where it has no letter.
class Writing {
 public:
  Writing(const Alphabet& alphabet, std::span<const MapLetter> letters) {
    for (const MapLetter& each : letters) {
      char& known = of(each.state)[each.terrain_class];
      if (known == '\0') known = each.letter;
    }
    const auto add_usual = [&](TileState state, std::string_view usual) {
      const auto free = std::find_if(usual.begin(), usual.end(),
                                     [&](char c) { return !alphabet.has(c, kNamed); });
      if (free != usual.end() && of(state)[0] == '\0') of(state)[0] = *free;
    };
    add_usual(TileState::walkable, kUsualFloors);
    add_usual(TileState::blocked, kUsualWalls);
  }

  [[nodiscard]] char letter(TileState state, std::uint8_t terrain_class) const noexcept {
    return state == TileState::walkable ? floors_[terrain_class] : walls_[terrain_class];
  }

 private:
  using Letters = std::array<char, kTerrainClasses>;
  Letters& of(TileState state) noexcept { return state == TileState::walkable ? floors_ : walls_; }

  Letters floors_{};
  Letters walls_{};
};

std::string header_of(const Grid& grid) {
  return "type octile\nheight " + std::to_string(grid.height()) + "\nwidth " +
         std::to_string(grid.width()) + "\nmap\n";
}

}  // namespace

Loaded<Grid> read_map(std::string_view text, std::string_view name,
                      std::span<const MapLetter> letters) {
  return MapReader(text, name, letters).read();
}

Loaded<Grid> load_map(const std::string& file, std::span<const MapLetter> letters) {
  Loaded<std::string> text = load_text(file);
  if (!text) return {std::nullopt, std::move(text.error)};
  return read_map(*text.value, file, letters);
}

void write_map(const Grid& grid, std::ostream& out) {
  out << header_of(grid);
  std::string row(static_cast<std::size_t>(grid.width()) + 1, '\n');
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      row[static_cast<std::size_t>(x)] = grid.is_walkable(x, y) ? kUsualFloors[0] : kUsualWalls[0];
    }
    out << row;
  }
}

Loaded<std::string> format_map(const Grid& grid, std::span<const MapLetter> letters) {
  const auto fail = [](std::string what) {
    return Loaded<std::string>{std::nullopt, {"format_map", 0, 0, std::move(what)}};
  };
  Alphabet alphabet;
  if (std::string fault = alphabet.add(letters); !fault.empty()) return fail(std::move(fault));
  const Writing writing(alphabet, letters);
  std::string text = header_of(grid);
  text.reserve(text.size() + grid.tile_count() + static_cast<std::size_t>(grid.height()));
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const auto [x, y] = grid.tile(id);
    const TileState state = grid.is_walkable(x, y) ? TileState::walkable : TileState::blocked;
    const char letter = writing.letter(state, grid.terrain_class(id));
    if (letter == '\0') {
      return fail("no letter is given for tile (" + std::to_string(x) + ", " + std::to_string(y) +
                  "), which is " + (state == TileState::walkable ? "walkable" : "blocked") +
                  " and of class " + std::to_string(grid.terrain_class(id)));
    }
    text += letter;
    if (x + 1 == grid.width()) text += '\n';
  }
  return {std::move(text), {}};
}

}  // namespace taut
