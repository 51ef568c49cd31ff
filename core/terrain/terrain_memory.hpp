// The memory of cheap paths over tiles (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>
#include <taut/portal.hpp>
#include <taut/tile.hpp>
#include <taut/weighted_pull.hpp>

namespace taut {

// The memory of a TerrainPath.
class TAUT_LOCAL TerrainMemory {
 public:
  // For corridors of at most `tiles` tiles.
  explicit TerrainMemory(std::size_t tiles);

  [[nodiscard]] std::size_t tiles() const noexcept { return tiles_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  std::unique_ptr<Point[]> points;  // of the path of steps
  std::unique_ptr<Point[]> pulled;
  std::unique_ptr<detail::Vector[]> crossings;  // of the corridor's edges
  std::unique_ptr<TileId[]> corridors[2];
  std::unique_ptr<Portal[]> portals;
  std::unique_ptr<std::uint32_t[]> portal_tiles;  // the tile behind each
  std::unique_ptr<float[]> costs;
  WeightedScratch weighted;

 private:
  std::size_t tiles_;
};

inline TerrainMemory::TerrainMemory(std::size_t tiles)
    : points(std::make_unique<Point[]>(max_path_points(tiles))),
      pulled(std::make_unique<Point[]>(max_path_points(tiles))),
      crossings(std::make_unique_for_overwrite<detail::Vector[]>(tiles + 1)),
      corridors{std::make_unique_for_overwrite<TileId[]>(tiles),
                std::make_unique_for_overwrite<TileId[]>(tiles)},
      portals(std::make_unique_for_overwrite<Portal[]>(tiles)),
      portal_tiles(std::make_unique_for_overwrite<std::uint32_t[]>(tiles)),
      costs(std::make_unique_for_overwrite<float[]>(tiles)),
      weighted(tiles),
      tiles_(tiles) {}

inline std::size_t TerrainMemory::memory_bytes() const noexcept {
  return weighted.memory_bytes() + 2 * max_path_points(tiles_) * sizeof(Point) +
         (tiles_ + 1) * sizeof(detail::Vector) +
         tiles_ * (2 * sizeof(TileId) + sizeof(Portal) + sizeof(std::uint32_t) + sizeof(float));
}

}  // namespace taut
