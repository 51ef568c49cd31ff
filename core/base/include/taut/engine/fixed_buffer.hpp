// A buffer on the stack for an answer whose size is bounded at compile time.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// N elements on the stack, the first size() of them in use. Any writer of the library fills it in
// one line:
//
//   FixedBuffer<Point, max_path_points(64)> path;
//   const Status status = path.take(string_pull(start, goal, portals, path.room()));
//
// Does not allocate.
template <class T, std::size_t N>
class FixedBuffer {
 public:
  // All N elements, to be written.
  [[nodiscard]] std::span<T> room() noexcept { return elements_; }

  // Keeps what a writer wrote into room(), N elements at most, and passes its status on.
  template <class WriterResult>
  Status take(const WriterResult& result) noexcept {
    size_ = result.count < N ? result.count : N;
    return result.status;
  }

  [[nodiscard]] std::span<const T> view() const noexcept { return {elements_.data(), size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
    assert(i < size_);
    return elements_[i];
  }
  [[nodiscard]] const T* begin() const noexcept { return elements_.data(); }
  [[nodiscard]] const T* end() const noexcept { return elements_.data() + size_; }

 private:
  std::array<T, N> elements_{};
  std::size_t size_ = 0;
};

}  // namespace taut
TAUT_API_END
