// WorldFrame: the user's units to tiles and back.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include <taut/engine/vectors.hpp>
#include <taut/finder.hpp>
#include <taut/frame.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/lattice.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

TEST_CASE("WorldFrame: points, lengths and rectangles, with y down and up") {
  const WorldFrame unit;
  CHECK(unit.to_tiles({3.25F, -1.5F}) == Point{3.25F, -1.5F});
  CHECK(unit.from_tiles({3.25F, -1.5F}) == Point{3.25F, -1.5F});
  CHECK(unit.length_to_tiles(2.5) == 2.5);

  const WorldFrame down({-10.0, 4.0}, 0.5);
  CHECK(down.to_tiles({-10.0F, 4.0F}) == Point{0.0F, 0.0F});
  CHECK(down.to_tiles({-9.75F, 5.0F}) == Point{0.5F, 2.0F});
  CHECK(down.from_tiles({0.5F, 2.0F}) == Point{-9.75F, 5.0F});
  CHECK(down.length_to_tiles(3.0) == 6.0);
  CHECK(down.length_from_tiles(6.0) == 3.0);
  CHECK(down.rect_to_tiles({-9.5F, 4.25F}, {-8.5F, 5.0F}) == TileRect{1, 0, 3, 2});
  const std::array<Point, 2> rect = down.rect_from_tiles({1, 0, 3, 2});
  CHECK(rect[0] == Point{-9.5F, 4.0F});
  CHECK(rect[1] == Point{-8.5F, 5.0F});

  // A map of 20 rows of 4 units whose lower left corner is (100, 0): the first row is the top one.
  const WorldFrame up = WorldFrame::upwards({100.0, 80.0}, 4.0);
  CHECK(up.to_tiles({102.0F, 78.0F}) == Point{0.5F, 0.5F});
  CHECK(up.from_tiles({0.5F, 19.5F}) == Point{102.0F, 2.0F});
  CHECK(up.rect_to_tiles({104.0F, 70.0F}, {109.0F, 80.0F}) == TileRect{1, 0, 3, 3});
  const std::array<Point, 2> above = up.rect_from_tiles({1, 0, 3, 3});
  CHECK(above[0] == Point{104.0F, 68.0F});
  CHECK(above[1] == Point{112.0F, 80.0F});
  CHECK(up.origin() == DiscPoint{100.0, 80.0});
  CHECK(up.tile_size() == 4.0);
  CHECK(up.is_upwards());
  CHECK_FALSE(down.is_upwards());
}

TEST_CASE("WorldFrame: a place of the lattice comes back to itself") {
  for (Random& random : random_generators("world frame")) {
    for (std::size_t i = 0; i < random_count(20000, 1000000); ++i) {
      const double size = static_cast<double>(random.between(1, 30000)) / 300.0;
      // All coordinates below 4096 tiles, in both units.
      const auto draw_origin = [&] {
        return static_cast<double>(random.between(-2'000'000, 2'000'000)) / 1001.0 * size;
      };
      const DiscPoint origin{draw_origin(), draw_origin()};
      const WorldFrame frame =
          random.chance(50) ? WorldFrame::upwards(origin, size) : WorldFrame(origin, size);
      const Point tiles =
          to_map_point({random.between(0, 2000 * 1024), random.between(0, 2000 * 1024)});
      const Point back = frame.to_tiles(frame.from_tiles(tiles));
      REQUIRE(snap(back) == tiles);
      const int x = random.between(0, 1900);
      const int y = random.between(0, 1900);
      const TileRect rect{x, y, x + random.between(1, 90), y + random.between(1, 90)};
      const std::array<Point, 2> corners = frame.rect_from_tiles(rect);
      REQUIRE(frame.rect_to_tiles(corners[0], corners[1]) == rect);
    }
  }
}

TEST_CASE("WorldFrame: frames that are none throw, places that are none stay so") {
  const double nan = std::nan("");
  for (const double size : {0.0, -1.0, nan, HUGE_VAL, -HUGE_VAL, 1e-10, 1e10, 1e-320}) {
    CHECK_THROWS_AS(WorldFrame({0.0, 0.0}, size), std::invalid_argument);
  }
  for (const double origin : {nan, HUGE_VAL, -HUGE_VAL, 1e13}) {
    CHECK_THROWS_AS(WorldFrame({origin, 0.0}, 1.0), std::invalid_argument);
    CHECK_THROWS_AS(WorldFrame({0.0, origin}, 1.0), std::invalid_argument);
  }
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  const float none = std::nanf("");
  const World world(Grid(4, 4, TileState::walkable));
  Finder finder(world);
  {
    const DiscPoint origin{1.0, 2.0};
    const DiscPoint far{-1e12, 1e12};
    for (const WorldFrame& any : {WorldFrame(origin, 1e-9), WorldFrame::upwards(origin, 1e-9),
                                  WorldFrame(far, 1e9), WorldFrame::upwards(far, 1e9)}) {
      for (const Point& bad : {Point{none, 0.0F}, Point{0.0F, none}, Point{kInfinite, none},
                               Point{-kInfinite, 1.0F}, Point{kMost, -kMost}}) {
        CHECK(finder.find(any.to_tiles(bad), {0.5F, 0.5F}).status == Status::invalid_input);
        CHECK(finder.find({0.5F, 0.5F}, any.to_tiles(bad)).status == Status::invalid_input);
        (void)any.from_tiles(bad);
      }
      for (const std::array<Point, 2>& bad :
           std::vector<std::array<Point, 2>>{{Point{none, 0.0F}, {1.0F, 1.0F}},
                                             {Point{0.0F, 0.0F}, {1.0F, none}},
                                             {Point{3.0F, 0.0F}, {-3.0F, 2.0F}},
                                             {Point{0.0F, 3.0F}, {2.0F, -3.0F}},
                                             {Point{0.0F, 0.0F}, {0.0F, 5.0F}},
                                             {Point{kInfinite, 0.0F}, {none, 1.0F}}}) {
        CHECK(any.rect_to_tiles(bad[0], bad[1]) == TileRect{});
      }
    }
  }
  // Rectangles far beyond the map cover it.
  const WorldFrame frame = WorldFrame::upwards({0.0, 0.0}, 2.0);
  const TileRect all = frame.rect_to_tiles({-kMost, -kInfinite}, {kInfinite, kMost});
  CHECK(all.x0 < -kMaxMapSide);
  CHECK(all.y0 < -kMaxMapSide);
  CHECK(all.x1 > kMaxMapSide);
  CHECK(all.y1 > kMaxMapSide);
  // A side less than half a step of the lattice into a tile does not reach into it.
  CHECK(frame.rect_to_tiles({2.0F, -4.0009F}, {4.0F, 0.0F}) == TileRect{1, 0, 2, 2});
  CHECK(frame.rect_to_tiles({2.0F, -4.002F}, {4.0F, 0.0F}) == TileRect{1, 0, 2, 3});
}

