// Which units are near a place, between two ticks: by a hash of squares of tiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/engine/constants.hpp>

#include "core/base/lists.hpp"

#include "exact_moves.hpp"

namespace taut::crowds {

using detail::kNone;

// Both corners belong to it.
struct PlaceBox {
  Steps low;
  Steps high;
};
[[nodiscard]] constexpr PlaceBox box_around(const Steps& at, std::int32_t reach) noexcept {
  return {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
}

// A unit between two ticks.
struct Placed {
  Steps at;
  std::int32_t radius = 0;  // in steps
  std::uint32_t id = 0;
};

// Whether a disc at a place overlaps a unit.
[[nodiscard]] constexpr bool overlaps(const Placed& unit, const Steps& place,
                                      std::int32_t radius) noexcept {
  const Steps off = unit.at - place;
  const std::int64_t reach = std::int64_t{radius} + unit.radius;
  return dot(off, off) < reach * reach;
}

class PlaceMap {
 public:
  // For ids below this. Allocates; of what it held nothing is left.
  void reserve(std::size_t ids);
  void clear() noexcept;
  // Requires that the id was not added since clear(), or removed since.
  void add(std::uint32_t id, const Steps& at, std::int32_t radius) noexcept;
  // Requires the place that it was added with.
  void remove(std::uint32_t id, const Steps& at) noexcept;

  // Calls visit(Placed) for all in a box of places, and others, until it returns false; for some
  // more than once. Whether it never did.
  template <class Visit>
  [[nodiscard]] bool for_each_near(const PlaceBox& box, const Visit& visit) const {
    const std::int32_t x1 = square_of(box.high.x);
    const std::int32_t y1 = square_of(box.high.y);
    for (std::int32_t y = square_of(box.low.y); y <= y1; ++y) {
      for (std::int32_t x = square_of(box.low.x); x <= x1; ++x) {
        for (std::uint32_t id = first_[bucket_of(x, y)]; id != kNone;) {
          const Entry& entry = entries_[id];
          if (!visit(Placed{entry.at, entry.radius, id})) return false;
          id = entry.next;
        }
      }
    }
    return true;
  }
  // How many squares it looks at, at most.
  [[nodiscard]] static std::size_t squares(const PlaceBox& box) noexcept {
    return static_cast<std::size_t>((box.high.x - box.low.x) / kSide + 2) *
           static_cast<std::size_t>((box.high.y - box.low.y) / kSide + 2);
  }

 private:
  static constexpr std::int32_t kSide = 2 * kLatticePerTile;

  [[nodiscard]] static std::int32_t square_of(std::int32_t at) noexcept {
    return at >= 0 ? at / kSide : -1;  // places are inside the map
  }
  [[nodiscard]] std::size_t bucket_of(std::int32_t x, std::int32_t y) const noexcept {
    const std::uint32_t mixed =
        static_cast<std::uint32_t>(x) * 2654435761U + static_cast<std::uint32_t>(y) * 2246822519U;
    return (mixed ^ mixed >> 15U) & (first_.size() - 1);
  }

  struct Entry {
    Steps at;
    std::int32_t radius = 0;
    std::uint32_t next = kNone;  // id in the bucket
  };

  std::vector<std::uint32_t> first_;  // of each bucket; their number is a power of two
  std::vector<Entry> entries_;        // by id
};

}  // namespace taut::crowds
