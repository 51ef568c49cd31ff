// Reading what people write: numbers, points, lines and words of text files.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taut::tools {

// The whole text as a decimal number: optional sign, digits, fraction, exponent. Nothing for
// anything else, "nan", "inf" and hexadecimal among it, and for what overflows a double.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

// The whole text as an integer of 32 bits: an optional sign and digits.
[[nodiscard]] std::optional<std::int32_t> parse_integer(std::string_view text);

// Throws Failure, naming `what` ("start") and the value, when the text has no comma: a point is
// "X,Y".
void check_has_comma(std::string_view what, std::string_view text);

// A point as the command line has it, "X,Y" in tiles. A coordinate in whole-number syntax (`3`)
// means the middle of that tile (3.5); one with a point or an exponent (`3.0`, `3.25`) is taken as
// it is and snapped to the lattice. Throws Failure, naming `what` ("start") and the value, when the
// text is no such point or lies outside the grid.
[[nodiscard]] Point parse_point(std::string_view what, std::string_view text, const Grid& grid);

// The words of a line, parted by blanks and tabs.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view line);

// The lines of a text one after the other, without their LF or CRLF and without a UTF-8 byte order
// mark.
class LineReader {
 public:
  explicit LineReader(std::string_view text) noexcept;

  // Moves on to the next line. False at the end of the text; then the line is still the last one.
  [[nodiscard]] bool next() noexcept;

  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  // Of the line, from 1.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
};

// The whole file, which is read once. Throws Failure when it cannot be read or exceeds
// kMaxFileBytes (file_error.hpp).
[[nodiscard]] std::string read_file(const std::string& file);

}  // namespace taut::tools
