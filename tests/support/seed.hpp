// The size of the random suites, and their seeds.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

#include "support/random.hpp"

namespace taut::test {

// TAUT_SEED, or a fresh seed. Printed when first requested.
inline std::uint64_t fresh_seed() {
  static const std::uint64_t seed = [] {
    std::uint64_t value = 0;
    if (const char* text = std::getenv("TAUT_SEED"); text != nullptr && *text != '\0') {
      char* end = nullptr;
      errno = 0;
      value = std::strtoull(text, &end, 10);
      if (*end != '\0' || errno != 0) {
        std::fprintf(stderr, "TAUT_SEED is not a number: %s\n", text);
        std::exit(2);
      }
    } else {
      value = std::random_device{}();
    }
    std::printf("random seed: TAUT_SEED=%llu\n", static_cast<unsigned long long>(value));
    std::fflush(stdout);
    return value;
  }();
  return seed;
}

// Whether TAUT_LONG calls for the full suites.
inline bool is_long() {
  const char* text = std::getenv("TAUT_LONG");
  return text != nullptr && *text != '\0' && std::string_view(text) != "0";
}

// How many random cases to run: `part`, or `full` with TAUT_LONG, times TAUT_SCALE; at least one.
inline std::size_t random_count(std::size_t part, std::size_t full) {
  static const double scale = [] {
    const char* text = std::getenv("TAUT_SCALE");
    if (text == nullptr || *text == '\0') return 1.0;
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (*end != '\0' || !(value >= 0.0)) {
      std::fprintf(stderr, "TAUT_SCALE is not a number >= 0: %s\n", text);
      std::exit(2);
    }
    return value;
  }();
  const double count = static_cast<double>(is_long() ? full : part) * scale;
  return count < 1.0 ? 1 : static_cast<std::size_t>(count);
}

// Whether so few cases run (TAUT_SCALE) that rare ones may not occur.
inline bool is_small_share() { return random_count(1000, 1000) < 1000; }

// The stride of queries in large files: 1, or 1 / TAUT_SCALE when that is more.
inline std::size_t query_stride() {
  return std::max<std::size_t>(std::size_t{1000} / random_count(1000, 1000), 1);
}

// Two generators for a suite: one always the same, one from the fresh seed.
inline std::array<Random, 2> random_generators(std::string_view suite) {
  Hash hash;
  hash.add(suite);
  const std::uint64_t fixed = hash.value();
  hash.add(fresh_seed());
  return {Random(fixed), Random(hash.value())};
}

}  // namespace taut::test
