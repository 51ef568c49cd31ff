// Units that stand in the way of a Crowd's units and do not give it.
#include <taut/crowd.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"

namespace taut::test {
namespace {

Grid make_open_hall() { return Grid(40, 20, TileState::walkable); }

// A wall across the hall with two doors: rows 9 and 10, and 17 and 18.
Grid make_doors() {
  Grid hall = make_open_hall();
  hall.set({20, 0, 21, 9}, TileState::blocked);
  hall.set({20, 11, 21, 17}, TileState::blocked);
  hall.set({20, 19, 21, 20}, TileState::blocked);
  return hall;
}

std::vector<Point> line_up(float x, float first, int count) {
  std::vector<Point> places;
  for (int i = 0; i < count; ++i) places.push_back({x, first + static_cast<float>(i)});
  return places;
}

// Statues that do not give way; three units walk past them to the right.
class DetourScene {
 public:
  DetourScene(Grid grid, const std::vector<Point>& statues)
      : world_(std::move(grid)), crowd_(world_) {
    for (const Point& at : statues) {
      statues_.push_back(*crowd_.add(Agent::disc(0.45), at, {.gives_way = false}));
      places_.push_back(crowd_.place(statues_.back()));
    }
    const float y = static_cast<float>(world_.grid().height()) * 0.5F;
    for (const float dy : {-1.0F, 0.0F, 1.0F}) units_.push_back(*crowd_.add(kDisc, {2.5F, y + dy}));
  }

  void order() {
    const float y = static_cast<float>(world_.grid().height()) * 0.5F;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      crowd_.order(units_[i], {36.5F, y - 1.0F + static_cast<float>(i)});
    }
  }
  void order_group() { crowd_.order(units_, {34.5F, 10.0F}); }

  // Returns how many have arrived after some ticks.
  std::size_t run(int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
      crowd_.advance(kTick);
      REQUIRE(find_crowd_fault(world_, crowd_) == "");
    }
    for (std::size_t i = 0; i < statues_.size(); ++i) {
      CHECK(crowd_.place(statues_[i]) == places_[i]);
    }
    std::size_t arrived = 0;
    for (const UnitId unit : units_) {
      if (crowd_.state(unit) == UnitState::arrived) ++arrived;
    }
    return arrived;
  }

  World& world() { return world_; }
  Crowd& crowd() { return crowd_; }
  const std::vector<UnitId>& statues() const { return statues_; }
  const std::vector<UnitId>& units() const { return units_; }

 private:
  World world_;
  Crowd crowd_;
  std::vector<UnitId> statues_;
  std::vector<Point> places_;
  std::vector<UnitId> units_;
};

}  // namespace

TEST_CASE("Crowd: units go round statues in a corridor three wide") {
  DetourScene scene(Grid(40, 3, TileState::walkable),
                    {{20.0F, 1.5F}, {24.0F, 0.5F}, {24.0F, 1.5F}, {28.0F, 1.5F}, {28.0F, 2.5F}});
  scene.order();
  CHECK(scene.run(800) == 3);
}

TEST_CASE("Crowd: units go round what stands in front of a door") {
  DetourScene scene(make_doors(), {{18.5F, 9.5F}, {18.5F, 10.5F}});
  scene.order();
  CHECK(scene.run(700) == 3);
}

TEST_CASE("Crowd: units take another door when one is closed by statues") {
  DetourScene scene(make_doors(), {{20.5F, 9.5F}, {20.5F, 10.5F}});
  scene.order();
  CHECK(scene.run(1000) == 3);
}

TEST_CASE("Crowd: units and groups go round a line of statues across half a hall") {
  for (const bool is_group : {false, true}) {
    DetourScene scene(make_open_hall(), line_up(20.0F, 5.0F, 10));
    is_group ? scene.order_group() : scene.order();
    CHECK(scene.run(800) == 3);
  }
}

TEST_CASE("Crowd: units go round a line of statues that is wider than the finest lattice") {
  DetourScene scene(Grid(40, 60, TileState::walkable), line_up(20.0F, 7.0F, 46));
  scene.order();
  CHECK(scene.run(1600) == 3);
}

TEST_CASE("Crowd: units come out of a pocket of statues") {
  std::vector<Point> statues = line_up(20.0F, 5.0F, 11);
  for (int i = 1; i < 7; ++i) {
    statues.push_back({20.0F - static_cast<float>(i), 5.0F});
    statues.push_back({20.0F - static_cast<float>(i), 15.0F});
  }
  DetourScene scene(make_open_hall(), statues);
  scene.order();
  CHECK(scene.run(1000) == 3);
}

TEST_CASE("Crowd: along a field units go round too") {
  DetourScene scene(make_open_hall(), line_up(20.0F, 5.0F, 10));
  const auto field = std::make_shared<WorldField>(kDisc);
  FieldScratch scratch;
  field->set_goals(std::array{FieldGoal{{34.5F, 10.0F}, 0.0}});
  REQUIRE(field->update(scene.world(), scratch));
  REQUIRE(scene.crowd().order(scene.units(), field) == 3);
  CHECK(scene.run(800) == 3);
}

TEST_CASE("Crowd: where statues leave no way units wait, until one goes") {
  DetourScene scene(make_open_hall(), line_up(20.0F, 0.5F, 20));
  scene.order();
  CHECK(scene.run(600) == 0);
  for (const UnitId unit : scene.units()) {
    CHECK(scene.crowd().state(unit) == UnitState::blocked);
    CHECK(scene.crowd().place(unit).x < 20.0F);
  }
  // Two statues leave room for one.
  scene.crowd().order(scene.statues()[14], {30.5F, 18.5F});
  scene.crowd().order(scene.statues()[15], {32.5F, 18.5F});
  for (int tick = 0; tick < 1800; ++tick) scene.crowd().advance(kTick);
  for (const UnitId unit : scene.units()) {
    CHECK(scene.crowd().state(unit) == UnitState::arrived);
  }
}

}  // namespace taut::test
