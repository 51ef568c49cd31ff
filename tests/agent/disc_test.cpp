// Paths of a disc among tiles, against a graph of tangents and the validator.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <taut/engine/baselines.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/disc_oracle.hpp"
#include "support/disc_paths.hpp"
#include "support/funnel_oracle.hpp"
#include "support/grid_corridor.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct DiscAnswer {
  Status status = Status::no_path;
  std::vector<DiscTurn> turns;
};

DiscAnswer pull_round(const Grid& grid, std::span<const Point> path, double radius) {
  std::vector<Point> work(max_smoothing_points(path.size()));
  DiscAnswer answer;
  answer.turns.resize(max_disc_turns(work.size()));
  const Result result = pull_disc(grid.bits(), path, radius, work, answer.turns);
  answer.status = result.status;
  answer.turns.resize(result.count);
  return answer;
}

// The paths of a point agent between two places, from each kind of map.
std::vector<std::vector<Point>> find_point_paths(const Grid& grid, const Point& start,
                                                 const Point& goal) {
  std::vector<std::vector<Point>> paths;
  const auto add = [&](const auto& find) {
    std::vector<Point> path(2 * grid.tile_count() + 66);
    const auto result = find(path);
    path.resize(result.status == Status::ok ? result.count : 0);
    paths.push_back(std::move(path));
  };
  GridScratch grid_scratch(grid);
  for (const Smoothing smoothing : {Smoothing::none, Smoothing::raycast}) {
    GridPathOptions options;
    options.smoothing = smoothing;
    add([&](std::span<Point> out) {
      return find_path(grid, start, goal, options, grid_scratch, out);
    });
  }
  const Quadtree tree(grid.bits());
  QuadtreeScratch tree_scratch(tree);
  add([&](std::span<Point> out) {
    return find_path(tree, start, goal, QuadtreePathOptions{{}, Pull::funnel, Smoothing::none},
                     tree_scratch, out);
  });
  const ConvexMesh mesh = build_mesh(grid);
  OptimalScratch mesh_scratch(mesh);
  add([&](std::span<Point> out) {
    return find_optimal_path(mesh, start, goal, {}, mesh_scratch, out);
  });
  return paths;
}

bool is_close(double a, double b) { return std::abs(a - b) <= 1e-9; }

// Also radii at which the direction of an arc is lost in rounding.
double pick_narrow_radius(Random& random) {
  if (random.chance(90)) return kNarrowRadii[random.below(4)];
  return std::pow(10.0, -random.between(1, random.chance(50) ? 20 : 320));
}

Point random_end(Random& random, const Grid& grid) {
  if (random.chance(30)) return center(random_walkable_tile(random, grid));
  for (;;) {
    const Point place = to_map_point(random_place(random, grid));
    if (grid.locate(place)) return place;
  }
}

}  // namespace

TEST_CASE("pull_disc: narrow discs go wherever the point agent goes, and meet nothing", "[disc]") {
  for (Random& random : random_generators("disc")) {
    std::size_t solved = 0;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < random_count(3000, 100000); ++i) {
      const Grid grid = make_random_map(random, random.chance(80) ? 10 : 40);
      if (grid.walkable_count() == 0) continue;
      const Point start = random_end(random, grid);
      const Point goal = random_end(random, grid);
      const double radius = pick_narrow_radius(random);
      const bool has_room =
          has_clearance(grid.bits(), start, radius) && has_clearance(grid.bits(), goal, radius);
      for (const std::vector<Point>& path : find_point_paths(grid, start, goal)) {
        if (path.empty()) continue;
        const DiscAnswer answer = pull_round(grid, path, radius);
        const auto fail = [&](const std::string& what) {
          FAIL(what << "\n" << describe(grid, start, goal, radius, answer.turns));
        };
        if (!has_room) {
          if (answer.status != Status::invalid_input) fail("an end has no room");
          ++refused;
          continue;
        }
        if (answer.status != Status::ok) fail(to_string(answer.status));
        const DiscCheck check = validate_disc_path(grid, start, goal, answer.turns, radius);
        if (check.fault != DiscFault::none) fail(to_string(check.fault));
        if (check.clearance < radius - 1e-8) fail("clearance");
        if (std::abs(check.length - disc_path_length(answer.turns, radius)) > 1e-6) fail("length");
        ++solved;
      }
    }
    CHECK((is_small_share() || solved > 1000));
    CHECK((is_small_share() || refused > 100));
  }
}

