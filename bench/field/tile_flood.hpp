// What fields are measured against.
#pragma once

#include <taut/detail/open_heap.hpp>
#include <taut/grid.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace taut::bench {

// Dijkstra over all tiles with a heap: 8 neighbours, no corners cut.
class TileFlood {
 public:
  explicit TileFlood(const Grid& grid) : grid_(grid), open_(8 * grid.tile_count()) {}

  // Distances by tile id.
  [[nodiscard]] const std::vector<float>& distances() const noexcept { return distances_; }

  void run(Tile goal) {
    distances_.assign(grid_.tile_count(), std::numeric_limits<float>::infinity());
    open_.keep(0);
    relax(goal, 0.0F);
    while (!open_.is_empty()) {
      const Entry next = open_.pop();
      const Tile tile = grid_.tile(next.tile);
      const auto distance = std::bit_cast<float>(next.bits);
      if (distance > distances_[next.tile]) continue;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) visit(tile, dx, dy, distance);
      }
    }
  }

 private:
  struct Entry {
    std::uint32_t bits;
    TileId tile;
    [[nodiscard]] bool is_before(const Entry& other) const noexcept { return bits < other.bits; }
    [[nodiscard]] static Entry last() noexcept { return {~std::uint32_t{0}, 0}; }
  };

  void visit(Tile from, int dx, int dy, float distance) {
    if ((dx == 0 && dy == 0) || !grid_.is_walkable(from.x + dx, from.y + dy)) return;
    const bool is_diagonal = dx != 0 && dy != 0;
    if (is_diagonal &&
        (!grid_.is_walkable(from.x + dx, from.y) || !grid_.is_walkable(from.x, from.y + dy))) {
      return;
    }
    relax({from.x + dx, from.y + dy}, distance + (is_diagonal ? 1.41421356F : 1.0F));
  }
  void relax(Tile to, float distance) {
    float& known = distances_[grid_.id(to)];
    if (!(distance < known)) return;
    known = distance;
    open_.push({std::bit_cast<std::uint32_t>(distance), grid_.id(to)});
  }

  const Grid& grid_;
  std::vector<float> distances_;
  OpenHeap<Entry> open_;
};

}  // namespace taut::bench
