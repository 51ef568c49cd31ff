// Discs over terrain: pull_disc_along() bends where the cheapest path of a point does, and
// disc_path_cost() is the integral of the factors.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/finder.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/disc_paths.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/terrain_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The least factor of the walkable tiles that a place touches.
double factor_at(const Grid& grid, const Ground& ground, const DiscPoint& at) {
  double least = kInfinity;
  for (const double dx : {-1e-6, 1e-6}) {
    for (const double dy : {-1e-6, 1e-6}) {
      const Tile tile{static_cast<int>(std::floor(at.x + dx)),
                      static_cast<int>(std::floor(at.y + dy))};
      if (!grid.is_walkable(tile)) continue;
      least = std::min(least, static_cast<double>(ground[grid.terrain_class(grid.id(tile))]));
    }
  }
  return least;
}

// The cost by many samples: within the step times the factors' differences at each grid line.
constexpr double kSampleStep = 1.0 / 1024.0;
double sample_cost(const Grid& grid, const Ground& ground, std::span<const DiscTurn> turns,
                   double radius) {
  constexpr double kDeviation = 1e-6;
  std::vector<DiscPoint> line(max_polyline_points(turns.size(), radius, kDeviation));
  line.resize(extract_polyline(turns, radius, kDeviation, line).count);
  double sum = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const DiscPoint d = line[i] - line[i - 1];
    const int steps = 1 + static_cast<int>(norm(d) / kSampleStep);
    for (int k = 0; k < steps; ++k) {
      sum += norm(d) / steps * factor_at(grid, ground, line[i - 1] + (k + 0.5) / steps * d);
    }
  }
  return sum;
}

// A cheapest path of a point on a random map with terrain, longer than a leg.
struct PointPath {
  Grid grid;
  Ground ground;
  std::vector<Point> points;
  double cost;
};

PointPath make_point_path(Random& random, bool has_terrain = true) {
  constexpr Agent kPoint = Agent::point(1);
  for (;;) {
    Grid grid = make_random_map(random, 16);
    if (grid.walkable_count() == 0) continue;
    Ground ground;
    if (has_terrain) ground = add_terrain(random, grid);
    World world(grid);
    world.set_ground(kPoint.ground, ground);
    world.prepare(kPoint);
    Finder finder(world);
    const Point start = center(random_walkable_tile(random, grid));
    const Point goal = center(random_walkable_tile(random, grid));
    const FoundPath found = finder.find(start, goal, {kPoint});
    if (!found || found.points.size() < 3) continue;
    return {std::move(grid), ground, {found.points.begin(), found.points.end()}, found.cost};
  }
}

struct Pulled {
  explicit Pulled(std::size_t points)
      : work(max_smoothing_points(points + 2) + 64), turns(max_disc_turns(work.size())) {}

  Result along(const Grid& grid, std::span<const Point> points, double radius) {
    return keep(pull_disc_along(grid.bits(), points, radius, work, turns));
  }
  Result freely(const Grid& grid, std::span<const Point> points, double radius) {
    return keep(pull_disc(grid.bits(), points, radius, work, turns));
  }
  Result keep(Result result) {
    path = std::span<const DiscTurn>(turns).first(result.count);
    return result;
  }

  std::vector<Point> work;
  std::vector<DiscTurn> turns;
  std::span<const DiscTurn> path;
};

bool is_bend(const DiscTurn& turn) { return turn.kind == CornerKind::start; }

DiscTurn place(double x, double y, CornerKind kind) {
  const DiscPoint at{x, y};
  return {narrow(at), at, at, 0, kind};
}

struct TerrainTally {
  std::size_t bends = 0;
  std::size_t fits = 0;
  std::size_t too_wide = 0;  // no_path
  double along = 0.0;        // costs
  double freely = 0.0;
  double points = 0.0;
};

// Each bend is where the point bends, or near by where that has no room.
void check_turns(const PointPath& found, std::span<const DiscTurn> turns, double radius,
                 TerrainTally& tally) {
  for (std::size_t k = 1; k < turns.size(); ++k) {
    const DiscTurn& turn = turns[k];
    REQUIRE(turn.portal >= turns[k - 1].portal);
    REQUIRE(turn.portal < found.points.size());
    if (!is_bend(turn)) continue;
    ++tally.bends;
    const double moved = distance(turn.center, found.points[turn.portal]);
    REQUIRE(moved <= std::max(1.0, 2.0 * radius));
    REQUIRE((moved == 0.0) == has_clearance(found.grid.bits(), found.points[turn.portal], radius));
  }
}

