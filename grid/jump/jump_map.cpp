#include <taut/engine/jump_search.hpp>

#include <algorithm>
#include <bit>

#include "core/tile/tile_rect.hpp"

namespace taut {
namespace detail {
namespace {

constexpr std::uint64_t reverse_bits(std::uint64_t bits) noexcept {
  constexpr std::uint64_t kOdd = 0x5555555555555555U;
  constexpr std::uint64_t kPairs = 0x3333333333333333U;
  constexpr std::uint64_t kHalves = 0x0f0f0f0f0f0f0f0fU;
  constexpr std::uint64_t kBytes = 0x00ff00ff00ff00ffU;
  constexpr std::uint64_t kWords = 0x0000ffff0000ffffU;
  bits = (bits >> 1 & kOdd) | (bits & kOdd) << 1;
  bits = (bits >> 2 & kPairs) | (bits & kPairs) << 2;
  bits = (bits >> 4 & kHalves) | (bits & kHalves) << 4;
  bits = (bits >> 8 & kBytes) | (bits & kBytes) << 8;
  bits = (bits >> 16 & kWords) | (bits & kWords) << 16;
  return bits >> 32 | bits << 32;
}

}  // namespace

// A bit more at both ends of a line is blocked.
JumpLines::JumpLines(int lines, int places, JumpDirection direction)
    : lines_(lines),
      places_(places),
      words_per_line_((static_cast<std::size_t>(places) + 2 + 63) / 64),
      stride_(static_cast<std::size_t>(lines)),
      origin_(direction == JumpDirection::forward ? 1 : static_cast<int>(words_per_line_) * 64 - 2),
      step_(direction == JumpDirection::forward ? 1 : -1),
      words_(words_per_line_ * stride_) {}

void JumpLines::derive(const TileBits& walkable, int first_line, int last_line, int first_place,
                       int last_place) noexcept {
  const int first = (std::max(first_place, 0) + 1) / 64;
  const int last = (std::min(last_place, places_ - 1) + 1) / 64;
  // Bits from place 64 * i - 1 on.
  const auto read = [&](int line, int i) -> std::uint64_t {
    if (i < 0 || 64 * i - 1 > places_) return 0;
    const int left = places_ - (64 * i - 1);
    const std::uint64_t bits = walkable.window(64 * i - 1, line);
    return left < 64 ? bits & ((std::uint64_t{1} << left) - 1) : bits;
  };
  for (int line = std::max(first_line, 0); line <= std::min(last_line, lines_ - 1); ++line) {
    for (int i = first; i <= last; ++i) {
      const std::uint64_t own = read(line, i);
      std::uint64_t points = 0;
      for (const int side : {line - 1, line + 1}) {
        const std::uint64_t bits = read(side, i);
        const std::uint64_t before =
            step_ > 0 ? bits << 1 | read(side, i - 1) >> 63 : bits >> 1 | read(side, i + 1) << 63;
        points |= bits & ~before;
      }
      points &= own;
      const auto number = static_cast<std::size_t>(i);
      if (step_ > 0) {
        words_[number * stride_ + static_cast<std::size_t>(line)] = {~own | points, points};
      } else {
        words_[(words_per_line_ - 1 - number) * stride_ + static_cast<std::size_t>(line)] = {
            reverse_bits(~own | points), reverse_bits(points)};
      }
    }
  }
}

JumpDiagonals::JumpDiagonals(int width, int height, int step)
    : width_(width),
      height_(height),
      step_(step),
      stride_(std::bit_ceil(static_cast<std::size_t>(width) + 1)),
      words_((static_cast<std::size_t>(height) + 2 + 63) / 64 * stride_, ~std::uint64_t{0}) {}

// The blocks of which these tiles are a part.
void JumpDiagonals::derive(const TileBits& walkable, const TileRect& tiles) noexcept {
  for (int top = std::max(tiles.y0 - 1, 0); top < std::min(tiles.y1, height_ - 1); ++top) {
    for (int left = std::max(tiles.x0 - 1, 0); left < std::min(tiles.x1, width_ - 1); ++left) {
      const bool is_free = (walkable.window(left, top) & walkable.window(left, top + 1) & 3) == 3;
      std::uint64_t& word = words_[place(left, top)];
      const std::uint64_t mask = std::uint64_t{1} << (static_cast<unsigned>(top) + 1) % 64;
      word = is_free ? word & ~mask : word | mask;
    }
  }
}

}  // namespace detail

using detail::JumpDirection;

JumpMap::JumpMap(const Grid& grid)
    : revision_(grid.revision()),
      columns_(grid.height(), grid.width()),
      right_(grid.height(), grid.width(), JumpDirection::forward),
      left_(grid.height(), grid.width(), JumpDirection::backward),
      down_(grid.width(), grid.height(), JumpDirection::forward),
      up_(grid.width(), grid.height(), JumpDirection::backward),
      falling_(grid.width(), grid.height(), 1),
      rising_(grid.width(), grid.height(), -1) {
  take(grid, {0, 0, grid.width(), grid.height()});
}

void JumpMap::update(const Grid& grid, const TileRect& tiles) {
  if (is_current(grid)) return;
  const bool is_next =
      revision_ + 1 == grid.revision() && width() == grid.width() && height() == grid.height();
  if (!is_next) {
    *this = JumpMap(grid);
    return;
  }
  revision_ = grid.revision();
  take(grid, detail::intersect(tiles, {0, 0, width(), height()}));
}

void JumpMap::take(const Grid& grid, const TileRect& tiles) noexcept {
  if (detail::is_empty(tiles)) return;
  const TileBits& bits = grid.bits();
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) columns_.put(y, x, bits.is_set_near(x, y));
  }
  for (detail::JumpLines* lines : {&right_, &left_})
    lines->derive(bits, tiles.y0 - 1, tiles.y1, tiles.x0 - 1, tiles.x1);
  for (detail::JumpLines* lines : {&down_, &up_})
    lines->derive(columns_, tiles.x0 - 1, tiles.x1, tiles.y0 - 1, tiles.y1);
  falling_.derive(bits, tiles);
  rising_.derive(bits, tiles);
}

std::size_t JumpMap::memory_bytes() const noexcept {
  return columns_.memory_bytes() + right_.memory_bytes() + left_.memory_bytes() +
         down_.memory_bytes() + up_.memory_bytes() + falling_.memory_bytes() +
         rising_.memory_bytes();
}

}  // namespace taut
