// The lines of a map, in one direction, as words of bits in which jumps are scans for set bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// Which way the bits of a line run.
enum class JumpDirection : std::uint8_t { forward, backward };

// The rows or columns of a map, for straight jumps in one direction. A jump ends before the first
// blocked tile, without a result, or at the first jump point: a tile beside which a walkable tile
// follows a blocked one. Both are bits of a line, in the order in which a jump meets them. Words of
// neighbouring lines are neighbours in memory, since a diagonal walk reads one line after the
// other. Memory: 2 bits per tile.
class JumpLines {
 public:
  // 64 tiles of a line.
  struct Word {
    std::uint64_t ends = ~std::uint64_t{0};  // blocked tiles and jump points
    std::uint64_t points = 0;                // jump points
    friend bool operator==(const Word&, const Word&) = default;
  };

  JumpLines(int lines, int places, JumpDirection direction);

  // Reads the given lines and places again. Row y of `walkable` is line y.
  void derive(const TileBits& walkable, int first_line, int last_line, int first_place,
              int last_place) noexcept;

  // The bit of a place. Jumps go from bit to bit upwards.
  [[nodiscard]] unsigned bit(int place) const noexcept {
    return static_cast<unsigned>(origin_ + step_ * place);
  }

  // The word with a bit of a line; that of the next line is behind it.
  [[nodiscard]] const Word* word(int line, unsigned bit) const noexcept {
    return words_.data() + bit / 64 * stride_ + static_cast<unsigned>(line);
  }

  // A jump from a place: the tiles it passes, and whether it ends at a jump point, which is then
  // the last of them, or at a blocked tile, which is counted too.
  struct Jump {
    int length;
    bool has_point;
  };
  [[nodiscard]] Jump jump(int line, int place) const noexcept {
    const unsigned first = bit(place) + 1;
    const Word* words = word(line, first);
    std::uint64_t ends = words->ends & ~std::uint64_t{0} << (first % 64);
    int passed = 1 - static_cast<int>(first % 64);
    while (ends == 0) {
      words += stride_;
      ends = words->ends;
      passed += 64;
    }
    return {passed + std::countr_zero(ends), (ends & (0 - ends) & words->points) != 0};
  }

  // Whether a jump that meets first the bits of `mask` in a word ends at a jump point: then not 0.
  [[nodiscard]] std::uint64_t find_point(const Word* word, std::uint64_t mask) const noexcept {
    std::uint64_t ends = word->ends & mask;
    while (ends == 0) {
      word += stride_;
      ends = word->ends;
    }
    return ends & (0 - ends) & word->points;
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept { return words_.size() * sizeof(Word); }

  friend bool operator==(const JumpLines&, const JumpLines&) = default;

 private:
  int lines_;
  int places_;
  std::size_t words_per_line_;
  std::size_t stride_;  // from a word to that of the next bits of the same line
  int origin_;
  int step_;
  std::vector<Word> words_;
};

// The diagonals of a map, for the number of diagonal steps that can be made from a tile. Each bit
// is a block of 2 x 2 tiles. Words of neighbouring diagonals are neighbours in memory. Memory: 1 to
// 2 bits per tile.
class JumpDiagonals {
 public:
  // kStep: how x changes where y grows.
  JumpDiagonals(int width, int height, int step);

  void derive(const TileBits& walkable, const TileRect& tiles) noexcept;

  // Diagonal steps from a tile until one is not allowed, downwards (y grows) or upwards.
  [[nodiscard]] int count_down(int x, int y) const noexcept {
    // The block of the step from (x, y) down; behind it are those further down.
    const std::uint64_t* word = &words_[place(step_ > 0 ? x : x - 1, y)];
    const unsigned bit = (static_cast<unsigned>(y) + 1) % 64;
    std::uint64_t ends = *word & ~std::uint64_t{0} << bit;
    int passed = -static_cast<int>(bit);
    while (ends == 0) {
      word += stride_;
      ends = *word;
      passed += 64;
    }
    return passed + std::countr_zero(ends);
  }
  [[nodiscard]] int count_up(int x, int y) const noexcept {
    const std::uint64_t* word = &words_[place(step_ > 0 ? x - 1 : x, y - 1)];
    const unsigned above = 63 - static_cast<unsigned>(y) % 64;
    std::uint64_t ends = *word << above >> above;
    int passed = -static_cast<int>(above);
    while (ends == 0) {
      word -= stride_;
      ends = *word;
      passed += 64;
    }
    return passed + std::countl_zero(ends);
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return words_.size() * sizeof(std::uint64_t);
  }

  friend bool operator==(const JumpDiagonals&, const JumpDiagonals&) = default;

 private:
  // The place of the word of a block, given by its left column and upper row; the row above the map
  // has the lowest bit of the first word. Diagonals that leave the map at one side go on at the
  // other, behind a blocked bit.
  [[nodiscard]] std::size_t place(int left, int top) const noexcept {
    return (static_cast<unsigned>(top) + 1) / 64 * stride_ +
           (static_cast<std::size_t>(left - step_ * top) & (stride_ - 1));
  }

  int width_;
  int height_;
  int step_;
  std::size_t stride_;  // words of the same rows, one of each diagonal; a power of two
  std::vector<std::uint64_t> words_;  // 1: the block has a blocked tile
};

}  // namespace taut::detail
TAUT_API_END
