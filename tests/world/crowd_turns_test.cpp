// How units of a crowd change their directions.
#include <taut/crowd.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <vector>

#include "support/catch.hpp"
#include "support/crowds.hpp"

namespace taut::test {
namespace {

constexpr double kSlow = 0.05 * kSpeed;

// The mean change of direction a tick, in degrees, of units that are not slow.
class MeanTurn {
 public:
  explicit MeanTurn(std::size_t units) : moves_(units) {}

  void add(const Crowd& crowd) {
    for (UnitId unit = 0; unit < moves_.size(); ++unit) {
      const Point now = crowd.velocity(unit);
      const Point before = moves_[unit];
      moves_[unit] = now;
      if (is_slow(now) || is_slow(before)) continue;
      const double across = det(before, now);
      sum_ += std::abs(std::atan2(across, dot(before, now)));
      ++count_;
    }
  }
  [[nodiscard]] double degrees() const {
    return sum_ / static_cast<double>(count_) * 180.0 / std::numbers::pi;
  }

 private:
  static double dot(const Point& a, const Point& b) {
    return static_cast<double>(a.x) * static_cast<double>(b.x) +
           static_cast<double>(a.y) * static_cast<double>(b.y);
  }
  static double det(const Point& a, const Point& b) {
    return static_cast<double>(a.x) * static_cast<double>(b.y) -
           static_cast<double>(a.y) * static_cast<double>(b.x);
  }
  static bool is_slow(const Point& velocity) { return dot(velocity, velocity) < kSlow * kSlow; }

  std::vector<Point> moves_;
  double sum_ = 0.0;
  std::size_t count_ = 0;
};

}  // namespace

TEST_CASE("Crowd: units that queue at a door do not jitter") {
  Grid grid(50, 24, TileState::walkable);
  grid.set({24, 0, 25, 11}, TileState::blocked);
  grid.set({24, 13, 25, 24}, TileState::blocked);
  World world(grid);
  Crowd crowd(world);
  for (int i = 0; i < 150; ++i) {
    const auto column = static_cast<float>(i % 10);
    const auto row = static_cast<float>(i / 10);
    const auto unit =
        crowd.add(Agent::disc(0.3), {8.0F + 1.5F * column, 1.0F + 1.5F * row}, {.speed = kSpeed});
    REQUIRE(unit);
    crowd.order(*unit, {32.0F + 1.5F * column, 1.0F + 1.5F * row});
  }
  MeanTurn turn(crowd.size());
  for (int tick = 0; tick < 300; ++tick) {
    crowd.advance(kTick);
    turn.add(crowd);
  }
  CHECK(turn.degrees() < 2.5);
}

TEST_CASE("Crowd: a steered unit takes its velocity soon, among others too") {
  World world(Grid(40, 40, TileState::walkable));
  Crowd crowd(world);
  std::vector<UnitId> units;
  for (int i = 0; i < 9; ++i) {
    const auto unit = crowd.add(
        Agent::disc(0.3),
        {5.0F + 1.5F * static_cast<float>(i % 3), 5.0F + 1.5F * static_cast<float>(i / 3)},
        {.speed = kSpeed});
    REQUIRE(unit);
    units.push_back(*unit);
  }
  for (const Point& velocity : {Point{2.0F, 0.0F}, Point{0.0F, 2.0F}, Point{-1.0F, 1.0F}}) {
    for (const UnitId unit : units) REQUIRE(crowd.steer(unit, velocity));
    // For a moment they avoid those that still go elsewhere.
    for (int tick = 0; tick < 4; ++tick) crowd.advance(kTick);
    for (const UnitId unit : units) {
      CHECK(std::abs(crowd.velocity(unit).x - velocity.x) < 0.03F);
      CHECK(std::abs(crowd.velocity(unit).y - velocity.y) < 0.03F);
    }
    for (int tick = 0; tick < 10; ++tick) crowd.advance(kTick);
  }
}

TEST_CASE("Crowd: a unit that is alone turns at once") {
  Grid grid(20, 20, TileState::walkable);
  grid.set({0, 9, 10, 10}, TileState::blocked);
  World world(grid);
  Crowd crowd(world);
  const auto unit = crowd.add(Agent::disc(0.3), {2.5F, 5.5F}, {.speed = kSpeed});
  REQUIRE(unit);
  crowd.order(*unit, {2.5F, 13.5F});
  double most = 0.0;
  for (int tick = 0; tick < 400; ++tick) {
    crowd.advance(kTick);
    if (crowd.state(*unit) == UnitState::arrived) break;
    const Point now = crowd.velocity(*unit);
    const double speed = std::hypot(static_cast<double>(now.x), static_cast<double>(now.y));
    if (tick > 0 && tick < 120) most = std::max(most, kSpeed - speed);
  }
  CHECK(crowd.state(*unit) == UnitState::arrived);
  CHECK(most < 0.3);
}

}  // namespace taut::test
