// Scripts of `taut replay`: edits and queries in turn.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "map_input.hpp"
#include "terrain.hpp"
#include "tools/output/floors.hpp"

namespace taut::tools {

enum class StepKind : std::uint8_t {
  block,
  open,
  cost,
  terrain_class,
  link_on,
  link_off,
  link_cost,
  path
};

struct ScriptStep {
  StepKind kind = StepKind::path;
  TileRect tiles{};      // of an edit, on the grid; empty where none of them is on the map
  float factor = 1.0F;   // of a cost or a class
  std::size_t link = 0;  // its index
  double cost = 0.0;     // of a link
  Tile start;            // of a query, in tiles of the floor
  Tile goal;
  std::size_t start_floor = 0;
  std::size_t goal_floor = 0;
  std::string text;  // "file:line: " and the words
};

// The map that a script is for.
struct ScriptMap {
  const Grid& grid;
  const Floors& floors;
  std::span<const MapLink> links;
  const std::optional<Terrain>& terrain;  // says what classes cost
};

// Reads the lines
//
//   block X0 Y0 X1 Y1 | open X0 Y0 X1 Y1 | cost X0 Y0 X1 Y1 C | class X0 Y0 X1 Y1 C
//   link ID on | link ID off | link ID cost C
//   path SX SY GX GY
//
// where, on several floors, the number of the floor stands before each place. Text after # is a
// comment. Throws Failure with file and line for anything else, for queries from or to a tile
// outside the map, and for links that are not there.
[[nodiscard]] std::vector<ScriptStep> load_script(const std::string& file, const ScriptMap& map);

}  // namespace taut::tools
