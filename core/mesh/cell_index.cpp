#include <taut/detail/cell_index.hpp>

#include <cmath>
#include <limits>

#include <taut/convex_mesh.hpp>

#include "outline_sweep.hpp"

namespace taut::detail {

CellIndex::CellIndex(const Point& low, const Point& high, std::size_t cells)
    : cells_(cells), low_(low), high_(high) {
  const double width = static_cast<double>(high.x()) - static_cast<double>(low.x());
  const double height = static_cast<double>(high.y()) - static_cast<double>(low.y());
  const double side =
      std::sqrt(width * height / static_cast<double>(std::max<std::size_t>(cells, 1)));
  int exponent = std::clamp(std::ilogb(side), -10, 14);
  std::size_t count = 0;
  for (Level& level : levels_) {
    level.buckets_per_tile = std::ldexp(1.0F, -exponent);
    const double scale = static_cast<double>(level.buckets_per_tile);
    level.columns = static_cast<std::uint32_t>(width * scale) + 1;
    level.rows = static_cast<std::uint32_t>(height * scale) + 1;
    level.first = count;
    count += std::size_t{level.columns} * level.rows;
    exponent += 3;
  }
  buckets_.reserve(count);
}

bool CellIndex::add_buckets(std::size_t count) {
  const Level& last = levels_.back();
  const std::size_t missing = last.first + std::size_t{last.columns} * last.rows - buckets_.size();
  buckets_.resize(buckets_.size() + std::min(count, missing), kNoEntry);
  return count >= missing;
}

bool CellIndex::is_outgrown(const Point& low, const Point& high, std::size_t cells) const noexcept {
  const Point half = 0.5F * (high_ - low_);
  return cells > 64 + 2 * cells_ || cells_ > 64 + 4 * cells || low.x() < low_.x() - half.x() ||
         low.y() < low_.y() - half.y() || high.x() > high_.x() + half.x() ||
         high.y() > high_.y() + half.y();
}

// The finest level where the cell touches at most about kMaxBuckets: estimated from its area and
// the length of its outline.
CellIndex::Level& CellIndex::level_of(std::span<const MeshEdge> ring) noexcept {
  constexpr double kMaxBuckets = 256.0;
  double area = 0.0;
  double outline = 0.0;
  const Point& from = ring.front().start();
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point& a = ring[i].start();
    const Point& b = ring[i + 1 == ring.size() ? 0 : i + 1].start();
    area += 0.5 * orient(from, a, b);
    const Point way = b - a;
    outline += static_cast<double>(std::abs(way.x())) + static_cast<double>(std::abs(way.y()));
  }
  for (Level& level : levels_) {
    const double scale = static_cast<double>(level.buckets_per_tile);
    if (scale * (scale * area + outline) <= kMaxBuckets) return level;
  }
  return levels_.back();
}

// Visits the buckets that the cell may touch: in each row, those between the smallest and the
// largest x of the outline in that row. A margin covers the rounding of intersections.
template <class Visit>
void CellIndex::for_each_bucket_of(const Level& level, std::span<const MeshEdge> ring,
                                   const Visit& visit) const {
  constexpr double kMargin = 1e-6;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  OutlineSweep outline(ring, low_, static_cast<double>(level.buckets_per_tile));
  const auto clamp = [](double value, std::uint32_t count) {
    return static_cast<std::uint32_t>(
        std::clamp(std::floor(value), 0.0, static_cast<double>(count - 1)));
  };
  const std::uint32_t last_row = clamp(outline.high() + kMargin, level.rows);
  for (std::uint32_t y = clamp(outline.low() - kMargin, level.rows); y <= last_row; ++y) {
    const double from = y == 0 ? -kInfinity : static_cast<double>(y) - kMargin;
    const double to = y + 1 == level.rows ? kInfinity : static_cast<double>(y) + 1.0 + kMargin;
    const auto [low, high] = outline.find_extent(from, to);
    const std::uint32_t last = clamp(high + kMargin, level.columns);
    for (std::uint32_t x = clamp(low - kMargin, level.columns); x <= last; ++x)
      visit(level.place(x, y));
  }
}

void CellIndex::add(CellId cell, std::span<const MeshEdge> ring) {
  Level& level = level_of(ring);
  for_each_bucket_of(level, ring, [&](std::size_t bucket) {
    std::uint32_t before = kNoEntry;
    std::uint32_t after = buckets_[bucket];
    std::size_t size = 1;
    const GrowingArray<Entry>& entries = entries_;
    for (; after != kNoEntry && entries[after].cell < cell; after = entries[after].next) {
      before = after;
      ++size;
    }
    std::uint32_t entry = free_entry_;
    if (entry == kNoEntry) {
      entry = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({cell, after});
    } else {
      free_entry_ = entries[entry].next;
      entries_[entry] = {cell, after};
    }
    (before == kNoEntry ? buckets_[bucket] : entries_[before].next) = entry;
    for (; after != kNoEntry; after = entries[after].next) ++size;
    level.max_bucket_size = std::max(level.max_bucket_size, size);
  });
}

void CellIndex::remove(CellId cell, std::span<const MeshEdge> ring) {
  for_each_bucket_of(level_of(ring), ring, [&](std::size_t bucket) {
    const GrowingArray<Entry>& entries = entries_;
    std::uint32_t before = kNoEntry;
    std::uint32_t entry = buckets_[bucket];
    while (entries[entry].cell != cell) {
      before = entry;
      entry = entries[entry].next;
    }
    (before == kNoEntry ? buckets_[bucket] : entries_[before].next) = entries[entry].next;
    entries_[entry].next = free_entry_;
    free_entry_ = entry;
  });
}

}  // namespace taut::detail
