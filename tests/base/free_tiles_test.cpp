// Looks at the tiles in a rectangle and near a segment, against all tiles.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/tile/free_tiles.hpp"
#include "support/catch.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;
using detail::SegmentStrip;
using detail::Vector;

namespace {

TileBits tiles_of_map(Random& random) {
  const int width = random.between(1, random.chance(20) ? 200 : 30);
  const int height = random.between(1, random.chance(20) ? 200 : 30);
  const int percent = random.chance(50) ? 2 : 20;
  return TileBits::from_predicate(width, height, [&](int, int) { return !random.chance(percent); });
}

// Multiples of 1/8, so that distances along an axis are exact.
Vector place_on_map(Random& random, const TileBits& walkable) {
  return {random.between(0, 8 * walkable.width()) / 8.0,
          random.between(0, 8 * walkable.height()) / 8.0};
}

// Distance from a place on the segment, the nearest of many, to the tile: at least that of the
// segment.
double distance_along(const Vector& from, const Vector& to, const Tile& tile) {
  constexpr int kParts = 256;
  double least = detail::square_distance(from, tile);
  for (int i = 1; i <= kParts; ++i) {
    const double share = i / static_cast<double>(kParts);
    const Vector at{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
    least = std::min(least, detail::square_distance(at, tile));
  }
  return std::sqrt(least);
}

// Also of flat and of no length.
Vector end_on_map(Random& random, const TileBits& walkable, const Vector& from) {
  if (random.chance(10)) return from;
  const Vector to = place_on_map(random, walkable);
  return random.chance(20) ? Vector{to.x, from.y} : to;
}

void check_strip(Random& random) {
  const TileBits walkable = tiles_of_map(random);
  const Vector from = place_on_map(random, walkable);
  const Vector to = end_on_map(random, walkable, from);
  const double extent = random.between(0, 40) / 16.0;
  const SegmentStrip strip(from, to, extent);
  std::set<std::pair<int, int>> seen;
  REQUIRE(strip.for_each_blocked(walkable, [&](const Tile& tile) {
    CHECK_FALSE(walkable.is_set(tile.x, tile.y));
    return seen.emplace(tile.x, tile.y).second;
  }));
  for (int y = -1; y <= walkable.height(); ++y) {
    for (int x = -1; x <= walkable.width(); ++x) {
      if (walkable.is_set(x, y) || distance_along(from, to, {x, y}) >= extent) continue;
      CHECK(seen.count({x, y}) == 1);
    }
  }
  CHECK(strip.for_each_blocked(walkable, [](const Tile&) { return false; }) == seen.empty());
}

}  // namespace

TEST_CASE("segment strips: every blocked tile near the segment, and only blocked ones") {
  for (Random& random : random_generators("segment strips")) {
    for (std::size_t i = random_count(500, 20'000); i > 0; --i) check_strip(random);
  }
}
TEST_CASE("is_rect_free: no tile is blocked, nor is one beyond the map") {
  for (Random& random : random_generators("free rectangles")) {
    for (std::size_t i = random_count(1'000, 50'000); i > 0; --i) {
      const TileBits walkable = tiles_of_map(random);
      const int x = random.between(-2, walkable.width());
      const int y = random.between(-2, walkable.height());
      const int most = random.chance(30) ? 200 : 6;
      const TileRect tiles{x, y, x + random.between(-1, most), y + random.between(-1, most)};
      bool is_free = true;
      for (int row = tiles.y0; row < tiles.y1; ++row) {
        for (int column = tiles.x0; column < tiles.x1; ++column) {
          is_free = is_free && walkable.is_set(column, row);
        }
      }
      CHECK(detail::is_rect_free(walkable, tiles) == is_free);
    }
  }
}
