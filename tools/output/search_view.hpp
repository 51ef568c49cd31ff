// What a search looked at and found, as shapes: for pictures.
#pragma once

#include <taut/engine/portal.hpp>
#include <taut/point.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace taut::tools {

// The corners of a convex shape, in order.
using Outline = std::vector<Point>;

// Its numbers and their names, for text.
struct SearchFigures {
  const char* node_name = "nodes";  // what the search expands
  const char* cell_name = "cells";
  std::optional<std::size_t> corridor;  // cells; nothing where the corridor is not known
  std::optional<std::size_t> portals;   // that the path was pulled through
};

struct SearchView {
  std::vector<Outline> cells;    // of the map; empty where they are tiles
  std::vector<Outline> seen;     // by the search, but for tiles
  std::vector<bool> seen_tiles;  // by id; empty where the search saw none
  std::vector<Outline> corridor;
  std::vector<Portal> portals;  // of the corridor
};

}  // namespace taut::tools
