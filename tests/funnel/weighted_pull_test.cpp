// string_pull_weighted() against known cases, its own bound, and a search over points of portals.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include <taut/engine/funnel.hpp>
#include <taut/engine/weighted_pull.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct Case {
  Point start;
  Point goal;
  std::vector<Portal> portals;
  std::vector<float> costs;
};

Case make_case(Random& random, const RowKind& kind, int max_steps) {
  const CellRow row = kind.make(random, static_cast<std::size_t>(random.between(0, max_steps)));
  const LatticeCorridor corridor = place_ends(random, row, random.chance(20) ? 20 : 0);
  const auto to_tiles = [](LatticePoint p) { return to_point(p, 0.25F); };
  Case made{to_tiles(corridor.start), to_tiles(corridor.goal), {}, {}};
  for (const auto& portal : corridor.portals) {
    made.portals.push_back({to_tiles(portal.left), to_tiles(portal.right)});
  }
  constexpr std::array kFactors{1.0F, 3.0F, 0.5F, 6.0F, 0.125F, 10.0F, 255.0F};
  const auto kinds = static_cast<std::size_t>(random.between(1, 7));
  const int change = random.between(1, 100);
  float cost = kFactors[random.below(kinds)];
  for (std::size_t i = 0; i <= made.portals.size(); ++i) {
    if (random.chance(change)) cost = kFactors[random.below(kinds)];
    made.costs.push_back(cost);
  }
  return made;
}

using Place = std::array<double, 2>;

Place place_on(const Portal& portal, double part) {
  const auto mix = [part](float a, float b) {
    return static_cast<double>(a) + part * (static_cast<double>(b) - static_cast<double>(a));
  };
  return {mix(portal.left.x, portal.right.x), mix(portal.left.y, portal.right.y)};
}

struct Arrival {
  double cost = std::numeric_limits<double>::infinity();
  std::size_t from = 0;
};

// The cheapest way to a place by a straight line from one of the places before it.
Arrival arrive(const Place& place, double factor, const std::vector<Place>& places,
               const std::vector<double>& costs) {
  Arrival best;
  for (std::size_t j = 0; j < places.size(); ++j) {
    const double cost =
        costs[j] + factor * std::hypot(place[0] - places[j][0], place[1] - places[j][1]);
    if (cost < best.cost) best = {cost, j};
  }
  return best;
}

// The cheapest of the paths through some places of each portal: first of all of it, then of smaller
// and smaller parts around the best. What it finds is the cost of a path, so never below the
// optimum, and comes near to it as the problem is convex.
double find_cheapest_by_places(const Case& at) {
  constexpr std::size_t kPlaces = 9;
  const std::size_t portals = at.portals.size();
  std::vector<double> middles(portals, 0.5);
  double half = 0.5;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 60; ++round) {
    std::vector<std::array<double, kPlaces>> parts(portals);
    std::vector<std::array<std::size_t, kPlaces>> before(portals);
    std::vector<double> costs{0.0};
    std::vector<Place> places{{static_cast<double>(at.start.x), static_cast<double>(at.start.y)}};
    for (std::size_t i = 0; i < portals; ++i) {
      std::vector<double> next_costs;
      std::vector<Place> next_places;
      for (std::size_t k = 0; k < kPlaces; ++k) {
        const double offset = 2.0 * static_cast<double>(k) / (kPlaces - 1) - 1.0;
        parts[i][k] = std::clamp(middles[i] + half * offset, 0.0, 1.0);
        next_places.push_back(place_on(at.portals[i], parts[i][k]));
        const Arrival way =
            arrive(next_places.back(), static_cast<double>(at.costs[i]), places, costs);
        before[i][k] = way.from;
        next_costs.push_back(way.cost);
      }
      costs = next_costs;
      places = next_places;
    }
    const Place goal{static_cast<double>(at.goal.x), static_cast<double>(at.goal.y)};
    const Arrival last = arrive(goal, static_cast<double>(at.costs[portals]), places, costs);
    best = std::min(best, last.cost);
    // Back along the best path.
    for (std::size_t i = portals, k = last.from; i-- > 0; k = before[i][k])
      middles[i] = parts[i][k];
    half *= 0.75;
  }
  return best;
}

// The path as it is written, with room for all of it.
std::vector<Point> pull(const Case& at, WeightedResult& result) {
  WeightedScratch scratch(at.portals.size());
  std::vector<Point> out(max_path_points(at.portals.size()));
  result = string_pull_weighted(at.start, at.goal, at.portals, at.costs, scratch, out);
  out.resize(result.count);
  return out;
}

