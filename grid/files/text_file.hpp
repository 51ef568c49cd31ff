// What the readers of text files share: lines, numbers, and quoting of values in errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <taut/detail/api.hpp>
#include <taut/map_file.hpp>

// For the readers of the program.
TAUT_API_BEGIN
namespace taut {

// The lines of a text, without line ends (LF or CRLF) and without a UTF-8 byte order mark.
class TextLines {
 public:
  explicit TextLines(std::string_view text) noexcept;

  // Moves on to the next line. False at the end of the text; number() is then one past the last
  // line, or the last line's where that has no line end.
  [[nodiscard]] bool next() noexcept;

  // Moves on to the next line that is not empty. False when there is none.
  [[nodiscard]] bool next_not_empty() noexcept;

  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

  // The text after the current line.
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
  bool is_ended_ = true;  // whether the current line has a line end
};

[[nodiscard]] constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

[[nodiscard]] constexpr bool is_printable(char c) noexcept { return c >= ' ' && c <= '~'; }

// The letters of walkable tiles in maps; the first is written.
inline constexpr std::string_view kUsualFloors = ".GS";

// The next word of `text` at or after `at`; spaces and tabs separate words. Empty at the end. Moves
// `at` behind the word.
[[nodiscard]] std::string_view next_word(std::string_view text, std::size_t& at) noexcept;

// 1-based column of a word that is part of `line`.
[[nodiscard]] std::size_t column_of(std::string_view line, std::string_view word) noexcept;

// The text in backquotes for an error message: unprintable bytes as \xNN, long texts cut off.
[[nodiscard]] std::string quote(std::string_view text);

// One pass over a text. A function that fails returns false and sets error_.
class TextReader {
 public:
  TextReader(std::string_view text, std::string_view name) : lines_(text) { error_.file = name; }

 protected:
  [[nodiscard]] bool fail(std::size_t column, std::string what) {
    error_.line = lines_.number();
    error_.column = column;
    error_.what = std::move(what);
    return false;
  }

  [[nodiscard]] bool fail_at(std::string_view word, std::string what) {
    return fail(column_of(lines_.line(), word), std::move(what));
  }

  // Moves on to the next line that is not empty.
  [[nodiscard]] bool next_line() {
    at_ = 0;
    return lines_.next_not_empty();
  }
  // The next word of the line; empty at its end.
  [[nodiscard]] std::string_view word() { return next_word(lines_.line(), at_); }
  // Whether no word is left.
  [[nodiscard]] bool end_line() {
    const std::string_view extra = word();
    return extra.empty() || fail_at(extra, "unexpected " + quote(extra));
  }

  // Each reads a number that must fill `word` and is called `what` in errors; then `out` is
  // unchanged. A length is a finite number from 0 up.
  [[nodiscard]] bool parse_whole(std::string_view word, std::string_view what, std::int32_t low,
                                 std::int32_t high, std::int32_t& out);
  [[nodiscard]] bool parse_length(std::string_view word, std::string_view what, double& out);

  TextLines lines_;
  FileError error_;

 private:
  std::size_t at_ = 0;  // behind the last word()
};

}  // namespace taut
TAUT_API_END
