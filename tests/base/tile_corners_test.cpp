// Walks over the blocked tiles and the obstacle corners of outlines, against all tiles and corners.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/tile/tile_corners.hpp"
#include "support/catch.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;
using detail::Vector;

namespace {

// Multiples of 1/8, so that products of differences are exact; partly beside the map.
Vector random_place(Random& random, const TileBits& walkable) {
  return {random.between(-16, 8 * walkable.width() + 16) / 8.0,
          random.between(-16, 8 * walkable.height() + 16) / 8.0};
}

// Narrow ones too.
template <std::size_t N>
std::array<Vector, N> random_outline(Random& random, const TileBits& walkable) {
  std::array<Vector, N> outline;
  for (Vector& place : outline) place = random_place(random, walkable);
  if (N > 2 && random.chance(30)) {
    outline[2] = {outline[1].x + random.between(-4, 4) / 8.0,
                  outline[1].y + random.between(-4, 4) / 8.0};
  }
  if (N == 4) {
    outline[3] = {outline[0].x + outline[2].x - outline[1].x,
                  outline[0].y + outline[2].y - outline[1].y};
  }
  return outline;
}

// A rectangle along a line, up to almost no width.
std::array<Vector, 4> random_band(Random& random, const TileBits& walkable) {
  const Vector from = random_place(random, walkable);
  const Vector to = random_place(random, walkable);
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const double half = std::pow(10.0, -random.between(0, 16));
  const double x = length > 0.0 ? half * (to.x - from.x) / length : half;
  const double y = length > 0.0 ? half * (to.y - from.y) / length : 0.0;
  return {Vector{from.x - x + y, from.y - y - x}, Vector{to.x + x + y, to.y + y - x},
          Vector{to.x + x - y, to.y + y + x}, Vector{from.x - x - y, from.y - y + x}};
}

// Whether the outlines of two convex polygons have no line between them: neither along an axis nor
// along a side of the first one.
template <std::size_t N>
bool do_meet(const std::array<Vector, N>& outline, const std::array<Vector, 4>& box) {
  const auto is_apart = [&](const Vector& normal) {
    const auto range = [&](const auto& polygon) {
      double low = polygon[0].x * normal.x + polygon[0].y * normal.y;
      double high = low;
      for (const Vector& v : polygon) {
        low = std::min(low, v.x * normal.x + v.y * normal.y);
        high = std::max(high, v.x * normal.x + v.y * normal.y);
      }
      return std::array{low, high};
    };
    const auto [a_low, a_high] = range(outline);
    const auto [b_low, b_high] = range(box);
    return a_high < b_low || b_high < a_low;
  };
  if (is_apart({1.0, 0.0}) || is_apart({0.0, 1.0})) return false;
  for (std::size_t i = 0; i < N; ++i) {
    const Vector& a = outline[i];
    const Vector& b = outline[(i + 1) % N];
    if ((a.x != b.x || a.y != b.y) && is_apart({b.y - a.y, a.x - b.x})) return false;
  }
  return true;
}

std::array<Vector, 4> box_of(double x, double y, double side) {
  return {Vector{x, y}, Vector{x + side, y}, Vector{x + side, y + side}, Vector{x, y + side}};
}

bool is_obstacle_corner(const TileBits& walkable, int x, int y) {
  const bool a = walkable.is_set(x - 1, y - 1);
  const bool b = walkable.is_set(x, y - 1);
  const bool c = walkable.is_set(x - 1, y);
  const bool d = walkable.is_set(x, y);
  const int blocked = !a + !b + !c + !d;
  return blocked == 1 || (blocked == 2 && a == d);
}

// Tiles that the outline meets by no more than `slack` may be missing, and corners if there is any.
template <std::size_t N>
void check_outline(const TileBits& walkable, const std::array<Vector, N>& outline,
                   double slack = 0.0) {
  std::vector<Tile> tiles;
  CHECK(detail::for_each_blocked_tile(walkable, outline, [&](const Tile& tile) {
    tiles.push_back(tile);
    return true;
  }));
  std::vector<Point> corners;
  detail::for_each_obstacle_corner(walkable, outline,
                                   [&](const Point& corner) { corners.push_back(corner); });
  std::size_t tile = 0;
  std::size_t corner = 0;
  for (int y = -1; y <= walkable.height(); ++y) {
    for (int x = -1; x <= walkable.width(); ++x) {
      const bool is_met = do_meet(outline, box_of(x + slack, y + slack, 1.0 - 2.0 * slack));
      const bool is_listed = tile < tiles.size() && tiles[tile] == Tile{x, y};
      if (is_listed) {
        ++tile;
        CHECK_FALSE(walkable.is_set(x, y));
      } else if (!walkable.is_set(x, y)) {
        CHECK_FALSE(is_met);
      }
      if (x < 0 || y < 0) continue;
      const bool is_inside = slack == 0.0 && do_meet(outline, box_of(x, y, 0.0));
      const Point at{static_cast<float>(x), static_cast<float>(y)};
      const bool is_corner = corner < corners.size() && corners[corner] == at;
      if (is_corner) ++corner;
      if (is_corner || is_inside) CHECK(is_corner == is_obstacle_corner(walkable, x, y));
      if (is_corner) CHECK(do_meet(outline, box_of(x - 1e-6, y - 1e-6, 2e-6)));
    }
  }
  // All of them are found in order, so none is listed twice.
  CHECK(tile == tiles.size());
  CHECK(corner == corners.size());
}

}  // namespace

TEST_CASE("outlines: walks over blocked tiles and obstacle corners miss none") {
  for (Random& random : random_generators("outlines over tiles")) {
    for (std::size_t i = random_count(300, 10'000); i > 0; --i) {
      const int width = random.between(1, 140);
      const int height = random.between(1, 30);
      const int blocked = random.between(0, 1) == 0 ? 1 : random.between(0, 60);
      const TileBits walkable = TileBits::from_predicate(
          width, height, [&](int, int) { return !random.chance(blocked); });
      check_outline(walkable, random_outline<2>(random, walkable));
      check_outline(walkable, random_outline<3>(random, walkable));
      check_outline(walkable, random_outline<4>(random, walkable));
      check_outline(walkable, random_band(random, walkable), 1e-6);
    }
  }
}

TEST_CASE("outlines: a walk over blocked tiles ends when the visitor says so") {
  const TileBits walkable(40, 40);
  std::size_t visits = 0;
  const std::array<Vector, 2> outline{Vector{1.5, 1.5}, Vector{30.5, 38.5}};
  CHECK_FALSE(
      detail::for_each_blocked_tile(walkable, outline, [&](const Tile&) { return ++visits < 3; }));
  CHECK(visits == 3);
}
