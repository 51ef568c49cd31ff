// What is seen: tiles against lines between all centres, polygons against rays and areas.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include <taut/engine/raycast.hpp>
#include <taut/engine/sight.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/sight_oracle.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr double kWholeMap = 64.0;

std::vector<bool> find_tiles(const Grid& grid, Tile from, const SightOptions& options) {
  SightScratch scratch(options.radius);
  std::vector<TileId> out(max_visible_tiles(options.radius));
  const Result found = extract_visible_tiles(grid, from, options, scratch, out);
  REQUIRE(found.status == Status::ok);
  REQUIRE(std::is_sorted(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(found.count)));
  std::vector<bool> seen(grid.tile_count());
  for (std::size_t i = 0; i < found.count; ++i) {
    REQUIRE(!seen[out[i]]);
    seen[out[i]] = true;
  }
  return seen;
}

std::vector<Point> find_polygon(const Grid& grid, const Point& from, const SightOptions& options) {
  SightScratch scratch(options.radius);
  std::vector<Point> out(max_visibility_points(options.radius));
  const Result found = extract_visibility_polygon(grid, from, options, scratch, out);
  REQUIRE(found.status == Status::ok);
  out.resize(found.count);
  return out;
}

std::string describe(const Grid& grid, const std::vector<bool>& seen) {
  std::string text = "\n";
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const bool is_open = grid.is_walkable(grid.tile(id));
    text += seen[id] ? (is_open ? '.' : '#') : (is_open ? ' ' : 'x');
    if (static_cast<int>(id) % grid.width() == grid.width() - 1) text += '\n';
  }
  return text;
}

std::string describe(const Grid& grid, const std::vector<Point>& polygon) {
  std::ostringstream text;
  text << "\n" << to_drawing(grid) << "polygon";
  for (const Point& p : polygon) text << " " << p;
  return text.str();
}

LatticePoint center_of(Tile tile) { return to_lattice(center(tile)); }

// Tiles that stop sight count where a point of them is seen; others by their centre.
std::vector<bool> find_expected_tiles(const Grid& grid, Tile from, double radius) {
  std::vector<bool> seen = find_touched_tiles(grid, from);
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile at = grid.tile(id);
    const int dx = at.x - from.x;
    const int dy = at.y - from.y;
    if (grid.is_walkable(at)) {
      seen[id] = is_segment_walkable(grid, center_of(from), center_of(at));
    }
    if (dx * dx + dy * dy > radius * radius) seen[id] = false;
  }
  return seen;
}

// The polygon, cut in triangles at `from`.
double area_of(const std::vector<Point>& polygon, const Point& from) {
  double sum = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const DiscPoint a = widen(polygon[i]);
    const DiscPoint b = widen(polygon[(i + 1) % polygon.size()]);
    const DiscPoint eye = widen(from);
    sum += (a.x - eye.x) * (b.y - eye.y) - (a.y - eye.y) * (b.x - eye.x);
  }
  return sum / 2.0;
}

