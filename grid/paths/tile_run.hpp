// Runs of equal steps of a tile corridor (internal).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>

#include <taut/point.hpp>

namespace taut::detail {

// `length` equal steps to a neighbour.
struct TileRun {
  Tile step;
  std::int32_t length = 0;
};

// The run from one tile to another; std::nullopt when they lie on no common row, column or diagonal
// or are the same.
[[nodiscard]] inline std::optional<TileRun> find_run(const Tile& from, const Tile& to) noexcept {
  const std::int32_t dx = to.x - from.x;
  const std::int32_t dy = to.y - from.y;
  const std::int32_t length = std::abs(dx) > std::abs(dy) ? std::abs(dx) : std::abs(dy);
  if (length == 0 || (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy))) return std::nullopt;
  return TileRun{{dx / length, dy / length}, length};
}

}  // namespace taut::detail
