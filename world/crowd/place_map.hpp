// Which units are near a place, between two ticks: by a hash of squares of tiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <taut/engine/constants.hpp>

#include "exact_moves.hpp"

namespace taut::crowds {

class PlaceMap {
 public:
  // For ids below this. Allocates; of what it held nothing is left.
  void reserve(std::size_t ids);
  void clear() noexcept;
  // Requires that the id was not added since clear(), or removed since.
  void add(std::uint32_t id, const Steps& at) noexcept;
  // Requires the place that it was added with.
  void remove(std::uint32_t id, const Steps& at) noexcept;

  // Calls visit(id) for all within `reach` of a place in x and in y, and others, until it returns
  // false. Whether it never did.
  template <class Visit>
  [[nodiscard]] bool for_each_near(const Steps& at, std::int32_t reach, const Visit& visit) const {
    for (std::int32_t y = square_of(at.y - reach); y <= square_of(at.y + reach); ++y) {
      for (std::int32_t x = square_of(at.x - reach); x <= square_of(at.x + reach); ++x) {
        for (std::uint32_t id = first_[bucket_of(x, y)]; id != kNone; id = next_[id]) {
          if (!visit(id)) return false;
        }
      }
    }
    return true;
  }
  // How many squares it looks at.
  [[nodiscard]] static std::size_t squares(std::int32_t reach) noexcept {
    const auto wide = static_cast<std::size_t>(2 * reach / kSide + 2);
    return wide * wide;
  }

 private:
  static constexpr std::uint32_t kNone = (std::numeric_limits<std::uint32_t>::max)();
  static constexpr std::int32_t kSide = 2 * kLatticePerTile;

  [[nodiscard]] static std::int32_t square_of(std::int32_t at) noexcept {
    return at >= 0 ? at / kSide : -1;  // places are inside the map
  }
  [[nodiscard]] std::size_t bucket_of(std::int32_t x, std::int32_t y) const noexcept {
    const std::uint32_t mixed =
        static_cast<std::uint32_t>(x) * 2654435761U + static_cast<std::uint32_t>(y) * 2246822519U;
    return (mixed ^ mixed >> 15U) & (first_.size() - 1);
  }

  std::vector<std::uint32_t> first_;  // of each bucket; their number is a power of two
  std::vector<std::uint32_t> next_;   // of each id
};

}  // namespace taut::crowds
