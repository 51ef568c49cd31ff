// Writes corridors of leaves (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <taut/engine/quadtree.hpp>
#include <taut/status.hpp>

namespace taut::detail {

class LeafWriter {
 public:
  explicit LeafWriter(std::span<LeafId> out) noexcept : out_(out) {}

  void append(LeafId leaf) noexcept {
    if (count_ == out_.size()) {
      is_full_ = true;
      return;
    }
    out_[count_++] = leaf;
  }
  // Appends a leaf; if it is in the corridor already, the loop is removed, so that the corridor has
  // no leaf twice.
  void append_or_go_back(LeafId leaf) noexcept {
    if (count_ > 0 && out_[count_ - 1] == leaf) return;
    const auto end = out_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto found = std::find(out_.begin(), end, leaf);
    if (found == end) {
      append(leaf);
    } else {
      count_ = static_cast<std::size_t>(found - out_.begin()) + 1;
    }
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  // Requires count() > 0.
  [[nodiscard]] LeafId last() const noexcept { return out_[count_ - 1]; }
  [[nodiscard]] Result result() const noexcept {
    return {is_full_ ? Status::truncated : Status::ok, count_};
  }

 private:
  std::span<LeafId> out_;
  std::size_t count_ = 0;
  bool is_full_ = false;
};

}  // namespace taut::detail
