// Which cells of a mesh may hold a point.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/growing_array.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>

TAUT_API_BEGIN
namespace taut {

class MeshEdge;

namespace detail {

// Square buckets, each with a list of the cells that touch it, by increasing id, in four levels.
// The first level has about one bucket per cell; a bucket of a higher level covers 8 x 8 of the
// level below. A cell that would touch very many buckets is in a higher level instead. Buckets at
// the border also cover everything beyond it.
//
// With each cell of a bucket go the edges that matter there: a point of the bucket lies left of all
// others. A bucket that lies inside a cell has no list: its number says the cell.
class CellIndex {
 public:
  static constexpr std::uint32_t kNoEntry = 0xffffffffU;
  // Bit i stands for edge i of a cell, this one for all from there on.
  static constexpr std::uint32_t kLastEdgeBit = 31;

  // Without buckets.
  CellIndex() = default;
  // For about `cells` cells in a box. Call add_buckets() until it returns true, then add() the
  // cells.
  CellIndex(const Point& low, const Point& high, std::size_t cells);

  // Makes at most `count` more buckets. Returns whether all are made.
  bool add_buckets(std::size_t count);

  [[nodiscard]] bool empty() const noexcept { return buckets_.empty(); }
  // Whether a new index would be better: the number of cells has doubled or fallen to a quarter, or
  // they reach far beyond the box.
  [[nodiscard]] bool is_outgrown(const Point& low, const Point& high,
                                 std::size_t cells) const noexcept;

  void add(CellId cell, std::span<const MeshEdge> ring);
  void remove(CellId cell, std::span<const MeshEdge> ring);
  // Ends a round of changes.
  void advance() { entries_.advance(); }
  // Puts the lists in order, and frees reserved memory, except what the next changes are likely to
  // need.
  void trim();

  // Calls visit(CellId, edges) for the cells of the buckets that hold a point, by increasing id,
  // until it returns true: with the bits of the edges that the point may not be left of.
  template <class Visit>
  void for_each_at(const Point& point, const Visit& visit) const {
    if (buckets_.empty()) return;
    const std::uint32_t x = column(levels_[0], point.x);
    const std::uint32_t y = row(levels_[0], point.y);
    // The lists that are not empty: one, most of the time.
    std::array<std::uint32_t, kLevels> at;
    std::size_t count = 0;
    for (std::size_t i = 0; i < used_levels_; ++i) {
      const std::uint32_t bucket =
          buckets_[levels_[i].slot(x >> (kLevelBits * i), y >> (kLevelBits * i))];
      if (is_inside(bucket)) {
        (void)visit(bucket ^ kInside, 0U);
        return;
      }
      if (bucket != kNoEntry) at[count++] = bucket;
    }
    while (count > 0) {
      std::uint32_t* first = at.data();
      for (std::size_t i = 1; i < count; ++i) {
        if (entries_[at[i]].cell < entries_[*first].cell) first = &at[i];
      }
      const Entry entry = entries_[*first];
      if (visit(entry.cell, entry.edges)) return;
      *first = entry.next == kNoEntry ? at[--count] : entry.next;
    }
  }
  // Calls visit(CellId) for the cells of all buckets that touch a box; for some more than once.
  template <class Visit>
  void for_each_in(const Point& low, const Point& high, const Visit& visit) const {
    if (buckets_.empty()) return;
    for (const Level& level : levels_) {
      const std::uint32_t last_row = row(level, high.y);
      const std::uint32_t last_column = column(level, high.x);
      for (std::uint32_t y = row(level, low.y); y <= last_row; ++y) {
        for (std::uint32_t x = column(level, low.x); x <= last_column; ++x) {
          std::uint32_t i = buckets_[level.slot(x, y)];
          if (is_inside(i)) {
            visit(i ^ kInside);
            continue;
          }
          for (; i != kNoEntry; i = entries_[i].next) visit(entries_[i].cell);
        }
      }
    }
  }
  // Upper bound on the cells in the buckets of one point.
  [[nodiscard]] std::size_t max_bucket_size() const noexcept {
    std::size_t sum = 0;
    for (const Level& level : levels_) sum += level.max_bucket_size;
    return sum;
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return buckets_.capacity() * sizeof(std::uint32_t) + entries_.memory_bytes();
  }

 private:
  struct Entry {
    CellId cell;
    std::uint32_t next;
    std::uint32_t edges;  // bits
  };

  static constexpr std::size_t kLevels = 4;
  static constexpr std::uint32_t kLevelBits = 3;
  // The mark of the number of a bucket inside a cell. Ids of cells and edges are below it: so many
  // entries would take 24 GB.
  static constexpr std::uint32_t kInside = 0x80000000U;

  struct Level {
    float buckets_per_tile = 1.0F;  // along a side; a power of two
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    std::size_t first = 0;  // of its buckets
    std::size_t max_bucket_size = 0;

    [[nodiscard]] std::size_t slot(std::uint32_t x, std::uint32_t y) const noexcept {
      return first + std::size_t{y} * columns + x;
    }
  };

  [[nodiscard]] static bool is_inside(std::uint32_t bucket) noexcept {
    return bucket >= kInside && bucket != kNoEntry;
  }
  [[nodiscard]] Level& level_of(std::span<const MeshEdge> ring) noexcept;
  [[nodiscard]] std::uint32_t edges_at(const Level& level, std::uint32_t x, std::uint32_t y,
                                       std::span<const MeshEdge> ring) const noexcept;
  [[nodiscard]] std::uint32_t add_entry(const Entry& entry);
  void insert(Level& level, std::size_t bucket, CellId cell, std::uint32_t edges);
  template <class Visit>
  void for_each_bucket_of(const Level& level, std::span<const MeshEdge> ring,
                          const Visit& visit) const;
  // The first for NaN.
  [[nodiscard]] static std::uint32_t nearest(float at, std::uint32_t count) noexcept {
    return at > 0.0F ? static_cast<std::uint32_t>((std::min)(at, static_cast<float>(count - 1)))
                     : 0;
  }
  [[nodiscard]] std::uint32_t row(const Level& level, float y) const noexcept {
    return nearest((y - low_.y) * level.buckets_per_tile, level.rows);
  }
  [[nodiscard]] std::uint32_t column(const Level& level, float x) const noexcept {
    return nearest((x - low_.x) * level.buckets_per_tile, level.columns);
  }

  std::array<Level, kLevels> levels_;
  std::size_t used_levels_ = 0;         // those above have no cells
  std::vector<std::uint32_t> buckets_;  // per bucket its first entry, or the cell around it
  GrowingArray<Entry> entries_;
  std::uint32_t free_entry_ = kNoEntry;  // free entries form a list
  std::size_t cells_ = 0;                // the number that it was made for
  Point low_{0.0F, 0.0F};
  Point high_{0.0F, 0.0F};
};

}  // namespace detail
}  // namespace taut
TAUT_API_END
