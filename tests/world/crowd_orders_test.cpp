// Orders of a Crowd: to places, along fields; and units whose ground blocks or prices classes.
#include <taut/crowd.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

void advance(const World& world, Crowd& crowd, int ticks) {
  for (int i = 0; i < ticks; ++i) {
    crowd.advance(kTick);
    REQUIRE(find_crowd_fault(world, crowd) == "");
  }
}

std::vector<UnitId> add_block(Crowd& crowd, const Agent& agent, Point first, int columns,
                              int rows) {
  std::vector<UnitId> units;
  for (int i = 0; i < columns * rows; ++i) {
    const std::optional<UnitId> unit = crowd.add(
        agent,
        {first.x + static_cast<float>(i % columns), first.y + static_cast<float>(i / columns)});
    REQUIRE(unit);
    units.push_back(*unit);
  }
  return units;
}

std::size_t count_arrived(const Crowd& crowd, const std::vector<UnitId>& units) {
  std::size_t arrived = 0;
  for (const UnitId unit : units) arrived += crowd.state(unit) == UnitState::arrived ? 1 : 0;
  return arrived;
}

// A field, and what it is built with.
struct FieldOf {
  World& world;
  std::shared_ptr<WorldField> field = std::make_shared<WorldField>(kDisc);
  FieldScratch scratch{};

  bool lead_to(std::vector<FieldGoal> goals) {
    field->set_goals(goals);
    return field->update(world, scratch);
  }
};

// The goal at which each unit stands, by the order of its place among `places`.
std::size_t nearest_of(const std::vector<Point>& places, const Point& at) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (far_between(places[i], at) < far_between(places[best], at)) best = i;
  }
  return best;
}

constexpr std::uint8_t kWater = 1;
constexpr std::uint8_t kLand = 7;  // a ground

Ground block_water() {
  Ground ground;
  ground.set(kWater, kBlockedTerrain);
  return ground;
}

}  // namespace

TEST_CASE("Crowd: a selection takes given places, one each") {
  World world(Grid(40, 20, TileState::walkable));
  Crowd crowd(world);
  const std::vector<UnitId> units = add_block(crowd, kDisc, {2.5F, 5.5F}, 5, 4);
  std::vector<Point> places;
  for (int i = 0; i < 20; ++i) places.push_back({35.5F, 18.5F - 0.9F * static_cast<float>(i)});
  REQUIRE(crowd.order(units, places) == 20);
  advance(world, crowd, 600);
  CHECK(count_arrived(crowd, units) == 20);
  std::vector<int> taken(places.size());
  for (const UnitId unit : units) {
    const std::size_t place = nearest_of(places, crowd.place(unit));
    CHECK(far_between(crowd.place(unit), places[place]) < 0.1);
    ++taken[place];
  }
  CHECK(taken == std::vector<int>(places.size(), 1));
}

TEST_CASE("Crowd: places and units that do not fit are passed over") {
  World world(Grid(40, 20, TileState::walkable));
  Crowd crowd(world);
  std::vector<UnitId> units = add_block(crowd, kDisc, {2.5F, 5.5F}, 3, 1);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(crowd.order(units, std::vector<Point>{}) == 0);
  CHECK(crowd.order(units, std::vector<Point>{{nan, 1.0F}, {20.0F, 5.0F}, {20.0F, 8.0F}}) == 2);
  advance(world, crowd, 2);
  CHECK(crowd.state(units[0]) == UnitState::walking);
  CHECK(crowd.state(units[1]) == UnitState::walking);
  CHECK(crowd.state(units[2]) == UnitState::idle);
  const std::vector<UnitId> gone{99, units[2]};
  CHECK(crowd.order(gone, std::vector<Point>{{20.0F, 11.0F}, {20.0F, 14.0F}}) == 1);
  advance(world, crowd, 300);
  CHECK(far_between(crowd.place(units[2]), {20.0F, 11.0F}) < 0.02);
}

