// Where the units of an order to one goal come to rest.
#include <taut/crowd.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"

namespace taut::test {
namespace {

// As many as the rows hold, from a corner.
std::vector<UnitId> add_rows(Crowd& crowd, const std::vector<double>& radii, const Point& corner,
                             int columns, float gap, std::size_t count, double speed = kSpeed) {
  std::vector<UnitId> units;
  for (std::size_t i = 0; i < count; ++i) {
    const auto column = static_cast<float>(static_cast<int>(i) % columns);
    const auto row = static_cast<float>(static_cast<int>(i) / columns);
    const auto unit = crowd.add(Agent::disc(radii[i % radii.size()]),
                                {corner.x + gap * column, corner.y + gap * row}, {.speed = speed});
    REQUIRE(unit);
    units.push_back(*unit);
  }
  return units;
}

bool have_arrived(const Crowd& crowd, const std::vector<UnitId>& units) {
  return std::all_of(units.begin(), units.end(),
                     [&](UnitId unit) { return crowd.state(unit) == UnitState::arrived; });
}

// Seconds until all have arrived, or those given.
double seconds_until_arrived(const World& world, Crowd& crowd, const std::vector<UnitId>& units,
                             double most) {
  double seconds = 0.0;
  for (; seconds < most && !have_arrived(crowd, units); seconds += kTick) crowd.advance(kTick);
  REQUIRE(find_crowd_fault(world, crowd) == "");
  return seconds;
}

double farthest(const Crowd& crowd, const std::vector<UnitId>& units, const Point& goal) {
  double most = 0.0;
  for (const UnitId unit : units) most = std::max(most, far_between(crowd.place(unit), goal));
  return most;
}

// Nobody moves for two seconds, after three to come to rest.
bool are_still(Crowd& crowd, const std::vector<UnitId>& units) {
  for (int tick = 0; tick < 60; ++tick) crowd.advance(kTick);
  std::vector<Point> at;
  for (const UnitId unit : units) at.push_back(crowd.place(unit));
  for (int tick = 0; tick < 40; ++tick) crowd.advance(kTick);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (at[i] != crowd.place(units[i])) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("Crowd: a group that comes from one side is soon at rest around its goal") {
  const Point goal{60.5F, 20.5F};
  for (const double speed : {kSpeed, 2.0 * kSpeed}) {
    for (const std::size_t count : {1U, 2U, 7U, 30U, 120U}) {
      CAPTURE(speed, count);
      World world(Grid(80, 41, TileState::walkable));
      Crowd crowd(world);
      const std::vector<UnitId> units =
          add_rows(crowd, {0.4}, {2.0F, 14.0F}, 10, 1.0F, count, speed);
      const double way = farthest(crowd, units, goal);
      CHECK(crowd.order(units, goal) == count);
      CHECK(seconds_until_arrived(world, crowd, units, 200.0) < way / speed + 7.0);
      CHECK(are_still(crowd, units));
      const double packed = 0.4 * std::sqrt(static_cast<double>(count) / 0.8);
      CHECK(farthest(crowd, units, goal) < 1.25 * packed + 0.2);
    }
  }
}

TEST_CASE("Crowd: who comes first goes to the far side, and nobody crosses the others") {
  const Point goal{60.5F, 20.5F};
  World world(Grid(80, 41, TileState::walkable));
  Crowd crowd(world);
  const std::vector<UnitId> units = add_rows(crowd, {0.4}, {2.0F, 18.0F}, 12, 1.0F, 60);
  crowd.order(units, goal);
  seconds_until_arrived(world, crowd, units, 200.0);
  // The means of the front columns and the last ones, and of the first rows and the last ones.
  double front = 0.0;
  double back = 0.0;
  double top = 0.0;
  double bottom = 0.0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Point at = crowd.place(units[i]);
    if (i % 12 >= 9) front += static_cast<double>(at.x) / 15.0;
    if (i % 12 < 3) back += static_cast<double>(at.x) / 15.0;
    if (i < 12) top += static_cast<double>(at.y) / 12.0;
    if (i >= 48) bottom += static_cast<double>(at.y) / 12.0;
  }
  CHECK(front > back + 2.0);
  CHECK(bottom > top + 2.0);
}

TEST_CASE("Crowd: a group rests where it comes straight from its goal, not behind walls") {
  World world(Grid(60, 30, TileState::walkable));
  // They come along it, and see both sides.
  world.set({40, 15, 60, 16}, TileState::blocked);
  const Point goal{45.5F, 13.5F};
  Crowd crowd(world);
  const std::vector<UnitId> units = add_rows(crowd, {0.4}, {2.0F, 12.0F}, 8, 1.0F, 50);
  crowd.order(units, goal);
  CHECK(seconds_until_arrived(world, crowd, units, 60.0) < 30.0);
  for (const UnitId unit : units) {
    const std::vector<Point> line{goal, crowd.place(unit)};
    CHECK(world.is_walkable(line));
  }
  CHECK(are_still(crowd, units));
}

TEST_CASE("Crowd: where not all have room around the goal the others rest beside them") {
  World world(Grid(60, 11, TileState::walkable));
  // A dead end two wide.
  world.set({40, 0, 60, 4}, TileState::blocked);
  world.set({40, 6, 60, 11}, TileState::blocked);
  Crowd crowd(world);
  const std::vector<UnitId> units = add_rows(crowd, {0.4}, {2.0F, 1.0F}, 10, 1.0F, 90);
  crowd.order(units, {55.5F, 5.0F});
  seconds_until_arrived(world, crowd, units, 150.0);
  CHECK(have_arrived(crowd, units));
  CHECK(are_still(crowd, units));
}

TEST_CASE("Crowd: a goal in a wall has units around the nearest place of each side") {
  World world(Grid(60, 20, TileState::walkable));
  world.set({28, 0, 32, 20}, TileState::blocked);
  Crowd crowd(world);
  const std::vector<UnitId> left = add_rows(crowd, {0.4}, {2.0F, 5.0F}, 5, 1.0F, 25);
  const std::vector<UnitId> right = add_rows(crowd, {0.4}, {50.0F, 5.0F}, 5, 1.0F, 25);
  std::vector<UnitId> all = left;
  all.insert(all.end(), right.begin(), right.end());
  crowd.order(all, {30.0F, 10.5F});
  CHECK(seconds_until_arrived(world, crowd, all, 60.0) < 25.0);
  // Half a disc each.
  const double packed = 0.4 * std::sqrt(2.0 * 25 / 0.8);
  CHECK(farthest(crowd, left, {27.5F, 10.5F}) < 1.1 * packed);
  CHECK(farthest(crowd, right, {32.5F, 10.5F}) < 1.1 * packed);
}

TEST_CASE("Crowd: a building on the goal of a group that is nearly there") {
  World world(Grid(60, 30, TileState::walkable));
  Crowd crowd(world);
  const std::vector<UnitId> units = add_rows(crowd, {0.4}, {2.0F, 10.0F}, 8, 1.0F, 40);
  crowd.order(units, {40.5F, 15.5F});
  for (int tick = 0; tick < 280; ++tick) crowd.advance(kTick);
  REQUIRE_FALSE(have_arrived(crowd, units));
  world.set({39, 14, 43, 18}, TileState::blocked);
  CHECK(seconds_until_arrived(world, crowd, units, 60.0) < 25.0);
  CHECK(farthest(crowd, units, {40.5F, 15.5F}) < 9.0);
  CHECK(are_still(crowd, units));
}

TEST_CASE("Crowd: to give places to a group does not allocate") {
  for (const bool is_mixed : {false, true}) {
    World world(Grid(32, 32, TileState::walkable));  // one block of the tiles that units are on
    Crowd crowd(world);
    const std::vector<double> radii = is_mixed ? std::vector{0.2, 0.3, 0.25} : std::vector{0.3};
    const std::vector<UnitId> units = add_rows(crowd, radii, {1.0F, 4.0F}, 4, 1.0F, 80);
    const Point goal{24.5F, 16.5F};
    crowd.order(units, goal);
    crowd.advance(kTick);  // all have their paths, and are not near yet
    const AllocationCounter counter;
    for (int tick = 0; tick < 400; ++tick) crowd.advance(kTick);
    CHECK(counter.count() == 0);
    CHECK(farthest(crowd, units, goal) < 6.0);
  }
}

// Without that rule one of these waits 18 s for another to pass that has come to rest.
TEST_CASE("Crowd: no unit yields to one at rest") {
  const Point goal{60.5F, 20.5F};
  World world(Grid(80, 41, TileState::walkable));
  Crowd crowd(world);
  const double speed = 6.0;
  const std::vector<UnitId> units = add_rows(crowd, {0.4}, {12.0F, 14.13F}, 10, 1.0F, 130, speed);
  const double way = farthest(crowd, units, goal);
  crowd.order(units, goal);
  CHECK(seconds_until_arrived(world, crowd, units, 200.0) < way / speed + 10.0);
}

TEST_CASE("Crowd: groups of several sizes come to rest, and soon") {
  const Point goal{60.5F, 20.5F};
  constexpr int kScenes = 60;
  double sum = 0.0;
  for (int scene = 0; scene < kScenes; ++scene) {
    CAPTURE(scene);
    World world(Grid(80, 41, TileState::walkable));
    Crowd crowd(world);
    const Point corner{2.0F, 14.0F + 0.05F * static_cast<float>(scene)};
    const std::vector<UnitId> units = add_rows(crowd, {0.25, 0.7, 0.4}, corner, 4, 1.45F, 24);
    const double way = farthest(crowd, units, goal);
    crowd.order(units, goal);
    sum += seconds_until_arrived(world, crowd, units, 200.0) - way / kSpeed;
    for (int tick = 0; tick < 400; ++tick) crowd.advance(kTick);
    CHECK(are_still(crowd, units));
  }
  CHECK(sum < kScenes * 7.6);
}

TEST_CASE("Crowd: a group packs: 95 of 100 fit in the disc that they fill by four fifths") {
  std::size_t outside = 0;
  for (int shift = 1; shift <= 3; ++shift) {
    World world(Grid(40, 40, TileState::walkable));
    Crowd crowd(world);
    std::vector<UnitId> units;
    double squares = 0.0;
    for (int i = 0; i < 120; ++i) {
      const double radius = 0.2 + 0.2 * (i % 3);
      const Point at{2.0F + 1.5F * static_cast<float>(i % 12) + 0.01F * static_cast<float>(shift),
                     2.0F + 1.5F * static_cast<float>(i / 12)};
      units.push_back(*crowd.add(Agent::disc(radius), at));
      squares += radius * radius;
    }
    crowd.order(units, {26.5F, 25.5F});
    for (int tick = 0; tick < 1200; ++tick) crowd.advance(kTick);
    CHECK(find_crowd_fault(world, crowd) == "");
    CHECK(have_arrived(crowd, units));
    for (const UnitId unit : units) {
      if (far_between(crowd.place(unit), {26.5F, 25.5F}) > std::sqrt(squares / 0.8)) ++outside;
    }
  }
  CHECK(outside <= 18);
}

TEST_CASE("Crowd: fast units of a group come to rest between others") {
  const Point goal{60.5F, 20.5F};
  for (const double speed : {3.0, 4.0, 6.0}) {
    for (const std::size_t count : {5U, 7U, 10U, 12U, 14U, 20U}) {
      for (const float shift : {0.0F, 0.13F, 0.29F}) {
        CAPTURE(speed, count, shift);
        World world(Grid(80, 41, TileState::walkable));
        Crowd crowd(world);
        const std::vector<UnitId> units =
            add_rows(crowd, {0.4}, {22.0F, 14.0F + shift}, 10, 1.0F, count, speed);
        const double way = farthest(crowd, units, goal);
        crowd.order(units, goal);
        CHECK(seconds_until_arrived(world, crowd, units, 60.0) < way / speed + 12.0);
      }
    }
  }
}

TEST_CASE("Crowd: fast units come to places close to each other") {
  for (const double radius : {0.2, 0.45}) {
    for (const std::size_t count : {20U, 40U}) {
      CAPTURE(radius, count);
      World world(Grid(80, 41, TileState::walkable));
      Crowd crowd(world);
      const auto size = static_cast<float>(2.0 * radius);
      const std::vector<UnitId> units =
          add_rows(crowd, {radius}, {10.0F, 8.0F}, 10, size + 0.2F, count, 4.0);
      std::vector<Point> places;
      for (std::size_t i = 0; i < count; ++i) {
        places.push_back({52.0F + 1.06F * size * static_cast<float>(i % 6),
                          12.0F + 1.06F * size * static_cast<float>(i / 6)});
      }
      crowd.order(units, places);
      int ticks = 0;
      for (; ticks < 1500 && !have_arrived(crowd, units); ++ticks) crowd.advance(0.02);
      CHECK(ticks < 1200);
      CHECK(find_crowd_fault(world, crowd) == "");
    }
  }
}

}  // namespace taut::test
