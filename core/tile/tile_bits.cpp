#include <taut/engine/tile_bits.hpp>

#include <algorithm>

namespace taut {

std::size_t TileBits::put(const TileRect& tiles, bool value) noexcept {
  std::size_t changed = 0;
  const int begin = std::max(tiles.x0, 0);
  const int end = std::min(tiles.x1, width_);
  for (int y = std::max(tiles.y0, 0); y < std::min(tiles.y1, height_); ++y) {
    for (int x = begin; x < end;) {
      const int shift = static_cast<int>(bit(x) % 64);
      const int count = std::min(64 - shift, end - x);
      std::uint64_t& word = row(y)[bit(x) / 64];
      const std::uint64_t flips = (value ? ~word : word) & detail::first_bits(count) << shift;
      word ^= flips;
      changed += static_cast<std::size_t>(std::popcount(flips));
      x += count;
    }
  }
  return changed;
}

std::size_t TileBits::count() const noexcept {
  std::size_t ones = 0;
  for (const std::uint64_t word : words_) ones += static_cast<std::size_t>(std::popcount(word));
  return ones;
}

bool TileBits::has(const TileRect& tiles, TileState state) const noexcept {
  const std::uint64_t others = state == TileState::walkable ? 0 : ~std::uint64_t{0};
  const int end = std::min(tiles.x1, width_);
  for (int y = std::max(tiles.y0, 0); y < std::min(tiles.y1, height_); ++y) {
    for (int x = std::max(tiles.x0, 0); x < end; x += 64) {
      if ((window(x, y) ^ others) << (64 - std::min(64, end - x)) != 0) return true;
    }
  }
  return false;
}

TileBits TileBits::part(const TileRect& tiles) const {
  TileBits copy(tiles.x1 - tiles.x0, tiles.y1 - tiles.y0);
  for (int y = 0; y < copy.height_; ++y) {
    for (int x = 0; x < copy.width_; x += 64) {
      const int count = std::min(64, copy.width_ - x);
      const std::uint64_t bits = window(tiles.x0 + x, tiles.y0 + y) & detail::first_bits(count);
      std::uint64_t* const words = copy.row(y) + bit(x) / 64;
      words[0] |= bits << 1;
      words[1] |= bits >> 63;
    }
  }
  return copy;
}

}  // namespace taut
