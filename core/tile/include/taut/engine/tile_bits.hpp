// One bit per tile, with a blocked border; bounds of rays over tiles.
#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/constants.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {
namespace detail {

// The lowest bits of a word.
[[nodiscard]] constexpr std::uint64_t first_bits(int count) noexcept {
  return count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

}  // namespace detail

// Rows of bits, 1 = walkable, with at least one 0 on every side of every row, so that neighbours
// are read without bounds checks. Memory: 1 bit per tile and for the border.
class TileBits {
 public:
  // All bits 0.
  // Errors    std::invalid_argument for sides outside 1 to kMaxBitsSide.
  TileBits(int width, int height)
      : width_(detail::require_within("TileBits: width", width, 1, kMaxBitsSide)),
        height_(detail::require_within("TileBits: height", height, 1, kMaxBitsSide)),
        stride_(static_cast<std::size_t>(width) / 64 + 2),
        words_(stride_ * (static_cast<std::size_t>(height) + 2) + 1, 0) {}

  // is_set(x, y) is called once per tile, row by row.
  template <std::predicate<int, int> Predicate>
  [[nodiscard]] static TileBits from_predicate(int width, int height, Predicate&& is_set) {
    TileBits bits(width, height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width;) {
        // A word at a time, without a branch for each tile.
        std::uint64_t& word = bits.row(y)[bit(x) / 64];
        const int next = x + 64 - static_cast<int>(bit(x) % 64);
        const int end = next < width ? next : width;
        for (; x < end; ++x)
          word |= std::uint64_t{static_cast<bool>(is_set(x, y))} << (bit(x) % 64);
      }
    }
    return bits;
  }

  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }

  [[nodiscard]] bool is_inside(int x, int y) const noexcept {
    return static_cast<unsigned>(x) < static_cast<unsigned>(width_) &&
           static_cast<unsigned>(y) < static_cast<unsigned>(height_);
  }

  // Any coordinates are allowed; 0 outside.
  [[nodiscard]] bool is_set(int x, int y) const noexcept {
    return is_inside(x, y) && (row(y)[bit(x) / 64] >> (bit(x) % 64) & 1) != 0;
  }

  // The same without bounds checks. Requires -1 <= x <= width, -1 <= y <= height: the border is 0.
  [[nodiscard]] bool is_set_near(int x, int y) const noexcept {
    assert(x >= -1 && x <= width_ && y >= -1 && y <= height_);
    return (row(y)[bit(x) / 64] >> (bit(x) % 64) & 1) != 0;
  }

  // 64 bits of row y from x on; bit i is tile (x + i, y). Those beyond x = width are unspecified.
  // Requires -1 <= x <= width, -1 <= y <= height.
  [[nodiscard]] std::uint64_t window(int x, int y) const noexcept {
    assert(x >= -1 && x <= width_ && y >= -1 && y <= height_);
    const std::uint64_t* words = row(y) + bit(x) / 64;
    const std::size_t shift = bit(x) % 64;
    return words[0] >> shift | words[1] << 1 << (63 - shift);
  }

  // The same of rows y to y + rows - 1 at once: a bit is 1 where all of them have 1.
  // Requires 0 < rows, y + rows - 1 <= height.
  [[nodiscard]] std::uint64_t window(int x, int y, int rows) const noexcept {
    assert(x >= -1 && x <= width_ && y >= -1 && rows > 0 && y + rows - 1 <= height_);
    const std::uint64_t* words = row(y) + bit(x) / 64;
    std::uint64_t first = words[0];
    std::uint64_t second = words[1];
    for (int i = 1; i < rows; ++i) {
      words += stride_;
      first &= words[0];
      second &= words[1];
    }
    const std::size_t shift = bit(x) % 64;
    return first >> shift | second << 1 << (63 - shift);
  }

  // The tiles around (x, y) and itself: bits 0-2 are row y - 1 from left to right, 3-5 row y, 6-8
  // row y + 1. Requires (x, y) inside.
  [[nodiscard]] std::uint32_t around(int x, int y) const noexcept {
    return static_cast<std::uint32_t>((window(x - 1, y - 1) & 7) | (window(x - 1, y) & 7) << 3 |
                                      (window(x - 1, y + 1) & 7) << 6);
  }

  // No effect outside.
  void set(int x, int y) noexcept {
    if (is_inside(x, y)) row(y)[bit(x) / 64] |= std::uint64_t{1} << (bit(x) % 64);
  }
  void clear(int x, int y) noexcept {
    if (is_inside(x, y)) row(y)[bit(x) / 64] &= ~(std::uint64_t{1} << (bit(x) % 64));
  }

  void put(int x, int y, bool value) noexcept { value ? set(x, y) : clear(x, y); }

  // The same for the part of a rectangle inside. Returns how many bits it has changed.
  std::size_t put(const TileRect& tiles, bool value) noexcept;

  // How many bits are 1.
  [[nodiscard]] std::size_t count() const noexcept;

  // Whether a tile of a rectangle has a state; of the part inside.
  [[nodiscard]] bool has(const TileRect& tiles, TileState state) const noexcept;

  // A copy of the bits in a rectangle, which lies inside and is not empty.
  [[nodiscard]] TileBits part(const TileRect& tiles) const;

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return words_.size() * sizeof(std::uint64_t);
  }

  friend bool operator==(const TileBits&, const TileBits&) = default;

 private:
  // Bit 0 of each row is the border's.
  static std::size_t bit(int x) noexcept { return static_cast<std::size_t>(x + 1); }
  [[nodiscard]] const std::uint64_t* row(int y) const noexcept {
    return words_.data() + static_cast<std::size_t>(y + 1) * stride_;
  }
  [[nodiscard]] std::uint64_t* row(int y) noexcept {
    return words_.data() + static_cast<std::size_t>(y + 1) * stride_;
  }

  int width_;
  int height_;
  std::size_t stride_;  // words per row
  std::vector<std::uint64_t> words_;
};

// Upper bound on the cells, tiles or leaves, that a ray crosses: raycast() of every map of tiles.
//
// A ray is walkable under the rule of a point agent (the any-angle rule of MovingAI): it may touch
// corners of blocked tiles and slide along walls; it may not enter a blocked tile, pass between two
// blocked tiles that touch only at a corner, or slip along the line between two blocked tiles that
// share an edge.
[[nodiscard]] std::size_t max_ray_cells(const Point& from, const Point& to) noexcept;

}  // namespace taut
TAUT_API_END
