#include <taut/detail/cell_index.hpp>

#include <cmath>
#include <limits>
#include <utility>

#include <taut/engine/constants.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/vectors.hpp>

#include "outlines.hpp"

namespace taut::detail {

CellIndex::CellIndex(const Point& low, const Point& high, std::size_t cells)
    : cells_(cells), low_(low), high_(high) {
  const double width = static_cast<double>(high.x) - static_cast<double>(low.x);
  const double height = static_cast<double>(high.y) - static_cast<double>(low.y);
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
    exponent += static_cast<int>(kLevelBits);
  }
  buckets_.reserve(count);
}

bool CellIndex::add_buckets(std::size_t count) {
  const Level& last = levels_.back();
  const std::size_t missing = last.first + std::size_t{last.columns} * last.rows - buckets_.size();
  buckets_.resize(buckets_.size() + std::min(count, missing), kNoEntry);
  return count >= missing;
}

// A list becomes one piece of memory, near those of the buckets beside it.
void CellIndex::trim() {
  GrowingArray<Entry> ordered;
  ordered.reserve(entries_.size());
  for (std::uint32_t& bucket : buckets_) {
    if (bucket == kNoEntry || is_inside(bucket)) continue;
    std::uint32_t at = std::exchange(bucket, static_cast<std::uint32_t>(ordered.size()));
    for (; at != kNoEntry; at = std::as_const(entries_)[at].next) {
      Entry entry = std::as_const(entries_)[at];
      if (entry.next != kNoEntry) entry.next = static_cast<std::uint32_t>(ordered.size() + 1);
      ordered.push_back(entry);
    }
  }
  entries_ = std::move(ordered);
  free_entry_ = kNoEntry;
  entries_.trim();
}

bool CellIndex::is_outgrown(const Point& low, const Point& high, std::size_t cells) const noexcept {
  const Point half = 0.5F * (high_ - low_);
  return cells > 64 + 2 * cells_ || cells_ > 64 + 4 * cells || low.x < low_.x - half.x ||
         low.y < low_.y - half.y || high.x > high_.x + half.x || high.y > high_.y + half.y;
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
    outline += static_cast<double>(std::abs(way.x)) + static_cast<double>(std::abs(way.y));
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
    for (std::uint32_t x = clamp(low - kMargin, level.columns); x <= last; ++x) visit(x, y);
  }
}

// The edges whose left side does not contain the bucket and a margin, which covers points beside
// the lattice and rounding.
std::uint32_t CellIndex::edges_at(const Level& level, std::uint32_t x, std::uint32_t y,
                                  std::span<const MeshEdge> ring) const noexcept {
  const std::size_t count = ring.size();
  if (x == 0 || y == 0 || x + 1 == level.columns || y + 1 == level.rows) {
    return count > kLastEdgeBit ? ~0U : (1U << count) - 1U;
  }
  const double scale = static_cast<double>(level.buckets_per_tile);
  const double margin = std::max(scale / kLatticePerTile, 1e-6);
  const Vector low{static_cast<double>(x) - margin, static_cast<double>(y) - margin};
  const Vector high{static_cast<double>(x) + 1.0 + margin, static_cast<double>(y) + 1.0 + margin};
  const auto place = [&](const MeshEdge& edge) { return scale * between(low_, edge.start()); };
  std::uint32_t edges = 0;
  Vector from = place(ring.back());
  std::size_t edge = count - 1;
  for (std::size_t i = 0; i < count; edge = i++) {
    const Vector to = place(ring[i]);
    const Vector way = to - from;
    // The corner of the box that is farthest to the right of the edge.
    const Vector corner{(way.y > 0.0 ? high.x : low.x) - from.x,
                        (way.x > 0.0 ? low.y : high.y) - from.y};
    if (!(cross(way, corner) > 0.0)) edges |= 1U << std::min<std::size_t>(edge, kLastEdgeBit);
    from = to;
  }
  return edges;
}

std::uint32_t CellIndex::add_entry(const Entry& entry) {
  const std::uint32_t place = free_entry_;
  if (place == kNoEntry) {
    entries_.push_back(entry);
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  free_entry_ = std::as_const(entries_)[place].next;
  entries_[place] = entry;
  return place;
}

void CellIndex::insert(Level& level, std::size_t bucket, CellId cell, std::uint32_t edges) {
  if (is_inside(buckets_[bucket])) {
    buckets_[bucket] = add_entry({buckets_[bucket] ^ kInside, kNoEntry, 0});
  }
  std::uint32_t before = kNoEntry;
  std::uint32_t after = buckets_[bucket];
  std::size_t size = 1;
  const GrowingArray<Entry>& entries = entries_;
  for (; after != kNoEntry && entries[after].cell < cell; after = entries[after].next) {
    before = after;
    ++size;
  }
  const std::uint32_t entry = add_entry({cell, after, edges});
  (before == kNoEntry ? buckets_[bucket] : entries_[before].next) = entry;
  for (; after != kNoEntry; after = entries[after].next) ++size;
  level.max_bucket_size = std::max(level.max_bucket_size, size);
}

void CellIndex::add(CellId cell, std::span<const MeshEdge> ring) {
  Level& level = level_of(ring);
  used_levels_ = std::max(used_levels_, static_cast<std::size_t>(&level - levels_.data()) + 1);
  for_each_bucket_of(level, ring, [&](std::uint32_t x, std::uint32_t y) {
    const std::size_t bucket = level.slot(x, y);
    const std::uint32_t edges = edges_at(level, x, y, ring);
    if (edges == 0 && buckets_[bucket] == kNoEntry) {
      buckets_[bucket] = cell | kInside;
      level.max_bucket_size = std::max<std::size_t>(level.max_bucket_size, 1);
    } else {
      insert(level, bucket, cell, edges);
    }
  });
}

void CellIndex::remove(CellId cell, std::span<const MeshEdge> ring) {
  const Level& level = level_of(ring);
  for_each_bucket_of(level, ring, [&](std::uint32_t x, std::uint32_t y) {
    const std::size_t bucket = level.slot(x, y);
    if (is_inside(buckets_[bucket])) {
      buckets_[bucket] = kNoEntry;
      return;
    }
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
