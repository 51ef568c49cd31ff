// MovingAI `.scen` files, lists of queries on a map: reads and writes version 1, reads version 2,
// whose map changes between queries.
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

// ---- Version 2, which the dynamic track of the Grid-Based Path Planning Competition uses. ----

// A patch replaces tiles of the map; its first tile comes to `at`.
struct PlacedPatch {
  std::size_t patch = 0;  // the index in DynamicScenario::patches
  Tile at{};

  friend bool operator==(const PlacedPatch&, const PlacedPatch&) = default;
};

struct DynamicQuery {
  std::vector<PlacedPatch> before{};  // applied before the query, in this order
  ScenarioQuery query{};              // its map is the name of the file of patches
};

// Before the first patch all tiles of the map are walkable.
struct DynamicScenario {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<Grid> patches{};
  std::vector<DynamicQuery> queries{};
};

// Reads a scenario of version 2, and the file of patches that it names, in its folder:
//
//     version 2
//     height 209
//     width 281
//     cost 1 octile
//     patch arena.patch
//     commands
//     P 0 0 81 162
//     Q 0 6 144 277 165 279.7
//
// `cost`: the number of costs of each query, and their names; one is `octile`. `P`: bucket, patch,
// and the tile where it begins. `Q`: bucket, start x, start y, goal x, goal y, and the
// costs. The patches: `type patch`, `patches N`, and N times `patch I` with I from 0 up, `height
// H`, `width W`, `map` and H rows, as those of a map. Words are separated by spaces and tabs; empty
// lines are ignored; lines end in LF or CRLF.
//
// Errors    with file, line and column: those of load_scenario() and load_map(); lines in another
//           order, no cost `octile`, a patch that does not exist or reaches beyond the map.
// Cost      linear in the files.
// Source    the start kit of the competition, 2023: github.com/gppc-dev/startkit-dynamic.
[[nodiscard]] Loaded<DynamicScenario> load_dynamic_scenario(const std::string& file);

// The same from texts in memory; the names replace those of the files in errors.
[[nodiscard]] Loaded<DynamicScenario> read_dynamic_scenario(std::string_view text,
                                                            std::string_view name,
                                                            std::string_view patches,
                                                            std::string_view patches_name);

}  // namespace taut
TAUT_API_END
