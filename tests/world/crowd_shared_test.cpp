// Crowds on a SharedWorld: as on a World with the same edits.
#include <taut/crowd.hpp>
#include <taut/field.hpp>
#include <taut/shared_world.hpp>

#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"

namespace taut::test {
namespace {

const TileRect kWall{14, 6, 17, 18};  // some units stand there when it is built

// The orders of both crowds: a goal, a field, places.
std::vector<UnitId> add_units(Crowd& crowd) {
  std::vector<UnitId> units;
  for (int i = 0; i < 24; ++i) {
    const Point at{2.5F + static_cast<float>(i % 4), 6.5F + static_cast<float>(i / 4)};
    units.push_back(*crowd.add(kDisc, at));
  }
  crowd.order(std::span(units).first(18), {36.5F, 12.0F});
  return units;
}

}  // namespace

TEST_CASE("Crowd: on a SharedWorld units are where those on a World are") {
  World world(Grid(40, 24, TileState::walkable));
  SharedWorld shared(world);
  shared.prepare(kDisc);
  shared.publish();
  Crowd plain(world);
  Crowd other(shared);
  const std::vector<UnitId> units = add_units(plain);
  REQUIRE(add_units(other) == units);
  const auto near = std::make_shared<WorldField>(kDisc);
  const auto far = std::make_shared<WorldField>(kDisc);
  FieldScratch scratch;
  for (const auto& field : {near, far}) field->set_goals(std::array{FieldGoal{{30.5F, 3.5F}, 0.0}});
  const auto update = [&] {
    REQUIRE(near->update(world, scratch));
    REQUIRE(far->update(shared.read(), scratch));
  };
  update();
  REQUIRE(plain.order(std::span(units).subspan(18), near) == 6);
  REQUIRE(other.order(std::span(units).subspan(18), far) == 6);
  for (int tick = 0; tick < 600; ++tick) {
    if (tick == 100 || tick == 250) {
      const TileState state = tick == 100 ? TileState::blocked : TileState::walkable;
      world.set(kWall, state);
      shared.set(kWall, state);
      shared.publish();
      update();
    }
    plain.advance(0.05);
    other.advance(0.05);
    Hash one;
    Hash two;
    add_crowd(one, plain);
    add_crowd(two, other);
    INFO("tick " << tick);
    REQUIRE(one.value() == two.value());
    REQUIRE(find_crowd_fault(*shared.read(), other) == "");
  }
  FindOptions options;
  options.agent = kDisc;
  const double length = plain.find_around({2.5F, 12.5F}, {38.5F, 12.5F}, options).length;
  CHECK(length > 36.0);
  CHECK(other.find_around({2.5F, 12.5F}, {38.5F, 12.5F}, options).length == length);
}

TEST_CASE("Crowd: on a SharedWorld edits count once they are published, at the next tick") {
  SharedWorld shared(World(Grid(20, 10, TileState::walkable)));
  Crowd crowd(shared);
  CHECK_THROWS_AS(crowd.add(kDisc, {5.5F, 5.5F}), std::invalid_argument);
  shared.prepare(kDisc);
  CHECK_THROWS_AS(crowd.add(kDisc, {5.5F, 5.5F}), std::invalid_argument);
  shared.publish();
  const UnitId unit = *crowd.add(kDisc, {5.5F, 5.5F});
  const TileRect building{4, 4, 8, 8};
  shared.set(building, TileState::blocked);
  crowd.advance(0.05);
  CHECK(crowd.place(unit) == Point{5.5F, 5.5F});
  CHECK(crowd.add(kDisc, {6.5F, 6.5F}).has_value());
  shared.publish();
  CHECK(crowd.place(unit) == Point{5.5F, 5.5F});
  CHECK(!crowd.add(kDisc, {7.5F, 7.5F}));
  crowd.advance(0.05);
  CHECK(!crowd.is_occupied(building));
  CHECK(find_crowd_fault(*shared.read(), crowd) == "");
}

}  // namespace taut::test
