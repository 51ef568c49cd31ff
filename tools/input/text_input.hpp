// Parsing of user input: numbers, points, lines and words of text files.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taut::tools {

// The whole text as a decimal number: optional sign, digits, fraction, exponent. std::nullopt for
// anything else, including "nan", "inf" and hexadecimal numbers, and for values that overflow a
// double.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

// The whole text as an integer of 32 bits: an optional sign and digits.
[[nodiscard]] std::optional<std::int32_t> parse_integer(std::string_view text);

// A value in a message: a long one is cut, as the library's readers cut it.
[[nodiscard]] std::string shorten(std::string_view text);

// Throws Failure, which begins with `named` ("start 5"), when the text has no comma: a point is
// "X,Y".
void check_has_comma(std::string_view named, std::string_view text);

// A point in the syntax of the command line, "X,Y" in tiles. An integer coordinate (`3`) means the
// middle of that tile (3.5); one with a point or an exponent (`3.0`, `3.25`) is a position and is
// snapped to the lattice. The point is in tiles of the map, whose place on the grid is given; the
// result is on the grid. Throws Failure, which begins with `named` ("start 5,10"), when the text is
// not such a point or lies outside the map.
[[nodiscard]] Point parse_point(std::string_view named, std::string_view text, const TileRect& map);

// Why parse_integer() refuses a text: "\"1.5\" is not an integer", or that it is out of range.
[[nodiscard]] std::string explain_integer(std::string_view text);

// The words of a line, separated by spaces and tabs.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view line);

// The lines of a text, in order, without LF or CRLF and without a UTF-8 byte order mark.
class LineReader {
 public:
  explicit LineReader(std::string_view text) noexcept;

  // Moves on to the next line. False at the end of the text; then the line is still the last one.
  [[nodiscard]] bool next() noexcept;

  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  // The number of the line, from 1.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
};

// The whole file, which is read once. Throws Failure when it cannot be read or exceeds
// kMaxFileBytes (map_file.hpp).
[[nodiscard]] std::string read_file(const std::string& file);

}  // namespace taut::tools