TEST_CASE("Crowd: no two units would swap their places") {
  for (Random& random : random_generators("crowd places")) {
    for (std::size_t i = 0; i < random_count(3, 300); ++i) {
      World world(Grid(60, 60, TileState::walkable));
      Crowd crowd(world);
      const std::vector<UnitId> units = add_block(crowd, kDisc, {1.5F, 1.5F}, 5, 5);
      std::vector<Point> places;
      for (int p = 0; p < 25; ++p) {
        places.push_back({2.5F + 2.5F * static_cast<float>(p % 5) + 32.0F,
                          2.5F + 2.5F * static_cast<float>(p / 5)});
      }
      for (std::size_t p = places.size(); p > 1; --p) {
        std::swap(places[p - 1], places[random.below(static_cast<std::uint32_t>(p))]);
      }
      std::vector<Point> starts;
      for (const UnitId unit : units) starts.push_back(crowd.place(unit));
      REQUIRE(crowd.order(units, places) == 25);
      for (int tick = 0; tick < 700; ++tick) crowd.advance(kTick);
      std::vector<Point> ends;
      for (const UnitId unit : units) {
        ends.push_back(places[nearest_of(places, crowd.place(unit))]);
      }
      for (std::size_t a = 0; a < units.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          const double gain =
              static_cast<double>((starts[a].x - starts[b].x) * (ends[a].x - ends[b].x)) +
              static_cast<double>((starts[a].y - starts[b].y) * (ends[a].y - ends[b].y));
          REQUIRE(gain >= 0.0);
        }
      }
    }
  }
}

TEST_CASE("Crowd: units follow a field, and what it becomes") {
  World world(
      draw_map("..............................\n"
               "..............................\n"
               "..............................\n"
               "..............@...............\n"
               "..............@...............\n"
               "..............@...............\n"
               "..............@...............\n"
               "..............................\n"
               "..............................\n"
               "..............................\n"));
  Crowd crowd(world);
  const std::vector<UnitId> units = add_block(crowd, kDisc, {2.5F, 2.5F}, 4, 5);
  FieldOf way{world};
  // Orders before the field answers: the units wait.
  CHECK(crowd.order(units, way.field) == units.size());
  advance(world, crowd, 5);
  CHECK(crowd.state(units[0]) == UnitState::waiting);
  CHECK(way.field->builds() == 0);
  REQUIRE(way.lead_to({{{27.5F, 5.0F}, 0.0}, {{3.5F, 9.5F}, 1000.0}}));
  CHECK(crowd.searches_waiting() == 0);
  advance(world, crowd, 40);
  CHECK(crowd.state(units[0]) == UnitState::walking);
  CHECK(crowd.searches_waiting() == 0);
  advance(world, crowd, 1000);
  CHECK(count_arrived(crowd, units) == units.size());
  for (const UnitId unit : units) CHECK(far_between(crowd.place(unit), {27.5F, 5.0F}) < 3.5);
  // Other goals, from where they rest.
  REQUIRE(way.lead_to({{{3.5F, 5.5F}, 0.0}}));
  advance(world, crowd, 20);
  CHECK(count_arrived(crowd, units) < units.size());
  advance(world, crowd, 100);
  // A wall across the way: until the update they go on as far as they can.
  world.set({7, 0, 8, 9}, TileState::blocked);
  advance(world, crowd, 20);
  CHECK(way.field->builds() == 2);
  REQUIRE(way.field->update(world, way.scratch));
  REQUIRE(way.field->update(world, way.scratch));
  CHECK(way.field->builds() == 3);
  advance(world, crowd, 1200);
  CHECK(count_arrived(crowd, units) == units.size());
  for (const UnitId unit : units) CHECK(far_between(crowd.place(unit), {3.5F, 5.5F}) < 3.5);
  // No way: reasons, and on again when there is one.
  world.set({7, 0, 8, 10}, TileState::blocked);
  REQUIRE(way.lead_to({{{27.5F, 5.0F}, 0.0}}));
  advance(world, crowd, 5);
  CHECK(crowd.state(units[3]) == UnitState::no_way);
  CHECK(crowd.reason(units[3]) == Reason::too_narrow);
  world.set({7, 4, 8, 6}, TileState::walkable);
  REQUIRE(way.field->update(world, way.scratch));
  advance(world, crowd, 900);
  CHECK(count_arrived(crowd, units) == units.size());
  // A field whose goals are all in walls.
  CHECK_FALSE(way.lead_to({{{14.5F, 4.5F}, 0.0}}));
  advance(world, crowd, 2);
  CHECK(crowd.reason(units[0]) == Reason::goal_blocked);
}

