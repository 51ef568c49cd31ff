// What a distance map is computed in.
#pragma once

#include <cstdint>
#include <memory>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>

#include "grid/distance_map/stop_lines.hpp"
#include "grid/distance_map/tile_queue.hpp"

namespace taut {

struct TAUT_LOCAL DistanceMapMemory {
  explicit DistanceMapMemory(const Grid& grid)
      : walkable(grid.width(), grid.height()),
        queue(grid.tile_count()),
        passed(std::make_unique_for_overwrite<std::uint8_t[]>(grid.tile_count())),
        stops(grid.width(), grid.height()) {}

  [[nodiscard]] bool fits(const Grid& grid) const noexcept {
    return walkable.width() == grid.width() && walkable.height() == grid.height();
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    const auto tiles =
        static_cast<std::size_t>(walkable.width()) * static_cast<std::size_t>(walkable.height());
    return sizeof *this + walkable.memory_bytes() + stops.memory_bytes() +
           tiles * (TileQueue::kTileBytes + sizeof(std::uint8_t));
  }

  TileBits walkable;
  TileQueue queue;
  // For each tile reached, the steps by which it was reached at its cost.
  std::unique_ptr<std::uint8_t[]> passed;
  StopLines stops;
};

}  // namespace taut
