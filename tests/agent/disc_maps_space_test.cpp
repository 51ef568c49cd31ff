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

#include <taut/disc_map.hpp>
#include <taut/disc_search.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/grid_path.hpp>
#include <taut/map_file.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_path.hpp>
#include <taut/tile_disc.hpp>
#include <taut/validate_disc.hpp>

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

// What was judged, and how much more than the radius the paths kept at least.
struct Tally {
  std::size_t narrow = 0;
  std::size_t lattice = 0;  // of wide discs, over the half-tile lattice
  std::size_t wide = 0;     // over a DiscMap
  std::size_t more = 0;     // of these that the lattice does not find
  std::size_t no_room = 0;
  std::size_t no_path = 0;
  double least_spare = std::numeric_limits<double>::infinity();

  void print(const char* name) const {
    std::printf(
        "discs on %s: %zu paths of radius <= 0.5, %zu wider over the lattice, %zu over a DiscMap, "
        "%zu of these unknown to the lattice; none overlaps, no goal is missed; least clearance: "
        "radius %+.1e; %zu ends without room, %zu wide goals out of reach\n",
        name, narrow, lattice, wide, more, least_spare, no_room, no_path);
    std::fflush(stdout);
  }
};

// The same tiles as a grid, a quadtree, a mesh and a DiscMap for each wide radius, and what queries
// on them need.
class DiscMaps {
 public:
  explicit DiscMaps(const Grid& grid)
      : grid_(grid),
        tree_(grid.bits()),
        mesh_(build_mesh(grid)),
        clearance_(grid.bits()),
        space_{&grid.bits(), &clearance_},
        on_grid_(grid, space_),
        on_tree_(tree_, space_),
        on_mesh_(mesh_, space_),
        turns_(max_tile_turns(grid.bits())),
        path_(2 * grid.tile_count() + 66) {
    for (const double radius : kWideRadii) wide_.emplace_back(grid, radius);
  }

  // What is wrong with the paths of narrow discs of all radii; empty when nothing is.
  std::string judge_narrow(const Point& start, const Point& goal, Tally& tally) {
    std::string fault = judge_narrow_on(grid_, on_grid_, start, goal, tally);
    if (fault.empty()) fault = judge_narrow_on(tree_, on_tree_, start, goal, tally);
    if (fault.empty()) fault = judge_narrow_on(mesh_, on_mesh_, start, goal, tally);
    return fault;
  }

