// The cells between the sides of grown tiles (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// Tiles are grown by `half_width` to both sides, and their sides lie on some of the lines, in steps
// of a lattice with `steps` per tile. Stretch i lies between lines i and i + 1; it begins at least
// half_width from 0.
class Stretches {
 public:
  // From first to last.
  struct Tiles {
    int first;
    int last;
    friend bool operator==(const Tiles&, const Tiles&) = default;
  };
  // From begin to end - 1.
  struct Range {
    int begin;
    int end;
  };

  Stretches(std::span<const std::int32_t> lines, std::int64_t half_width, std::int64_t steps)
      : lines_(lines), half_width_(half_width), steps_(steps) {}

  [[nodiscard]] int count() const noexcept {
    return lines_.empty() ? 0 : static_cast<int>(lines_.size()) - 1;
  }

  // Which tiles, grown, cover a stretch.
  [[nodiscard]] Tiles tiles(int stretch) const noexcept {
    const auto i = static_cast<std::size_t>(stretch);
    return {static_cast<int>((lines_[i + 1] - half_width_ + steps_ - 1) / steps_ - 1),
            static_cast<int>((lines_[i] + half_width_) / steps_)};
  }

  // The stretches that tiles from `begin` to `end` - 1, grown, cover.
  [[nodiscard]] Range covered(int begin, int end) const noexcept {
    const auto index = [&](const std::int32_t* line) {
      return static_cast<int>(line - lines_.data());
    };
    const std::int32_t* const first = lines_.data();
    const std::int32_t* const last = first + lines_.size();
    const std::int64_t from = begin * steps_ - half_width_;
    const std::int64_t to = end * steps_ + half_width_;
    const int range_begin = index(std::lower_bound(first, last, from));
    const int range_end = std::min(index(std::lower_bound(first, last, to)), count());
    return {range_begin, range_end};
  }

 private:
  std::span<const std::int32_t> lines_;
  std::int64_t half_width_;
  std::int64_t steps_;
};

// Tiles that are grown by a shape (disc_shape.hpp), in steps of a lattice, and the lines that its
// sides lie on.
struct GrownTiles {
  const TileBits& walkable;
  std::span<const std::int32_t> extents;
  std::span<const std::int32_t> columns;
  std::span<const std::int32_t> rows;
  std::int64_t steps;  // per tile
};

// The lines of an axis of a map with `side` tiles.
[[nodiscard]] std::vector<std::int32_t> make_lines(int side, std::span<const std::int32_t> extents,
                                                   std::int64_t steps);

// The cells that tiles of a rectangle cover, grown by so many steps; empty where there are none.
[[nodiscard]] TileRect find_covered(const GrownTiles& grown, const TileRect& tiles,
                                    std::int32_t across, std::int32_t down);

// Recomputes the cells of a box: those that no grown tile covers are free. Returns the bounding box
// of those that changed, empty if none did.
TileRect update_free_cells(const GrownTiles& grown, const TileRect& box, TileBits& free);

}  // namespace taut::detail
