// Four floats, computed with as one (internal).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace taut::detail {

constexpr std::size_t kFloatLanes = 4;

// gcc and clang have vectors; of loops they make scalar code. Other compilers take the loops, and
// so do builds with TAUT_PLAIN_LANES, which test them. Both give the same bits.
#if defined(__GNUC__) && !defined(TAUT_PLAIN_LANES)

using FloatLanes = float __attribute__((vector_size(kFloatLanes * sizeof(float))));

// larger() and smaller() are `b` where one of them is NaN.
[[nodiscard]] inline FloatLanes larger(const FloatLanes& a, const FloatLanes& b) noexcept {
  return a > b ? a : b;
}
[[nodiscard]] inline FloatLanes smaller(const FloatLanes& a, const FloatLanes& b) noexcept {
  return a < b ? a : b;
}
// `other` where the value is NaN.
[[nodiscard]] inline FloatLanes known_or(const FloatLanes& value,
                                         const FloatLanes& other) noexcept {
  return value == value ? value : other;
}

#else

// With the operators of a vector that are used.
struct FloatLanes {
  FloatLanes() noexcept = default;
  // The same value in every lane, as where a vector is computed with a number.
  FloatLanes(float value) noexcept {
    for (float& lane : lanes) lane = value;
  }

  [[nodiscard]] float operator[](std::size_t k) const noexcept { return lanes[k]; }
  [[nodiscard]] float& operator[](std::size_t k) noexcept { return lanes[k]; }

  [[nodiscard]] friend FloatLanes operator+(const FloatLanes& a, const FloatLanes& b) noexcept {
    return joined(a, b, [](float x, float y) { return x + y; });
  }
  [[nodiscard]] friend FloatLanes operator-(const FloatLanes& a, const FloatLanes& b) noexcept {
    return joined(a, b, [](float x, float y) { return x - y; });
  }
  [[nodiscard]] friend FloatLanes operator*(const FloatLanes& a, const FloatLanes& b) noexcept {
    return joined(a, b, [](float x, float y) { return x * y; });
  }
  FloatLanes& operator+=(const FloatLanes& other) noexcept { return *this = *this + other; }
  FloatLanes& operator-=(const FloatLanes& other) noexcept { return *this = *this - other; }

  [[nodiscard]] friend FloatLanes larger(const FloatLanes& a, const FloatLanes& b) noexcept {
    return joined(a, b, [](float x, float y) { return x > y ? x : y; });
  }
  [[nodiscard]] friend FloatLanes smaller(const FloatLanes& a, const FloatLanes& b) noexcept {
    return joined(a, b, [](float x, float y) { return x < y ? x : y; });
  }
  [[nodiscard]] friend FloatLanes known_or(const FloatLanes& value,
                                           const FloatLanes& other) noexcept {
    return joined(value, other, [](float x, float y) { return std::isnan(x) ? y : x; });
  }

  template <typename Operation>
  [[nodiscard]] static FloatLanes joined(const FloatLanes& a, const FloatLanes& b,
                                         Operation operation) noexcept {
    FloatLanes result;
    for (std::size_t k = 0; k < kFloatLanes; ++k) result[k] = operation(a[k], b[k]);
    return result;
  }

  std::array<float, kFloatLanes> lanes;
};

// Friends alone are not found by a qualified name.
[[nodiscard]] FloatLanes larger(const FloatLanes& a, const FloatLanes& b) noexcept;
[[nodiscard]] FloatLanes smaller(const FloatLanes& a, const FloatLanes& b) noexcept;
[[nodiscard]] FloatLanes known_or(const FloatLanes& value, const FloatLanes& other) noexcept;

#endif

[[nodiscard]] inline FloatLanes fill_lanes(float value) noexcept { return FloatLanes{} + value; }

[[nodiscard]] inline FloatLanes load_lanes(const float* from) noexcept {
  FloatLanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}

inline void store_lanes(const FloatLanes& lanes, float* to) noexcept {
  std::memcpy(to, &lanes, sizeof(lanes));
}

[[nodiscard]] inline FloatLanes square_root(FloatLanes lanes) noexcept {
  for (std::size_t k = 0; k < kFloatLanes; ++k) lanes[k] = std::sqrt(lanes[k]);
  return lanes;
}

[[nodiscard]] inline float largest(const FloatLanes& lanes) noexcept {
  float most = lanes[0];
  for (std::size_t k = 1; k < kFloatLanes; ++k) most = lanes[k] > most ? lanes[k] : most;
  return most;
}

}  // namespace taut::detail