void check_disc(const PointPath& found, double radius, TerrainTally& tally) {
  const TileBits& bits = found.grid.bits();
  const Point& start = found.points.front();
  const Point& goal = found.points.back();
  Pulled pulled(found.points.size());
  const AllocationCounter counter;
  const Result result = pulled.along(found.grid, found.points, radius);
  REQUIRE(counter.count() == 0);
  INFO(describe(found.grid, start, goal, radius, pulled.path));
  const bool has_room = has_clearance(bits, start, radius) && has_clearance(bits, goal, radius);
  REQUIRE((result.status == Status::invalid_input) == !has_room);
  if (!has_room) return;
  if (result.status == Status::no_path) {
    REQUIRE(radius > kNarrowRadius);
    REQUIRE(result.count == 0);
    ++tally.too_wide;
    return;
  }
  REQUIRE(result.status == Status::ok);
  ++tally.fits;
  REQUIRE(pulled.path.back().kind == CornerKind::goal);
  const DiscCheck check = validate_disc_path(found.grid, start, goal, pulled.path, radius);
  REQUIRE(to_string(check.fault) == std::string("none"));
  REQUIRE(check.clearance > radius - 1e-8);
  check_turns(found, pulled.path, radius, tally);
  Pulled other(found.points.size());
  if (other.freely(found.grid, found.points, radius).status != Status::ok) {
    REQUIRE(radius > kNarrowRadius);
    return;
  }
  tally.along += disc_path_cost(found.grid, found.ground, pulled.path, radius);
  tally.freely += disc_path_cost(found.grid, found.ground, other.path, radius);
  tally.points += found.cost;
}

void check_discs(Random& random, std::size_t count, std::span<const double> radii,
                 TerrainTally& tally) {
  for (std::size_t i = 0; i < count; ++i) {
    const PointPath found = make_point_path(random);
    for (const double radius : radii) check_disc(found, radius, tally);
  }
}

}  // namespace

TEST_CASE("discs on terrain: they fit, and bend where the point's path does", "[disc][terrain]") {
  for (Random& random : random_generators("disc on terrain")) {
    TerrainTally tally;
    check_discs(random, random_count(1500, 60000), kNarrowRadii, tally);
    std::printf("discs on terrain: %zu bends, cost %.4f of the points', pulled freely %.4f\n",
                tally.bends, tally.along / tally.points, tally.freely / tally.points);
    CHECK((is_small_share() || tally.bends > 1000));
    CHECK((is_small_share() || tally.along < 0.98 * tally.freely));
  }
}

TEST_CASE("discs on terrain: wide ones too, or do not fit", "[disc][terrain]") {
  constexpr std::array kRadiiOnTerrain{0.6, 0.75, 1.0, 1.5, 2.25};
  for (Random& random : random_generators("wide disc on terrain")) {
    TerrainTally tally;
    check_discs(random, random_count(1500, 60000), kRadiiOnTerrain, tally);
    std::printf(
        "wide discs on terrain: %zu fit, %zu do not, %zu bends, cost %.4f of the points', "
        "pulled freely %.4f\n",
        tally.fits, tally.too_wide, tally.bends, tally.along / tally.points,
        tally.freely / tally.points);
    CHECK((is_small_share() || std::min(tally.fits, tally.too_wide) > 20));
    CHECK((is_small_share() || tally.bends > 50));
    CHECK((is_small_share() || tally.along < tally.freely));
  }
}

// Path smoothing may leave a turn in open space, which pull_disc_along() takes for a bend. So the
// path is tightened first.
TEST_CASE("discs on terrain: a taut path as by pull_disc()", "[disc][terrain]") {
  for (Random& random : random_generators("disc without terrain")) {
    for (std::size_t i = 0; i < random_count(1000, 20000); ++i) {
      const PointPath found = make_point_path(random, false);
      const double radius = kNarrowRadii[random.below(kNarrowRadii.size())];
      Pulled other(found.points.size());
      const Result freely = other.freely(found.grid, found.points, radius);
      INFO(describe(found.grid, found.points.front(), found.points.back(), radius, other.path));
      REQUIRE(freely.status == Status::ok);
      std::vector<Point> taut(max_smoothing_points(found.points.size()));
      const Result tight = tighten(found.grid.bits(), found.points, taut);
      REQUIRE(tight.status == Status::ok);
      taut.resize(tight.count);
      Pulled pulled(taut.size());
      REQUIRE(pulled.along(found.grid, taut, radius).status == Status::ok);
      REQUIRE(pulled.path.size() == other.path.size());
      for (std::size_t k = 0; k < other.path.size(); ++k) {
        REQUIRE(pulled.path[k].kind == other.path[k].kind);
        REQUIRE(pulled.path[k].entry == other.path[k].entry);
        REQUIRE(pulled.path[k].exit == other.path[k].exit);
      }
      const double length = disc_path_length(pulled.path, radius);
      REQUIRE(std::abs(disc_path_cost(found.grid, found.ground, pulled.path, radius) - length) <=
              1e-9);
    }
  }
}