TEST_CASE("pull_disc: a disc too wide for where the path leads is refused, not squeezed",
          "[disc]") {
  for (Random& random : random_generators("disc too wide")) {
    std::size_t solved = 0;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < random_count(4000, 100000); ++i) {
      const Grid grid = random.chance(60) ? make_noise_map(random, 14, 14, random.between(4, 14))
                                          : make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      const double radius = std::array{0.6, 0.9, 1.5}[random.below(3)];
      const Point start = random_end(random, grid);
      const Point goal = random_end(random, grid);
      if (!has_clearance(grid.bits(), start, radius) || !has_clearance(grid.bits(), goal, radius)) {
        continue;
      }
      GridScratch scratch(grid);
      std::vector<Point> path(2 * grid.tile_count() + 66);
      path.resize(find_path(grid, start, goal, {}, scratch, path).count);
      if (path.empty()) continue;
      const DiscAnswer answer = pull_round(grid, path, radius);
      if (answer.status == Status::no_path) {
        CHECK(answer.turns.empty());
        ++refused;
        continue;
      }
      const DiscCheck check = validate_disc_path(grid, start, goal, answer.turns, radius);
      if (answer.status != Status::ok || check.fault != DiscFault::none) {
        FAIL(to_string(answer.status) << " " << to_string(check.fault) << "\n"
                                      << describe(grid, start, goal, radius, answer.turns));
      }
      ++solved;
    }
    CHECK((is_small_share() || (solved > 50 && refused > 50)));
  }
}

TEST_CASE("has_clearance is the distance to the nearest tile", "[disc]") {
  for (Random& random : random_generators("disc clearance")) {
    for (std::size_t i = 0; i < random_count(4000, 100000); ++i) {
      const Grid grid = make_random_map(random, 12);
      const LatticePoint place = random_place(random, grid);
      const std::int64_t radius = random.between(1, 4096);  // in lattice steps
      std::int64_t nearest = std::int64_t{1} << 40;
      bool is_inside = false;
      for (int y = -6; y < grid.height() + 6; ++y) {
        for (int x = -6; x < grid.width() + 6; ++x) {
          const auto beside = [](std::int64_t at, std::int64_t low) {
            return std::max<std::int64_t>({low - at, at - low - 1024, 0});
          };
          const std::int64_t dx = beside(place.x, x * 1024);
          const std::int64_t dy = beside(place.y, y * 1024);
          if (!grid.is_walkable(x, y)) nearest = std::min(nearest, dx * dx + dy * dy);
          is_inside = is_inside || (grid.is_walkable(x, y) && dx == 0 && dy == 0);
        }
      }
      const bool expected = is_inside && nearest >= radius * radius;
      if (has_clearance(grid.bits(), to_map_point(place), static_cast<double>(radius) / 1024.0) !=
          expected) {
        FAIL(to_drawing(grid) << place.x << " " << place.y << " radius " << radius);
      }
    }
  }
}

TEST_CASE("validate_disc_path: a line that keeps the radius, and places that are none", "[disc]") {
  for (Random& random : random_generators("disc line")) {
    std::size_t free = 0;
    std::size_t blocked = 0;
    for (std::size_t i = 0; i < random_count(4000, 100000); ++i) {
      const Grid grid = random.chance(50) ? make_random_map(random, 12)
                                          : make_noise_map(random, 12, 12, random.between(0, 6));
      const auto coordinate = [&](int side) { return side * 1e-6 * random.between(0, 1000000); };
      std::vector<DiscPoint> line;
      for (int k = random.between(1, 3); k > 0; --k) {
        line.push_back({coordinate(grid.width()), coordinate(grid.height())});
      }
      const double radius = 1e-4 * random.between(1, 15000);
      const double nearest = measure_clearance(grid, line);
      if (is_close(nearest, radius - 1e-4)) continue;
      INFO(to_drawing(grid) << line[0] << " to " << line.back() << ", radius " << radius);
      const DiscCheck check = validate_disc_path(grid, line, radius);
      REQUIRE((nearest > radius - 1e-4) == (check.fault == DiscFault::none));
      (nearest > radius ? free : blocked) += 1;
    }
    CHECK((is_small_share() || (free > 300 && blocked > 300)));
  }
  const Grid grid(3, 3, TileState::walkable);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const DiscPoint& p : {DiscPoint{nan, 1.0}, DiscPoint{1.0, nan}, DiscPoint{1e300, 1.0},
                             DiscPoint{1.0, -1e300}, DiscPoint{-0.1, 1.0}, DiscPoint{1.0, 3.1}}) {
    const std::array line{DiscPoint{1.5, 1.5}, p};
    CHECK(validate_disc_path(grid, line, 0.0625).fault == DiscFault::overlap);
  }
}

