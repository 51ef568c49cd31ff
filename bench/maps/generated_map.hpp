// Maps that are made instead of loaded.
#pragma once

#include <taut/grid.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace taut::bench {

enum class MapKind : std::uint8_t {
  empty,    // no obstacle
  random,   // PERCENT of the tiles blocked, 10 unless told
  pillars,  // a blocked tile in each STEP x STEP tiles, 2 unless told
  rows      // SIDE x 5 tiles, with pillars on every other tile of the rows 1 and 3
};

// KIND:SIDE, random:SIDE:PERCENT or pillars:SIDE:STEP.
struct GeneratedMap {
  MapKind kind;
  int side;
  int number;  // PERCENT or STEP

  [[nodiscard]] Grid make() const;
};

// Copies of a map side by side, cut to this size.
[[nodiscard]] Grid repeat(const Grid& grid, int width, int height);

// Nothing when the text does not begin with a kind and a colon. Throws Failure when what follows
// is wrong.
[[nodiscard]] std::optional<GeneratedMap> parse_generated_map(std::string_view text);

}  // namespace taut::bench
