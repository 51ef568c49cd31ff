// Area and momentum of units per tile, in blocks of tiles that are made where units are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vec.hpp"

namespace taut::crowds {

class FlowMap {
 public:
  struct Cell {
    float area = 0.0F;
    Vec momentum;
  };

  FlowMap(int width, int height);

  void clear() noexcept;
  // Divides a unit over the four tiles whose centres are around it; the place is in tiles.
  void add(Vec place, float area, Vec velocity);
  // Any coordinates are allowed.
  [[nodiscard]] const Cell& at(int x, int y) const noexcept {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return blocks_[0][0];
    return blocks_[block_of_[block_id(x, y)]][cell_id(x, y)];
  }

 private:
  static constexpr int kShift = 5;
  static constexpr int kSide = 1 << kShift;
  using Block = std::array<Cell, std::size_t{kSide} * kSide>;

  [[nodiscard]] std::size_t block_id(int x, int y) const noexcept {
    return static_cast<std::size_t>(y >> kShift) * static_cast<std::size_t>(blocks_wide_) +
           static_cast<std::size_t>(x >> kShift);
  }
  [[nodiscard]] static std::size_t cell_id(int x, int y) noexcept {
    return static_cast<std::size_t>((y & (kSide - 1)) * kSide + (x & (kSide - 1)));
  }

  int width_;
  int height_;
  int blocks_wide_;
  std::vector<std::uint32_t> block_of_;  // 0: the empty block
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> used_;  // ids of blocks of the map
  std::size_t taken_ = 1;            // of blocks_
};

}  // namespace taut::crowds