TEST_CASE("pull_disc: never shorter than the optimum, and on optimal paths next to it", "[disc]") {
  for (Random& random : random_generators("disc optimum")) {
    double ratio = 0.0;
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(120, 3000); ++i) {
      const Grid grid = make_random_map(random, 9);
      if (grid.walkable_count() == 0) continue;
      const double radius = kNarrowRadii[random.below(4)];
      const DiscGraph graph(grid, static_cast<long double>(radius));
      for (int query = 0; query < 6; ++query) {
        const Point start = random_end(random, grid);
        const Point goal = random_end(random, grid);
        const auto optimum =
            static_cast<double>(graph.find_length(to_lattice(start), to_lattice(goal)));
        const std::vector<std::vector<Point>> paths = find_point_paths(grid, start, goal);
        for (const std::vector<Point>& path : paths) {
          if (path.empty()) continue;
          const DiscAnswer answer = pull_round(grid, path, radius);
          if (answer.status != Status::ok) {
            if (!std::isinf(optimum)) FAIL(describe(grid, start, goal, radius, answer.turns));
            continue;
          }
          const double length = disc_path_length(answer.turns, radius);
          if (length < optimum - 1e-8) {
            FAIL("shorter than " << optimum << "\n"
                                 << describe(grid, start, goal, radius, answer.turns));
          }
          if (&path == &paths.back()) {
            ratio += optimum > 0.0 ? length / optimum : 1.0;
            ++solved;
          }
        }
      }
    }
    const double mean = ratio / static_cast<double>(std::max<std::size_t>(solved, 1));
    std::printf("disc over its optimum, optimal corridors: %.7f, %zu queries\n", mean, solved);
    CHECK((is_small_share() || solved > 100));
    CHECK(mean <= 1.01);
  }
}

TEST_CASE("tighten: the shortest path past the same side of every obstacle", "[disc]") {
  for (Random& random : random_generators("tighten")) {
    for (std::size_t i = 0; i < random_count(3000, 60000); ++i) {
      const Grid grid = make_random_map(random, 12);
      if (grid.walkable_count() == 0) continue;
      // A corridor that is all there is has one class, so the tight path is the optimum there.
      GridCorridor corridor =
          search_corridor(grid, random_walkable_tile(random, grid),
                          random_walkable_tile(random, grid), DiagonalRule::never);
      if (corridor.tiles.empty() || !make_portals(random, grid, corridor)) continue;
      const Grid kept = keep_only(grid, corridor.tiles);
      std::vector<Point> path{corridor.start};
      for (const Portal& portal : corridor.portals) path.push_back(midpoint(portal));
      path.push_back(corridor.goal);
      path = to_canonical(path);
      std::vector<Point> work(max_smoothing_points(path.size()));
      const Result tight = tighten(kept.bits(), path, work);
      REQUIRE(tight.status == Status::ok);
      work.resize(tight.count);
      const std::vector<Point> pulled = pull(corridor);
      if (work != pulled) {
        FAIL(describe(kept, corridor, work));
      }
    }
  }
}

