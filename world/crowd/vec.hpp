// Vectors of two floats, for what a crowd proposes. Only sums, products, quotients and roots, which
// every compiler rounds alike.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

namespace taut::crowds {

struct Vec {
  float x = 0.0F;
  float y = 0.0F;
};
[[nodiscard]] constexpr Vec operator+(Vec a, Vec b) noexcept { return {a.x + b.x, a.y + b.y}; }
[[nodiscard]] constexpr Vec operator-(Vec a, Vec b) noexcept { return {a.x - b.x, a.y - b.y}; }
[[nodiscard]] constexpr Vec operator*(Vec a, float k) noexcept { return {a.x * k, a.y * k}; }
[[nodiscard]] constexpr float dot(Vec a, Vec b) noexcept { return a.x * b.x + a.y * b.y; }
[[nodiscard]] constexpr float det(Vec a, Vec b) noexcept { return a.x * b.y - a.y * b.x; }
[[nodiscard]] constexpr float square(Vec a) noexcept { return dot(a, a); }
[[nodiscard]] inline float length(Vec a) noexcept { return std::sqrt(square(a)); }
// Nothing for a vector that is too short to have a direction.
[[nodiscard]] inline Vec direction(Vec a) noexcept {
  const float l = length(a);
  return l > 1e-6F ? a * (1.0F / l) : Vec{};
}
// The tile of a coordinate: rounded down, without a call of the library.
template <std::floating_point T>
[[nodiscard]] constexpr int tile_at(T v) noexcept {
  const int tile = static_cast<int>(v);
  return static_cast<T>(tile) > v ? tile - 1 : tile;
}
// Rounded to the nearest, halves away from zero, without a call of the library. Requires a value
// that has an int.
[[nodiscard]] constexpr int rounded(float v) noexcept {
  const int whole = static_cast<int>(v);
  const float rest = v - static_cast<float>(whole);
  return whole + (rest >= 0.5F ? 1 : 0) - (rest <= -0.5F ? 1 : 0);
}
// A quarter turn to the left.
[[nodiscard]] constexpr Vec turn_left(Vec a) noexcept { return {-a.y, a.x}; }
// Turned to the left by the angle whose half has this tangent.
[[nodiscard]] constexpr Vec turn(Vec a, float tangent) noexcept {
  const float scale = 1.0F / (1.0F + tangent * tangent);
  const float c = (1.0F - tangent * tangent) * scale;
  const float s = 2.0F * tangent * scale;
  return {a.x * c - a.y * s, a.x * s + a.y * c};
}
// From the nearest point of tile (x, y) to a place.
[[nodiscard]] constexpr Vec away_from(Vec place, int x, int y) noexcept {
  return {place.x - std::clamp(place.x, static_cast<float>(x), static_cast<float>(x + 1)),
          place.y - std::clamp(place.y, static_cast<float>(y), static_cast<float>(y + 1))};
}
[[nodiscard]] inline Vec at_most(Vec a, float limit) noexcept {
  const float l = length(a);
  return l > limit ? a * (limit / l) : a;
}

}  // namespace taut::crowds
