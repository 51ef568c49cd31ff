// The open tiles of a flood, in buckets as wide as the cheapest step, 1 at the most.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include <taut/point.hpp>

namespace taut {

// Tiles by their cost, rounded down relative to the least one: their level. Each is queued once,
// with a set of steps to make from it. The next kNear levels have a list each, all above are in one
// list more. A step costs the width of a level or more, so the tiles of a level are final and in
// any order when it is the least one: and lists need no order.
class TileQueue {
 public:
  static constexpr TileId kNone = ~TileId{0};

  explicit TileQueue(std::size_t tiles)
      : links_(std::make_unique_for_overwrite<ListNeighbors[]>(tiles)),
        costs_(std::make_unique_for_overwrite<double[]>(tiles)),
        steps_(std::make_unique_for_overwrite<std::uint8_t[]>(tiles)),
        lists_(std::make_unique<std::uint8_t[]>(tiles)) {
    first_.fill(kNone);
  }

  // Bytes for each tile.
  static constexpr std::size_t kTileBytes = 18;

  // Begins a flood in which no cost is below `least` and no step below `step` (over 0).
  // The queue is empty.
  void begin(double least, double step) noexcept {
    least_ = least;
    for (per_level_ = 1.0; step * per_level_ < 1.0;) per_level_ *= 2.0;
    level_ = 0;
    far_level_ = kNoLevel;
  }

  // The cost of a tile, as it was set or queued last.
  [[nodiscard]] double cost(TileId tile) const noexcept { return costs_[tile]; }
  void set_cost(TileId tile, double cost) noexcept { costs_[tile] = cost; }

  // Queues a tile, or adds steps if it is queued at this level. What it was queued for at a higher
  // level is dropped.
  void push(TileId tile, double cost, std::uint8_t steps) noexcept {
    costs_[tile] = cost;
    const std::uint64_t level = level_of(tile);
    const std::size_t list = level - level_ < kNear ? level % kNear : kFar;
    if (lists_[tile] == list + 1) {
      steps_[tile] |= steps;
    } else {
      if (lists_[tile] != 0) unlink(tile);
      steps_[tile] = steps;
      link(tile, list);
    }
    if (list == kFar) far_level_ = std::min(far_level_, level);
  }

  [[nodiscard]] bool is_queued(TileId tile) const noexcept { return lists_[tile] != 0; }

  // Goes to the least level that has tiles; false when there is none.
  [[nodiscard]] bool next_level() noexcept {
    for (;;) {
      std::uint64_t next = kNoLevel;
      if (used_ != 0) {
        next = level_ + static_cast<std::uint64_t>(
                            std::countr_zero(std::rotr(used_, static_cast<int>(level_ % kNear))));
      }
      if (far_level_ > next || far_level_ == kNoLevel) {
        if (next == kNoLevel) return false;
        level_ = next;
        return true;
      }
      level_ = far_level_;
      spread_far();
    }
  }

  // Takes a tile of this level; kNone when there is none left.
  [[nodiscard]] TileId pop() noexcept {
    const TileId tile = first_[level_ % kNear];
    if (tile != kNone) unlink(tile);
    return tile;
  }
  // For a tile that was popped: whether it is still of this level, and its steps.
  [[nodiscard]] bool is_of_level(TileId tile) const noexcept { return level_of(tile) == level_; }
  [[nodiscard]] std::uint8_t steps(TileId tile) const noexcept { return steps_[tile]; }

 private:
  static constexpr std::size_t kNear = 64;
  static constexpr std::size_t kFar = kNear;
  static constexpr std::uint64_t kNoLevel = std::numeric_limits<std::uint64_t>::max();
  // Costs beyond it, of terrain that costs almost infinitely much, are of one level.
  static constexpr double kMaxLevel = 4e18;

  struct ListNeighbors {
    TileId before;
    TileId after;
  };

  [[nodiscard]] std::uint64_t level_of(TileId tile) const noexcept {
    return static_cast<std::uint64_t>(
        static_cast<std::int64_t>(std::min((costs_[tile] - least_) * per_level_, kMaxLevel)));
  }

  void link(TileId tile, std::size_t list) noexcept {
    const TileId after = first_[list];
    links_[tile] = {kNone, after};
    if (after != kNone) links_[after].before = tile;
    first_[list] = tile;
    lists_[tile] = static_cast<std::uint8_t>(list + 1);
    if (list != kFar) used_ |= std::uint64_t{1} << list;
  }
  void unlink(TileId tile) noexcept {
    const ListNeighbors link = links_[tile];
    const std::size_t list = lists_[tile] - std::size_t{1};
    if (link.after != kNone) links_[link.after].before = link.before;
    if (link.before != kNone) {
      links_[link.before].after = link.after;
    } else {
      first_[list] = link.after;
      if (link.after == kNone && list != kFar) used_ &= ~(std::uint64_t{1} << list);
    }
    lists_[tile] = 0;
  }

  // Moves the far tiles of the next levels to their lists.
  void spread_far() noexcept {
    far_level_ = kNoLevel;
    for (TileId tile = first_[kFar]; tile != kNone;) {
      const TileId after = links_[tile].after;
      const std::uint64_t level = level_of(tile);
      if (level < level_) {
        unlink(tile);  // reached at a lower cost meanwhile
      } else if (level - level_ < kNear) {
        unlink(tile);
        link(tile, level % kNear);
      } else {
        far_level_ = std::min(far_level_, level);
      }
      tile = after;
    }
  }

  double least_ = 0.0;
  double per_level_ = 1.0;  // levels per unit of cost
  std::uint64_t level_ = 0;
  std::uint64_t far_level_ = kNoLevel;  // no far tile is of a lower level
  std::uint64_t used_ = 0;              // bit i: list i has tiles
  std::array<TileId, kNear + 1> first_{};
  std::unique_ptr<ListNeighbors[]> links_;
  std::unique_ptr<double[]> costs_;
  std::unique_ptr<std::uint8_t[]> steps_;
  std::unique_ptr<std::uint8_t[]> lists_;  // of each tile, from 1; 0: not queued
};

}  // namespace taut