TEST_CASE("Crowd: each goes to the nearest goal of a field, who comes later beside the others") {
  World world(Grid(40, 12, TileState::walkable));
  Crowd crowd(world);
  const std::vector<UnitId> left = add_block(crowd, kDisc, {10.5F, 3.5F}, 2, 4);
  const std::vector<UnitId> right = add_block(crowd, kDisc, {28.5F, 3.5F}, 2, 4);
  FieldOf way{world};
  REQUIRE(way.lead_to({{{1.5F, 6.0F}, 0.0}, {{38.5F, 6.0F}, 0.0}}));
  CHECK(crowd.order(left, way.field) == 8);
  CHECK(crowd.order(right, way.field) == 8);
  advance(world, crowd, 300);
  CHECK(count_arrived(crowd, left) == 8);
  CHECK(count_arrived(crowd, right) == 8);
  for (const UnitId unit : left) CHECK(crowd.place(unit).x < 5.0F);
  for (const UnitId unit : right) CHECK(crowd.place(unit).x > 35.0F);
  const std::vector<UnitId> late = add_block(crowd, kDisc, {10.5F, 3.5F}, 1, 4);
  for (const UnitId unit : late) {
    CHECK(crowd.order(std::vector<UnitId>{unit}, way.field) == 1);
    advance(world, crowd, 60);
  }
  advance(world, crowd, 300);
  CHECK(count_arrived(crowd, late) == 4);
}

TEST_CASE("Crowd: what an order along a field refuses, and how long it holds the field") {
  World world(Grid(40, 12, TileState::walkable));
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, {5.5F, 5.5F});
  const UnitId wide = *crowd.add(Agent::disc(0.9), {8.5F, 5.5F});
  FieldOf way{world};
  REQUIRE(way.lead_to({{{30.5F, 5.5F}, 0.0}}));
  const std::vector<UnitId> units{unit, wide, 99};
  CHECK(crowd.order(units, std::shared_ptr<WorldField>{}) == 0);
  CHECK(crowd.order(units, way.field) == 1);
  CHECK(crowd.state(wide) == UnitState::idle);
  const std::weak_ptr<const WorldField> held = way.field;
  way.field.reset();
  advance(world, crowd, 400);
  CHECK(crowd.state(unit) == UnitState::arrived);
  CHECK_FALSE(held.expired());
  crowd.stop(unit);
  CHECK(held.expired());
  // A field of another world does not lead anywhere.
  World other(Grid(40, 12, TileState::walkable));
  other.prepare(kDisc);
  FieldOf elsewhere{other};
  REQUIRE(elsewhere.lead_to({{{30.5F, 5.5F}, 0.0}}));
  CHECK(crowd.order(units, elsewhere.field) == 1);
  advance(world, crowd, 20);
  CHECK(crowd.state(unit) == UnitState::waiting);
}

TEST_CASE("Crowd: many along a field wait their turn, and do not allocate once they walk") {
  World world(Grid(30, 30, TileState::walkable));
  Crowd crowd(world, {.expansions = 256});
  const std::vector<UnitId> units = add_block(crowd, kDisc, {2.5F, 2.5F}, 10, 10);
  FieldOf way{world};
  REQUIRE(way.lead_to({{{25.5F, 25.5F}, 0.0}}));
  CHECK(crowd.order(units, way.field) == units.size());
  const auto count_waiting = [&] {
    std::size_t waiting = 0;
    for (const UnitId unit : units) waiting += crowd.state(unit) == UnitState::waiting ? 1 : 0;
    return waiting;
  };
  advance(world, crowd, 10);
  CHECK(count_waiting() == 60);
  advance(world, crowd, 15);
  CHECK(count_waiting() == 0);
  advance(world, crowd, 300);
  REQUIRE(way.lead_to({{{4.5F, 4.5F}, 0.0}}));
  advance(world, crowd, 400);
  REQUIRE(way.lead_to({{{25.5F, 25.5F}, 0.0}}));
  const AllocationCounter counter;
  for (int tick = 0; tick < 60; ++tick) crowd.advance(kTick);
  CHECK(counter.count() == 0);
}

