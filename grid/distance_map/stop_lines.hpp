// Where straight runs of tile steps stop.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/engine/tile_bits.hpp>

namespace taut {

// A run stops on a tile when it cannot go on, or when a tile beside is walkable and the one before
// it is not: from there other steps may be needed too. Bits, with the words of the same columns
// behind each other: runs up and down read neighbouring words, those of neighbouring rows too.
class StopLines {
 public:
  StopLines(int width, int height)
      : height_(static_cast<std::size_t>(height)),
        words_per_row_((static_cast<std::size_t>(width) + 1) / 64 + 1),
        words_(4 * words_per_row_ * height_) {}

  // Reads rows first_row to last_row.
  void derive(const TileBits& walkable, int first_row, int last_row) noexcept;

  // The tiles that a run along its row, in direction dx, can make from a tile before it stops, at
  // least 1, and whether it stops there: it ends after `most`.
  struct Run {
    int length;
    bool is_stopped;
  };
  template <int dx>
  [[nodiscard]] Run row_run(Tile from, int most) const noexcept;

  // The words of column x for runs in direction dy, by row, and the bit of the column.
  template <int dy>
  [[nodiscard]] const std::uint64_t* column(int x) const noexcept {
    return plane(dy > 0 ? 2 : 3) + static_cast<std::size_t>(x + 1) / 64 * height_;
  }
  [[nodiscard]] static std::uint64_t column_bit(int x) noexcept {
    return std::uint64_t{1} << (static_cast<unsigned>(x + 1) % 64);
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return words_.size() * sizeof(std::uint64_t);
  }

 private:
  [[nodiscard]] const std::uint64_t* plane(std::size_t i) const noexcept {
    return words_.data() + i * words_per_row_ * height_;
  }

  std::size_t height_;
  std::size_t words_per_row_;
  std::vector<std::uint64_t> words_;  // right, left, down, up
};

template <int dx>
StopLines::Run StopLines::row_run(Tile from, int most) const noexcept {
  const std::uint64_t* const words = plane(dx > 0 ? 0 : 1) + static_cast<std::size_t>(from.y);
  const int first = from.x + 1 + dx;  // the bit of the tile after `from`
  std::size_t i = static_cast<std::size_t>(first) / 64;
  const unsigned shift = static_cast<unsigned>(first) % 64;
  std::uint64_t stops = words[i * height_];
  int length = 0;
  if constexpr (dx > 0) {
    stops = stops >> shift << shift;
    length = 1 - static_cast<int>(shift);
    while (stops == 0 && length < most) {
      stops = words[++i * height_];
      length += 64;
    }
    length += std::countr_zero(stops);
  } else {
    stops = stops << (63 - shift) >> (63 - shift);
    length = static_cast<int>(shift) + 1 - 63;
    while (stops == 0 && length + 63 <= most) {
      stops = words[--i * height_];
      length += 64;
    }
    length += std::countl_zero(stops);
  }
  return length <= most ? Run{length, true} : Run{most, false};
}

}  // namespace taut
