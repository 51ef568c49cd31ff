// An array that grows without moving all elements at once.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// A vector whose owner calls advance() after each round of changes. When the array is nearly full,
// advance() begins a larger copy and adds a part of it each time, so no round moves all elements.
// Elements that change meanwhile are copied again. Without advance() it grows as a vector does.
//
// References stay valid until the next change of size or advance().
template <class T>
class GrowingArray {
 public:
  using value_type = T;

  GrowingArray() = default;
  GrowingArray(std::size_t count, const T& value) : elements_(count, value), settled_size_(count) {}
  // The copy of an array is complete: it has no larger copy in progress, but room to grow.
  GrowingArray(const GrowingArray& other) : settled_size_(other.size()) {
    if (other.empty()) return;
    reserve(other.size());
    elements_.assign(other.elements_.begin(), other.elements_.end());
  }
  GrowingArray(GrowingArray&& other) noexcept = default;
  GrowingArray& operator=(GrowingArray other) noexcept {
    std::swap(elements_, other.elements_);
    std::swap(next_, other.next_);
    std::swap(changed_, other.changed_);
    std::swap(settled_size_, other.settled_size_);
    return *this;
  }
  ~GrowingArray() = default;

  [[nodiscard]] std::size_t size() const noexcept { return elements_.size(); }
  [[nodiscard]] bool empty() const noexcept { return elements_.empty(); }
  [[nodiscard]] const T* data() const noexcept { return elements_.data(); }
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept { return elements_[at]; }
  [[nodiscard]] const T& back() const noexcept { return elements_.back(); }

  // For writing.
  [[nodiscard]] T& operator[](std::size_t at) {
    if (at < next_.size()) changed_.push_back(at);
    return elements_[at];
  }

  void push_back(const T& element) { elements_.push_back(element); }
  // Reserves a sixteenth more: the first edits of a map should not begin a larger copy.
  void reserve(std::size_t count) { elements_.reserve(count + spare_for(count)); }
  void resize(std::size_t count, const T& value = T()) {
    elements_.resize(count, value);
    if (count < next_.size()) next_.resize(count, value);
  }

  // Cost      in proportion to the elements added and changed since the last call.
  void advance() {
    const std::size_t size = elements_.size();
    const std::size_t added = size > settled_size_ ? size - settled_size_ : 0;
    settled_size_ = size;
    if (next_.capacity() == 0) {
      const std::size_t capacity = elements_.capacity();
      if (added == 0 || size <= kSmall || size <= capacity - capacity / 32) return;
      next_.reserve(size + size / 4);
    }
    for (const std::size_t at : changed_) {
      if (at < next_.size()) next_[at] = elements_[at];
    }
    changed_.clear();
    const std::size_t left = size - next_.size();
    const std::size_t part = kPart + 64 * added;
    const std::size_t count = left < part ? left : part;
    const auto first = elements_.begin() + static_cast<std::ptrdiff_t>(next_.size());
    next_.insert(next_.end(), first, first + static_cast<std::ptrdiff_t>(count));
    if (next_.size() < size) return;
    std::swap(elements_, next_);
    next_ = std::vector<T>();
  }

  // Leaves about as much room as reserve() does.
  void trim() {
    const std::size_t wanted = spare_for(elements_.size());
    const std::size_t spare = elements_.capacity() - elements_.size();
    next_ = std::vector<T>();
    changed_ = std::vector<std::size_t>();
    settled_size_ = elements_.size();
    if (spare < wanted / 2 || spare > wanted) *this = GrowingArray(*this);
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return (elements_.capacity() + next_.capacity()) * sizeof(T) +
           changed_.capacity() * sizeof(std::size_t);
  }

 private:
  static constexpr std::size_t kSmall = 4096;  // elements that may move at once
  static constexpr std::size_t kPart = 64;

  [[nodiscard]] static std::size_t spare_for(std::size_t size) noexcept { return size / 16 + 64; }

  std::vector<T> elements_;
  std::vector<T> next_;  // the larger copy in progress
  std::vector<std::size_t> changed_;
  std::size_t settled_size_ = 0;
};

}  // namespace taut::detail
TAUT_API_END
