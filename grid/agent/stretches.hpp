// The stretches between the lines of grown tiles, along an axis (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

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

}  // namespace taut::detail
