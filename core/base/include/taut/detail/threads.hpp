// A value that threads share, and what stands for it where the standard library has no threads
// (WebAssembly).
#pragma once

#include <cstddef>  // says whether it has
#include <utility>

#if defined(_LIBCPP_HAS_NO_THREADS) || (defined(_LIBCPP_HAS_THREADS) && !_LIBCPP_HAS_THREADS)
#define TAUT_HAS_THREADS 0
#else
#define TAUT_HAS_THREADS 1
#include <atomic>
#endif

#include <taut/detail/api.hpp>

namespace taut::detail {

// A value that any thread may read and replace. All that a thread did before it wrote the value is
// seen by a thread that has read it.
template <class Value>
class Shared {
 public:
  explicit Shared(Value value) noexcept : value_(value) {}

#if TAUT_HAS_THREADS
  [[nodiscard]] Value get() const noexcept { return value_.load(std::memory_order_acquire); }
  void set(Value value) noexcept { value_.store(value, std::memory_order_release); }
  Value exchange(Value value) noexcept { return value_.exchange(value, std::memory_order_acq_rel); }
  // Returns the sum.
  Value add(Value value) noexcept {
    return value_.fetch_add(value, std::memory_order_acq_rel) + value;
  }
  // Sets the value if it is `expected`; else sets `expected` to the value.
  [[nodiscard]] bool replace(Value& expected, Value value) noexcept {
    return value_.compare_exchange_strong(expected, value, std::memory_order_acq_rel);
  }

 private:
  std::atomic<Value> value_;
#else
  [[nodiscard]] Value get() const noexcept { return value_; }
  void set(Value value) noexcept { value_ = value; }
  Value exchange(Value value) noexcept { return std::exchange(value_, value); }
  Value add(Value value) noexcept { return value_ += value; }
  [[nodiscard]] bool replace(Value& expected, Value value) noexcept {
    if (value_ != expected) {
      expected = value_;
      return false;
    }
    value_ = value;
    return true;
  }

 private:
  Value value_;
#endif
};

}  // namespace taut::detail
