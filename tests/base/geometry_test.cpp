// The predicates are exact up to the limits that geometry.hpp names.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <taut/engine/geometry.hpp>

#include "support/catch.hpp"
#include "support/lattice.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

int sign(Int128 value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }
int sign(double value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

Int128 wide_cross(LatticePoint a, LatticePoint b, LatticePoint c) {
  return static_cast<Int128>(b.x - a.x) * (c.y - a.y) -
         static_cast<Int128>(b.y - a.y) * (c.x - a.x);
}
Int128 wide_inner(LatticePoint a, LatticePoint b, LatticePoint c) {
  return static_cast<Int128>(b.x - a.x) * (c.x - a.x) +
         static_cast<Int128>(b.y - a.y) * (c.y - a.y);
}

constexpr int kLimit = (1 << 24) - 1;

// Places at the limits, and triples near a common line, where rounding would show.
std::array<LatticePoint, 3> make_triple(Random& random) {
  const auto any = [&]() -> std::int64_t {
    switch (random.between(0, 3)) {
      case 0:
        return random.chance(50) ? kLimit : -kLimit;
      case 1:
        return random.between(-3, 3);
      default:
        return random.between(-kLimit, kLimit);
    }
  };
  const LatticePoint a{any(), any()};
  const LatticePoint b{any(), any()};
  if (random.chance(40)) return {a, b, {any(), any()}};
  const auto near = [&](std::int64_t from, std::int64_t to, double part) {
    const double value = static_cast<double>(from) + part * static_cast<double>(to - from);
    return std::clamp<std::int64_t>(std::llround(value) + random.between(-1, 1), -kLimit, kLimit);
  };
  const double part = static_cast<double>(random.between(-100, 200)) / 100.0;
  return {a, b, {near(a.x, b.x, part), near(a.y, b.y, part)}};
}

}  // namespace

TEST_CASE("geometry: orient, dot and is_on_segment are exact", "[geometry]") {
  for (Random& random : random_generators("geometry")) {
    const std::size_t count = random_count(200000, 5000000);
    std::size_t collinear = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto [a, b, c] = make_triple(random);
      const float scale = std::ldexp(1.0F, random.between(-22, 2));
      const Point p = to_point(a, scale);
      const Point q = to_point(b, scale);
      const Point r = to_point(c, scale);
      const Int128 turn = wide_cross(a, b, c);
      const double unit = static_cast<double>(scale) * static_cast<double>(scale);
      collinear += turn == 0 ? 1 : 0;
      const bool is_right = sign(orient(p, q, r)) == sign(turn) &&
                            orient(p, q, r) == static_cast<double>(turn) * unit &&
                            sign(dot(p, q, r)) == sign(wide_inner(a, b, c)) &&
                            is_on_segment(p, q, r) == (turn == 0 && wide_inner(c, a, b) <= 0);
      if (!is_right) {
        FAIL(a.x << " " << a.y << "  " << b.x << " " << b.y << "  " << c.x << " " << c.y
                 << " scale " << scale);
      }
    }
    CHECK(collinear > count / 100);
  }
  CHECK(orient({0, 0}, {1, 0}, {0, 1}) == 1.0);  // counter-clockwise is left
  CHECK(is_on_segment({1, 1}, {1, 1}, {1, 1}));
  CHECK_FALSE(is_on_segment({1, 1}, {1, 1}, {1, 2}));
  CHECK(is_on_segment({0, 0}, {4, 2}, {2, 1}));
  CHECK_FALSE(is_on_segment({0, 0}, {4, 2}, {6, 3}));
}

TEST_CASE("geometry: snap gives the nearest lattice point", "[geometry]") {
  for (Random& random : random_generators("snap")) {
    const std::size_t count = random_count(100000, 2000000);
    for (std::size_t i = 0; i < count; ++i) {
      const float reach = std::ldexp(1.0F, random.between(-12, 14));
      const auto any = [&] {
        return reach * (static_cast<float>(random.between(-1000000, 1000000)) / 1e6F);
      };
      const Point p{any(), any()};
      const Point s = snap(p);
      for (float Point::*const axis : {&Point::x, &Point::y}) {
        const double steps = static_cast<double>(s.*axis) * 1024.0;
        REQUIRE(steps == std::trunc(steps));
        // All exact in double.
        REQUIRE(std::abs(steps - static_cast<double>(p.*axis) * 1024.0) <= 0.5);
      }
      REQUIRE(snap(s) == s);
    }
  }
  const float half = 0.5F / 1024.0F;
  CHECK(snap({half, -half}) == Point{2 * half, -2 * half});
  CHECK(snap({16384, -16384}) == Point{16384, -16384});
  CHECK(snap({0.0F, 0.49F / 1024.0F}) == Point{0, 0});
}

TEST_CASE("geometry: lengths", "[geometry]") {
  CHECK(distance({0, 0}, {3, 4}) == 5.0);
  CHECK(distance({-16384, -16384}, {16384, 16384}) == Approx(32768.0 * std::sqrt(2.0)));
  CHECK(path_length({}) == 0.0);
  const std::vector<Point> path{{0, 0}, {3, 4}, {3, 4}, {3, 0}, {0, 0}};
  CHECK(path_length(std::span(path).first(1)) == 0.0);
  CHECK(path_length(path) == 12.0);
}
