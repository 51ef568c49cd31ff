// Crowds in states that are rare: no memory, broken and replaced worlds, slow units, short ticks.
#include <taut/crowd.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <taut/field.hpp>
#include <taut/save.hpp>
#include <taut/shared_world.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"

namespace taut::test {
namespace {

Grid make_hall(int side) { return Grid(side, side, TileState::walkable); }

// A unit before a line of statues, which it is to go round.
UnitId add_line(Crowd& crowd) {
  const UnitId unit = *crowd.add(kDisc, {10.5F, 15.5F});
  for (int i = 0; i < 21; ++i) {
    const Point at{15.5F, 5.5F + static_cast<float>(i)};
    REQUIRE(crowd.add(Agent::disc(0.5), at, {.gives_way = false}));
  }
  REQUIRE(crowd.order(unit, {25.5F, 15.5F}));
  return unit;
}

void run_ticks(Crowd& crowd, int ticks) {
  for (int tick = 0; tick < ticks; ++tick) crowd.advance(kTick);
}

float moved_in(double seconds, double tick, double speed) {
  World world(make_hall(20));
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, {5.5F, 5.5F}, {.speed = speed});
  REQUIRE(crowd.order(unit, {15.5F, 5.5F}));
  const int ticks = static_cast<int>(seconds / tick);
  for (int i = 0; i < ticks; ++i) crowd.advance(tick);
  CHECK(crowd.state(unit) == UnitState::walking);
  return crowd.place(unit).x - 5.5F;
}

}  // namespace

TEST_CASE("Crowd: units added after a tick that ran out of memory do not overlap") {
  bool has_failed = false;
  for (std::size_t before = 0; before < 40; ++before) {
    World world(make_hall(30));
    Crowd crowd(world);
    (void)add_line(crowd);
    run_ticks(crowd, 60);
    bool fails = false;
    for (int tick = 0; tick < 60 && !fails; ++tick) {
      fails = runs_out_of_memory(before, [&] { crowd.advance(kTick); });
    }
    has_failed = has_failed || fails;
    REQUIRE(crowd.add(kDisc, {5.5F, 5.5F}));
    REQUIRE(!crowd.add(kDisc, {5.5F, 5.5F}));
    REQUIRE(find_crowd_fault(world, crowd) == "");
  }
  CHECK(has_failed);
}

TEST_CASE("Crowd: slow units walk, and all do in short ticks") {
  for (const double speed : {1.0 / 64.0, 1.0 / 32.0, 0.04}) {
    for (const double tick : {1.0 / 60.0, 0.05, 0.25}) {
      INFO("speed " << speed << ", tick " << tick);
      CHECK(static_cast<double>(moved_in(30.0, tick, speed)) == Approx(30.0 * speed).epsilon(0.02));
    }
  }
  for (const double tick : {1e-3, 3e-4, 1e-4}) {
    INFO("tick " << tick);
    CHECK(static_cast<double>(moved_in(0.5, tick, 2.0)) == Approx(1.0).epsilon(0.02));
  }
}

TEST_CASE("Crowd: on a broken world nothing happens") {
  World world(make_hall(30));
  Crowd crowd(world);
  const UnitId unit = add_line(crowd);
  run_ticks(crowd, 60);
  REQUIRE(runs_out_of_memory(0, [&] { world.set(TileRect{2, 2, 4, 4}, TileState::blocked); }));
  REQUIRE(world.is_broken());
  const Point at = crowd.place(unit);
  run_ticks(crowd, 300);
  CHECK(crowd.place(unit) == at);
  FindOptions around;
  around.agent = kDisc;
  CHECK(crowd.find_around(at, at, around).status == Status::invalid_input);
  CHECK(crowd.find_around(at, at, around).reason == Reason::broken);
  const auto field = std::make_shared<WorldField>(kDisc);
  CHECK(crowd.order(std::span<const UnitId>(), field) == 0);
  world = World(make_hall(30));  // which mends it
  world.prepare(kDisc);
  run_ticks(crowd, 600);
  CHECK(crowd.state(unit) == UnitState::arrived);
}

TEST_CASE("Crowd: a world that is assigned to is followed as an edit of everything") {
  World world(make_hall(20));
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, {5.5F, 5.5F});
  REQUIRE(crowd.order(unit, {15.5F, 5.5F}));
  run_ticks(crowd, 5);
  std::vector<std::uint8_t> tiles(20 * 20, 1);
  for (std::size_t y = 0; y < 19; ++y) {
    std::fill_n(tiles.begin() + static_cast<std::ptrdiff_t>(20 * y + 4), 4, std::uint8_t{0});
  }
  World next(Grid::from_bytes(20, 20, tiles));
  next.prepare(kDisc);
  REQUIRE(next.revision() == world.revision());
  world = std::move(next);
  Loaded<Crowd> loaded = read_crowd(save(crowd), "game", world);
  INFO(loaded.error.message());
  REQUIRE(loaded);
  for (int tick = 0; tick < 600; ++tick) {
    crowd.advance(kTick);
    loaded.value->advance(kTick);
    REQUIRE(world.has_room(kDisc, crowd.place(unit)));
    REQUIRE(loaded.value->place(unit) == crowd.place(unit));
  }
  CHECK(crowd.state(unit) == UnitState::arrived);
}

