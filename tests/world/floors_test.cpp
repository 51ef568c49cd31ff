// Floors: several maps in one world, joined by links.
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/link_oracle.hpp"
#include "support/random_links.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

namespace taut::test {
namespace {

std::vector<FloorMap> make_floors(Random& random, int most, int max_side) {
  std::vector<FloorMap> floors;
  for (int i = random.between(1, most); i > 0; --i) {
    FloorMap floor{make_random_map(random, max_side), {}};
    floor.origin = {random.between(-100, 100), random.between(-100, 100)};
    if (random.chance(50)) floor.tiles.set_class({0, 0, 2, 2}, 5);
    floors.push_back(std::move(floor));
  }
  return floors;
}

// In the game's plane.
Point random_place_on(Random& random, const FloorMap& floor) {
  const Point at = to_map_point(random_place(random, floor.tiles));
  return {at.x + static_cast<float>(floor.origin.x), at.y + static_cast<float>(floor.origin.y)};
}

}  // namespace

TEST_CASE("floors: tiles, classes, places and rectangles are those of the maps") {
  for (Random& random : random_generators("floors")) {
    const std::size_t count = random_count(100, 5'000);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<FloorMap> maps = make_floors(random, 6, 20);
      const World world(maps);
      REQUIRE(world.floors().size() == maps.size());
      for (int floor = 0; floor < static_cast<int>(maps.size()); ++floor) {
        const FloorMap& map = maps[static_cast<std::size_t>(floor)];
        const int x = random.between(0, map.tiles.width() - 1);
        const int y = random.between(0, map.tiles.height() - 1);
        const TileRect at = world.to_tiles(floor, {x + map.origin.x, y + map.origin.y,
                                                   x + map.origin.x + 1, y + map.origin.y + 1});
        REQUIRE(at.x1 == at.x0 + 1);
        REQUIRE(world.grid().is_walkable(at.x0, at.y0) == map.tiles.is_walkable(x, y));
        REQUIRE(world.grid().terrain_class(world.grid().id({at.x0, at.y0})) ==
                map.tiles.terrain_class(map.tiles.id({x, y})));
        const Place place{floor, random_place_on(random, map)};
        REQUIRE(world.to_place(world.to_point(place)) == place);
      }
    }
  }
}

TEST_CASE("floors: what is on no floor is told") {
  const std::array maps{FloorMap{Grid(10, 10, TileState::walkable), {-5, 3}},
                        FloorMap{Grid(4, 4, TileState::walkable), {}}};
  World world(maps);
  CHECK(world.floors()[0].tiles == TileRect{0, 0, 10, 10});
  CHECK(world.floors()[0].origin == Tile{-5, 3});
  CHECK(world.to_point({0, {-5.0F, 3.0F}}) == Point{0.0F, 0.0F});
  CHECK(std::isnan(world.to_point({0, {-5.5F, 3.0F}}).x));
  CHECK(std::isnan(world.to_point({2, {1.0F, 1.0F}}).x));
  CHECK(std::isnan(world.to_point({-1, {1.0F, 1.0F}}).x));
  CHECK(world.to_place({-1.0F, 2.0F}).floor == -1);
  CHECK(world.to_tiles(0, {-100, 0, 100, 4}) == TileRect{0, 0, 10, 1});
  CHECK(world.to_tiles(7, {0, 0, 4, 4}) == TileRect{});
  Finder finder(world);
  const Point on_first = world.to_point({0, {0.5F, 5.5F}});
  const Point on_second = world.to_point({1, {2.5F, 2.5F}});
  CHECK(finder.find(on_first, on_second).reason == Reason::not_connected);
  CHECK(finder.find(on_first, world.to_point({1, {9.5F, 2.5F}})).reason == Reason::goal_blocked);
  CHECK_THROWS_AS(world.link({0, {0.5F, 5.5F}}, {1, {9.5F, 2.5F}}), std::invalid_argument);
  CHECK_THROWS_AS(world.link({0, {0.5F, 5.5F}}, {3, {2.5F, 2.5F}}), std::invalid_argument);
  CHECK_THROWS_AS(World(std::span<const FloorMap>{}), std::invalid_argument);
  const std::array tall{FloorMap{Grid(kMaxMapSide, 9'000, TileState::blocked), {}},
                        FloorMap{Grid(kMaxMapSide, 9'000, TileState::blocked), {}}};
  CHECK_THROWS_AS(World(tall), std::invalid_argument);
  world.link({0, {0.5F, 5.5F}}, {1, {2.5F, 2.5F}}, {.cost = 1.0});
  CHECK(finder.find(on_first, on_second).cost == 1.0);
}

TEST_CASE("floors: a world of one map has one floor") {
  const World world(Grid(7, 5, TileState::walkable));
  REQUIRE(world.floors().size() == 1);
  CHECK(world.floors()[0].tiles == TileRect{0, 0, 7, 5});
  CHECK(world.to_point({0, {1.5F, 2.5F}}) == Point{1.5F, 2.5F});
}

TEST_CASE("floors: a goal is moved on its own floor, however near another one is") {
  const std::vector<FloorMap> maps{{Grid(3, 3, TileState::walkable), {}},
                                   {draw_map("@@@\n@@@\n...\n"), {}}};
  World world(maps);
  world.link(Place{0, {1.5F, 1.5F}}, Place{1, {1.5F, 2.5F}});
  Finder finder(world);
  const Point goal = world.to_point({1, {1.5F, 0.25F}});
  const FoundPath found =
      finder.find(world.to_point({0, {0.5F, 0.5F}}), goal, {.goal = EndRule::nearest});
  REQUIRE(found);
  CHECK(world.to_place(found.points.back()) == Place{1, {1.5F, 2.0F}});
}

TEST_CASE("floors: ends are moved on their own floors") {
  for (Random& random : random_generators("floors and ends")) {
    const std::size_t count = random_count(200, 10'000);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<FloorMap> maps = make_floors(random, 4, 12);
      World world(maps);
      add_random_links(random, 5, world);
      const std::size_t floor = random.below(maps.size());
      const Point start =
          world.to_point({static_cast<int>(floor), random_place_on(random, maps[floor])});
      const Point goal =
          world.to_point({static_cast<int>(floor), random_place_on(random, maps[floor])});
      Finder finder(world);
      const FoundPath found =
          finder.find(start, goal, {.goal = EndRule::nearest, .start = EndRule::nearest});
      const Grid& tiles = maps[floor].tiles;
      bool has_tiles = false;
      for (int y = 0; y < tiles.height(); ++y) {
        for (int x = 0; x < tiles.width(); ++x) has_tiles = has_tiles || tiles.is_walkable(x, y);
      }
      REQUIRE(static_cast<bool>(found) == has_tiles);
      if (!found) continue;
      REQUIRE(world.find_floor(found.points.front()) == static_cast<int>(floor));
      REQUIRE(world.find_floor(found.points.back()) == static_cast<int>(floor));
      // The start moves as it would on the map alone.
      const Point shift = world.to_point(
          {static_cast<int>(floor),
           {static_cast<float>(maps[floor].origin.x), static_cast<float>(maps[floor].origin.y)}});
      const World alone(tiles);
      Finder single(alone);
      const Point from{start.x - shift.x, start.y - shift.y};
      const FoundPath moved =
          single.find(from, from, {.goal = EndRule::nearest, .start = EndRule::nearest});
      REQUIRE(moved.points.front() ==
              Point{found.points.front().x - shift.x, found.points.front().y - shift.y});
    }
  }
}

TEST_CASE("floors: paths across them are the cheapest, and fields know it") {
  for (Random& random : random_generators("paths across floors")) {
    const std::size_t count = random_count(150, 10'000);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<FloorMap> maps = make_floors(random, 5, 7);
      World world(maps);
      for (int links = random.between(0, 12); links > 0; --links) {
        const std::size_t a = random.below(maps.size());
        const std::size_t b = random.below(maps.size());
        const Place from{static_cast<int>(a), random_place_on(random, maps[a])};
        const Place to{static_cast<int>(b), random_place_on(random, maps[b])};
        const Point points[2]{world.to_point(from), world.to_point(to)};
        if (!world.grid().locate(points[0]) || !world.grid().locate(points[1])) continue;
        if (points[0] == points[1]) continue;
        LinkOptions options = random_link_options(random);
        options.width = std::numeric_limits<double>::infinity();
        world.link(from, to, options);
      }
      const std::size_t a = random.below(maps.size());
      const std::size_t b = random.below(maps.size());
      const Point start = world.to_point({static_cast<int>(a), random_place_on(random, maps[a])});
      const Point goal = world.to_point({static_cast<int>(b), random_place_on(random, maps[b])});
      const std::vector<Point> places = places_of(world, start, goal);
      if (has_pinched(world.grid(), places)) continue;
      std::vector<LatticePoint> lattice;
      for (const Point& place : places) lattice.push_back(to_lattice(place));
      const std::vector<long double> walks = VisibilityGraph(world.grid()).find_lengths(lattice);
      const long double wanted = find_linked_cost(
          world, lanes_of(world), {},
          [&](std::size_t from, std::size_t to) { return walks[from * places.size() + to]; },
          [](std::size_t) { return true; });
      Finder finder(world);
      const FoundPath found = finder.find(start, goal, {.method = Method::optimal});
      INFO(to_drawing(world.grid()) << "query " << i);
      if (found.status == Status::invalid_input) continue;
      REQUIRE(static_cast<bool>(found) == std::isfinite(wanted));
      if (!found) continue;
      REQUIRE(std::abs(found.cost - static_cast<double>(wanted)) <= 1e-9 * (1.0 + found.cost));
      WorldField field;
      FieldScratch scratch;
      field.set_goals(std::array{FieldGoal{goal}});
      REQUIRE(field.update(world, scratch));
      REQUIRE(std::abs(field.distance(start) - found.cost) <= 1e-8 * (1.0 + found.cost));
    }
  }
}

}  // namespace taut::test
