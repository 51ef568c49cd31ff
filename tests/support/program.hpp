// Runs the taut program as a user does, and reads its output.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <taut/engine/geometry.hpp>

#include "support/temporary_folder.hpp"

namespace taut::test {

struct ProgramRun {
  int status = -1;  // exit status; 128 + the signal when one ended it
  std::string out;
  std::string err;
};

// Runs the program with these arguments and waits for it. Standard output goes to `out_file` when
// it is named.
[[nodiscard]] ProgramRun run_program(const std::vector<std::string>& arguments,
                                     const std::string& out_file = "");

// The same, with the bytes of `in_file` on standard input, through a pipe.
[[nodiscard]] ProgramRun run_program_piped(const std::vector<std::string>& arguments,
                                           const std::string& in_file);

// The same, with a limit on the size of files in KiB.
[[nodiscard]] ProgramRun run_program_with_file_limit(const std::vector<std::string>& arguments,
                                                     int kibibytes);

// The same, with a reader that closes the pipe at once.
[[nodiscard]] ProgramRun run_program_unread(const std::vector<std::string>& arguments);

// Whether the program rejected its input: status 2, nothing on stdout and one line "taut: ..." on
// stderr that contains each of the fragments. Prints the difference to stderr.
[[nodiscard]] bool is_refused(const ProgramRun& run, const std::vector<std::string>& fragments);

[[nodiscard]] std::string read_file(const std::string& name);
[[nodiscard]] std::vector<std::string> split(const std::string& text, char separator);
// Lines that end in LF; what follows the last LF must be empty.
[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);

// The cells of a CSV file without quotes, row by row, that of the header first.
[[nodiscard]] std::vector<std::vector<std::string>> read_csv(const std::string& file);

// The value after a name at the beginning of a line, as in "length    4.5"; empty when there is no
// such line.
[[nodiscard]] std::string value_of(const std::string& text, std::string_view name);

// The centre of the tile whose numbers are in this column of a row and the next.
[[nodiscard]] Point tile_center(const std::vector<std::string>& row, std::size_t column);

// "x y;x y;..."
[[nodiscard]] std::vector<Point> parse_points(const std::string& text);

// Whether two numbers are the same but for rounding; `tolerance` is absolute.
[[nodiscard]] inline bool is_near(double a, double b, double tolerance = 1e-9) {
  return std::fabs(a - b) <= tolerance;
}

// Why a text is not a well-formed XML document; empty when it is. Knows elements, attributes,
// character references, comments and the declaration: what SVG files are made of.
[[nodiscard]] std::string find_xml_fault(std::string_view text);

}  // namespace taut::test