std::string describe(const Case& at) {
  std::ostringstream text;
  text << at.start.x << ' ' << at.start.y << " to " << at.goal.x << ' ' << at.goal.y;
  for (std::size_t i = 0; i < at.portals.size(); ++i) {
    const Portal& portal = at.portals[i];
    text << "\n  cost " << at.costs[i] << ", portal " << portal.left.x << ' ' << portal.left.y
         << ", " << portal.right.x << ' ' << portal.right.y;
  }
  text << "\n  cost " << at.costs.back();
  return text.str();
}

Case mirrored(const Case& at) {
  const auto flip = [](const Point& p) { return Point{-p.x, p.y}; };
  Case other{flip(at.start), flip(at.goal), {}, at.costs};
  for (const Portal& portal : at.portals) {
    other.portals.push_back({flip(portal.right), flip(portal.left)});
  }
  return other;
}

Case transposed(const Case& at) {
  const auto flip = [](const Point& p) { return Point{p.y, p.x}; };
  Case other{flip(at.start), flip(at.goal), {}, at.costs};
  for (const Portal& portal : at.portals) {
    other.portals.push_back({flip(portal.right), flip(portal.left)});
  }
  return other;
}

Case reversed(const Case& at) {
  Case other{at.goal, at.start, {}, at.costs};
  for (const Portal& portal : at.portals) other.portals.push_back({portal.right, portal.left});
  std::reverse(other.portals.begin(), other.portals.end());
  std::reverse(other.costs.begin(), other.costs.end());
  return other;
}

Portal upright(float x, float low, float high) { return {{x, high}, {x, low}}; }

}  // namespace

TEST_CASE("string_pull_weighted: the law of refraction", "[weighted_pull]") {
  // Two half-planes, the second three times as dear: sin(a) = 3 sin(b) at the border.
  const Case at{{0.0F, 0.0F}, {20.0F, 10.0F}, {upright(10.0F, -100.0F, 100.0F)}, {1.0F, 3.0F}};
  WeightedResult result;
  const std::vector<Point> path = pull(at, result);
  REQUIRE(result);
  REQUIRE(path.size() == 3);
  CHECK(path[1].x == 10.0F);
  const double before = static_cast<double>(path[1].y);
  const double after = 10.0 - before;
  CHECK(std::abs(before / std::hypot(before, 10.0) - 3.0 * after / std::hypot(after, 10.0)) < 1e-3);
  CHECK(std::abs(result.cost - (std::hypot(before, 10.0) + 3.0 * std::hypot(after, 10.0))) < 1e-6);
}

TEST_CASE("string_pull_weighted: along the cheap side of a border", "[weighted_pull]") {
  // From swamp through a road, which lies along the border, back to swamp.
  const Portal in{{0.0F, 1.0F}, {40.0F, 1.0F}};
  const Portal out{{40.0F, 1.0F}, {0.0F, 1.0F}};
  const Case at{{5.0F, 0.0F}, {35.0F, 0.0F}, {in, out}, {5.0F, 1.0F, 5.0F}};
  WeightedResult result;
  const std::vector<Point> path = pull(at, result);
  REQUIRE(path.size() == 4);
  CHECK(path[1].y == 1.0F);
  CHECK(path[2].y == 1.0F);
  // To the road at the angle whose sine is 1/5.
  const double aside = 1.0 / std::sqrt(24.0);
  CHECK(std::abs(static_cast<double>(path[1].x) - 5.0 - aside) < 1e-3);
  CHECK(std::abs(result.cost - (10.0 * std::hypot(1.0, aside) + 30.0 - 2.0 * aside)) < 1e-6);
}

TEST_CASE("string_pull_weighted: crossings stick to the ends of portals", "[weighted_pull]") {
  const Case at{{0.5F, 0.5F},
                {3.5F, 0.5F},
                {upright(1.0F, 0.0F, 1.0F), upright(2.0F, 1.0F, 2.0F), upright(3.0F, 0.0F, 1.0F)},
                {1.0F, 2.0F, 1.0F, 4.0F}};
  WeightedResult result;
  const std::vector<Point> path = pull(at, result);
  REQUIRE(result);
  CHECK(std::find(path.begin(), path.end(), Point{2.0F, 1.0F}) != path.end());
}

TEST_CASE("string_pull_weighted: near the optimum, and its bound below", "[weighted_pull]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("weighted ") + kind.name)) {
      for (std::size_t i = random_count(60, 20'000); i > 0; --i) {
        const Case at = make_case(random, kind, random.chance(10) ? 40 : 8);
        WeightedResult result;
        const std::vector<Point> path = pull(at, result);
        INFO(kind.name << ": " << describe(at));
        REQUIRE(result.status == Status::ok);
        REQUIRE(path.front() == at.start);
        REQUIRE(path.back() == at.goal);
        const double slack = 1e-9 * result.cost + 1e-9;
        CHECK(result.cost - result.bound <= slack);
        const double cheapest = find_cheapest_by_places(at);
        CHECK(result.bound <= cheapest + slack);
        // On longer portals it finds the best places but roughly.
        if (kind.make == make_tile_row) {
          CHECK(std::abs(result.cost - cheapest) <= 2e-3 * cheapest + 1e-6);
        }
      }
    }
  }
}