// How far beyond the edge of the polygon in its direction a point is, as a factor: below 1 inside.
double find_reach(const std::vector<Point>& polygon, const Point& from, const Point& place) {
  const DiscPoint p{double{place.x} - from.x, double{place.y} - from.y};
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point& first = polygon[i];
    const Point& second = polygon[(i + 1) % polygon.size()];
    const DiscPoint a{double{first.x} - from.x, double{first.y} - from.y};
    const DiscPoint b{double{second.x} - from.x, double{second.y} - from.y};
    if (!(a.x * p.y - a.y * p.x >= 0.0) || !(p.x * b.y - p.y * b.x > 0.0)) continue;
    const double whole = a.x * b.y - a.y * b.x;
    if (!(whole > 0.0)) continue;
    return ((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / whole + 1.0;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

// Corners that a contract forbids: repeated ones, and those where the border runs straight on.
void check_corners(const std::vector<Point>& polygon, const Point& from, double radius) {
  REQUIRE(polygon.size() >= 3);
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point& a = polygon[i];
    const Point& b = polygon[(i + 1) % polygon.size()];
    const Point& c = polygon[(i + 2) % polygon.size()];
    REQUIRE(a != b);
    // A ray may end so near to a corner that it passes that rounding puts it on a line.
    const bool is_short = distance(a, b) < 0.01 || distance(b, c) < 0.01;
    if (b != from && !is_short) REQUIRE(!(a.x == b.x && b.x == c.x));
    if (b != from && !is_short) REQUIRE(!(a.y == b.y && b.y == c.y));
    const float reach = std::max(std::abs(a.x - from.x), std::abs(a.y - from.y));
    REQUIRE(reach <= static_cast<float>(radius));
    const bool is_on_edge = a.x == std::floor(a.x) || a.y == std::floor(a.y);
    REQUIRE((is_on_edge || reach == static_cast<float>(radius) || a == from));
  }
}

// Points in random directions and distances: seen within the polygon, and not beyond it.
void check_rays(const Grid& grid, const std::vector<Point>& polygon, const Point& from,
                double radius, Random& random) {
  for (int i = 0; i < 60; ++i) {
    const Point place = to_map_point(random_place(random, grid));
    const double away =
        std::max(std::abs(double{place.x} - from.x), std::abs(double{place.y} - from.y));
    if (place == from || away > radius) continue;
    const double reach = find_reach(polygon, from, place);
    if (std::isnan(reach) || std::abs(reach - 1.0) < 1e-4) continue;
    INFO(from << " to " << place);
    const bool is_seen = is_segment_walkable(grid, to_lattice(from), to_lattice(place));
    REQUIRE(is_visible(grid, from, place) == is_seen);
    if (reach < 1.0) REQUIRE(is_seen);
    // On a line through a corner a ray may touch tiles on both sides, and see beyond the polygon.
    const bool is_generic = std::none_of(polygon.begin(), polygon.end(), [&](const Point& corner) {
      return std::abs((double{corner.x} - from.x) * (double{place.y} - from.y) -
                      (double{corner.y} - from.y) * (double{place.x} - from.x)) < 1e-4;
    });
    if (reach > 1.0 && is_generic) REQUIRE(!is_seen);
  }
}

// The map turned: (x, y) becomes (y, x), or (width - 1 - x, y).
Grid transposed(const Grid& grid) {
  return Grid::from_predicate(grid.height(), grid.width(),
                              [&](int x, int y) { return grid.is_walkable(y, x); });
}
Grid mirrored(const Grid& grid) {
  return Grid::from_predicate(grid.width(), grid.height(), [&](int x, int y) {
    return grid.is_walkable(grid.width() - 1 - x, y);
  });
}

constexpr std::array kRadii{0.0, 1.0, 1.5, 3.0, 4.25, 7.0, kWholeMap};

}  // namespace

TEST_CASE("visible tiles: lines between centres, walls by every ray", "[sight]") {
  for (Random& random : random_generators("sight tiles")) {
    for (std::size_t n = random_count(250, 8000); n > 0; --n) {
      const Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      const Tile from = random_walkable_tile(random, grid);
      const double radius = kRadii[random.below(kRadii.size())];
      const std::vector<bool> seen = find_tiles(grid, from, {radius});
      const std::vector<bool> expected = find_expected_tiles(grid, from, radius);
      INFO("from " << from.x << " " << from.y << ", radius " << radius << describe(grid, seen)
                   << "expected" << describe(grid, expected));
      REQUIRE(seen == expected);
    }
  }
}

TEST_CASE("visible tiles: symmetric, between all pairs", "[sight]") {
  for (Random& random : random_generators("sight symmetry")) {
    for (std::size_t n = random_count(60, 2000); n > 0; --n) {
      const Grid grid = make_random_map(random, 16);
      const double radius = kRadii[random.below(kRadii.size())];
      std::vector<std::vector<bool>> seen(grid.tile_count());
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        if (!grid.is_walkable(grid.tile(id))) continue;
        seen[id] = find_tiles(grid, grid.tile(id), {radius});
        REQUIRE(seen[id][id]);
        for (TileId other = 0; other < id; ++other) {
          if (!grid.is_walkable(grid.tile(other))) continue;
          INFO(describe(grid, seen[id]) << "and" << describe(grid, seen[other]));
          REQUIRE(seen[id][other] == seen[other][id]);
        }
      }
    }
  }
}

TEST_CASE("visible tiles: a room shows its corners, a doorway what is behind it", "[sight]") {
  const Grid grid = draw_map(
      "#########\n"
      "#...#...#\n"
      "#.......#\n"
      "#...#...#\n"
      "#########");
  // What is not seen is left out: a space, or x for a wall.
  CHECK(describe(grid, find_tiles(grid, {2, 2}, {kWholeMap})) ==
        "\n#####xxxx\n#...#  .#\n#.......#\n#...#  .#\n#####xxxx\n");
  CHECK(describe(grid, find_tiles(grid, {3, 2}, {2.0})) ==
        "\nxxx#xxxxx\nx ..#   x\nx.....  x\nx ..#   x\nxxx#xxxxx\n");
  CHECK(describe(grid, find_tiles(grid, {3, 2}, {0.0})) ==
        "\nxxxxxxxxx\nx   x   x\nx  .    x\nx   x   x\nxxxxxxxxx\n");
}

