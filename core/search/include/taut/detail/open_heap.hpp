// The open list of best-first searches: a heap of fixed capacity.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>

TAUT_API_BEGIN
namespace taut {

// A heap with kChildren children per node. Entry::is_before() is a total order, branch-free if
// possible, because the order of two open nodes is unpredictable. Entry::last() follows every
// entry. Touches no more of its memory than the most entries that it has held.
template <class Entry>
class OpenHeap {
 public:
  explicit OpenHeap(std::size_t places) : places_(places), entries_(places + kChildren) { keep(0); }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }
  [[nodiscard]] bool is_full() const noexcept { return count_ == places_; }
  [[nodiscard]] std::size_t places() const noexcept { return places_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return (places_ + kChildren) * sizeof(Entry);
  }

  // The first entry; last() when there is none.
  [[nodiscard]] const Entry& top() const noexcept { return entries_[0]; }

  // Requires !is_full().
  void push(const Entry& entry) noexcept {
    assert(count_ < places_);
    entries_[count_ + kChildren] = Entry::last();
    sift_up(count_++, entry);
  }

  // Requires !is_empty().
  [[nodiscard]] Entry pop() noexcept {
    assert(count_ > 0);
    const Entry top = entries_[0];
    const Entry last = entries_[--count_];
    entries_[count_] = Entry::last();
    // Which of four children is first is unpredictable, so it is selected without branches.
    std::size_t hole = 0;
    for (;;) {
      const std::size_t child = hole * kChildren + 1;
      if (child >= count_) break;
      const Entry* siblings = entries_.data() + child;
      const auto low = static_cast<std::size_t>(siblings[1].is_before(siblings[0]));
      const auto high = 2 + static_cast<std::size_t>(siblings[3].is_before(siblings[2]));
      const auto is_high = static_cast<std::size_t>(siblings[high].is_before(siblings[low]));
      const std::size_t first = low ^ ((low ^ high) & (0 - is_high));
      if (!siblings[first].is_before(last)) break;
      entries_[hole] = siblings[first];
      hole = child + first;
    }
    if (count_ > 0) entries_[hole] = last;
    return top;
  }

  // All entries, to be changed or put into another order; keep() must follow.
  [[nodiscard]] std::span<Entry> entries() noexcept { return {entries_.data(), count_}; }
  // Keeps the first `count` entries.
  void keep(std::size_t count) noexcept {
    count_ = count;
    // A sorted sequence is a heap.
    std::sort(entries_.data(), entries_.data() + count,
              [](const Entry& a, const Entry& b) { return a.is_before(b); });
    for (std::size_t i = 0; i < kChildren; ++i) entries_[count + i] = Entry::last();
  }

 private:
  static constexpr std::size_t kChildren = 4;

  void sift_up(std::size_t place, const Entry& entry) noexcept {
    while (place > 0) {
      const std::size_t above = (place - 1) / kChildren;
      if (!entry.is_before(entries_[above])) break;
      entries_[place] = entries_[above];
      place = above;
    }
    entries_[place] = entry;
  }

  std::size_t places_;
  // The kChildren places behind the last entry hold last(), so that children need not be counted.
  detail::UnsetArray<Entry> entries_;
  std::size_t count_ = 0;
};

}  // namespace taut
TAUT_API_END
