// Reading and writing maps: MovingAI `.map` files and plain ASCII drawings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// Why something could not be read, and where. Lines and columns count from 1, columns in bytes (a
// tab counts 1, a UTF-8 byte order mark 0); 0 means that the error has no single line or column.
struct FileError {
  std::string file{};
  std::size_t line = 0;
  std::size_t column = 0;
  std::string what{};  // names the offending value; printable for any file

  // "file:line:column: what"; numbers that are 0 are omitted.
  [[nodiscard]] std::string message() const;
};

// A value, or the error that prevented reading it.
template <class T>
struct Loaded {
  std::optional<T> value{};
  FileError error{};  // meaningful when there is no value

  [[nodiscard]] explicit operator bool() const noexcept { return value.has_value(); }
};

// Largest file that is read: larger than every map (16 384 x 16 384 tiles are 256 MiB) and every
// realistic scenario.
inline constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20U;

// Reads a whole file unchanged in one pass, so pipes work too.
//
// Errors    a missing or unreadable file, and one larger than kMaxFileBytes, which is not read
//           further.
[[nodiscard]] Loaded<std::string> load_text(const std::string& file);

// What a letter of a map stands for: a printable character of ASCII.
struct MapLetter {
  char letter = '.';
  std::uint8_t terrain_class = 0;
  TileState state = TileState::walkable;
};

// Reads a map. A file whose first line begins with the word `type`, `height`, `width` or `map` is a
// MovingAI map: `type octile`, then `height H` and `width W` in either order, `map`, and H rows of
// W characters. Any other file is a plain drawing: every line is a row, and all rows have the same
// length.
//
// In both, `.`, `G` and `S` are walkable and every other character, including space, is blocked;
// all are of class 0. `letters` are those that stand for something else:
//
//     constexpr taut::MapLetter kLetters[] = {{'S', kSwamp}, {'W', kWater}};
//     taut::Loaded<taut::Grid> map = taut::load_map("a.map", kLetters);
//
// Rows hold printable ASCII only. Lines end in LF or CRLF, optional for the last line; a UTF-8 byte
// order mark, and empty lines before the first line and after the last row, are ignored.
//
// Errors    with line and column: a missing or unreadable file, one with empty lines only, one
//           above 512 MiB; a type other than octile, an unknown, repeated or missing header line,
//           sizes that are not integers from 1 to kMaxMapSide; rows too short, too long, too few or
//           too many; control characters and bytes beyond ASCII in a row; a drawing without a
//           walkable tile, but with a character other than `@`, `#`, `O`, `T`, `W`, `X`, space and
//           those of `letters`. Without a line: a letter that is not printable, or given twice.
// Cost      linear in the file. Sizes are believed only as far as rows follow: memory grows with
//           the rows read.
// Source    N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 2012.
[[nodiscard]] Loaded<Grid> load_map(const std::string& file,
                                    std::span<const MapLetter> letters = {});

// The same from text in memory; `name` replaces the file name in errors.
[[nodiscard]] Loaded<Grid> read_map(std::string_view text, std::string_view name,
                                    std::span<const MapLetter> letters = {});

// Writes the grid as a MovingAI map, `.` and `@`, lines ending in LF. read_map() reads back the
// same grid; classes are not written. Check the stream's state for write errors.
void write_map(const Grid& grid, std::ostream& out);

// The text of a MovingAI map, from which read_map() reads back the same tiles and classes by the
// same letters. Each tile is the first letter that stands for it; those of class 0 without one are
// `.` and `@`, or, if these stand for something else, another that read_map() knows.
//
// Errors    those of read_map() for letters; a tile for which no letter stands, which `what` names.
[[nodiscard]] Loaded<std::string> format_map(const Grid& grid,
                                             std::span<const MapLetter> letters = {});

}  // namespace taut
TAUT_API_END