TEST_CASE("discs on terrain: every capacity, and bad input", "[disc][terrain]") {
  for (Random& random : random_generators("disc on terrain: capacity")) {
    for (std::size_t i = 0; i < random_count(200, 4000); ++i) {
      const PointPath found = make_point_path(random);
      const TileBits& bits = found.grid.bits();
      const double radius = kNarrowRadii[random.below(kNarrowRadii.size())];
      Pulled pulled(found.points.size());
      const std::size_t count = pulled.along(found.grid, found.points, radius).count;
      for (std::size_t room = 0; room <= count; ++room) {
        std::vector<DiscTurn> out(room);
        const Result part = pull_disc_along(bits, found.points, radius, pulled.work, out);
        REQUIRE(part.status == (room < count ? Status::truncated : Status::ok));
        REQUIRE(part.count <= room);
      }
      std::vector<Point> small(max_smoothing_points(found.points.size() + 2) - 1);
      REQUIRE(pull_disc_along(bits, found.points, radius, small, pulled.turns).status ==
              Status::out_of_nodes);
      for (const double bad : {-0.1, std::nan(""), kInfinity}) {
        REQUIRE(pulled.along(found.grid, found.points, bad).status == Status::invalid_input);
      }
    }
  }
  const Grid grid(4, 3, TileState::walkable);
  Pulled pulled(3);
  CHECK(pulled.along(grid, {}, 0.4).status == Status::invalid_input);
  const std::array<Point, 2> from_wall{Point{0.25F, 1.5F}, Point{3.5F, 1.5F}};
  CHECK(pulled.along(grid, from_wall, 0.4).status == Status::invalid_input);
  CHECK(pulled.along(grid, from_wall, 0.25).status == Status::ok);
  const std::array<Point, 1> one{Point{1.5F, 1.5F}};
  CHECK(pulled.along(grid, one, 0.4).count == 1);
}

TEST_CASE("disc_path_cost: legs and arcs by samples", "[disc][terrain]") {
  for (Random& random : random_generators("disc cost")) {
    for (std::size_t i = 0; i < random_count(300, 10000); ++i) {
      const PointPath found = make_point_path(random);
      const double radius = kNarrowRadii[random.below(kNarrowRadii.size())];
      Pulled pulled(found.points.size());
      REQUIRE(pulled.along(found.grid, found.points, radius).status == Status::ok);
      const AllocationCounter counter;
      const double cost = disc_path_cost(found.grid, found.ground, pulled.path, radius);
      REQUIRE(counter.count() == 0);
      const double sampled = sample_cost(found.grid, found.ground, pulled.path, radius);
      const double crossings = 2.0 * disc_path_length(pulled.path, radius) + 8.0;
      INFO(describe(found.grid, found.points.front(), found.points.back(), radius, pulled.path));
      REQUIRE(std::abs(cost - sampled) <= 10.0 * kSampleStep * crossings);
    }
  }
}

