// Crowd by hand: bad input, orders, states, ids, edits, memory; and the exact moves inside it.
#include <taut/crowd.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "world/crowd/exact_moves.hpp"

namespace taut::test {
namespace {

using std::chrono::microseconds;

void advance(Crowd& crowd, int ticks) {
  for (int i = 0; i < ticks; ++i) crowd.advance(kTick);
}

World draw_hall() { return World(Grid(30, 20, TileState::walkable)); }

// The distance from a segment to a rectangle, by the nearest points of its sides.
double find_distance(const crowds::Steps& from, const crowds::Steps& move, double x0, double y0) {
  constexpr int kParts = 4096;
  double least = std::numeric_limits<double>::max();
  for (int part = 0; part <= kParts; ++part) {
    const double x = from.x + move.x * static_cast<double>(part) / kParts;
    const double y = from.y + move.y * static_cast<double>(part) / kParts;
    const double dx = std::max({x0 - x, 0.0, x - x0 - 1024.0});
    const double dy = std::max({y0 - y, 0.0, y - y0 - 1024.0});
    least = std::min(least, std::hypot(dx, dy));
  }
  return least;
}

}  // namespace

TEST_CASE("Crowd: bad input is refused") {
  World world = draw_hall();
  CHECK_THROWS_AS(Crowd(world, CrowdOptions{.expansions = 0}), std::invalid_argument);
  CHECK_THROWS_AS(Crowd(world, CrowdOptions{.budget = microseconds(-1)}), std::invalid_argument);
  Crowd crowd(world);
  const Point at{5.5F, 5.5F};
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(crowd.add(Agent::point(), at), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(Agent::square(0.5), at), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(Agent::disc(0.01), at), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(Agent::disc(33.0), at), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(Agent::disc(0.4, 7), at), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(kDisc, at, UnitOptions{.speed = 0.0}), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(kDisc, at, UnitOptions{.speed = 65.0}), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(kDisc, at, UnitOptions{.acceleration = 0.0}), std::invalid_argument);
  CHECK_THROWS_AS(crowd.add(kDisc, at, UnitOptions{.acceleration = std::nan("")}),
                  std::invalid_argument);
  CHECK(crowd.size() == 0);
  CHECK_FALSE(crowd.add(kDisc, {nan, 5.0F}));
  CHECK_FALSE(crowd.add(kDisc, {-1.0F, 5.0F}));
  CHECK_FALSE(crowd.add(kDisc, {1e30F, 5.0F}));
  CHECK_FALSE(crowd.add(kDisc, {0.25F, 5.0F}));
  const std::optional<UnitId> unit = crowd.add(kDisc, at);
  REQUIRE(unit);
  CHECK_FALSE(crowd.add(kDisc, {6.0F, 5.5F}));
  CHECK_FALSE(crowd.order(*unit, {nan, 1.0F}));
  CHECK_FALSE(crowd.order(*unit + 1, {1.0F, 1.0F}));
  CHECK_FALSE(crowd.steer(*unit, {nan, 1.0F}));
  CHECK_FALSE(crowd.steer(*unit + 1, {1.0F, 1.0F}));
  CHECK(crowd.order(std::vector<UnitId>{*unit, 99}, {nan, 1.0F}) == 0);
  CHECK(crowd.order(std::vector<UnitId>{*unit, 99}, {9.0F, 1.0F}) == 1);
  crowd.stop(99);
  crowd.remove(99);
  for (const double seconds : {0.0, -1.0, 0.3, std::nan("")}) {
    CHECK_THROWS_AS(crowd.advance(seconds), std::invalid_argument);
  }
  CHECK(crowd.size() == 1);
}

TEST_CASE("Crowd: units touch and do not overlap when they are added") {
  World world = draw_hall();
  Crowd crowd(world);
  const Agent half = Agent::disc(0.5);
  REQUIRE(crowd.add(half, {0.5F, 0.5F}));
  CHECK(crowd.add(half, {1.5F, 0.5F}));
  CHECK_FALSE(crowd.add(half, {2.5F - 1.0F / 1024.0F, 0.5F}));
  CHECK(crowd.add(half, {2.5F, 0.5F}));
  CHECK(find_crowd_fault(world, crowd).empty());
}

TEST_CASE("Crowd: a unit beside the border or a wall touches it, and does not overlap it") {
  World world(draw_map("....@\n....@\n....@\n....@\n"));
  Crowd crowd(world);
  const Agent half = Agent::disc(0.5);
  constexpr float kStep = 1.0F / 1024.0F;
  for (const Point& place : {Point{0.5F - kStep, 2.0F}, Point{2.0F, 0.5F - kStep},
                             Point{3.5F + kStep, 2.0F}, Point{2.0F, 3.5F + kStep}}) {
    CHECK_FALSE(crowd.add(half, place));
  }
  for (const Point& place :
       {Point{0.5F, 2.0F}, Point{2.0F, 0.5F}, Point{3.5F, 2.0F}, Point{2.0F, 3.5F}}) {
    CHECK(crowd.add(half, place));
  }
}

TEST_CASE("Crowd: orders and states") {
  World world(
      draw_map("..............\n"
               "......@.......\n"
               "......@...@@@.\n"
               "......@...@.@.\n"
               "......@...@@@.\n"));
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, {1.5F, 3.5F});
  CHECK(crowd.state(unit) == UnitState::idle);
  advance(crowd, 5);
  CHECK(crowd.place(unit) == Point{1.5F, 3.5F});
  REQUIRE(crowd.order(unit, {8.5F, 3.5F}));
  CHECK(crowd.searches_waiting() == 1);
  advance(crowd, 20);
  CHECK(crowd.state(unit) == UnitState::walking);
  CHECK(far_between(crowd.velocity(unit), {}) == Approx(2.0).epsilon(0.02));
  advance(crowd, 200);
  CHECK(crowd.state(unit) == UnitState::arrived);
  CHECK(far_between(crowd.place(unit), {8.5F, 3.5F}) < 0.02);
  CHECK(crowd.velocity(unit) == Point{});
  // A goal that is walled in is replaced by the nearest place.
  REQUIRE(crowd.order(unit, {11.5F, 3.5F}));
  advance(crowd, 200);
  CHECK(crowd.state(unit) == UnitState::arrived);
  // The game's own velocity, up to a wall and along it.
  REQUIRE(crowd.steer(unit, {0.0F, -50.0F}));
  advance(crowd, 100);
  CHECK(crowd.state(unit) != UnitState::arrived);
  CHECK(crowd.place(unit).y < 0.45F);
  crowd.stop(unit);
  advance(crowd, 10);
  CHECK(crowd.state(unit) == UnitState::idle);
  CHECK(find_crowd_fault(world, crowd).empty());
}

