// The clearance that validate_disc_path() finds, against looking at every tile.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include "support/catch.hpp"
#include "support/disc_paths.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr double kAll = std::numeric_limits<double>::infinity();

Grid make_map(Random& random) {
  return random.chance(50) ? make_random_map(random, 14)
                           : make_noise_map(random, random.between(3, 60), 8, random.between(0, 6));
}

DiscPoint random_point(Random& random, const Grid& grid) {
  return {grid.width() * 1e-6 * random.between(0, 1000000),
          grid.height() * 1e-6 * random.between(0, 1000000)};
}

DiscTurn make_place(const DiscPoint& at) {
  DiscTurn turn;
  turn.center = narrow(at);
  turn.entry = turn.exit = at;
  return turn;
}

// A leg, an arc that continues it, and the end of the arc.
struct Bow {
  std::vector<DiscTurn> turns;
  double angle = 0.0;
};

Bow make_bow(Random& random, const Grid& grid, double radius) {
  const DiscPoint middle = random_point(random, grid);
  DiscTurn turn;
  turn.center = narrow(middle);
  turn.kind = random.chance(50) ? CornerKind::left : CornerKind::right;
  const double sign = turn.kind == CornerKind::left ? 1.0 : -1.0;
  const double begin = 1e-3 * random.between(0, 6283);
  Bow bow;
  bow.angle = 1e-3 * random.between(1, 6000);
  const auto on_circle = [&](double angle) {
    return DiscPoint{widen(turn.center) + radius * DiscPoint{std::cos(angle), std::sin(angle)}};
  };
  turn.entry = on_circle(begin);
  turn.exit = on_circle(begin + sign * bow.angle);
  const DiscPoint along{-sign * std::sin(begin), sign * std::cos(begin)};
  const DiscPoint from = turn.entry - 0.1 * random.between(1, 40) * along;
  bow.turns = {make_place(from), turn, make_place(turn.exit)};
  return bow;
}

// For points on the arc, from its begin to its end.
double measure_arc(const Grid& grid, const DiscTurn& turn, double angle, int count) {
  const DiscPoint center = widen(turn.center);
  const DiscPoint arm = turn.entry - center;
  double least = kAll;
  for (int i = 0; i <= count; ++i) {
    const double at = (turn.kind == CornerKind::left ? 1.0 : -1.0) * angle * i / count;
    const DiscPoint turned{std::cos(at) * arm.x - std::sin(at) * arm.y,
                           std::sin(at) * arm.x + std::cos(at) * arm.y};
    least = std::min(least, measure_clearance(grid, DiscPoint{center + turned}));
  }
  return least;
}

}  // namespace

TEST_CASE("validate_disc_path: the clearance of legs is the distance to the tiles", "[disc]") {
  for (Random& random : random_generators("clearance of legs")) {
    std::size_t free = 0;
    for (std::size_t i = 0; i < random_count(4000, 100000); ++i) {
      const Grid grid = make_map(random);
      std::vector<DiscPoint> line;
      for (int k = random.between(1, 3); k > 0; --k) line.push_back(random_point(random, grid));
      const double wanted = measure_clearance(grid, line);
      // With a radius of 0 there is no fault, and all of the line counts.
      const DiscCheck check = validate_disc_path(grid, line, 0.0, kAll);
      INFO(to_drawing(grid) << line[0] << " to " << line.back());
      REQUIRE(check.fault == DiscFault::none);
      REQUIRE(std::abs(check.clearance - wanted) <= 1e-9);
      // No more than was requested.
      const double radius = 1e-3 * random.between(0, 2000);
      const double reach = 1e-3 * random.between(0, 4000);
      const DiscCheck near = validate_disc_path(grid, line, radius, reach);
      if (near.fault != DiscFault::none) continue;
      REQUIRE(std::abs(near.clearance - std::min(wanted, std::max(radius, reach))) <= 1e-9);
      const DiscCheck least = validate_disc_path(grid, line, radius);
      REQUIRE(std::abs(least.clearance - std::min(wanted, radius)) <= 1e-9);
      if (wanted > radius) ++free;
    }
    CHECK((is_small_share() || free > 300));
  }
}

TEST_CASE("validate_disc_path: the clearance of arcs is that of their points", "[disc]") {
  for (Random& random : random_generators("clearance of arcs")) {
    std::size_t by_arc = 0;
    for (std::size_t i = 0; i < random_count(1500, 30000); ++i) {
      const Grid grid = make_map(random);
      const double radius = 1e-3 * random.between(1, 2500);
      const Bow bow = make_bow(random, grid, radius);
      const DiscCheck check = validate_disc_path(grid, bow.turns, radius, kAll);
      INFO(describe(grid, bow.turns[0].center, bow.turns[2].center, radius, bow.turns));
      REQUIRE((check.fault == DiscFault::none || check.fault == DiscFault::overlap));
      if (check.fault == DiscFault::overlap && check.at == 0) continue;  // the rest is not checked
      const double leg = measure_clearance(grid, std::array{bow.turns[0].exit, bow.turns[1].entry});
      constexpr int kPoints = 100;
      const double arc = measure_arc(grid, bow.turns[1], bow.angle, kPoints);
      // No point of the arc is farther from one of these than half the way between two.
      const double slack = 0.5 * radius * bow.angle / kPoints;
      REQUIRE(check.clearance <= std::min(leg, arc) + 1e-9);
      REQUIRE(check.clearance >= std::min(leg, arc - slack) - 1e-9);
      if (arc > 0.0 && arc < leg - slack) ++by_arc;
    }
    CHECK((is_small_share() || by_arc > 30));
  }
}

TEST_CASE("validate_disc_path: what is outside the map has no clearance", "[disc]") {
  const Grid grid(3, 3, TileState::walkable);
  for (const DiscPoint& p : {DiscPoint{5.0, 1.0}, DiscPoint{1.0, -2.5}, DiscPoint{-9.0, 7.0}}) {
    const std::vector<DiscPoint> line{p, p + DiscPoint{0.25, 0.25}};
    for (const double reach : {0.0, kAll}) {
      const DiscCheck check = validate_disc_path(grid, line, 0.5, reach);
      CHECK(check.fault == DiscFault::overlap);
      CHECK(check.clearance == 0.0);
      CHECK(check.at == 0);
    }
    const std::vector<DiscTurn> turns{make_place(p), make_place(line.back())};
    CHECK(validate_disc_path(grid, turns, 0.5).fault == DiscFault::overlap);
  }
  const std::vector<DiscPoint> inside{{1.5, 1.5}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(validate_disc_path(grid, inside, 0.5, nan).clearance == 0.5);
  CHECK(validate_disc_path(grid, inside, 0.5, -1.0).clearance == 0.5);
  CHECK(validate_disc_path(grid, inside, 0.5, kAll).clearance == 1.5);
}