TEST_CASE("disc_path_cost: known paths", "[disc][terrain]") {
  Grid grid(4, 4, TileState::walkable);
  grid.set_class({0, 0, 2, 2}, 2);
  grid.set_class({2, 0, 4, 2}, 3);
  grid.set_class({0, 2, 2, 4}, 5);
  Ground ground;
  for (const int factor : {2, 3, 5}) {
    ground.set(static_cast<std::uint8_t>(factor), static_cast<float>(factor));
  }
  const auto cost = [&](const DiscTurn& from, const DiscTurn& to) {
    return disc_path_cost(grid, ground, std::array<DiscTurn, 2>{from, to}, 0.25);
  };
  constexpr CornerKind kStart = CornerKind::start;
  constexpr CornerKind kGoal = CornerKind::goal;
  CHECK(cost(place(0.5, 0.5, kStart), place(3.5, 0.5, kGoal)) == Approx(1.5 * 2.0 + 1.5 * 3.0));
  // Along a line the cheaper side.
  CHECK(cost(place(2.0, 0.0, kStart), place(2.0, 4.0, kGoal)) == Approx(2.0 * 2.0 + 2.0 * 1.0));
  CHECK(cost(place(0.0, 2.0, kStart), place(2.0, 2.0, kGoal)) == Approx(2.0 * 2.0));
  CHECK(cost(place(1.5, 1.5, kStart), place(1.5, 1.5, kGoal)) == 0.0);
  // Nearly a whole turn around the corner of all four.
  constexpr double kLeft = 0.01;
  const DiscPoint end{2.0 + 0.25 * std::cos(kLeft), 2.0 - 0.25 * std::sin(kLeft)};
  const DiscTurn around{{2.0F, 2.0F}, {2.25, 2.0}, end, 0, CornerKind::left};
  const double quarter = 0.5 * std::numbers::pi;
  const double whole = 0.25 * (quarter * (1.0 + 5.0 + 2.0 + 3.0) - 3.0 * kLeft);
  CHECK(cost(place(2.25, 2.0, kStart), around) == Approx(whole));
  const DiscTurn back{{2.0F, 2.0F}, end, {2.25, 2.0}, 0, CornerKind::right};
  CHECK(cost(place(end.x, end.y, kStart), back) == Approx(whole));
  CHECK(disc_path_cost(grid, ground, {}, 0.25) == 0.0);
  for (const double radius : {-1.0, std::nan(""), kInfinity, 1e9}) {
    const std::array<DiscTurn, 2> leg{place(0.5, 0.5, kStart), place(3.5, 0.5, kGoal)};
    CHECK(disc_path_cost(grid, ground, leg, radius) == kInfinity);
  }
  CHECK(cost(place(0.5, 0.5, kStart), place(4.5, 0.5, kGoal)) == kInfinity);
  CHECK(cost(place(0.5, 0.5, kStart), place(std::nan(""), 0.5, kGoal)) == kInfinity);
  // The middle of an arc, as far off as no map is.
  DiscTurn far = around;
  far.center = {1e16F, 2.0F};
  CHECK(cost(place(2.25, 2.0, kStart), far) == kInfinity);
  grid.set(Tile{1, 0}, TileState::blocked);
  CHECK(cost(place(0.5, 0.5, kStart), place(3.5, 0.5, kGoal)) == kInfinity);
}

TEST_CASE("validate_disc_path: a bend is a turn of kind start at its own point",
          "[disc][terrain]") {
  const Grid grid(6, 6, TileState::walkable);
  std::vector<DiscTurn> turns{place(1.5, 1.5, CornerKind::start),
                              place(4.5, 1.5, CornerKind::start),
                              place(4.5, 4.5, CornerKind::goal)};
  const auto find_fault = [&] {
    return validate_disc_path(grid, turns.front().center, turns.back().center, turns, 0.4).fault;
  };
  CHECK(find_fault() == DiscFault::none);
  turns[1].kind = CornerKind::goal;
  CHECK(find_fault() == DiscFault::kink);
  turns[1].kind = CornerKind::start;
  turns[1].center.x += 0.25F;
  CHECK(find_fault() == DiscFault::kink);
  turns[1] = place(4.5, 1.5, CornerKind::start);
  turns[1].exit.x += 0.25;
  CHECK(find_fault() == DiscFault::kink);
  turns[1] = place(5.75, 1.5, CornerKind::start);
  CHECK(find_fault() == DiscFault::overlap);
}

TEST_CASE("disc_path_cost: blocked classes are walls, as blocked tiles are", "[disc][terrain]") {
  Grid grid(4, 2, TileState::walkable);
  grid.set_class({2, 0, 4, 2}, 1);
  Ground ground;
  ground.set(1, 3.0F);
  const std::array<DiscTurn, 2> leg{place(0.5, 0.5, CornerKind::start),
                                    place(3.5, 0.5, CornerKind::goal)};
  CHECK(disc_path_cost(grid, ground, leg, 0.25) == Approx(1.5 + 1.5 * 3.0));
  CHECK(disc_path_cost(grid, Ground(), leg, 0.25) == Approx(3.0));
  CHECK(disc_path_cost(grid, Ground(7.0F), leg, 0.25) == Approx(3.0 * 7.0));
  ground.set(1, kBlockedTerrain);
  CHECK(disc_path_cost(grid, ground, leg, 0.25) == kInfinity);
}