TEST_CASE("Crowd: what a unit's ground blocks is a wall to it alone") {
  World world(Grid(30, 12, TileState::walkable));
  world.set_class({12, 0, 16, 12}, kWater);
  world.set_ground(kLand, block_water());
  Crowd crowd(world, {.goal = EndRule::exact});
  const Agent walker = Agent::disc(0.4, kLand);
  CHECK_FALSE(crowd.add(walker, {13.5F, 5.5F}));
  CHECK_FALSE(crowd.add(walker, {11.75F, 5.5F}));
  const UnitId boat = *crowd.add(kDisc, {13.5F, 5.5F});
  const UnitId unit = *crowd.add(walker, {11.5F, 5.5F});
  // Neither its own will nor a crowd that pushes gets it into the water.
  CHECK(crowd.steer(unit, {5.0F, 0.0F}));
  const std::vector<UnitId> pushers = add_block(crowd, kDisc, {5.5F, 4.5F}, 4, 3);
  crowd.order(pushers, {25.5F, 5.5F});
  advance(world, crowd, 800);
  CHECK(count_arrived(crowd, pushers) == pushers.size());
  CHECK(crowd.place(unit).x <= 11.6F);
  CHECK(crowd.order(unit, {20.5F, 5.5F}));
  advance(world, crowd, 5);
  CHECK(crowd.state(unit) == UnitState::no_way);
  // A bridge, and then the flood: who stands on it is set beside it.
  world.set_class({12, 5, 16, 7}, 0);
  advance(world, crowd, 60);
  CHECK(crowd.state(unit) != UnitState::no_way);
  CHECK(crowd.place(unit).x > 12.5F);
  world.set_class({12, 5, 16, 7}, kWater);
  crowd.advance(kTick);
  CHECK(find_crowd_fault(world, crowd) == "");
  // A ground that blocks more buries too.
  Ground ice = block_water();
  ice.set(0, kBlockedTerrain);
  ice.set(kWater, 1.0F);
  world.set_ground(kLand, ice);
  advance(world, crowd, 3);
  CHECK(crowd.place(unit).x > 12.0F);
  CHECK(crowd.place(unit).x < 16.0F);
  CHECK(crowd.contains(boat));
}

TEST_CASE("Crowd: units walk where their ground is cheap, by orders and along fields") {
  World world(Grid(40, 21, TileState::walkable));
  world.set_class({10, 0, 30, 18}, kWater);
  Ground swamp;
  swamp.set(kWater, 20.0F);
  world.set_ground(kLand, swamp);
  Crowd crowd(world);
  const Agent walker = Agent::disc(0.4, kLand);
  const UnitId unit = *crowd.add(walker, {5.5F, 10.5F});
  const UnitId follower = *crowd.add(walker, {5.5F, 5.5F});
  auto field = std::make_shared<WorldField>(walker);
  FieldScratch scratch;
  field->set_goals(std::array{FieldGoal{{35.5F, 5.5F}, 0.0}});
  REQUIRE(field->update(world, scratch));
  CHECK(crowd.order(unit, {35.5F, 10.5F}));
  CHECK(crowd.order(std::array{follower}, field) == 1);
  int in_swamp = 0;
  for (int tick = 0; tick < 600; ++tick) {
    advance(world, crowd, 1);
    for (const UnitId one : {unit, follower}) {
      const Point at = crowd.place(one);
      in_swamp += at.x > 10.0F && at.x < 30.0F && at.y < 17.5F ? 1 : 0;
    }
  }
  CHECK(in_swamp < 20);
  CHECK(crowd.state(unit) == UnitState::arrived);
  CHECK(crowd.state(follower) == UnitState::arrived);
}

