// Reading and writing maps: MovingAI `.map` files and plain ASCII drawings.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include <taut/file_error.hpp>
#include <taut/grid.hpp>

namespace taut {

// Reads a map. A file whose first line begins with the word `type`, `height`, `width` or `map` is a
// MovingAI map: `type octile`, then `height H` and `width W` in either order, `map`, and H rows of
// W characters. Anything else is a plain drawing: every line is a row, all equally long.
//
// In both, `.`, `G` and `S` are walkable and every other character is blocked, the space too. Rows
// hold printable ASCII only. Lines end in LF or CRLF, the last one may end without; a UTF-8 byte
// order mark, and empty lines before the first line and after the last row, are ignored.
//
// Errors    with line and column: a missing or unreadable file, one of nothing but empty lines, one
//           above 512 MiB; a type other than octile, an unknown, repeated or missing header line,
//           sizes that are no whole numbers within 1 to kMaxMapSide; rows too short, too long, too
//           few or too many; control characters and bytes beyond ASCII in a row.
// Cost      linear in the file. Sizes are believed only as far as rows follow: memory grows with
// the
//           rows read.
// Source    N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 2012.
[[nodiscard]] Loaded<Grid> load_map(const std::string& file);

// The same from text in memory; `name` stands for the file in errors.
[[nodiscard]] Loaded<Grid> read_map(std::string_view text, std::string_view name);

// Writes the grid as a MovingAI map, `.` and `@`, lines ending in LF. What read_map() reads back is
// the same grid; terrain costs are not kept. Whether it could be written, the stream's state tells.
void write_map(const Grid& grid, std::ostream& out);

}  // namespace taut
