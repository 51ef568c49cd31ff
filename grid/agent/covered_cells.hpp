// A bitmap of which some cells are taken away, without a copy (internal).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/engine/constants.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// Cells from `begin` to `end` - 1 of a row, free or covered all, with others beside them.
struct CellRun {
  int y;
  int begin;
  int end;
};

// The free cells of a bitmap but those that are covered.
class CoveredCells {
 public:
  // Cells may be covered in a box, which lies in the bitmap.
  CoveredCells(const TileBits& free, const TileRect& box)
      : free_(free),
        box_(box),
        stride_(static_cast<std::size_t>(box.x1 - box.x0) / 64 + 2),
        covered_(stride_ * static_cast<std::size_t>(box.y1 - box.y0)) {}

  void cover(const TileRect& cells) noexcept {
    for (int y = cells.y0; y < cells.y1; ++y) {
      std::uint64_t* const row = covered_.data() + static_cast<std::size_t>(y - box_.y0) * stride_;
      for (int x = cells.x0 - box_.x0; x < cells.x1 - box_.x0;) {
        const int bit = x % 64;
        const int count = (std::min)(64 - bit, cells.x1 - box_.x0 - x);
        row[x / 64] |= ~std::uint64_t{0} >> (64 - count) << bit;
        x += count;
      }
    }
  }

  [[nodiscard]] bool is_free(int x, int y) const noexcept {
    return free_.is_inside(x, y) && (window(x, y) & 1) != 0;
  }

  // The free run that holds a free cell.
  [[nodiscard]] CellRun run_at(int x, int y) const noexcept {
    return {y, find_begin(x, y), find_end(x, y)};
  }

  // Calls visit(CellRun) for the free runs of a row that hold a cell from `begin` to `end` - 1.
  template <class Visit>
  void for_each_run(int y, int begin, int end, const Visit& visit) const {
    if (y < 0 || y >= free_.height()) return;
    int x = begin;
    while (x < end) {
      const std::uint64_t bits = window(x, y);
      if (bits == 0) {
        x += 64;
        continue;
      }
      x += std::countr_zero(bits);
      if (x >= end) return;
      const CellRun run{y, x > begin ? x : find_begin(x, y), find_end(x, y)};
      visit(run);
      x = run.end + 1;
    }
  }

  // Calls visit(CellRun) for the runs of cells that were free and are covered.
  template <class Visit>
  void for_each_lost(const Visit& visit) const {
    for (int y = box_.y0; y < box_.y1; ++y) {
      int begin = -1;
      for (int x = box_.x0; x < box_.x1; x += 64) {
        std::uint64_t lost = free_.window(x, y) & covered(x, y);
        if (begin < 0 && lost == 0) continue;
        const int count = (std::min)(64, box_.x1 - x);
        for (int bit = 0; bit < count;) {
          if (begin < 0) {
            bit += std::countr_zero(lost >> bit);
            if (bit < count) begin = x + bit;
          } else {
            bit += std::countr_one(lost >> bit);
            if (bit >= count) break;
            visit(CellRun{y, begin, x + bit});
            begin = -1;
          }
        }
      }
      if (begin >= 0) visit(CellRun{y, begin, box_.x1});
    }
  }

 private:
  // Cells of a row from x on, as bits; of those beyond the bitmap the first is 0.
  [[nodiscard]] std::uint64_t window(int x, int y) const noexcept {
    return free_.window(x, y) & ~covered(x, y);
  }
  [[nodiscard]] std::uint64_t covered(int x, int y) const noexcept {
    if (y < box_.y0 || y >= box_.y1 || x >= box_.x1 || x <= box_.x0 - 64) return 0;
    const std::uint64_t* const row =
        covered_.data() + static_cast<std::size_t>(y - box_.y0) * stride_;
    const int from = x - box_.x0;
    if (from < 0) return row[0] << -from;
    const std::uint64_t* const words = row + from / 64;
    return words[0] >> (from % 64) | words[1] << 1 << (63 - from % 64);
  }
  [[nodiscard]] int find_end(int x, int y) const noexcept {
    for (;;) {
      const int count = std::countr_one(window(x, y));
      x += count;
      if (count < 64) return x;
    }
  }
  [[nodiscard]] int find_begin(int x, int y) const noexcept {
    for (;;) {
      const int low = (std::max)(x - 63, -1);
      const int count = x - low + 1;
      const int ones = std::countl_one(window(low, y) << (64 - count));
      if (ones < count) return x - ones + 1;
      x = low - 1;
    }
  }

  const TileBits& free_;
  TileRect box_;
  std::size_t stride_;                  // words per row
  std::vector<std::uint64_t> covered_;  // row by row, from the box's side on
};

}  // namespace taut::detail
