// Cheap paths on quadtrees with terrain costs, from a corridor of leaves (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/path_query.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/quadtree_search.hpp>

#include "core/terrain/terrain_memory.hpp"

namespace taut {

// The tiles of a quadtree, as core/terrain requires them.
class LeafTiles {
 public:
  explicit LeafTiles(const Quadtree& tree) noexcept
      : tree_(tree), costs_(tree.tile_costs()), width_(static_cast<TileId>(tree.width())) {}

  [[nodiscard]] bool is_walkable(const Tile& tile) const noexcept {
    return tree_.is_walkable(tile);
  }
  [[nodiscard]] TileId id(const Tile& tile) const noexcept {
    return static_cast<TileId>(tile.y) * width_ + static_cast<TileId>(tile.x);
  }
  [[nodiscard]] Tile tile(TileId id) const noexcept {
    return {static_cast<int>(id % width_), static_cast<int>(id / width_)};
  }
  [[nodiscard]] float cost(TileId id) const noexcept { return costs_.empty() ? 1.0F : costs_[id]; }

 private:
  const Quadtree& tree_;
  std::span<const float> costs_;
  TileId width_;
};

// The longest corridor of tiles for which a path over a tree with costs is smoothed. Longer ones
// are rare, and their memory is large.
[[nodiscard]] std::size_t max_terrain_tiles(const Quadtree& tree) noexcept;

// Writes the cheapest path from start, in the first leaf of the corridor, to goal, in the last one,
// through its leaves. With Smoothing::raycast it then moves the path to where it is cheaper, tile
// by tile. Returns status, count, length and cost; out_of_nodes when the corridor has more leaves
// than the memory has room for.
[[nodiscard]] PathResult find_leaf_terrain_path(const Quadtree& tree, const Point& start,
                                                const Point& goal, std::span<const LeafId> corridor,
                                                Smoothing smoothing, TerrainMemory& memory,
                                                std::span<Point> out) noexcept;

}  // namespace taut
