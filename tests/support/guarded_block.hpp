// A buffer for an answer that detects writes past its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>

namespace taut::test {

// A fresh heap block of exactly n elements, so that the address sanitizer sees the end of the room.
// Guards before and after it, in the same block, do the same without a sanitizer.
template <class T>
class GuardedBlock {
 public:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t kGuard = 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  static constexpr std::size_t kGuard = 0;
#else
  static constexpr std::size_t kGuard = 64;
#endif
#else
  static constexpr std::size_t kGuard = 64;
#endif

  explicit GuardedBlock(std::size_t n)
      : size_(n), bytes_(new unsigned char[n * sizeof(T) + 2 * kGuard]) {
    std::memset(bytes_.get(), kFill, n * sizeof(T) + 2 * kGuard);
    for (std::size_t i = 0; i < n; ++i) new (bytes_.get() + kGuard + i * sizeof(T)) T{};
  }

  [[nodiscard]] std::span<T> room() noexcept {
    return {std::launder(reinterpret_cast<T*>(bytes_.get() + kGuard)), size_};
  }

  // Whether the guards are as they were.
  [[nodiscard]] bool is_intact() const noexcept {
    for (std::size_t i = 0; i < kGuard; ++i) {
      if (bytes_[i] != kFill || bytes_[kGuard + size_ * sizeof(T) + i] != kFill) return false;
    }
    return true;
  }

 private:
  static constexpr unsigned char kFill = 0xA5;
  std::size_t size_;
  std::unique_ptr<unsigned char[]> bytes_;
};

}  // namespace taut::test