TEST_CASE("Crowd: a building never moves units to another floor") {
  const std::array<FloorMap, 2> floors{FloorMap{make_hall(10), {0, 0}},
                                       FloorMap{make_hall(10), {100, 0}}};
  World world(floors);
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, world.to_point({0, {5.5F, 9.5F}}));
  world.set(world.to_tiles(0, {0, 6, 110, 10}), TileState::blocked);
  run_ticks(crowd, 40);
  CHECK(world.to_place(crowd.place(unit)).floor == 0);
  CHECK(world.has_room(kDisc, crowd.place(unit)));
}

TEST_CASE("Crowd: a unit has no order, and is at no link, as soon as it is stopped") {
  World world(make_hall(20));
  world.set(TileRect{10, 0, 11, 20}, TileState::blocked);
  world.link(LinkEnd{{5.5F, 5.5F}}, LinkEnd{{15.5F, 5.5F}});
  Crowd crowd(world);
  const UnitId unit = *crowd.add(kDisc, {5.5F, 5.5F});
  REQUIRE(crowd.order(unit, {18.5F, 5.5F}));
  run_ticks(crowd, 5);
  REQUIRE(crowd.state(unit) == UnitState::at_link);
  crowd.stop(unit);
  CHECK(crowd.state(unit) == UnitState::idle);
  CHECK(!crowd.link(unit));
  CHECK(!crowd.pass_link(unit));
  CHECK(crowd.place(unit) == Point{5.5F, 5.5F});
  REQUIRE(crowd.order(unit, {5.5F, 5.5F}));
  CHECK(crowd.state(unit) == UnitState::waiting);
  run_ticks(crowd, 5);
  CHECK(crowd.state(unit) == UnitState::arrived);
  REQUIRE(crowd.steer(unit, {1.0F, 0.0F}));
  CHECK(crowd.state(unit) == UnitState::walking);
}

TEST_CASE("Crowd: a velocity that is too fast keeps its direction") {
  const auto steer = [](const Point& velocity) {
    World world(make_hall(60));
    Crowd crowd(world);
    const UnitId unit = *crowd.add(kDisc, {30.5F, 30.5F});
    REQUIRE(crowd.steer(unit, velocity));
    run_ticks(crowd, 20);
    return crowd.place(unit);
  };
  const Point slow = steer({10.0F, 5.0F});
  CHECK(slow.x > 31.5F);
  for (const float factor : {10.0F, 1e4F, 1e37F}) {
    const Point fast = steer({10.0F * factor, 5.0F * factor});
    CHECK(std::fabs(fast.x - slow.x) < 0.01F);
    CHECK(std::fabs(fast.y - slow.y) < 0.01F);
  }
}

TEST_CASE("Crowd: whatever a unit may have for speed and a tick for length can be saved") {
  World world(make_hall(20));
  Crowd crowd(world);
  for (const double acceleration : {1e-50, 0.0, std::nan("")}) {
    CHECK_THROWS_AS(crowd.add(kDisc, {3.5F, 3.5F}, {.acceleration = acceleration}),
                    std::invalid_argument);
  }
  const UnitId slow =
      *crowd.add(kDisc, {3.5F, 3.5F}, {.acceleration = Crowd::kLeastAcceleration, .rank = 255});
  const UnitId unit = *crowd.add(kDisc, {4.4F, 3.5F}, {.rank = 255});
  for (const UnitId one : {slow, unit}) REQUIRE(crowd.order(one, {15.5F, 15.5F}));
  run_ticks(crowd, 5);
  for (const double tick : {1e-50, 1e-30, 1e-9}) {
    crowd.advance(tick);
    CHECK(std::hypot(crowd.velocity(unit).x, crowd.velocity(unit).y) <= 2.01F);
    const Loaded<Crowd> loaded = read_crowd(save(crowd), "game", world);
    INFO(loaded.error.message());
    CHECK(loaded);
  }
  run_ticks(crowd, 300);
  CHECK(std::hypot(crowd.place(unit).x - 15.5F, crowd.place(unit).y - 15.5F) < 1.5F);
}

TEST_CASE("Crowd::find_around: a way round may be too long, and its end too far away") {
  World world(make_hall(30));
  Crowd line(world);
  (void)add_line(line);
  FindOptions options;
  options.agent = kDisc;
  const std::array<UnitId, 1> self{0};
  const auto find_past = [&] {
    return line.find_around({5.5F, 15.5F}, {25.5F, 15.5F}, options, Obstacles::all, self);
  };
  const FoundPath longer = find_past();
  REQUIRE(longer);
  options.length_limit = longer.length - 0.01;
  const FoundPath cut = find_past();
  CHECK(cut.status == Status::no_path);
  CHECK(cut.reason == Reason::limit);
  CHECK(cut.turns.empty());
  Crowd crowd(world);
  REQUIRE(crowd.add(Agent::disc(3.0), {15.5F, 15.5F}));
  options.length_limit = kNoLengthLimit;
  options.goal = EndRule::nearest;
  options.max_goal_distance = 4.0;
  CHECK(crowd.find_around({2.5F, 15.5F}, {15.5F, 15.5F}, options, Obstacles::all));
  options.max_goal_distance = 1.0;
  const FoundPath far = crowd.find_around({2.5F, 15.5F}, {15.5F, 15.5F}, options, Obstacles::all);
  CHECK(far.status == Status::no_path);
  CHECK(far.reason == Reason::goal_too_far);
}

}  // namespace taut::test
