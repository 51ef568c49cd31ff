#include <taut/components.hpp>

#include <array>
#include <bit>
#include <vector>

#include <taut/detail/require.hpp>

#include "core/tile/tile_rim.hpp"

namespace taut {
namespace {

constexpr std::array<Tile, 4> kSteps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

// Tiles as ComponentLabels wants them.
struct TileNeighbors {
  const TileBits& bits;

  [[nodiscard]] std::size_t index(const Tile& tile) const noexcept {
    return static_cast<std::size_t>(tile.y) * static_cast<std::size_t>(bits.width()) +
           static_cast<std::size_t>(tile.x);
  }
  template <class Visit>
  void for_each_neighbor(const Tile& tile, const Visit& visit) const {
    for (const Tile& step : kSteps) {
      const Tile next{tile.x + step.x, tile.y + step.y};
      if (bits.is_set_near(next.x, next.y)) visit(next);
    }
  }
};

}  // namespace

Components::Components(const TileBits& bits)
    : width_(bits.width()),
      labels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(bits.height())) {
  // Run by run: a row has far fewer runs than tiles.
  for (int y = 0; y < bits.height(); ++y) {
    for (int x = 0; x < width_;) {
      const std::uint64_t window = bits.window(x, y);
      if ((window & 1) == 0) {
        x += std::countr_zero(window);
        continue;
      }
      int end = x;
      while (end < width_) {
        const int length = std::countr_one(bits.window(end, y));
        end += length;
        if (length < 64) break;
      }
      label_run(x, end, y);
      x = end;
    }
  }
  labels_.renumber();
}

void Components::label_run(int begin, int end, int y) {
  Label label = kBlocked;
  for (int x = begin; y > 0 && x < end; ++x) {
    const bool is_first = x == begin || !labels_.has(index(x - 1, y - 1));
    if (!labels_.has(index(x, y - 1)) || !is_first) continue;
    const Label above = of(x, y - 1);
    label = label == kBlocked ? above : labels_.unite(label, above);
  }
  if (label == kBlocked) label = labels_.add_component();
  labels_.add(index(begin, y), static_cast<std::size_t>(end - begin), label);
}

void Components::opened(const TileBits& bits, const TileRect& tiles) {
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      if (labels_.has(index(x, y)) || !bits.is_set_near(x, y)) continue;
      labels_.join(TileNeighbors{bits}, Tile{x, y});
    }
  }
  labels_.tidy();
}

void Components::blocked(const TileBits& bits, const TileRect& tiles) {
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      if (labels_.has(index(x, y))) labels_.remove(index(x, y));
    }
  }
  std::vector<Tile> pieces;
  visit_rim_pieces(bits, tiles, [&](const Tile& tile) { pieces.push_back(tile); });
  labels_.split(TileNeighbors{bits}, pieces);
  labels_.tidy();
}

}  // namespace taut