TEST_CASE("extract_polyline: near the path, and never inside it", "[disc]") {
  for (Random& random : random_generators("disc polyline")) {
    for (std::size_t i = 0; i < random_count(1500, 30000); ++i) {
      const Grid grid = make_random_map(random, 12);
      if (grid.walkable_count() == 0) continue;
      const Point start = random_end(random, grid);
      const Point goal = random_end(random, grid);
      const double deviation = random.chance(50) ? 0.01 : 0.1;
      const double radius = 0.3;
      if (!has_clearance(grid.bits(), start, radius + deviation) ||
          !has_clearance(grid.bits(), goal, radius + deviation)) {
        continue;
      }
      const std::vector<Point> path = find_point_paths(grid, start, goal).front();
      if (path.empty()) continue;
      const DiscAnswer answer = pull_round(grid, path, radius + deviation);
      REQUIRE(answer.status == Status::ok);
      std::vector<DiscPoint> line(
          max_polyline_points(answer.turns.size(), radius + deviation, deviation));
      const Result result = extract_polyline(answer.turns, radius + deviation, deviation, line);
      REQUIRE(result.status == Status::ok);
      line.resize(result.count);
      CHECK(line.front() == widen(start));
      CHECK(line.back() == widen(goal));
      // Found with `deviation` to spare, the polyline keeps the radius as a path of legs does.
      double length = 0.0;
      for (std::size_t k = 0; k + 1 < line.size(); ++k) {
        length += norm(line[k + 1] - line[k]);
        for (const double s : {0.0, 0.25, 0.5, 0.75, 1.0}) {
          const DiscPoint at = line[k] + s * (line[k + 1] - line[k]);
          for (int y = -1; y <= grid.height(); ++y) {
            for (int x = -1; x <= grid.width(); ++x) {
              if (grid.is_walkable(x, y)) continue;
              const DiscPoint low{static_cast<double>(x), static_cast<double>(y)};
              const DiscPoint nearest =
                  component_min(component_max(at, low), low + DiscPoint{1.0, 1.0});
              if (norm(at - nearest) < radius - 1e-6) {
                FAIL(describe(grid, start, goal, radius, answer.turns)
                     << "\npolyline at " << at.x << " " << at.y);
              }
            }
          }
        }
      }
      const double exact = disc_path_length(answer.turns, radius + deviation);
      CHECK(length >= exact - 1e-9);
      // Circumscribed to the larger circle's radius at most.
      CHECK(length <= exact * (1.0 + deviation / radius) + 1e-9);
      for (std::size_t room = 0; room < line.size(); ++room) {
        std::vector<DiscPoint> part(room);
        const Result cut = extract_polyline(answer.turns, radius + deviation, deviation, part);
        CHECK(cut.status == Status::truncated);
        CHECK(cut.count == room);
      }
    }
  }
}

TEST_CASE("validate_disc_path finds each fault", "[disc]") {
  const Grid grid = draw_map(
      ".....\n"
      ".....\n"
      "..@..\n"
      ".....\n"
      ".....\n");
  const Point start{0.5F, 3.0F};
  const Point goal{4.5F, 3.0F};
  const double radius = 0.4;
  const DiscAnswer answer = pull_round(grid, std::vector<Point>{start, goal}, radius);
  REQUIRE(answer.status == Status::ok);
  REQUIRE(answer.turns.size() == 4);
  const auto find_fault = [&](const std::vector<DiscTurn>& turns) {
    return validate_disc_path(grid, start, goal, turns, radius).fault;
  };
  CHECK(find_fault(answer.turns) == DiscFault::none);
  CHECK(find_fault({}) == DiscFault::empty);
  CHECK(validate_disc_path(grid, goal, goal, answer.turns, radius).fault == DiscFault::wrong_start);
  CHECK(validate_disc_path(grid, start, start, answer.turns, radius).fault ==
        DiscFault::wrong_goal);
  std::vector<DiscTurn> turns = answer.turns;
  turns[1].entry.y += 1e-3;
  CHECK(find_fault(turns) == DiscFault::off_circle);
  turns = answer.turns;
  const DiscPoint center = widen(turns[1].center);
  const DiscPoint arm = turns[1].entry - center;
  turns[1].entry = center + std::cos(0.01) * arm + std::sin(0.01) * DiscPoint{-arm.y, arm.x};
  CHECK(find_fault(turns) == DiscFault::kink);
  turns = {answer.turns.front(), answer.turns.back()};
  CHECK(find_fault(turns) == DiscFault::overlap);
  CHECK(validate_disc_path(grid, start, goal, turns, 0.0).fault == DiscFault::none);
  const std::vector<DiscPoint> line{turns[0].exit, turns[1].entry};
  CHECK(validate_disc_path(grid, line, radius).fault == DiscFault::overlap);
  CHECK(validate_disc_path(grid, line, radius).at == 1);
  CHECK(validate_disc_path(grid, std::span(line).first(1), radius).fault == DiscFault::none);
  CHECK(validate_disc_path(grid, std::span(line).first(0), radius).fault == DiscFault::empty);
  CHECK(validate_disc_path(grid, line, -1.0).fault == DiscFault::off_circle);
  // An arc the long way round.
  turns = answer.turns;
  turns[1].kind = turns[1].kind == CornerKind::left ? CornerKind::right : CornerKind::left;
  CHECK(find_fault(turns) != DiscFault::none);
}

