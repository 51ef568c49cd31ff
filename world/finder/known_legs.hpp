// The legs between links that a finder has searched for (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/point.hpp>

#include "core/base/lists.hpp"

namespace taut::detail {

// A table of searches from exits of links to entries of links. What is looked up counts as many
// expansions as it took to find: so neither answers, nor limits, nor the calls that a budget takes
// depend on what is known.
class KnownLegs {
 public:
  // The ends, method and limit of a search; not kNoKey.
  using Key = std::uint64_t;
  static constexpr Key kNoKey = ~Key{0};

  struct Leg {
    Key key = kNoKey;
    double cost = 0.0;  // infinite where it is beyond the limit
    std::size_t expanded = 0;
    std::uint32_t first = 0;  // its points
    std::uint32_t count = 0;
    bool is_fast = false;  // found by a search over cells
  };

  void clear() noexcept;
  // Before a query: empties it where there may be no room for legs. The first call allocates, room
  // for the legs between so many passages.
  void make_room(std::size_t passages);

  // Null where it is not known. Valid until the next query.
  [[nodiscard]] const Leg* find(Key key) const noexcept;
  [[nodiscard]] std::span<const Point> points(const Leg& leg) const noexcept {
    return std::span<const Point>(points_).subspan(leg.first, leg.count);
  }
  // Where there is room, and it is not known yet. `first` and `count` are set here.
  void add(const Leg& leg, std::span<const Point> points);

  [[nodiscard]] std::size_t memory_bytes() const noexcept { return bytes_of(slots_, points_); }

 private:
  [[nodiscard]] std::size_t slot_of(Key key) const noexcept;

  std::vector<Leg> slots_;  // a power of two
  std::vector<Point> points_;
  std::size_t count_ = 0;
  bool is_full_ = false;
};

}  // namespace taut::detail
