#include "grid/distance_map/stop_lines.hpp"

#include <algorithm>

namespace taut {
namespace {

// 64 tiles of a row, and those one further to the left and right at the same bits.
struct Window {
  std::uint64_t own;
  std::uint64_t left;
  std::uint64_t right;
};

}  // namespace

void StopLines::derive(const TileBits& walkable, int first_row, int last_row) noexcept {
  const std::size_t plane_words = words_per_row_ * height_;
  for (std::size_t i = 0; i < words_per_row_; ++i) {
    // Bit 0 of the words is the border left of the map.
    const int x = 64 * static_cast<int>(i) - 1;
    const auto read = [&](int row) {
      const std::uint64_t own = walkable.window(x, row);
      const std::uint64_t before = i > 0 ? walkable.window(x - 64, row) : 0;
      const std::uint64_t after = x + 64 <= walkable.width() ? walkable.window(x + 64, row) : 0;
      return Window{own, own << 1 | before >> 63, own >> 1 | after << 63};
    };
    Window above = read(first_row - 1);
    Window here = read(first_row);
    for (int row = first_row; row <= last_row; ++row) {
      const Window below = read(row + 1);
      std::uint64_t* const word = words_.data() + i * height_ + static_cast<std::size_t>(row);
      word[0] = ~here.right | (above.own & ~above.left) | (below.own & ~below.left);
      word[plane_words] = ~here.left | (above.own & ~above.right) | (below.own & ~below.right);
      word[2 * plane_words] = ~below.own | (here.left & ~above.left) | (here.right & ~above.right);
      word[3 * plane_words] = ~above.own | (here.left & ~below.left) | (here.right & ~below.right);
      above = here;
      here = below;
    }
  }
}

}  // namespace taut
