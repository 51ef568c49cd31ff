// GrowingArray against a vector.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <taut/detail/growing_array.hpp>

#include "support/catch.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"

using namespace taut::test;
using taut::detail::GrowingArray;

TEST_CASE("GrowingArray: holds what a vector holds", "[growing_array]") {
  for (Random& random : random_generators("growing array")) {
    for (std::size_t i = 0; i < random_count(10, 200); ++i) {
      std::vector<int> expected(static_cast<std::size_t>(random.between(0, 9000)), 7);
      GrowingArray<int> array{expected.size(), 7};
      if (random.chance(50)) array.trim();
      for (int round = 0; round < 300; ++round) {
        for (int k = random.between(0, 40); k > 0; --k) {
          const int value = random.between(0, 1000);
          const int kind = random.between(0, 9);
          if (kind < 3 || expected.empty()) {
            expected.push_back(value);
            array.push_back(value);
          } else if (kind == 3) {
            const std::size_t size =
                expected.size() < 60 ? expected.size() + 60 : expected.size() - 10;
            expected.resize(size, value);
            array.resize(size, value);
          } else {
            const std::size_t at =
                static_cast<std::size_t>(random.between(0, 1 << 20)) % expected.size();
            expected[at] = value;
            array[at] = value;
          }
        }
        array.advance();
        if (random.chance(1)) array = GrowingArray<int>(array);
      }
      REQUIRE(std::vector<int>(array.data(), array.data() + array.size()) == expected);
    }
  }
}

TEST_CASE("GrowingArray: no round moves all elements", "[growing_array]") {
  constexpr std::size_t kSize = 200000;
  const bool is_copy = GENERATE(false, true);
  GrowingArray<std::uint32_t> first{kSize, 1U};
  if (!is_copy) first.trim();
  GrowingArray<std::uint32_t> array = is_copy ? GrowingArray(first) : std::move(first);
  std::size_t places = 0;  // that the array has come to
  const std::uint32_t* place = array.data();
  std::size_t most = array.memory_bytes();
  for (std::uint32_t i = 0; i < kSize; ++i) {
    const std::size_t size = array.size();
    array.push_back(i);
    // A vector that is full moves here.
    REQUIRE(array.data() == place);
    array[i] = i;
    array.advance();
    if (array.data() != place) ++places;
    place = array.data();
    most = std::max(most, array.memory_bytes());
    REQUIRE(array.size() == size + 1);
  }
  CHECK(places >= 2);
  CHECK(most < 3 * array.size() * sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < kSize; ++i) {
    REQUIRE(std::as_const(array)[i] == i);
    REQUIRE(std::as_const(array)[kSize + i] == i);
  }
}
