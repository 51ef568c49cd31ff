// Crowd::find_around(): paths past units that stand.
#include <taut/crowd.hpp>
#include <taut/engine/validate.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/around_oracle.hpp"
#include "support/catch.hpp"
#include "support/check_found.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

// Which unit a path comes too near to; empty where there is none.
std::string find_met(const Crowd& crowd, const FoundPath& path, double more = 0.0) {
  const std::optional<UnitId> unit = find_near_unit(crowd, path, more);
  if (!unit) return "";
  const Point at = crowd.place(*unit);
  return "meets unit " + std::to_string(*unit) + ", at " + std::to_string(at.x) + ", " +
         std::to_string(at.y) + ": " + std::to_string(distance_to_path(path, widen(at)));
}

FindOptions options_for(const Agent& agent) {
  FindOptions options;
  options.agent = agent;
  return options;
}

}  // namespace

TEST_CASE("Crowd::find_around: on random maps paths keep off units and walls") {
  std::size_t led = 0;
  std::size_t none = 0;
  std::size_t missed = 0;
  std::size_t queries = 0;
  for (Random& random : random_generators("paths around units")) {
    for (std::size_t i = random_count(60, 5'000); i > 0; --i) {
      World world(make_random_map(random, 40));
      if (world.grid().walkable_count() == 0) continue;
      Crowd crowd(world);
      for (int unit = random.between(0, 80); unit > 0; --unit) {
        const double radius = 0.1 * random.between(1, 12);
        (void)crowd.add(Agent::disc(radius), to_map_point(random_place(random, world.grid())));
      }
      const Agent agent = Agent::disc(0.1 * random.between(1, 9));
      world.prepare(agent);
      Finder finder(world);
      for (int query = 0; query < 10; ++query, ++queries) {
        const Point start = to_map_point(random_place(random, world.grid()));
        const Point goal = to_map_point(random_place(random, world.grid()));
        const FindOptions options = options_for(agent);
        const FoundPath path = crowd.find_around(start, goal, options, Obstacles::all);
        const FoundPath plain = finder.find(start, goal, options);
        if (!plain) {
          CHECK(path.status == plain.status);
          CHECK(path.reason == plain.reason);
          continue;
        }
        INFO(to_drawing(world.grid())
             << ": " << start << " to " << goal << ", radius " << agent.radius);
        const bool is_free = find_met(crowd, plain, 0.01).empty();
        if (!path) {
          ++none;
          CHECK(path.status == Status::no_path);
          CHECK(path.reason == Reason::not_connected);
          CHECK(path.turns.empty());
          CHECK(find_met(crowd, plain, 1e-6) != "");
          missed += has_way_around(world, crowd, agent, snap(start), snap(goal), 0.01) ? 1 : 0;
          continue;
        }
        REQUIRE(find_met(crowd, path) == "");
        REQUIRE(check_answer(world, start, goal, agent, path) == "");
        CHECK(path.length == Approx(disc_path_length(path.turns, path.agent.radius)));
        CHECK(path.cost == path.length);
        if (is_free && path.turns.size() == plain.turns.size()) {
          CHECK(path.length == plain.length);
        } else {
          ++led;
          CHECK(path.length >= plain.length - 1e-9);
        }
      }
    }
  }
  CHECK(missed <= 1 + queries / 20'000);
  CHECK((led > 10 || is_small_share()));
  CHECK((none > 10 || is_small_share()));
}

namespace {

// A hall with a wall across it, and two doors two tiles wide: rows 4 and 5, and 14 and 15.
Grid make_two_doors() {
  Grid hall(40, 20, TileState::walkable);
  hall.set({20, 0, 21, 4}, TileState::blocked);
  hall.set({20, 6, 21, 14}, TileState::blocked);
  hall.set({20, 16, 21, 20}, TileState::blocked);
  return hall;
}

constexpr Point kStart{4.5F, 5.0F};
constexpr Point kGoal{36.5F, 5.0F};

}  // namespace

TEST_CASE("Crowd::find_around: past units in a door to the other door, and through allies") {
  World world(make_two_doors());
  const std::uint64_t revision = world.revision();
  Crowd crowd(world);
  std::vector<UnitId> guards;
  for (const float y : {4.5F, 5.5F}) guards.push_back(*crowd.add(kDisc, {20.5F, y}));
  const FoundPath around = crowd.find_around(kStart, kGoal, options_for(kDisc), Obstacles::all);
  REQUIRE(around);
  CHECK(around.length > 37.0);
  CHECK(find_met(crowd, around) == "");
  const double straight =
      crowd.find_around(kStart, kGoal, options_for(kDisc), Obstacles::all, guards).length;
  CHECK(straight == Approx(32.0).margin(0.1));
  // The other door is closed too.
  for (const float y : {14.5F, 15.5F}) guards.push_back(*crowd.add(kDisc, {20.5F, y}));
  const FoundPath none = crowd.find_around(kStart, kGoal, options_for(kDisc), Obstacles::all);
  CHECK(none.status == Status::no_path);
  CHECK(none.reason == Reason::not_connected);
  // Between two narrow guards there is room for a narrow unit.
  const Agent narrow = Agent::disc(0.05);
  CHECK(crowd.find_around(kStart, kGoal, options_for(narrow), Obstacles::all).reason ==
        Reason::not_prepared);
  world.prepare(narrow);
  CHECK(crowd.find_around(kStart, kGoal, options_for(narrow), Obstacles::all));
  crowd.remove(guards[0]);
  crowd.remove(guards[1]);
  CHECK(crowd.find_around(kStart, kGoal, options_for(kDisc), Obstacles::all).length == straight);
  CHECK(world.revision() == revision);
}

TEST_CASE("Crowd::find_around: between a unit and the wall that it is far from") {
  // A street three tiles wide, along each axis.
  for (const bool is_row : {true, false}) {
    Grid grid(30, 30, TileState::blocked);
    grid.set(is_row ? TileRect{0, 10, 30, 13} : TileRect{10, 0, 13, 30}, TileState::walkable);
    World world(grid);
    const Agent agent = Agent::disc(0.3);
    world.prepare(agent);
    const auto place = [&](float along, float across) {
      return is_row ? Point{along, across} : Point{across, along};
    };
    // The other way would be shorter, but is 0.4 tiles wide.
    for (const float side : {-1.0F, 1.0F}) {
      Crowd crowd(world);
      REQUIRE(crowd.add(agent, place(15.5F, 11.5F + 0.8F * side)));
      const Point start = place(2.5F, 11.5F + side);
      const Point goal = place(27.5F, 11.5F + side);
      const FoundPath path = crowd.find_around(start, goal, options_for(agent), Obstacles::all);
      INFO(start);
      REQUIRE(path);
      CHECK(find_met(crowd, path) == "");
      CHECK(check_answer(world, start, goal, agent, path) == "");
      CHECK(path.length < 25.1);
    }
  }
}

TEST_CASE(
    "Crowd::find_around: to a goal on the arc around a corner, along the leg that touches it") {
  World world(
      draw_map("..@.....@.@...@.@...\n"
               ".@..@..@...@........\n"
               "................@..@\n"
               ".......@.@@.@.......\n"
               "@.@..@.....@..@.@...\n"
               "...@@..@...@.@.@.@@.\n"
               "@.......@.@.........\n"
               "....@.....@..@@.@...\n"
               "@......@.......@....\n"
               "..@..@..@.....@..@..\n"
               "@..@.@.@@.@.@.......\n"
               "...@...........@....\n"
               "....@..@@@....@@..@.\n"
               ".@@@...........@.@..\n"
               "..@@.....@...@@.@@..\n"));
  const Agent agent = Agent::disc(0.5);
  world.prepare(agent);
  Crowd crowd(world);
  REQUIRE(crowd.add(agent, {14.14453125F, 11.28125F}));
  const Point start{16.0009765625F, 9.5F};
  const Point goal{14.0F, 8.5F};
  const FoundPath path = crowd.find_around(start, goal, options_for(agent), Obstacles::all);
  REQUIRE(path);
  CHECK(check_answer(world, start, goal, agent, path) == "");
}

TEST_CASE("Crowd::find_around: on a mesh that has lost corners paths are those of a new world") {
  const Agent agent = kDisc;
  Grid hall = make_two_doors();
  for (int y = 1; y < 19; y += 2) {
    for (int x = 23; x < 39; x += 2) hall.set({x, y, x + 1, y + 1}, TileState::blocked);
  }
  World edited(hall);
  edited.prepare(agent);
  for (int y = 1; y < 19; y += 2) {
    for (int x = 23; x < 39; x += 2) edited.set(Tile{x, y}, TileState::walkable);
  }
  World fresh(edited.grid());
  fresh.prepare(agent);
  const auto find_path = [&](World& world) {
    Crowd crowd(world);
    for (const float y : {4.5F, 5.5F}) REQUIRE(crowd.add(kDisc, {20.5F, y}));
    const FoundPath path = crowd.find_around(kStart, kGoal, options_for(agent), Obstacles::all);
    REQUIRE(path);
    CHECK(find_met(crowd, path) == "");
    return std::vector<DiscTurn>(path.turns.begin(), path.turns.end());
  };
  const std::vector<DiscTurn> path = find_path(edited);
  const std::vector<DiscTurn> wanted = find_path(fresh);
  REQUIRE(path.size() == wanted.size());
  CHECK(path.size() >= 4);
  for (std::size_t i = 0; i < path.size(); ++i) {
    CHECK(path[i].entry == wanted[i].entry);
    CHECK(path[i].exit == wanted[i].exit);
  }
}

TEST_CASE("Crowd::find_around: which units are obstacles") {
  World world(Grid(40, 10, TileState::walkable));
  Crowd crowd(world);
  const UnitId walker = *crowd.add(kDisc, {20.5F, 5.0F});
  const Point start{4.5F, 5.0F};
  const Point goal{36.5F, 5.0F};
  const auto is_led = [&](Obstacles obstacles) {
    return crowd.find_around(start, goal, options_for(kDisc), obstacles).length > 32.0 + 1e-6;
  };
  CHECK(is_led(Obstacles::all));
  CHECK(is_led(Obstacles::at_rest));
  CHECK(!is_led(Obstacles::standing));  // it has not stood for long
  for (int tick = 0; tick < 70; ++tick) crowd.advance(0.05);
  CHECK(is_led(Obstacles::standing));
  crowd.order(walker, goal);
  CHECK(is_led(Obstacles::all));
  CHECK(!is_led(Obstacles::at_rest));
  CHECK(!is_led(Obstacles::standing));
  crowd.stop(walker);
  CHECK(is_led(Obstacles::at_rest));
  crowd.steer(walker, {0.0F, 0.0F});
  for (int tick = 0; tick < 70; ++tick) crowd.advance(0.05);
  CHECK(!is_led(Obstacles::standing));  // it has an order
  (void)crowd.add(Agent::disc(0.3), {10.5F, 5.0F}, {.gives_way = false});
  CHECK(is_led(Obstacles::standing));
}

TEST_CASE(
    "Crowd::find_around: where the goal is taken the path ends before it, if that is allowed") {
  World world(Grid(40, 10, TileState::walkable));
  Crowd crowd(world);
  (void)crowd.add(kDisc, {36.5F, 5.0F});
  (void)crowd.add(kDisc, {20.5F, 5.0F});
  const Point start{4.5F, 5.0F};
  FindOptions options = options_for(kDisc);
  CHECK(crowd.find_around(start, {36.25F, 5.0F}, options, Obstacles::all).status ==
        Status::no_path);
  options.goal = EndRule::nearest;
  const FoundPath path = crowd.find_around(start, {36.25F, 5.0F}, options, Obstacles::all);
  REQUIRE(path);
  CHECK(find_met(crowd, path) == "");
  const DiscPoint end = path.turns.back().exit;
  CHECK(std::hypot(end.x - 36.5, end.y - 5.0) == Approx(0.8).margin(0.02));
  CHECK(path.turns.size() > 2);  // past the first
}

TEST_CASE("Crowd::find_around: past units at the arc around a corner, and on the legs beside it") {
  Grid grid(44, 44, TileState::walkable);
  grid.set({0, 20, 20, 44}, TileState::blocked);
  World world(grid);
  const Agent large = Agent::disc(2.0);
  world.prepare(large);
  const Point start{4.5F, 15.25F};
  // Beside the arc; behind it and before it on the legs, and where a leg meets it.
  for (const Point& at : {Point{22.97F, 17.03F}, Point{24.5F, 26.5F}, Point{12.5F, 15.5F},
                          Point{23.0F, 21.5F}, Point{18.0F, 16.0F}}) {
    for (float x = 22.25F; x < 38.0F; x += 1.25F) {
      Crowd crowd(world);
      REQUIRE(crowd.add(kDisc, at));
      const Point goal{x, 40.0F};
      const FoundPath path = crowd.find_around(start, goal, options_for(large), Obstacles::all);
      INFO(at << ", to " << goal);
      REQUIRE(path);
      CHECK(find_met(crowd, path) == "");
      CHECK(check_answer(world, start, goal, large, path) == "");
    }
  }
}

TEST_CASE("Crowd::find_around: no path begins where a unit overlaps the agent") {
  World world(Grid(20, 10, TileState::walkable));
  Crowd crowd(world);
  (void)crowd.add(kDisc, {5.5F, 5.5F});
  // The sum of radii is 820 steps.
  for (const float apart : {0.75F, 819.0F / 1024.0F}) {
    CHECK(crowd.find_around({5.5F, 5.5F + apart}, {15.5F, 5.5F}, options_for(kDisc), Obstacles::all)
              .reason == Reason::not_connected);
  }
  CHECK(crowd.find_around({5.5F, 6.5F}, {15.5F, 5.5F}, options_for(kDisc), Obstacles::all));
}

TEST_CASE("Crowd::find_around: over links, terrain and with bad options") {
  std::vector<FloorMap> floors{{Grid(30, 10, TileState::walkable), {0, 0}},
                               {Grid(30, 10, TileState::walkable), {40, 0}}};
  World world(floors);
  const Point stairs = world.to_point({0, {28.5F, 5.0F}});
  const Point landing = world.to_point({1, {41.5F, 5.0F}});
  world.link(stairs, landing, {.cost = 3.0});
  Crowd crowd(world);
  (void)crowd.add(kDisc, world.to_point({0, {15.5F, 5.0F}}));
  (void)crowd.add(kDisc, world.to_point({1, {55.5F, 5.0F}}));
  const Point start = world.to_point({0, {2.5F, 5.0F}});
  const Point goal = world.to_point({1, {67.5F, 5.0F}});
  const FoundPath path = crowd.find_around(start, goal, options_for(kDisc), Obstacles::all);
  REQUIRE(path);
  REQUIRE(path.links.size() == 1);
  CHECK(path.turns[path.links[0].exit].entry == widen(landing));
  CHECK(path.turns[path.links[0].exit - 1].entry == widen(stairs));
  CHECK(path.length == Approx(52.0).epsilon(0.01));
  CHECK(path.length > 52.01);
  CHECK(path.cost == Approx(path.length + 3.0));
  for (UnitId unit = 0; unit < 2; ++unit) {
    const DiscPoint at = widen(crowd.place(unit));
    CHECK(distance_to_path(path, at) >= 0.8 - 1e-9);
  }
  CHECK(crowd.find_around(start, goal, options_for(Agent{}), Obstacles::all).reason ==
        Reason::bad_options);

  World swamp(Grid(40, 10, TileState::walkable));
  swamp.set_class({10, 0, 30, 10}, 1);
  Ground ground;
  ground.set(1, 2.0F);
  swamp.set_ground(1, ground);
  Agent slow = kDisc;
  slow.ground = 1;
  Crowd mired(swamp);
  (void)mired.add(kDisc, {20.5F, 5.0F});
  swamp.prepare(slow);
  const FoundPath costly =
      mired.find_around({4.5F, 5.0F}, {36.5F, 5.0F}, options_for(slow), Obstacles::all);
  REQUIRE(costly);
  CHECK(costly.length > 32.01);
  CHECK(costly.cost == Approx(costly.length + 20.0).epsilon(0.01));
}

TEST_CASE("Crowd::find_around: past barred passages before and behind a link") {
  // On each floor a wall of three doors; the straight way leads through the first one.
  Grid floor(60, 20, TileState::walkable);
  for (const int wall : {20, 40}) {
    floor.set({wall, 0, wall + 2, 20}, TileState::blocked);
    for (const int door : {2, 9, 16}) {
      floor.set({wall, door, wall + 2, door + 2}, TileState::walkable);
    }
  }
  World world(std::vector<FloorMap>{{floor, {0, 0}}, {floor, {80, 0}}});
  const auto place = [&](int level, float x, float y) {
    return world.to_point({level, {x + 80.0F * static_cast<float>(level), y}});
  };
  world.link(place(0, 58.5F, 3.0F), place(1, 1.5F, 3.0F), {.cost = 2.0});
  world.prepare(kDisc);
  const Point start = place(0, 2.5F, 3.0F);
  const Point goal = place(1, 57.5F, 3.0F);
  // Barred doors, by bits: of three doors in each of four walls.
  for (unsigned barred = 0; barred < 1U << 12U; barred += 1 + barred % 7) {
    Crowd crowd(world);
    bool is_open = true;
    for (unsigned wall = 0; wall < 4; ++wall) {
      for (unsigned door = 0; door < 3; ++door) {
        if ((barred >> (3 * wall + door) & 1U) == 0) continue;
        const float x = wall % 2 == 0 ? 21.0F : 41.0F;
        for (const float y : {2.6F, 3.4F}) {
          REQUIRE(crowd.add(
              kDisc, place(static_cast<int>(wall / 2), x, y + 7.0F * static_cast<float>(door))));
        }
      }
      is_open = is_open && (barred >> 3 * wall & 7U) != 7;
    }
    const FoundPath path = crowd.find_around(start, goal, options_for(kDisc), Obstacles::all);
    INFO("barred: " << barred);
    REQUIRE(path.status == (is_open ? Status::ok : Status::no_path));
    if (!is_open) continue;
    CHECK(find_met(crowd, path) == "");
    REQUIRE(path.links.size() == 1);
    const std::size_t exit = path.links[0].exit;
    CHECK(world.is_walkable(path.turns.first(exit), kDisc.radius));
    CHECK(world.is_walkable(path.turns.subspan(exit), kDisc.radius));
    CHECK(path.turns[exit - 1].entry == widen(place(0, 58.5F, 3.0F)));
    CHECK(path.turns[exit].exit == widen(place(1, 1.5F, 3.0F)));
    CHECK(path.turns.back().entry == widen(goal));
    CHECK(path.length < (barred == 0 ? 112.1 : 160.0));
  }
}

TEST_CASE("Crowd::find_around: many units in the way, after ticks and among new ones") {
  World world(Grid(120, 12, TileState::walkable));
  Crowd crowd(world);
  Random random(5);
  while (crowd.size() < 100) {
    (void)crowd.add(kDisc, {0.25F * static_cast<float>(random.between(20, 440)),
                            0.25F * static_cast<float>(random.between(4, 44))});
  }
  const Agent agent = Agent::disc(0.3);
  world.prepare(agent);
  for (int tick = 0; tick < 3; ++tick) {
    const FoundPath path =
        crowd.find_around({1.5F, 6.0F}, {118.5F, 6.0F}, options_for(agent), Obstacles::all);
    REQUIRE(path);
    CHECK(find_met(crowd, path) == "");
    CHECK(check_answer(world, {1.5F, 6.0F}, {118.5F, 6.0F}, agent, path) == "");
    CHECK(path.length < 1.05 * 117.0);
    crowd.advance(0.05);
    (void)crowd.add(kDisc, {60.0F + 2.0F * static_cast<float>(tick), 6.0F});
  }
}

TEST_CASE("Crowd::find_around: a path is not valid once a unit goes round others") {
  World world(Grid(40, 3, TileState::walkable));
  Crowd crowd(world);
  for (const Point& at : {Point{20.0F, 1.5F}, Point{24.0F, 0.5F}, Point{24.0F, 1.5F}}) {
    REQUIRE(crowd.add(Agent::disc(0.45), at, {.gives_way = false}));
  }
  const UnitId walker = *crowd.add(kDisc, {2.5F, 1.5F});
  REQUIRE(crowd.order(walker, {36.5F, 1.5F}));
  const auto find_to = [&](const Point& goal) {
    const std::span<const UnitId> self(&walker, 1);
    return crowd.find_around({2.5F, 1.5F}, goal, options_for(kDisc), Obstacles::all, self);
  };
  const FoundPath path = find_to({36.5F, 1.5F});
  REQUIRE(path);
  REQUIRE(path.turns.size() > 2);
  CHECK(path.is_valid());
  for (int tick = 0; tick < 800; ++tick) crowd.advance(kTick);
  REQUIRE(crowd.state(walker) == UnitState::arrived);
  CHECK_FALSE(path.is_valid());
  const FoundPath again = find_to({34.5F, 1.5F});
  CHECK(again.is_valid());
  // Also where nothing is in the way of the next one.
  CHECK(find_to({4.5F, 1.5F}).is_valid());
  CHECK_FALSE(again.is_valid());
}

}  // namespace taut::test