TEST_CASE("sight: a radius is rounded up to the lattice", "[sight]") {
  const Grid grid(3, 3, TileState::walkable);
  // The centre of a diagonal neighbour is 1448.2 steps away.
  const auto count = [&](double radius) {
    const std::vector<bool> seen = find_tiles(grid, {1, 1}, {radius});
    return std::count(seen.begin(), seen.end(), true);
  };
  CHECK(count(1448.0 / 1024.0) == 5);
  CHECK(count(1448.1 / 1024.0) == 9);
  CHECK(count(0.9991) == 5);
  CHECK(count(0.9990) == 1);
  const Point from{1.5F, 1.5F};
  CHECK(find_polygon(grid, from, {512.1 / 1024.0})[0] == Point{2.0009765625F, 2.0009765625F});
}

TEST_CASE("visible tiles: nothing is seen between two tiles that touch at a corner", "[sight]") {
  const Grid grid = draw_map(
      ".#.\n"
      "..#\n"
      "...");
  const std::vector<bool> seen = find_tiles(grid, {1, 1}, {kWholeMap});
  CHECK(!seen[grid.id({2, 0})]);
  CHECK(seen[grid.id({1, 0})]);
  CHECK(seen[grid.id({2, 1})]);
}

TEST_CASE("visibility polygon: areas and rays on random maps", "[sight]") {
  for (Random& random : random_generators("sight polygon")) {
    for (std::size_t n = random_count(400, 20000); n > 0; --n) {
      const Grid grid = make_random_map(random, 14);
      const LatticePoint at = random_place(random, grid);
      const Point from = to_map_point(at);
      if (!grid.locate(from)) continue;
      const std::array radii{0.5, 1.0, 2.75, 5.0, 6.0009765625, kWholeMap};
      const double radius = radii[random.below(radii.size())];
      const std::vector<Point> polygon = find_polygon(grid, from, {radius});
      INFO("from " << from << ", radius " << radius << describe(grid, polygon));
      check_corners(polygon, from, radius);
      const auto steps = static_cast<std::int64_t>(radius * 1024.0);
      const auto expected = static_cast<double>(find_visible_area(grid, at, steps));
      REQUIRE(std::abs(area_of(polygon, from) - expected) <= 1e-4);
      check_rays(grid, polygon, from, radius, random);
    }
  }
}

TEST_CASE("sight: a radius of twice the longer side sees as much as any larger one", "[sight]") {
  for (Random& random : random_generators("sight over the map")) {
    for (std::size_t n = random_count(100, 3000); n > 0; --n) {
      const Grid grid = make_random_map(random, 14);
      const double most = 2.0 * std::max(grid.width(), grid.height());
      const Point from = to_map_point(random_place(random, grid));
      if (grid.locate(from)) {
        REQUIRE(find_polygon(grid, from, {most}) == find_polygon(grid, from, {kWholeMap}));
      }
      const Tile tile{static_cast<int>(from.x), static_cast<int>(from.y)};
      if (!grid.is_walkable(tile)) continue;
      REQUIRE(find_tiles(grid, tile, {most}) == find_tiles(grid, tile, {kWholeMap}));
    }
  }
}

TEST_CASE("visibility polygon: what the points of small scenes are", "[sight]") {
  const Grid room = draw_map("...\n.#.\n...");
  CHECK(find_polygon(room, {0.5F, 1.5F}, {kWholeMap}) ==
        std::vector<Point>{
            {1.0F, 2.0F}, {2.0F, 3.0F}, {0.0F, 3.0F}, {0.0F, 0.0F}, {2.0F, 0.0F}, {1.0F, 1.0F}});
  // Along a wall, and from the corner of one.
  CHECK(find_polygon(room, {1.5F, 1.0F}, {1.0}) ==
        std::vector<Point>{{2.5F, 1.0F}, {1.5F, 1.0F}, {0.5F, 1.0F}, {0.5F, 0.0F}, {2.5F, 0.0F}});
  CHECK(area_of(find_polygon(room, {1.0F, 1.0F}, {kWholeMap}), {1.0F, 1.0F}) == 5.0);
  // Between two walls that touch there a viewer sees both sides.
  const Grid slit = draw_map("#.\n.#");
  const std::vector<Point> both = find_polygon(slit, {1.0F, 1.0F}, {kWholeMap});
  CHECK(std::count(both.begin(), both.end(), Point{1.0F, 1.0F}) == 2);
  CHECK(area_of(both, {1.0F, 1.0F}) == 2.0);
  CHECK(find_polygon(room, {0.25F, 0.5F}, {0.0}) == std::vector<Point>{{0.25F, 0.5F}});
}