TEST_CASE("WorldFrame: paths are converted up to the end of the shorter one") {
  const WorldFrame frame({0.0, 0.0}, 2.0);
  const std::vector<Point> path{{1.0F, 1.0F}, {2.0F, 2.0F}, {3.0F, 3.0F}};
  std::vector<Point> out(4, Point{-7.0F, -7.0F});
  frame.path_from_tiles(path, std::span<Point>(out).first(2));
  CHECK(out == std::vector<Point>{{2.0F, 2.0F}, {4.0F, 4.0F}, {-7.0F, -7.0F}, {-7.0F, -7.0F}});
  frame.path_to_tiles(path, out);
  CHECK(out == std::vector<Point>{{0.5F, 0.5F}, {1.0F, 1.0F}, {1.5F, 1.5F}, {-7.0F, -7.0F}});
}

TEST_CASE("WorldFrame: paths and arcs, in place, there and back") {
  Random random = random_generators("world frame paths")[1];
  World world(make_noise_map(random, 40, 40, 5));
  world.prepare(Agent::disc(0.9));
  Finder finder(world);
  std::size_t solved = 0;
  for (std::size_t i = 0; i < random_count(300, 3000); ++i) {
    const Point start = center(random_walkable_tile(random, world.grid()));
    const Point goal = center(random_walkable_tile(random, world.grid()));
    for (const WorldFrame& frame :
         {WorldFrame({-37.0, 12.5}, 2.0), WorldFrame::upwards({-37.0, 12.5}, 2.0)}) {
      const FoundPath path = finder.find(frame.to_tiles(frame.from_tiles(start)),
                                         frame.to_tiles(frame.from_tiles(goal)));
      std::vector<Point> points(path.points.begin(), path.points.end());
      const std::vector<Point> tiles = points;
      const AllocationCounter counter;
      frame.path_from_tiles(points, points);
      CHECK(counter.count() == 0);
      CHECK(std::abs(path_length(points) - frame.length_from_tiles(path.length)) <=
            1e-4 * path.length);
      frame.path_to_tiles(points, points);
      CHECK(points == tiles);

      FindOptions options{Agent::disc(frame.length_to_tiles(1.8))};
      const FoundPath arcs = finder.find(start, goal, options);
      if (!arcs) continue;
      std::vector<DiscTurn> turns(arcs.turns.size());
      frame.path_from_tiles(arcs.turns, turns);
      // The arcs turn as they did, seen in the user's world.
      for (std::size_t k = 0; k < turns.size(); ++k) {
        CHECK(std::abs(arc_angle(turns[k]) - arc_angle(arcs.turns[k])) <= 1e-6);
        CHECK(turns[k].portal == arcs.turns[k].portal);
      }
      const double radius = frame.length_from_tiles(snap_radius(options.agent.radius));
      CHECK(std::abs(disc_path_length(turns, radius) - frame.length_from_tiles(arcs.length)) <=
            1e-6 * (1.0 + arcs.length));
      // The polyline of the converted arcs is the converted polyline.
      std::vector<DiscPoint> line(max_polyline_points(turns.size(), 1.8, 0.02));
      std::vector<DiscPoint> other = line;
      const Result made = extract_polyline(turns, 1.8, 0.02, line);
      const Result in_tiles = extract_polyline(arcs.turns, 0.9, 0.01, other);
      REQUIRE(made.count == in_tiles.count);
      frame.path_from_tiles(other, other);
      for (std::size_t k = 0; k < made.count; ++k) CHECK(norm(line[k] - other[k]) <= 1e-6);
      frame.path_to_tiles(turns, turns);
      CHECK(world.is_walkable(turns, 0.9));
      for (std::size_t k = 0; k < turns.size(); ++k) CHECK(turns[k].kind == arcs.turns[k].kind);
      ++solved;
    }
  }
  CHECK((is_small_share() || solved > 50));
}

}  // namespace
}  // namespace taut::test
