// simple_funnel() is the published funnel, faults included.
#include <array>
#include <string>
#include <vector>

#include <taut/engine/baselines.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/vectors.hpp>

#include "support/catch.hpp"
#include "support/funnel_cases.hpp"
#include "support/funnel_check.hpp"
#include "support/funnel_oracle.hpp"
#include "support/published_funnel.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

std::vector<Point> pull_simply(const Point& start, const Point& goal,
                               std::span<const Portal> portals) {
  std::vector<Point> path(max_path_points(portals.size()));
  const Result result = simple_funnel(start, goal, portals, path);
  REQUIRE(result.status == Status::ok);
  path.resize(result.count);
  return path;
}

std::vector<Point> pull_exactly(const Point& start, const Point& goal,
                                std::span<const Portal> portals) {
  std::vector<Point> path(max_path_points(portals.size()));
  const Result result = string_pull(start, goal, portals, path);
  REQUIRE(result.status == Status::ok);
  path.resize(result.count);
  return path;
}

// No three different places of start, goal and portal ends on one line.
bool is_generic(const LatticeCorridor& corridor) {
  std::vector<LatticePoint> places{corridor.start, corridor.goal};
  for (const LatticePortal& portal : corridor.portals) {
    places.push_back(portal.left);
    places.push_back(portal.right);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        if (places[i] == places[j] || places[j] == places[k] || places[i] == places[k]) continue;
        if (cross(places[j] - places[i], places[k] - places[i]) == 0) return false;
      }
    }
  }
  return true;
}

}  // namespace

TEST_CASE("simple_funnel: does what the article does, on every corridor", "[simple_funnel]") {
  for (Random& random : random_generators("simple funnel")) {
    const std::size_t count = random_count(60000, 500000);
    for (std::size_t i = 0; i < count; ++i) {
      const RowKind& kind = kRowKinds[random.below(kRowKinds.size())];
      const CellRow row = kind.make(random, static_cast<std::size_t>(random.between(0, 14)));
      const LatticeCorridor corridor = place_ends(random, row, random.chance(20) ? 20 : 0);
      const float scale = random.chance(50) ? 0.25F : 1.0F / 4096.0F;
      const std::vector<Portal> portals = to_portals(corridor.portals, scale);
      const Point start = to_point(corridor.start, scale);
      const Point goal = to_point(corridor.goal, scale);
      const std::vector<Point> wanted = pull_as_published(start, goal, portals);
      // The bound holds also for what is wrong.
      if (wanted.size() > max_path_points(portals.size())) FAIL("longer than max_path_points()");
      for (const std::size_t capacity :
           {std::size_t{0}, std::size_t{1}, wanted.size() / 2, wanted.size() - 1, wanted.size(),
            max_path_points(portals.size())}) {
        GuardedBlock<Point> out(capacity);
        const Result found = simple_funnel(start, goal, portals, out.room());
        const std::size_t size = std::min(capacity, wanted.size());
        const bool is_right =
            found.count == size && out.is_intact() &&
            found.status == (capacity < wanted.size() ? Status::truncated : Status::ok) &&
            std::equal(out.room().begin(), out.room().begin() + static_cast<std::ptrdiff_t>(size),
                       wanted.begin());
        if (!is_right) {
          FAIL("capacity " << capacity << ", wanted " << wanted.size() << " points\n"
                           << describe_failure(
                                  {"simple", "simple", double{scale}, corridor, {}, 0.0}, {}));
        }
      }
    }
    SUCCEED();
  }
}

TEST_CASE("simple_funnel: right where nothing is degenerate", "[simple_funnel]") {
  for (Random& random : random_generators("simple funnel generic")) {
    std::size_t generic = 0;
    std::size_t bent = 0;
    const std::size_t count = random_count(60000, 500000);
    for (std::size_t i = 0; i < count; ++i) {
      // Trapezoids side by side, walked in one direction.
      LatticeCorridor corridor{{0, random.between(-60, 60)}, {}, {}};
      std::int64_t x = random.between(1, 99);
      for (int k = random.between(0, 8); k > 0; --k) {
        const int low = random.between(-200, 200);
        corridor.portals.push_back({{x, low + random.between(1, 120)}, {x, low}});
        x += random.between(1, 99);
      }
      corridor.goal = {x, random.between(-200, 200)};
      if (!is_generic(corridor)) continue;
      ++generic;
      const std::vector<Portal> portals = to_portals(corridor.portals, 0.25F);
      const Point start = to_point(corridor.start, 0.25F);
      const Point goal = to_point(corridor.goal, 0.25F);
      const std::vector<Point> exact = pull_exactly(start, goal, portals);
      bent += exact.size() > 2 ? 1 : 0;
      // But for the goal, which it repeats more often than not.
      const std::vector<Point> simple = to_canonical(pull_simply(start, goal, portals));
      if (simple != exact) {
        FAIL(describe_failure({"generic", "generic", 0.25, corridor, {}, 0.0}, {}));
      }
    }
    CHECK(generic > count / 4);
    CHECK(bent > count / 10);
  }
}

TEST_CASE("simple_funnel: its documented faults", "[simple_funnel]") {
  SECTION("the goal is repeated when it is a portal's end") {
    const std::array<Portal, 1> portals{{{{2, 2}, {2, 0}}}};
    CHECK(pull_exactly({1, 1}, {2, 2}, portals) == std::vector<Point>{{1, 1}, {2, 2}});
    CHECK(pull_simply({1, 1}, {2, 2}, portals) == std::vector<Point>{{1, 1}, {2, 2}, {2, 2}});
  }
  SECTION("points that lie on the straight are kept") {
    const std::array<Portal, 1> portals{{{{2, 1}, {2, 0}}}};
    CHECK(pull_exactly({1, 1}, {3, 1}, portals) == std::vector<Point>{{1, 1}, {3, 1}});
    CHECK(pull_simply({1, 1}, {3, 1}, portals) == std::vector<Point>{{1, 1}, {2, 1}, {3, 1}});
  }
  SECTION("small units are merged") {
    // The same corridor in units and in 1/8192 units, where the path leaves it.
    const auto pull_scaled = [](float scale) {
      const std::array<Portal, 1> portals{{{scale * Point{2, 2}, scale * Point{2, 0}}}};
      return pull_simply(scale * Point{1, 1}, scale * Point{3, 5}, portals).size();
    };
    CHECK(pull_scaled(1.0F) == 3);
    CHECK(pull_scaled(1.0F / 8192.0F) == 2);
  }
  SECTION("start on a portal's line gives a wrong path") {
    const std::array<Portal, 1> portals{{{{2, 0}, {0, 0}}}};
    CHECK(pull_exactly({1, 0}, {0, 0}, portals) == std::vector<Point>{{1, 0}, {0, 0}});
    CHECK(pull_simply({1, 0}, {0, 0}, portals) != std::vector<Point>{{1, 0}, {0, 0}});
  }
}