TEST_CASE("sight: the same on mirrored and transposed maps", "[sight]") {
  for (Random& random : random_generators("sight mirror")) {
    for (std::size_t n = random_count(200, 5000); n > 0; --n) {
      const Grid grid = make_random_map(random, 30);
      if (grid.walkable_count() == 0) continue;
      const Grid across = transposed(grid);
      const Grid back = mirrored(grid);
      const Tile from = random_walkable_tile(random, grid);
      const double radius = kRadii[random.below(kRadii.size())];
      const std::vector<bool> seen = find_tiles(grid, from, {radius});
      const std::vector<bool> turned = find_tiles(across, {from.y, from.x}, {radius});
      const std::vector<bool> mirror =
          find_tiles(back, {grid.width() - 1 - from.x, from.y}, {radius});
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        const Tile at = grid.tile(id);
        REQUIRE(seen[id] == turned[across.id({at.y, at.x})]);
        REQUIRE(seen[id] == mirror[back.id({grid.width() - 1 - at.x, at.y})]);
      }
      const Point place = to_map_point(random_place(random, grid));
      if (!grid.locate(place) || radius == 0.0) continue;
      const double area = area_of(find_polygon(grid, place, {radius}), place);
      const Point flipped{place.y, place.x};
      REQUIRE(std::abs(area - area_of(find_polygon(across, flipped, {radius}), flipped)) <= 1e-4);
    }
  }
}

TEST_CASE("sight: classes that a ground blocks are as walls", "[sight]") {
  Ground ground;
  ground.set(2, kBlockedTerrain);
  ground.set(3, 5.0F);  // costs are nothing to sight
  for (Random& random : random_generators("sight classes")) {
    for (std::size_t n = random_count(200, 5000); n > 0; --n) {
      Grid grid = make_random_map(random, 20);
      for (int i = 0; i < 12; ++i) {
        const int x = random.between(0, grid.width() - 1);
        const int y = random.between(0, grid.height() - 1);
        grid.set_class({x, y, x + random.between(1, 3), y + random.between(1, 3)},
                       static_cast<std::uint8_t>(random.between(0, 3)));
      }
      const Grid walls = Grid::from_predicate(grid.width(), grid.height(), [&](int x, int y) {
        return grid.is_walkable(x, y) && !ground.is_blocked(grid.terrain_class(grid.id({x, y})));
      });
      const Point place = to_map_point(random_place(random, grid));
      const std::optional<Tile> from = walls.locate(place);
      if (!from) continue;
      REQUIRE(find_tiles(grid, *from, {5.0, &ground}) == find_tiles(walls, *from, {5.0}));
      REQUIRE(find_polygon(grid, place, {5.0, &ground}) == find_polygon(walls, place, {5.0}));
    }
  }
}

