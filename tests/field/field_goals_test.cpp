// Fields of many goals in one cell: the nearest one by brute force, ties, and that neither a build
// nor a question compares each two of them.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/vectors.hpp>

#include "support/catch.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr int kSide = 64;

ConvexMesh open_mesh() { return build_mesh(Grid(kSide, kSide, TileState::walkable)); }

Point random_point(Random& random) {
  const auto coordinate = [&] { return static_cast<float>(random.between(0, kSide * 1024)); };
  const float x = coordinate();
  return Point{x, coordinate()} / 1024.0F;
}

enum class Kind : std::uint8_t { spread, tiles, row, column, diagonal, ring, few_places };

// The place of goal i of some.
Point place_goal(Random& random, Kind kind, int i) {
  const auto on_line = static_cast<float>(i % 640) * 0.1F;
  switch (kind) {
    case Kind::spread:
      return snap(random_point(random));
    case Kind::tiles:
      return center({random.between(0, kSide - 1), random.between(0, kSide - 1)});
    case Kind::row:
      return snap(Point{on_line, 20.5F});
    case Kind::column:
      return snap(Point{63.0F, on_line});
    case Kind::diagonal:
      return snap(Point{on_line, on_line});
    case Kind::ring: {
      // At the same distance from the centre.
      constexpr float kLegs[][2]{{25.0F, 0.0F}, {24.0F, 7.0F}, {20.0F, 15.0F}};
      const float* const leg = kLegs[i % 3];
      const float x = random.chance(50) ? leg[0] : -leg[0];
      const float y = random.chance(50) ? leg[1] : -leg[1];
      return random.chance(50) ? Point{32.0F + x, 32.0F + y} : Point{32.0F + y, 32.0F + x};
    }
    case Kind::few_places:
      return center({random.between(0, 2), random.between(0, 2)});
  }
  return {0.0F, 0.0F};
}

double distance_to(const FieldGoal& goal, const Point& from) {
  const double x = static_cast<double>(goal.at.x) - static_cast<double>(from.x);
  const double y = static_cast<double>(goal.at.y) - static_cast<double>(from.y);
  return goal.cost + std::sqrt(x * x + y * y);
}

// Whether goal a is the answer rather than b: by distance, place, cost and number.
bool is_better(const std::vector<FieldGoal>& goals, std::size_t a, std::size_t b,
               const Point& from) {
  const FieldGoal& p = goals[a];
  const FieldGoal& q = goals[b];
  const double to_p = distance_to(p, from);
  const double to_q = distance_to(q, from);
  if (to_p != to_q) return to_p < to_q;
  if (p.at.y != q.at.y) return p.at.y < q.at.y;
  if (p.at.x != q.at.x) return p.at.x < q.at.x;
  return p.cost != q.cost ? p.cost < q.cost : a < b;
}

// Whether the path to another goal and on to this one is shorter than the cost of this one.
bool is_stale(const std::vector<FieldGoal>& goals, std::size_t goal) {
  return std::any_of(goals.begin(), goals.end(), [&](const FieldGoal& other) {
    return distance_to(other, goals[goal].at) < goals[goal].cost;
  });
}

double seconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) / static_cast<double>(CLOCKS_PER_SEC);
}

}  // namespace