  // The search for wide discs on the lattice uses no map but the space, so one of the maps is
  // enough: `kind`. A DiscMap reaches all that it reaches.
  std::string judge_wide(std::size_t kind, const Point& start, const Point& goal, Tally& tally) {
    for (Wide& wide : wide_) {
      const double radius = wide.map.radius();
      PathResult found;
      if (kind == 0) found = find_disc_path(grid_, space_, start, goal, {radius}, on_grid_, turns_);
      if (kind == 1) found = find_disc_path(tree_, space_, start, goal, {radius}, on_tree_, turns_);
      if (kind == 2) found = find_disc_path(mesh_, space_, start, goal, {radius}, on_mesh_, turns_);
      std::string wrong = judge_lattice(start, goal, radius, found, tally);
      if (wrong.empty()) wrong = judge_map(wide, start, goal, found.status, tally);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  template <class Map, class Scratch>
  std::string judge_narrow_on(const Map& map, Scratch& scratch, const Point& start,
                              const Point& goal, Tally& tally) {
    const PathResult point = detail::find_point_path(map, start, goal, scratch.search, path_);
    const PathResult same = find_disc_path(map, space_, start, goal, {0.0}, scratch, turns_);
    if (same.status != point.status || same.count != point.count) return "radius 0: another path";
    for (std::size_t i = 0; i < same.count; ++i) {
      const DiscPoint at = path_[i].cast<double>();
      if (turns_[i].center != path_[i] || turns_[i].entry != at || turns_[i].exit != at) {
        return "radius 0: another point";
      }
    }
    for (const double radius : kNarrowRadii) {
      const PathResult found = find_disc_path(map, space_, start, goal, {radius}, scratch, turns_);
      if (!has_room(start, goal, radius)) {
        if (found.status != Status::invalid_input) return fault("an end has no room", radius);
        ++tally.no_room;
        continue;
      }
      if (found.status != point.status) return fault(to_string(found.status), radius);
      if (found.status != Status::ok) continue;
      const std::string wrong = judge(start, goal, radius, found, turns_, tally);
      if (!wrong.empty()) return wrong;
      ++tally.narrow;
    }
    return {};
  }

  std::string judge_lattice(const Point& start, const Point& goal, double radius,
                            const PathResult& found, Tally& tally) const {
    if (!has_room(start, goal, radius)) {
      if (found.status != Status::invalid_input) return fault("an end has no room", radius);
      ++tally.no_room;
      return {};
    }
    if (found.status == Status::no_path) return {};
    if (found.status != Status::ok) return fault(to_string(found.status), radius);
    ++tally.lattice;
    return judge(start, goal, radius, found, turns_, tally);
  }

  struct Wide {
    Wide(const Grid& grid, double radius)
        : map(grid.bits(), radius), scratch(map), turns(max_disc_turns(map)) {}
    DiscMap map;
    DiscMapScratch scratch;
    std::vector<DiscTurn> turns;
  };

  // `lattice`: the status of the search on the half-tile lattice.
  std::string judge_map(Wide& wide, const Point& start, const Point& goal, Status lattice,
                        Tally& tally) {
    const double radius = wide.map.radius();
    const PathResult found =
        find_disc_path(wide.map, grid_.bits(), start, goal, {}, wide.scratch, wide.turns);
    if (!has_room(start, goal, radius)) {
      return found.status == Status::invalid_input ? "" : fault("no room on a DiscMap", radius);
    }
    if (found.status == Status::no_path) {
      if (lattice == Status::ok) return fault("missed by a DiscMap", radius);
      if (wide.map.is_connected(start, goal)) return fault("cannot be pulled", radius);
      ++tally.no_path;
      return {};
    }
    if (found.status != Status::ok) return fault(to_string(found.status), radius);
    ++tally.wide;
    tally.more += lattice == Status::no_path ? 1U : 0U;
    return judge(start, goal, radius, found, wide.turns, tally);
  }

  [[nodiscard]] bool has_room(const Point& start, const Point& goal, double radius) const {
    return has_clearance(grid_.bits(), start, radius) && has_clearance(grid_.bits(), goal, radius);
  }

  std::string judge(const Point& start, const Point& goal, double radius, const PathResult& found,
                    std::span<const DiscTurn> room, Tally& tally) const {
    const std::span<const DiscTurn> turns = room.first(found.count);
    const DiscCheck check = validate_disc_path(grid_, start, goal, turns, radius);
    if (check.fault != DiscFault::none) return fault(to_string(check.fault), radius);
    if (!(std::abs(check.length - found.length) <= 1e-6)) return fault("length", radius);
    std::set<std::pair<float, float>> corners;  // as max_tile_turns() counts them
    for (std::size_t i = 1; i + 1 < turns.size(); ++i) {
      corners.insert({turns[i].center.x(), turns[i].center.y()});
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
  Quadtree tree_;
  ConvexMesh mesh_;
  Clearance clearance_;
  DiscSpace space_;
  DiscScratch<GridScratch> on_grid_;
  DiscScratch<QuadtreeScratch> on_tree_;
  DiscScratch<OptimalScratch> on_mesh_;
  std::vector<DiscTurn> turns_;
  std::vector<Point> path_;
  std::list<Wide> wide_;
};

}  // namespace

TEST_CASE("MovingAI maps: discs of eight radii meet nothing and miss nothing", "[disc][movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const char* const name : {"den520d", "AR0011SR", "brc202d", "Aurora", "32room_000"}) {
    INFO(name);
    const Loaded<Grid> loaded = load_map((*folder / (std::string(name) + ".map")).string());
    REQUIRE(loaded.value.has_value());
    const std::vector<Optimum> optima = load_optima(*folder / (std::string(name) + ".optimal.csv"));
    DiscMaps maps(*loaded.value);
    Tally tally;
    const std::size_t every =
        std::max<std::size_t>(1, optima.size() / random_count(12, optima.size()));
    for (std::size_t i = 0; i < optima.size(); i += every) {
      INFO("query " << i);
      const Point start = center(optima[i].start);
      const Point goal = center(optima[i].goal);
      std::string fault = maps.judge_narrow(start, goal, tally);
      if (fault.empty()) fault = maps.judge_wide(i % 3, start, goal, tally);
      REQUIRE(fault == "");
    }
    tally.print(name);
    // Each of these queries can be solved by the point agent, and tile centres have room for 0.5.
    CHECK(tally.narrow == 12 * ((optima.size() + every - 1) / every));
  }
}

TEST_CASE("small maps: discs of eight radii meet nothing and miss nothing", "[disc]") {
  Tally tally;
  for (Random& random : random_generators("disc maps")) {
    for (std::size_t i = 0; i < random_count(400, 100000); ++i) {
      // Half of them with so few obstacles that wide discs have somewhere to go.
      const int side = random.between(2, random.chance(80) ? 12 : 24);
      const Grid grid = random.chance(50)
                            ? make_random_map(random, side)
                            : make_noise_map(random, side + 4, side + 4, random.between(0, 8));
      if (grid.walkable_count() == 0) continue;
      DiscMaps maps(grid);
      const auto choose_end = [&](double radius) {
        Point place = center(random_walkable_tile(random, grid));
        for (int k = 0; k < 8 && !has_clearance(grid.bits(), place, radius); ++k) {
          place = to_map_point(random_place(random, grid));
        }
        return grid.locate(place) ? place : center(random_walkable_tile(random, grid));
      };
      const Point start = choose_end(0.4);
      const Point goal = choose_end(0.4);
      std::string fault = maps.judge_narrow(start, goal, tally);
      const Point from = choose_end(1.5);
      const Point to = choose_end(1.5);
      for (std::size_t kind = 0; kind < 3 && fault.empty(); ++kind) {
        fault = maps.judge_wide(kind, from, to, tally);
      }
      if (!fault.empty()) {
        FAIL(fault << "\n"
                   << to_drawing(grid) << start.x() << " " << start.y() << " to " << goal.x() << " "
                   << goal.y() << ", wide ones " << from.x() << " " << from.y() << " to " << to.x()
                   << " " << to.y());
      }
    }
  }
  tally.print("small maps");
  CHECK((is_small_share() || (tally.narrow > 1000 && tally.wide > 300)));
}