TEST_CASE("frontier: known tiles beside unknown ones, by every ground", "[sight]") {
  Ground ground;
  ground.set(3, kBlockedTerrain);
  for (Random& random : random_generators("frontier")) {
    for (std::size_t n = random_count(300, 5000); n > 0; --n) {
      Grid grid = make_random_map(random, 12);
      for (int i = random.between(0, 8); i > 0; --i) {
        const Tile at{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
        grid.set_class({at.x, at.y, at.x + random.between(1, 4), at.y + random.between(1, 4)},
                       static_cast<std::uint8_t>(random.between(2, 3)));
      }
      const auto unknown = static_cast<std::uint8_t>(random.between(0, 2));
      const Ground* const walker = random.chance(50) ? &ground : nullptr;
      const auto class_of = [&](Tile at) { return grid.terrain_class(grid.id(at)); };
      std::vector<TileId> expected;
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        const Tile at = grid.tile(id);
        bool is_beside = false;
        for (TileId other = 0; other < grid.tile_count(); ++other) {
          const Tile to = grid.tile(other);
          const bool is_next = std::abs(to.x - at.x) + std::abs(to.y - at.y) == 1;
          is_beside = is_beside || (is_next && class_of(to) == unknown);
        }
        const bool is_blocked = walker != nullptr && class_of(at) == 3;
        if (grid.is_walkable(at) && !is_blocked && class_of(at) != unknown && is_beside) {
          expected.push_back(id);
        }
      }
      std::vector<TileId> out(expected.size());
      INFO(to_drawing(grid));
      const Result found = extract_frontier(grid, unknown, walker, out);
      REQUIRE(found.status == Status::ok);
      REQUIRE(found.count == expected.size());
      REQUIRE(out == expected);
      if (expected.empty()) continue;
      out.assign(expected.size(), 0);
      const std::span<TileId> less = std::span(out).first(expected.size() - 1);
      REQUIRE(extract_frontier(grid, unknown, walker, less).status == Status::truncated);
      REQUIRE(std::equal(less.begin(), less.end(), expected.begin()));
    }
  }
}

TEST_CASE("sight: what is no place and no radius is invalid", "[sight]") {
  Grid grid = draw_map("..\n.#");
  grid.set_class({0, 0, 1, 1}, 1);
  Ground ground;
  ground.set(1, kBlockedTerrain);
  SightScratch scratch(3.0);
  std::vector<TileId> tiles(max_visible_tiles(3.0));
  std::vector<Point> points(max_visibility_points(3.0));
  const auto check = [&](Tile tile, Point place, const SightOptions& options, Status status) {
    const Result seen = extract_visible_tiles(grid, tile, options, scratch, tiles);
    CHECK(seen.status == status);
    const Result polygon = extract_visibility_polygon(grid, place, options, scratch, points);
    CHECK(polygon.status == status);
    CHECK((status == Status::ok) == (seen.count > 0 && polygon.count > 0));
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  check({0, 0}, {0.5F, 0.5F}, {3.0}, Status::ok);
  check({1, 1}, {1.5F, 1.5F}, {3.0}, Status::invalid_input);
  check({0, 0}, {0.5F, 0.5F}, {3.0, &ground}, Status::invalid_input);
  check({-1, 0}, {-0.5F, 0.5F}, {3.0}, Status::invalid_input);
  check({0, 2}, {0.5F, 2.5F}, {3.0}, Status::invalid_input);
  check({2, 0}, {kNan, 0.5F}, {3.0}, Status::invalid_input);
  check({0, 0}, {0.5F, 0.5F}, {3.001}, Status::invalid_input);
  check({0, 0}, {0.5F, 0.5F}, {-0.5}, Status::invalid_input);
  check({0, 0}, {0.5F, 0.5F}, {std::numeric_limits<double>::quiet_NaN()}, Status::invalid_input);
  check({0, 0}, {0.5F, 0.5F}, {std::numeric_limits<double>::infinity()}, Status::invalid_input);
  CHECK_THROWS_AS(SightScratch(-1.0), std::invalid_argument);
  CHECK_THROWS_AS(SightScratch(16385.0), std::invalid_argument);
  CHECK_THROWS_AS(SightScratch(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  SightScratch moved(std::move(scratch));
  CHECK(extract_visible_tiles(grid, {0, 0}, {1.0}, moved, tiles).status == Status::ok);
  CHECK(extract_visible_tiles(grid, {0, 0}, {1.0}, scratch, tiles).status ==  // NOLINT
        Status::invalid_input);
}

TEST_CASE("sight: at the far corner of the largest map, and over its width", "[sight]") {
  const int side = kMaxMapSide;
  Grid grid(side, 3, TileState::walkable);
  grid.set(Tile{side / 2, 1}, TileState::blocked);
  SightScratch scratch(side);
  std::vector<TileId> tiles(grid.tile_count());
  const Result seen = extract_visible_tiles(grid, {side - 1, 2}, {double{side}}, scratch, tiles);
  CHECK(seen.count > 2 * kMaxMapSide);
  std::vector<Point> points(64);
  const Point from{static_cast<float>(side), 3.0F};
  const Result found = extract_visibility_polygon(grid, from, {double{side}}, scratch, points);
  REQUIRE(found.status == Status::ok);
  points.resize(found.count);
  CHECK(std::count(points.begin(), points.end(), Point{0.0F, 3.0F}) == 1);
  CHECK(std::count(points.begin(), points.end(), from) == 1);
}