TEST_CASE("Crowd: a budget of no time is one slice a tick") {
  World world = draw_hall();
  Crowd patient(world);
  Crowd hasty(world, {.budget = microseconds(0)});
  for (int i = 0; i < 8; ++i) {
    const Point at{2.5F + static_cast<float>(i), 2.5F};
    for (Crowd* const crowd : {&patient, &hasty}) {
      crowd->order(*crowd->add(kDisc, at), {at.x, 12.5F});
    }
  }
  for (std::size_t i = 1; i <= 8; ++i) {
    patient.advance(kTick);
    hasty.advance(kTick);
    CHECK(patient.searches_waiting() == 0);
    CHECK(hasty.searches_waiting() == 8 - i);
  }
}

TEST_CASE("Crowd: a tick may be longer than the one before") {
  // A unit for each phase in which units look at their paths. The long tick leads right to the
  // goal.
  for (int waits = 0; waits < 4; ++waits) {
    World world = draw_hall();
    Crowd crowd(world);
    const UnitId unit = *crowd.add(kDisc, {2.5F, 10.5F});
    const Point goal{10.5F, 10.5F};
    for (int tick = 0; tick < waits; ++tick) crowd.advance(1.0 / 64.0);
    crowd.order(unit, goal);
    while (crowd.place(unit).x < goal.x - 0.5F) crowd.advance(1.0 / 64.0);
    REQUIRE(crowd.place(unit).x == goal.x - 0.5F);
    for (int tick = 0; tick < 8; ++tick) crowd.advance(0.25);
    CHECK(far_between(crowd.place(unit), goal) < 0.1);
    CHECK(crowd.state(unit) == UnitState::arrived);
  }
}