TEST_CASE("string_pull_weighted: equal costs give the path of string_pull", "[weighted_pull]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("weighted equal ") + kind.name)) {
      for (std::size_t i = random_count(1'000, 100'000); i > 0; --i) {
        Case at = make_case(random, kind, 30);
        std::fill(at.costs.begin(), at.costs.end(), at.costs[0]);
        WeightedResult result;
        const std::vector<Point> path = pull(at, result);
        std::vector<Point> wanted(max_path_points(at.portals.size()));
        wanted.resize(string_pull(at.start, at.goal, at.portals, wanted).count);
        INFO(kind.name);
        REQUIRE(result.status == Status::ok);
        REQUIRE(path == wanted);
        REQUIRE(result.cost == static_cast<double>(at.costs[0]) * path_length(path));
      }
    }
  }
}

TEST_CASE("string_pull_weighted: the same mirrored, transposed and reversed", "[weighted_pull]") {
  for (Random& random : random_generators("weighted symmetry")) {
    for (std::size_t i = random_count(1'000, 100'000); i > 0; --i) {
      const Case at = make_case(random, kRowKinds[0], 40);
      WeightedResult result;
      (void)pull(at, result);
      for (const Case& other : {mirrored(at), transposed(at), reversed(at)}) {
        WeightedResult same;
        (void)pull(other, same);
        REQUIRE(same.status == Status::ok);
        REQUIRE(std::abs(same.cost - result.cost) <= 2e-9 * result.cost + 1e-12);
      }
    }
  }
}

TEST_CASE("string_pull_weighted: every capacity", "[weighted_pull]") {
  for (Random& random : random_generators("weighted capacity")) {
    for (std::size_t i = random_count(200, 5'000); i > 0; --i) {
      const Case at = make_case(random, kRowKinds[random.below(kRowKinds.size())], 20);
      WeightedResult result;
      const std::vector<Point> path = pull(at, result);
      WeightedScratch scratch(at.portals.size());
      std::vector<Point> out(path.size());
      for (std::size_t room = 0; room <= path.size(); ++room) {
        const std::span<Point> front = std::span(out).first(room);
        const WeightedResult cut =
            string_pull_weighted(at.start, at.goal, at.portals, at.costs, scratch, front);
        REQUIRE(cut.status == (room < path.size() ? Status::truncated : Status::ok));
        REQUIRE(cut.count == room);
        REQUIRE(std::equal(front.begin(), front.end(), path.begin()));
      }
    }
  }
}

TEST_CASE("string_pull_weighted: bad input", "[weighted_pull]") {
  const std::vector<Portal> portals{upright(1.0F, 0.0F, 1.0F)};
  WeightedScratch scratch(1);
  WeightedScratch small(0);
  std::vector<Point> out(3);
  const Point start{0.0F, 0.0F};
  const Point goal{2.0F, 1.0F};
  const auto run_query = [&](std::vector<float> costs, WeightedScratch& room) {
    return string_pull_weighted(start, goal, portals, costs, room, out).status;
  };
  CHECK(run_query({1.0F, 2.0F}, scratch) == Status::ok);
  CHECK(run_query({1.0F, 2.0F}, small) == Status::invalid_input);
  CHECK(run_query({1.0F}, scratch) == Status::invalid_input);
  CHECK(run_query({1.0F, 2.0F, 1.0F}, scratch) == Status::invalid_input);
  for (const float cost : {0.0F, -1.0F, 0.1F, 256.0F, std::nanf("")}) {
    CHECK(run_query({1.0F, cost}, scratch) == Status::invalid_input);
  }
  small.fit(1);
  CHECK(small.max_portals() == 1);
  CHECK(run_query({1.0F, 2.0F}, small) == Status::ok);
}

TEST_CASE("string_pull_weighted: a scratch without memory to grow is as before",
          "[weighted_pull]") {
  std::size_t failures = 0;
  for (bool has_failed = true; has_failed; ++failures) {
    WeightedScratch scratch(1);
    has_failed = runs_out_of_memory(failures, [&] { scratch.fit(2); });
    CHECK(scratch.max_portals() == (has_failed ? 1 : 2));
    scratch.fit(2);
    CHECK(scratch.max_portals() == 2);
  }
  CHECK(failures > 1);
}
