// Calls of the C interface: their arguments from bytes, and what all of them keep to.
#pragma once

#include <taut.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "fuzz/check.hpp"

namespace taut::fuzz {

// The bytes of the input, as arguments; zeros behind its end.
class CallInput {
 public:
  CallInput(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] bool is_empty() const { return at_ >= size_; }
  std::uint8_t byte() { return is_empty() ? 0 : data_[at_++]; }

  // Mostly on and around a small map, sometimes anything.
  float place() {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr std::array kOdd{-0.0F, 1e30F,   -1e30F,   kInfinity,     -kInfinity,
                              NAN,   16384.F, -40000.F, 3.4028235e38F, 1e-40F};
    const std::uint8_t kind = byte();
    if (kind < 10) return kOdd[kind];
    return static_cast<float>(kind) / 10.0F - 1.5F;
  }
  double number() {
    const std::uint8_t kind = byte();
    if (kind == 0) return std::numeric_limits<double>::quiet_NaN();
    if (kind == 1) return std::numeric_limits<double>::infinity();
    if (kind == 2) return -1.0;
    if (kind == 3) return 1e300;
    if (kind == 4) return 1e-300;
    return static_cast<double>(kind - 5) / 64.0;
  }
  std::int32_t integer() {
    const std::uint8_t kind = byte();
    if (kind == 0) return INT32_MIN;
    if (kind == 1) return INT32_MAX;
    return kind % 40 - 8;
  }
  // One of the enumerators, or just beyond them.
  std::int32_t choice(std::int32_t count) { return byte() % (count + 2) - 1; }
  std::uint32_t capacity() { return byte() % 40U; }
  taut_agent agent() {
    const double radius = number();
    const std::int32_t shape = choice(3);
    return {radius, shape, choice(4)};
  }
  taut_find_options options() {
    taut_find_options made;
    taut_find_options_init(&made);
    if (byte() % 2 == 0) made.agent = agent();
    const std::uint8_t kind = byte();
    if (kind % 4 == 0) made.max_goal_distance = number();
    if (kind % 4 == 1) made.length_limit = number();
    if (kind % 4 == 2) made.expansion_limit = byte();
    made.method = choice(3);
    made.goal_rule = choice(2);
    made.start_rule = choice(2);
    return made;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

inline void check_status(taut_status status) {
  require(status >= TAUT_OK && status <= TAUT_BAD_ARGUMENT, "the status is one that is named");
}

// Calls a function that fills a buffer, with a guarded element behind its capacity.
template <class Element, class Call>
std::vector<Element> fill(CallInput& input, const Call& call) {
  std::vector<Element> out(input.capacity() + 1);
  const auto capacity = static_cast<std::uint32_t>(out.size() - 1);
  std::vector<std::uint8_t> guard(sizeof(Element), 0xa5);
  auto* const last = reinterpret_cast<std::uint8_t*>(&out.back());
  std::copy(guard.begin(), guard.end(), last);
  std::uint32_t count = 77;
  const taut_status status = call(out.data(), capacity, &count);
  check_status(status);
  require(std::equal(guard.begin(), guard.end(), last), "nothing is written behind the buffer");
  if (status == TAUT_OK) require(count <= capacity, "an answer that is ok fits");
  if (status == TAUT_TRUNCATED) require(count > capacity, "a truncated answer does not fit");
  if (status > TAUT_TRUNCATED) require(count == 0, "a failed call has no elements");
  out.resize(std::min(count, capacity));
  return out;
}

}  // namespace taut::fuzz
