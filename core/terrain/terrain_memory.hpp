// The memory of cheap paths over tiles (internal).
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/detail/unset_array.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/weighted_pull.hpp>
#include <taut/point.hpp>

namespace taut {

// The memory of a TerrainPath.
class TAUT_LOCAL TerrainMemory {
 public:
  // For corridors of at most `tiles` tiles.
  explicit TerrainMemory(std::size_t tiles);

  [[nodiscard]] std::size_t tiles() const noexcept { return tiles_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  detail::UnsetArray<Point> points;  // of the path of steps
  detail::UnsetArray<Point> pulled;
  detail::UnsetArray<detail::Vector> crossings;  // of the corridor's edges
  detail::UnsetArray<TileId> corridors[2];
  detail::UnsetArray<Portal> portals;
  detail::UnsetArray<std::uint32_t> portal_tiles;  // the tile behind each
  detail::UnsetArray<float> costs;
  WeightedScratch weighted;

 private:
  std::size_t tiles_;
};

inline TerrainMemory::TerrainMemory(std::size_t tiles)
    : points(max_path_points(tiles)),
      pulled(max_path_points(tiles)),
      crossings(tiles + 1),
      corridors{detail::UnsetArray<TileId>(tiles), detail::UnsetArray<TileId>(tiles)},
      portals(tiles),
      portal_tiles(tiles),
      costs(tiles),
      weighted(tiles),
      tiles_(tiles) {}

inline std::size_t TerrainMemory::memory_bytes() const noexcept {
  return weighted.memory_bytes() + 2 * max_path_points(tiles_) * sizeof(Point) +
         (tiles_ + 1) * sizeof(detail::Vector) +
         tiles_ * (2 * sizeof(TileId) + sizeof(Portal) + sizeof(std::uint32_t) + sizeof(float));
}

}  // namespace taut
