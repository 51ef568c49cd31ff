// A small random generator whose numbers are the same with every compiler and standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace taut::test {

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept : state_(seed) {}

  constexpr std::uint64_t next() noexcept {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  // 0 <= result < n. Requires 0 < n < 2^32. Uniform but for a bias below n / 2^32.
  constexpr std::uint32_t below(std::size_t n) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32U) * n) >> 32U);
  }

  // low <= result <= high.
  constexpr int between(int low, int high) noexcept {
    return low + static_cast<int>(below(static_cast<std::size_t>(high - low) + 1));
  }

  // True `percent` times in a hundred.
  constexpr bool chance(int percent) noexcept { return between(0, 99) < percent; }

 private:
  std::uint64_t state_;
};

// FNV-1a over bytes, for golden hashes and for seeds made from names.
class Hash {
 public:
  constexpr void add_byte(std::uint8_t byte) noexcept { value_ = (value_ ^ byte) * 0x100000001B3U; }
  constexpr void add(std::uint64_t word) noexcept {
    for (unsigned shift = 0; shift < 64; shift += 8) {
      add_byte(static_cast<std::uint8_t>(word >> shift));
    }
  }
  constexpr void add(std::string_view text) noexcept {
    for (const char c : text) add_byte(static_cast<std::uint8_t>(c));
  }
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace taut::test
