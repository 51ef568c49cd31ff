// Floods from the tiles in a queue.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/distance_map.hpp>
#include <taut/engine/tile_steps.hpp>
#include <taut/grid.hpp>

#include "grid/distance_map/stop_lines.hpp"
#include "grid/distance_map/tile_queue.hpp"

namespace taut {

// What a distance map is computed in.
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

// To a multiple of 2^-24, so that sums are exact.
[[nodiscard]] inline double round_summand(double value) noexcept {
  constexpr double kPerUnit = 16777216.0;
  return std::nearbyint(value * kPerUnit) / kPerUnit;
}

// What both floods need. Before them `numbers` has the goals' values and kUnreachedTile elsewhere,
// the goals are queued with all steps, and memory.walkable is what may be walked.
struct TileFlood {
  const Grid& grid;
  const TileSteps& steps;
  double limit;
  DistanceMapMemory& memory;
  float* numbers;
  // From this number on costs that differ may be the same number, so that costs are kept too.
  float exact_from;
  std::span<const TileLink> links{};
  // The others' distances, of an escape map; else null.
  const float* theirs = nullptr;

  // The least number that a tile of an escape map may have.
  [[nodiscard]] double earliest(TileId tile) const noexcept {
    return -static_cast<double>(std::min(theirs[tile], kMostLead));
  }

  // Records a cost of a tile if it is less than the one known.
  enum class Reached : std::uint8_t { first, again, worse };
  [[nodiscard]] Reached relax(TileId tile, double cost) const noexcept {
    const auto number = static_cast<float>(cost);
    const float known = numbers[tile];
    if (number > known) return Reached::worse;
    if (number == known) {
      if (number < exact_from || cost == memory.queue.cost(tile)) return Reached::again;
      if (cost > memory.queue.cost(tile)) return Reached::worse;
    }
    numbers[tile] = number;
    if (number >= exact_from) memory.queue.set_cost(tile, cost);
    return Reached::first;
  }

  // Whether a tile that was taken from the queue is still to be expanded.
  [[nodiscard]] bool is_current(TileId tile) const noexcept {
    return memory.queue.is_of_level(tile) &&
           static_cast<float>(memory.queue.cost(tile)) == numbers[tile];
  }
};

// In straight runs, for steps that cost 1 or the length of a diagonal, and rules that cut no
// corner. Requires memory.stops. Returns the tiles taken from the queue.
[[nodiscard]] std::size_t flood_by_runs(const TileFlood& flood) noexcept;

// Step by step, for any costs and any rule, and over links. Requires mark_links().
[[nodiscard]] std::size_t flood_by_steps(const TileFlood& flood) noexcept;

// Whether no cost is NaN or negative, and they are in the order of DistanceMapOptions::links.
[[nodiscard]] bool are_links(std::span<const TileLink> links) noexcept;

// Sets memory.passed of the tiles that usable links lead to, and clears that of all others. Returns
// whether there is a usable link.
[[nodiscard]] bool mark_links(const TileFlood& flood) noexcept;

}  // namespace taut