TEST_CASE("validate_disc_path: what is left of a path, from any place on it", "[disc]") {
  for (Random& random : random_generators("disc rest")) {
    std::size_t on_arcs = 0;
    for (std::size_t i = 0; i < random_count(1500, 30000); ++i) {
      const Grid grid = make_random_map(random, 12);
      if (grid.walkable_count() == 0) continue;
      const Point start = random_end(random, grid);
      const Point goal = random_end(random, grid);
      const double radius = kNarrowRadii[random.below(4)];
      const std::vector<Point> path = find_point_paths(grid, start, goal).front();
      if (path.empty()) continue;
      const DiscAnswer answer = pull_round(grid, path, radius);
      if (answer.status != Status::ok || answer.turns.size() < 2) continue;
      const DiscCheck whole = validate_disc_path(grid, answer.turns, radius);
      REQUIRE(whole.fault == DiscFault::none);
      REQUIRE(whole.length == validate_disc_path(grid, start, goal, answer.turns, radius).length);
      const std::size_t next = 1 + random.below(answer.turns.size() - 1);
      std::vector<DiscTurn> rest(answer.turns.begin() + static_cast<std::ptrdiff_t>(next),
                                 answer.turns.end());
      const double share = 0.01 * random.between(0, 100);
      if (random.chance(50)) {  // on the leg
        const DiscPoint from = answer.turns[next - 1].exit;
        DiscTurn place;
        place.entry = place.exit = from + share * (rest.front().entry - from);
        place.center = narrow(place.entry);
        rest.insert(rest.begin(), place);
      } else {  // on the arc
        DiscTurn& turn = rest.front();
        const double sign = turn.kind == CornerKind::left ? 1.0 : -1.0;
        const double angle = sign * share * arc_angle(turn);
        const DiscPoint center = widen(turn.center);
        const DiscPoint arm = turn.entry - center;
        if (next + 1 < answer.turns.size()) {
          turn.entry = center + std::cos(angle) * arm + std::sin(angle) * DiscPoint{-arm.y, arm.x};
          ++on_arcs;
        }
      }
      const DiscCheck check = validate_disc_path(grid, rest, radius);
      if (check.fault != DiscFault::none || check.length > whole.length + 1e-9) {
        FAIL(to_string(check.fault) << "\n" << describe(grid, start, goal, radius, rest));
      }
      rest.front().exit.x += 1e-3;
      CHECK(validate_disc_path(grid, rest, radius).fault != DiscFault::none);
    }
    CHECK((is_small_share() || on_arcs > 5));
  }
}

TEST_CASE("no disc query allocates", "[disc][allocation]") {
  for (Random& random : random_generators("disc allocation")) {
    for (std::size_t i = 0; i < random_count(300, 2000); ++i) {
      const Grid grid = make_random_map(random, 20);
      if (grid.walkable_count() == 0) continue;
      const Point start = random_end(random, grid);
      const Point goal = random_end(random, grid);
      const std::vector<Point> path = find_point_paths(grid, start, goal).front();
      if (path.empty()) continue;
      std::vector<Point> work(max_smoothing_points(path.size()));
      std::vector<DiscTurn> turns(max_disc_turns(work.size()));
      std::vector<DiscPoint> line(max_polyline_points(turns.size(), 0.25, 0.01));
      const AllocationCounter counter;
      const Result result = pull_disc(grid.bits(), path, 0.25, work, turns);
      const std::span<const DiscTurn> found = std::span(turns).first(result.count);
      const Result points = extract_polyline(found, 0.25, 0.01, line);
      const DiscCheck check = validate_disc_path(grid, start, goal, found, 0.25);
      CHECK(counter.count() == 0);
      CHECK(points.count >= result.count);
      CHECK((check.fault == DiscFault::none || result.status != Status::ok));
    }
  }
}
