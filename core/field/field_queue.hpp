// The open funnels of a build, in buckets (internal).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <taut/detail/open_heap.hpp>

#include "core/mesh_paths/funnel_steps.hpp"

namespace taut {

// Nodes by growing f, up to the width of a bucket: within a bucket the newest first. A build is
// right in any order, and compares more funnels in time when the order is about that of f. What is
// pushed is not before the bucket of what was popped last.
class FieldQueue {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  void clear() noexcept {
    heads_.fill(kNone);
    filled_.fill(0);
    far_.keep(0);
    first_ = 0;
    last_ = 0;
    count_ = 0;
  }

  // For nodes below `nodes`.
  void fit(std::size_t nodes) { next_.resize(nodes); }

  // Nodes whose f is more may stay.
  void set_limit(double limit) noexcept { last_ = bucket_of(limit); }

  void push(double f, std::uint32_t node) {
    // Costs of goals may be anything.
    const std::uint64_t bucket = std::max(bucket_of(f), first_);
    if (bucket - first_ < kBuckets) {
      put(bucket, node);
    } else {
      push_far(f, node);
    }
  }

  // What the next pop() is likely to return: of the same bucket, else kNone.
  [[nodiscard]] std::uint32_t likely_next() const noexcept { return heads_[first_ % kBuckets]; }

  // kNone when there are none whose f may be within the limit.
  [[nodiscard]] std::uint32_t pop() noexcept {
    if (heads_[first_ % kBuckets] == kNone && !advance()) return kNone;
    if (first_ > last_) return kNone;
    const std::size_t place = first_ % kBuckets;
    std::uint32_t& head = heads_[place];
    const std::uint32_t node = head;
    head = next_[node];
    filled_[place / 64] &= ~(std::uint64_t{head == kNone ? 1U : 0U} << (place % 64));
    --count_;
    return node;
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return next_.capacity() * sizeof(std::uint32_t) + far_.memory_bytes();
  }

 private:
  static constexpr std::uint64_t kBuckets = 1024;
  static constexpr double kBucketsPerTile = 4.0;

  [[nodiscard]] static std::uint64_t bucket_of(double f) noexcept {
    return f > 0.0 ? static_cast<std::uint64_t>(
                         static_cast<std::int64_t>(std::min(f * kBucketsPerTile, 0x1p60)))
                   : 0;
  }
  [[nodiscard]] std::uint64_t far_bucket() const noexcept {
    return bucket_of(std::bit_cast<double>(far_.top().f_bits));
  }
  // From the first bucket to the next one that is not empty; requires that there is one. By words
  // of bits: the end of a loop over buckets is mispredicted.
  [[nodiscard]] std::uint64_t steps_to_filled() const noexcept {
    const std::size_t from = first_ % kBuckets;
    std::size_t word = from / 64;
    std::uint64_t bits = filled_[word] & (~std::uint64_t{0} << (from % 64));
    while (bits == 0) {
      word = (word + 1) % filled_.size();
      bits = filled_[word];
    }
    return (64 * word + static_cast<std::size_t>(std::countr_zero(bits)) - from) % kBuckets;
  }
  // Goes to the next bucket that is not empty. False when there is none within the limit.
  [[nodiscard]] bool advance() noexcept {
    if (count_ > 0) {
      first_ += steps_to_filled();
    } else if (far_.is_empty()) {
      return false;
    } else {
      first_ = far_bucket();
    }
    while (!far_.is_empty() && far_bucket() - first_ < kBuckets) {
      const std::uint64_t bucket = far_bucket();
      put(bucket, static_cast<std::uint32_t>(far_.pop().node));
    }
    return first_ <= last_;
  }
  void push_far(double f, std::uint32_t node) {
    if (far_.is_full()) {
      OpenHeap<detail::OpenFunnel> larger(2 * far_.places());
      for (const detail::OpenFunnel& entry : far_.entries()) larger.push(entry);
      far_ = std::move(larger);
    }
    far_.push({std::bit_cast<std::uint64_t>(f), node});
  }
  void put(std::uint64_t bucket, std::uint32_t node) noexcept {
    const std::size_t place = bucket % kBuckets;
    next_[node] = heads_[place];
    heads_[place] = node;
    filled_[place / 64] |= std::uint64_t{1} << (place % 64);
    ++count_;
  }

  std::array<std::uint32_t, kBuckets> heads_{};        // of a ring: the buckets from first_ on
  std::array<std::uint64_t, kBuckets / 64> filled_{};  // a bit each: not empty
  std::vector<std::uint32_t> next_;                    // per node, in its bucket
  OpenHeap<detail::OpenFunnel> far_{64};               // what lies beyond the ring
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;  // the bucket of the limit
  std::size_t count_ = 0;   // in the ring
};

}  // namespace taut
