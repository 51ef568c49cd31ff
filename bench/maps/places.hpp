// Random places on a map, the same for a seed on every run.
#pragma once

#include <taut/grid.hpp>

#include <cstdint>
#include <random>

namespace taut::bench {

class Places {
 public:
  explicit Places(const Grid& grid, std::uint32_t seed = 20261121) : grid_(grid), random_(seed) {}

  // From 0 to bound - 1.
  [[nodiscard]] int below(int bound) {
    return static_cast<int>(random_() % static_cast<std::uint32_t>(bound));
  }
  // A lattice point of the map extended by `border` tiles on each side; not a corner of a tile.
  [[nodiscard]] Point point(int border);
  [[nodiscard]] Tile tile() { return {below(grid_.width()), below(grid_.height())}; }
  // Requires a walkable tile in the map.
  [[nodiscard]] Tile walkable_tile();
  // A lattice point inside a tile.
  [[nodiscard]] Point point_in(Tile tile);

 private:
  const Grid& grid_;
  std::mt19937 random_;
};

}  // namespace taut::bench
