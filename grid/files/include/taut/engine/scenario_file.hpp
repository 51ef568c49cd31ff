// MovingAI `.scen` files, lists of queries on a map: reads and writes version 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>
#include <taut/map_file.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

// One line of a scenario: from the centre of one tile to the centre of another.
struct ScenarioQuery {
  std::int32_t bucket = 0;
  std::string map{};  // as in the file, possibly with folders
  std::int32_t map_width = 0;
  std::int32_t map_height = 0;
  Tile start{};
  Tile goal{};
  double octile_length = 0.0;  // of the shortest tile path without corner cutting, by the file

  friend bool operator==(const ScenarioQuery&, const ScenarioQuery&) = default;
};

// Reads `version 1` (or 1.0), then a query per line: bucket, map, map width, map height, start x,
// start y, goal x, goal y, octile length. A line with eight tabs is split at its tabs, and its map
// name may contain spaces; any other line is split at runs of tabs and spaces. Blank lines and a
// UTF-8 byte order mark are ignored; lines end in LF or CRLF. A file without queries gives an empty
// list.
//
// Errors    with line and column: a missing or unreadable file, one above 512 MiB; a missing or
//           unknown version; too few or too many columns; a map name with control characters; a
//           bucket, size or tile number that is not an integer, sizes outside 1 to kMaxMapSide, a
//           start or goal outside the size that its line gives; a length that is not a number,
//           negative or not finite.
// Cost      linear in the file.
// Source    N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 2012.
[[nodiscard]] Loaded<std::vector<ScenarioQuery>> load_scenario(const std::string& file);

// The same from text in memory; `name` replaces the file name in errors.
[[nodiscard]] Loaded<std::vector<ScenarioQuery>> read_scenario(std::string_view text,
                                                               std::string_view name);

// Writes the queries as a scenario file, columns separated by tabs, lines ending in LF.
// read_scenario() reads back the same queries: a length is printed in the shortest form that reads
// back as the same double. Check the stream's state for write errors.
//
// Requires  queries as read_scenario() returns them: sizes, tiles and lengths in their ranges, a
//           map name that is not empty, contains no control characters, and neither begins nor ends
//           with a space.
void write_scenario(std::span<const ScenarioQuery> queries, std::ostream& out);

}  // namespace taut
TAUT_API_END
