// What the engine builds from a map: sizes, times, memory.
#pragma once

#include <taut/engine/quadtree.hpp>
#include <taut/grid.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace taut::tools {

struct Built {
  double us = 0.0;
  std::size_t bytes = 0;
};

struct MapInfo {
  Built grid;  // from bytes in memory, its components included
  Built quadtree;
  Built mesh;
  Built landmarks;
  LeafCounts leaves;
  std::size_t cells = 0;
  std::size_t edges = 0;
  std::size_t search_scratch_bytes = 0;
  std::size_t optimal_scratch_bytes = 0;
  std::optional<Built> index;  // if it was requested: it takes seconds; 0 bytes where it would take
                               // more than World::kDefaultIndexBytes
  std::size_t index_corners = 0;
};

// Landmarks per component whose time and bytes are measured.
inline constexpr std::size_t kInfoLandmarks = 8;

// How far discs of a radius that start or end on tile centres slide to where they fit.
struct SlideInfo {
  double radius = 0.0;
  std::size_t fit = 0;      // tiles whose centre has room
  std::size_t slide = 0;    // to a place at most two radii away
  std::size_t nowhere = 0;  // there is none
  double mean = 0.0;        // distance of those that slide, in tiles
  double most = 0.0;
};

// For discs that are one, two and four tiles wide.
[[nodiscard]] std::vector<SlideInfo> measure_slides(const Grid& grid);

[[nodiscard]] MapInfo measure_map(const Grid& grid, std::size_t most_index_bytes);

}  // namespace taut::tools
