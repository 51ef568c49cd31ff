// Calls on several bits of TileBits do what calls on single bits, or rows, do.
#include <algorithm>
#include <cstdint>

#include <taut/engine/tile_bits.hpp>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("TileBits: rectangles are set, cleared, counted and copied as single bits are") {
  for (Random& random : random_generators("bits of tiles")) {
    for (std::size_t i = random_count(300, 20'000); i > 0; --i) {
      const int width = random.between(1, 200);
      const int height = random.between(1, 6);
      const TileBits bits =
          TileBits::from_predicate(width, height, [&](int, int) { return random.chance(60); });
      const TileRect tiles = random_rect(random, width, height);
      const bool value = random.chance(50);
      TileBits edited = bits;
      const std::size_t changed = edited.put(tiles, value);
      const auto is_in = [&](int x, int y) {
        return x >= tiles.x0 && x < tiles.x1 && y >= tiles.y0 && y < tiles.y1;
      };
      std::size_t count = 0;
      std::size_t differing = 0;
      CHECK(edited == TileBits::from_predicate(width, height, [&](int x, int y) {
              const bool is_set = is_in(x, y) ? value : bits.is_set(x, y);
              count += is_set ? 1 : 0;
              differing += is_set != bits.is_set(x, y) ? 1 : 0;
              return is_set;
            }));
      CHECK(edited.count() == count);
      CHECK(changed == differing);
      const TileRect inside{std::max(tiles.x0, 0), std::max(tiles.y0, 0), std::min(tiles.x1, width),
                            std::min(tiles.y1, height)};
      if (inside.x0 >= inside.x1 || inside.y0 >= inside.y1) continue;
      CHECK(bits.part(inside) ==
            TileBits::from_predicate(
                inside.x1 - inside.x0, inside.y1 - inside.y0,
                [&](int x, int y) { return bits.is_set(inside.x0 + x, inside.y0 + y); }));
    }
  }
}

TEST_CASE("TileBits: a window of several rows has the bits that all of them have") {
  for (Random& random : random_generators("windows of rows")) {
    for (std::size_t i = random_count(300, 20'000); i > 0; --i) {
      const int width = random.between(1, 200);
      const int height = random.between(1, 12);
      const int density = random.between(50, 99);
      const TileBits bits =
          TileBits::from_predicate(width, height, [&](int, int) { return random.chance(density); });
      const int x = random.between(-1, width);
      const int y = random.between(-1, height);
      const int rows = random.between(1, height - y + 1);
      std::uint64_t all = ~std::uint64_t{0};
      for (int row = y; row < y + rows; ++row) all &= bits.window(x, row);
      const int count = std::min(64, width + 1 - x);
      CHECK((bits.window(x, y, rows) ^ all) << (64 - count) == 0);
    }
  }
}