TEST_CASE("crowd: units pass links one after the other, and never overlap") {
  const std::vector<FloorMap> floors{{Grid(20, 12, TileState::walkable), {}},
                                     {Grid(16, 12, TileState::walkable), {}}};
  World world(floors);
  const Place stairs{0, {17.5F, 6.5F}};
  const Place landing{1, {2.5F, 6.5F}};
  const LinkId id = world.link(stairs, landing, {.cost = 2.0});
  Crowd crowd(world);
  const std::vector<UnitId> units = add_block(crowd, kDisc, {2.5F, 2.5F}, 4, 5);
  const Point goal = world.to_point({1, {11.5F, 6.5F}});
  REQUIRE(crowd.order(units, goal) == units.size());
  std::size_t passed = 0;
  for (int tick = 0; tick < 1200 && count_arrived(crowd, units) < units.size(); ++tick) {
    advance(world, crowd, 1);
    for (const UnitId unit : units) {
      const std::optional<LinkStep> link = crowd.link(unit);
      REQUIRE(link.has_value() == (crowd.state(unit) == UnitState::at_link));
      if (!link) {
        REQUIRE_FALSE(crowd.pass_link(unit));
        continue;
      }
      REQUIRE(link->link == id);
      REQUIRE(far_between(crowd.place(unit), world.to_point(stairs)) <= kDisc.radius + 0.01);
      if (!crowd.pass_link(unit)) continue;
      ++passed;
      REQUIRE(crowd.place(unit) == world.to_point(landing));
    }
  }
  CHECK(passed == units.size());
  CHECK(count_arrived(crowd, units) == units.size());
  REQUIRE(crowd.order(units[0], world.to_point({0, {2.5F, 2.5F}})));
  world.change_link(id, {.is_open = false});
  advance(world, crowd, 100);
  CHECK(world.find_floor(crowd.place(units[0])) == 1);
  CHECK_FALSE(crowd.link(units[0]).has_value());
}

TEST_CASE("Crowd: no unit passes a link that the world lost when it was assigned to") {
  World world(draw_map("......@......\n......@......\n......@......\n"));
  const LinkId lift = world.link({4.5F, 1.5F}, {8.5F, 1.5F});
  world.prepare(kDisc);
  World other = world;
  other.unlink(lift);
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, {1.5F, 1.5F});
  REQUIRE(crowd.order(unit, {11.5F, 1.5F}));
  world.set_class({0, 0, 1, 1}, 1);  // as many edits as the other one has
  for (int tick = 0; tick < 200 && crowd.state(unit) != UnitState::at_link; ++tick) {
    crowd.advance(kTick);
  }
  REQUIRE(crowd.state(unit) == UnitState::at_link);
  REQUIRE(world.revision() == other.revision());
  const World before = world;
  world = other;
  CHECK_FALSE(crowd.pass_link(unit));
  CHECK(crowd.place(unit).x < 6.0F);
  // Nor before a tick has looked at a world that has the link.
  world = before;
  CHECK_FALSE(crowd.pass_link(unit));
  for (int tick = 0; tick < 200 && !crowd.pass_link(unit); ++tick) crowd.advance(kTick);
  CHECK(crowd.place(unit).x > 6.0F);
}

TEST_CASE("Crowd: a unit that an order lists twice counts once") {
  World world(Grid(24, 24, TileState::walkable));
  Crowd once(world);
  Crowd twice(world);
  const std::vector<UnitId> units = add_block(once, kDisc, {2.5F, 2.5F}, 4, 4);
  REQUIRE(add_block(twice, kDisc, {2.5F, 2.5F}, 4, 4) == units);
  std::vector<UnitId> listed = units;
  listed.insert(listed.end(), units.rbegin(), units.rend());
  listed.push_back(99);
  CHECK(once.order(units, {16.5F, 16.5F}) == units.size());
  CHECK(twice.order(listed, {16.5F, 16.5F}) == units.size());
  for (int tick = 0; tick < 400; ++tick) {
    once.advance(kTick);
    twice.advance(kTick);
    for (const UnitId unit : units) REQUIRE(once.place(unit) == twice.place(unit));
  }
  // Nor is a second place given to it.
  const std::vector<Point> places{{2.5F, 20.5F}, {4.5F, 20.5F}, {6.5F, 20.5F}};
  const std::array<UnitId, 4> three{units[0], units[0], units[1], units[2]};
  CHECK(twice.order(three, places) == 3);
  advance(world, twice, 600);
  CHECK(count_arrived(twice, {units[0], units[1], units[2]}) == 3);
  const FieldOf none{world};
  CHECK(twice.order(three, none.field) == 3);
}

}  // namespace taut::test