TEST_CASE("Crowd: no way, until an edit opens one") {
  World world(
      draw_map(".....@....\n"
               ".....@....\n"
               ".....@....\n"));
  Crowd crowd(world, {.goal = EndRule::exact});
  const UnitId unit = *crowd.add(kDisc, {1.5F, 1.5F});
  REQUIRE(crowd.order(unit, {8.5F, 1.5F}));
  advance(crowd, 10);
  CHECK(crowd.state(unit) == UnitState::no_way);
  CHECK(crowd.reason(unit) == Reason::not_connected);
  CHECK(crowd.place(unit) == Point{1.5F, 1.5F});
  world.set(Tile{5, 1}, TileState::walkable);
  advance(crowd, 200);
  CHECK(crowd.state(unit) == UnitState::arrived);
  CHECK(crowd.reason(unit) == Reason::none);
}

TEST_CASE("Crowd: a building buries units, which are set beside it") {
  World world = draw_hall();
  Crowd crowd(world);
  std::vector<UnitId> units;
  for (int i = 0; i < 12; ++i) {
    const std::optional<UnitId> unit =
        crowd.add(kDisc, {10.5F + static_cast<float>(i % 4), 5.5F + static_cast<float>(i / 4)});
    REQUIRE(unit);
    units.push_back(*unit);
    crowd.order(*unit, {25.5F, 5.5F + static_cast<float>(i)});
  }
  advance(crowd, 10);
  const TileRect building{11, 5, 14, 8};
  CHECK(crowd.is_occupied(building));
  CHECK_FALSE(crowd.is_occupied({20, 10, 22, 12}));
  CHECK_FALSE(crowd.is_occupied({14, 8, 11, 5}));
  world.set(building, TileState::blocked);
  CHECK_FALSE(find_crowd_fault(world, crowd).empty());
  advance(crowd, 1);
  CHECK(find_crowd_fault(world, crowd).empty());
  CHECK_FALSE(crowd.is_occupied(building));
  advance(crowd, 400);
  for (const UnitId unit : units) CHECK(crowd.state(unit) == UnitState::arrived);
}

TEST_CASE("Crowd: a unit that has no place near stays in the wall") {
  World world(Grid(40, 3, TileState::walkable));
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, {20.5F, 1.5F});
  crowd.order(unit, {38.5F, 1.5F});
  world.set({0, 0, 40, 3}, TileState::blocked);
  advance(crowd, 20);
  CHECK(crowd.place(unit) == Point{20.5F, 1.5F});
  world.set({0, 0, 40, 3}, TileState::walkable);
  advance(crowd, 300);
  CHECK(crowd.state(unit) == UnitState::arrived);
}

TEST_CASE("Crowd: rank goes first, and what does not give way stays") {
  World world = draw_hall();
  Crowd crowd(world);
  const UnitId guard = *crowd.add(kDisc, {15.5F, 10.5F}, {.gives_way = false});
  const UnitId idler = *crowd.add(kDisc, {15.5F, 5.5F});
  const UnitId a = *crowd.add(kDisc, {5.5F, 10.5F});
  const UnitId b = *crowd.add(kDisc, {5.5F, 5.5F}, {.rank = 9});
  crowd.order(a, {25.5F, 10.5F});
  crowd.order(b, {25.5F, 5.5F});
  for (int i = 0; i < 400; ++i) {
    crowd.advance(kTick);
    REQUIRE(find_crowd_fault(world, crowd).empty());
  }
  CHECK(crowd.place(guard) == Point{15.5F, 10.5F});
  CHECK(crowd.contains(idler));
  CHECK(crowd.state(a) == UnitState::arrived);
  CHECK(crowd.state(b) == UnitState::arrived);
}

