// Paths of discs on every kind of map: the shared MovingAI maps, and small random ones.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <list>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/disc_paths.hpp"
#include "support/optima.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::array<double, 3> kWideRadii{0.9, 1.5, 3.2};

// What was checked, and how much more than the radius the paths kept at least.
struct MapTally {
  std::size_t narrow = 0;
  std::size_t wide = 0;
  std::size_t no_room = 0;
  std::size_t no_path = 0;
  double least_spare = std::numeric_limits<double>::infinity();

  void print(const char* name) const {
    std::printf(
        "discs on %s: %zu paths of radius <= 0.5, %zu wider; none overlaps, no goal is missed; "
        "least clearance: radius %+.1e; %zu ends without room, %zu wide goals out of reach\n",
        name, narrow, wide, least_spare, no_room, no_path);
    std::fflush(stdout);
  }
};

// A space of a grid for each radius, and what queries on them need.
class DiscSpaces {
 public:
  explicit DiscSpaces(const Grid& grid) : grid_(grid) {
    for (const double radius : kNarrowRadii) spaces_.emplace_back(grid, radius);
    for (const double radius : kWideRadii) spaces_.emplace_back(grid, radius);
  }

  // What is wrong with the paths of discs of all radii; empty when nothing is.
  std::string check_answer(const Point& start, const Point& goal, MapTally& tally) {
    for (Sized& sized : spaces_) {
      const std::string wrong = check_answer(sized, start, goal, tally);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  struct Sized {
    Sized(const Grid& grid, double radius)
        : space(grid, Agent::disc(radius)), scratch(space), turns(max_disc_turns(space)) {}
    Space space;
    SpaceScratch scratch;
    std::vector<DiscTurn> turns;
  };

  std::string check_answer(Sized& sized, const Point& start, const Point& goal, MapTally& tally) {
    const double radius = sized.space.agent().radius;
    const bool is_narrow = radius <= kNarrowRadius;
    const PathResult found =
        find_optimal_path(sized.space, start, goal, {}, sized.scratch, {.turns = sized.turns});
    const bool has_room =
        has_clearance(grid_.bits(), start, radius) && has_clearance(grid_.bits(), goal, radius);
    if (!has_room) {
      if (found.status != Status::invalid_input) return fault("an end has no room", radius);
      ++tally.no_room;
      return {};
    }
    // A narrow disc reaches what a point reaches.
    const bool is_near = grid_.is_connected(*grid_.locate(start), *grid_.locate(goal));
    if (found.status == Status::no_path) {
      if (is_narrow && is_near) return fault("missed", radius);
      if (sized.space.is_connected(start, goal)) return fault("cannot be pulled", radius);
      ++tally.no_path;
      return {};
    }
    if (found.status != Status::ok) return fault(to_string(found.status), radius);
    if (!is_near) return fault("reaches what a point does not", radius);
    ++(is_narrow ? tally.narrow : tally.wide);
    return check_path(start, goal, radius, found, std::span(sized.turns).first(found.count), tally);
  }

  std::string check_path(const Point& start, const Point& goal, double radius,
                         const PathResult& found, std::span<const DiscTurn> turns,
                         MapTally& tally) const {
    const DiscCheck check = validate_disc_path(grid_, start, goal, turns, radius);
    if (check.fault != DiscFault::none) return fault(to_string(check.fault), radius);
    if (!(std::abs(check.length - found.length) <= 1e-6)) return fault("length", radius);
    // As max_disc_turns() counts them.
    std::set<std::pair<float, float>> corners;
    for (std::size_t i = 1; i + 1 < turns.size(); ++i) {
      corners.insert({turns[i].center.x, turns[i].center.y});
    }
    if (corners.size() + 2 < found.count) return fault("turns at a corner twice", radius);
    tally.least_spare = std::min(tally.least_spare, check.clearance - radius);
    return {};
  }

  static std::string fault(const char* what, double radius) {
    std::ostringstream text;
    text << what << ", radius " << radius;
    return text.str();
  }

  const Grid& grid_;
  std::list<Sized> spaces_;
};

}  // namespace

TEST_CASE("MovingAI maps: discs of seven radii meet nothing and miss nothing", "[disc][movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const char* const name : {"den520d", "AR0011SR", "brc202d", "Aurora", "32room_000"}) {
    INFO(name);
    const Loaded<Grid> loaded = load_map((*folder / (std::string(name) + ".map")).string());
    REQUIRE(loaded.value.has_value());
    const std::vector<Optimum> optima = load_optima(*folder / (std::string(name) + ".optimal.csv"));
    DiscSpaces spaces(*loaded.value);
    MapTally tally;
    const std::size_t every =
        std::max<std::size_t>(1, optima.size() / random_count(12, optima.size()));
    for (std::size_t i = 0; i < optima.size(); i += every) {
      INFO("query " << i);
      const Point start = center(optima[i].start);
      const Point goal = center(optima[i].goal);
      const std::string fault = spaces.check_answer(start, goal, tally);
      REQUIRE(fault == "");
    }
    tally.print(name);
    // Each of these queries can be solved by the point agent, and tile centres have room for 0.5.
    CHECK(tally.narrow == 4 * ((optima.size() + every - 1) / every));
  }
}

TEST_CASE("small maps: discs of seven radii meet nothing and miss nothing", "[disc]") {
  MapTally tally;
  for (Random& random : random_generators("disc maps")) {
    for (std::size_t i = 0; i < random_count(400, 100000); ++i) {
      // Half of them with so few obstacles that large discs have somewhere to go.
      const int side = random.between(2, random.chance(80) ? 12 : 24);
      const Grid grid = random.chance(50)
                            ? make_random_map(random, side)
                            : make_noise_map(random, side + 4, side + 4, random.between(0, 8));
      if (grid.walkable_count() == 0) continue;
      DiscSpaces spaces(grid);
      const auto choose_end = [&](double radius) {
        Point place = center(random_walkable_tile(random, grid));
        for (int k = 0; k < 8 && !has_clearance(grid.bits(), place, radius); ++k) {
          place = to_map_point(random_place(random, grid));
        }
        return grid.locate(place) ? place : center(random_walkable_tile(random, grid));
      };
      for (const double radius : {0.4, 1.5}) {
        const Point start = choose_end(radius);
        const Point goal = choose_end(radius);
        const std::string fault = spaces.check_answer(start, goal, tally);
        if (!fault.empty()) {
          FAIL(fault << "\n"
                     << to_drawing(grid) << start.x << " " << start.y << " to " << goal.x << " "
                     << goal.y);
        }
      }
    }
  }
  tally.print("small maps");
  CHECK((is_small_share() || (tally.narrow > 1000 && tally.wide > 300)));
}
