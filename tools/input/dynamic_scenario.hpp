// Scenarios of version 2, whose map changes between queries, as the dynamic track of the Grid-Based
// Path Planning Competition has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <taut/engine/scenario_file.hpp>

namespace taut::tools {

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

}  // namespace taut::tools