TEST_CASE("Crowd: ids stay, and are used again after remove") {
  World world = draw_hall();
  Crowd crowd(world);
  const UnitId a = *crowd.add(kDisc, {5.5F, 5.5F});
  const UnitId b = *crowd.add(kDisc, {7.5F, 5.5F});
  const UnitId c = *crowd.add(kDisc, {9.5F, 5.5F});
  crowd.order(b, {20.0F, 5.0F});
  crowd.remove(b);
  CHECK(crowd.size() == 2);
  CHECK_FALSE(crowd.contains(b));
  CHECK(crowd.contains(a));
  CHECK(crowd.place(c) == Point{9.5F, 5.5F});
  CHECK(crowd.searches_waiting() == 0);
  CHECK(crowd.add(kDisc, {7.5F, 5.5F}) == b);
  CHECK(crowd.state(b) == UnitState::idle);
  CHECK(crowd.id_end() == 3);
  advance(crowd, 3);
  Crowd moved = std::move(crowd);
  CHECK(moved.size() == 3);
}

TEST_CASE("Crowd: a unit that is not there is idle at (0, 0)") {
  World world = draw_hall();
  Crowd crowd(world);
  const UnitId removed = *crowd.add(kDisc, {5.5F, 5.5F});
  crowd.steer(removed, {1.0F, 0.0F});
  advance(crowd, 3);
  crowd.remove(removed);
  for (const UnitId unit : {removed, UnitId{1}, std::numeric_limits<UnitId>::max()}) {
    CHECK(crowd.place(unit) == Point{0.0F, 0.0F});
    CHECK(crowd.velocity(unit) == Point{0.0F, 0.0F});
    CHECK(crowd.state(unit) == UnitState::idle);
    CHECK(crowd.reason(unit) == Reason::none);
    CHECK(crowd.agent(unit) == Agent());
    CHECK_FALSE(crowd.link(unit));
    CHECK(crowd.field(unit) == nullptr);
  }
}

TEST_CASE("Crowd: units that walk do not allocate") {
  World world = draw_hall();
  Crowd crowd(world);
  std::vector<UnitId> units;
  for (int i = 0; i < 40; ++i) {
    units.push_back(
        *crowd.add(kDisc, {2.5F + static_cast<float>(i % 8), 2.5F + static_cast<float>(i / 8)}));
  }
  crowd.order(units, {26.5F, 15.5F});
  advance(crowd, 60);
  crowd.order(units, {3.5F, 3.5F});
  advance(crowd, 200);
  crowd.order(units, {26.5F, 15.5F});
  advance(crowd, 5);
  REQUIRE(crowd.searches_waiting() == 0);
  const AllocationCounter counter;
  advance(crowd, 60);
  CHECK(counter.count() == 0);
}

TEST_CASE("Crowd: moves beside walls and discs are decided as distances are") {
  using crowds::Steps;
  Random random(38);
  std::size_t close = 0;
  for (std::size_t i = 0; i < random_count(3000, 100000); ++i) {
    Grid grid(5, 5, TileState::walkable);
    grid.set(Tile{2, 2}, TileState::blocked);
    const int radius = random.between(32, 900);
    const Steps from{random.between(1024, 4095), random.between(1024, 4095)};
    const Steps move{random.between(-700, 700), random.between(-700, 700)};
    if (!crowds::has_room(grid, from, radius)) continue;
    if (!crowds::has_room(Grid(5, 5, TileState::walkable), from + move, radius)) continue;
    const double distance = find_distance(from, move, 2048.0, 2048.0);
    CAPTURE(from.x, from.y, move.x, move.y, radius, distance);
    const bool is_free = crowds::can_move(grid, from, move, radius);
    if (is_free) CHECK(distance >= radius - 1e-6);
    // The samples may miss the nearest point by a little.
    if (!is_free) CHECK(distance < radius + 0.1);
    close += std::fabs(distance - radius) < 20.0 ? 1 : 0;
    // A disc around the tile's corner.
    const Steps offset = from - Steps{2048, 2048};
    if (std::hypot(offset.x, offset.y) < radius) continue;
    const double squared = std::hypot(offset.x, offset.y);
    double least = squared;
    for (int part = 0; part <= 4096; ++part) {
      least = std::min(
          least, std::hypot(offset.x + move.x * part / 4096.0, offset.y + move.y * part / 4096.0));
    }
    const bool keeps = crowds::keeps_distance(offset, move, radius);
    if (keeps) CHECK(least >= radius - 1e-6);
    if (!keeps) CHECK(least < radius + 0.1);
  }
  CHECK((close > 0 || is_small_share()));
}

}  // namespace taut::test