TEST_CASE("field goals: many in one cell, by brute force", "[field]") {
  const ConvexMesh mesh = open_mesh();
  REQUIRE(mesh.cell_count() == 1);
  Field field;
  FieldScratch scratch;
  for (Random& random : random_generators("field goals")) {
    for (std::size_t i = 0; i < random_count(60, 3000); ++i) {
      const auto kind = static_cast<Kind>(random.between(0, 6));
      const bool has_costs = random.chance(50);
      std::vector<FieldGoal> goals;
      for (int k = random.between(20, 400); k > 0; --k) {
        const double cost = has_costs ? 0.5 * random.between(0, 40) : 0.0;
        goals.push_back({place_goal(random, kind, k), cost});
      }
      REQUIRE(build_field(mesh, goals, {}, scratch, field));
      std::vector<std::size_t> kept;
      for (std::size_t k = 0; k < goals.size(); ++k) {
        if (!is_stale(goals, k)) kept.push_back(k);
      }
      for (int run_query = 0; run_query < 60; ++run_query) {
        const Point from = snap(run_query == 0      ? Point{32.0F, 32.0F}
                                : random.chance(20) ? goals[random.below(goals.size())].at
                                                    : random_point(random));
        const std::size_t best = *std::min_element(
            kept.begin(), kept.end(),
            [&](std::size_t a, std::size_t b) { return is_better(goals, a, b, from); });
        INFO("kind " << static_cast<int>(kind) << ", from " << from.x << " " << from.y);
        // Bit for bit.
        REQUIRE(field.distance(from) == distance_to(goals[best], from));
        const std::size_t found = *field.nearest_goal(from);
        REQUIRE(distance_to(goals[found], from) == distance_to(goals[best], from));
        REQUIRE(field.next_corner(from) == goals[found].at);
        // Eight or fewer are compared by their costs first.
        if (field.funnel_count() > 8) REQUIRE(found == best);
      }
    }
  }
}

TEST_CASE("field goals: targets among many goals", "[field]") {
  const ConvexMesh mesh = open_mesh();
  Field field;
  FieldScratch scratch;
  for (Random& random : random_generators("field goals and targets")) {
    for (std::size_t i = 0; i < random_count(40, 2000); ++i) {
      std::vector<FieldGoal> goals;
      for (int k = 0; k < 50; ++k) {
        goals.push_back({place_goal(random, Kind::spread, k), 0.5 * random.between(0, 9)});
      }
      std::vector<Point> targets;
      double farthest = 0.0;
      for (int k = 0; k < 5; ++k) {
        targets.push_back(snap(random_point(random)));
        double least = kNoLengthLimit;
        for (const FieldGoal& goal : goals) {
          least = std::min(least, distance_to(goal, targets.back()));
        }
        farthest = std::max(farthest, least);
      }
      REQUIRE(build_field(mesh, goals, {kNoLengthLimit, FieldEnd::all_targets, targets}, scratch,
                          field));
      CHECK(field.known_distance() == farthest);
    }
  }
}

TEST_CASE("field goals: only the cheapest at a place is kept", "[field]") {
  const ConvexMesh mesh = open_mesh();
  const Point at{5.5F, 7.5F};
  std::vector<FieldGoal> goals(1000, FieldGoal{at, 4.0});
  goals[300].cost = goals[700].cost = 2.0;
  goals.push_back({Point{5.5F, 10.5F}, 6.0});  // reached by the others at a cost of 5
  Field field;
  FieldScratch scratch;
  REQUIRE(build_field(mesh, goals, {}, scratch, field));
  CHECK(field.funnel_count() == 1);
  CHECK(field.nearest_goal({1.5F, 1.5F}) == std::size_t{300});
  CHECK(field.distance({5.5F, 10.5F}) == 5.0);
}

// Comparing each two takes a minute, querying all goals some ten seconds; this takes a hundredth.
TEST_CASE("field goals: a hundred thousand in one cell", "[field]") {
  const ConvexMesh mesh = open_mesh();
  Field field;
  FieldScratch scratch;
  Random random = random_generators("field goals of one cell").front();
  for (const Kind kind : {Kind::spread, Kind::row}) {
    std::vector<FieldGoal> goals;
    for (int i = 0; i < 150'000; ++i) {
      const Point at = kind == Kind::spread
                           ? random_point(random)
                           : Point{static_cast<float>(i % 65'536) / 1024.0F, 20.5F};
      goals.push_back({at, 1e-6 * random.between(0, 100)});
    }
    const std::clock_t begin = std::clock();
    REQUIRE(build_field(mesh, goals, {}, scratch, field));
    CHECK(seconds_since(begin) < 10.0);
    CHECK(field.funnel_count() > 40'000);
    const std::clock_t queried = std::clock();
    double sum = 0.0;
    for (int i = 0; i < 100'000; ++i) sum += field.distance(random_point(random));
    CHECK(seconds_since(queried) < 10.0);
    CHECK(std::isfinite(sum));
  }
}
