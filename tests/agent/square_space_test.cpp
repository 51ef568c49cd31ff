// Square agents: against an exact visibility graph and validate_square_path().
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/map_file.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/mesh_check.hpp"
#include "support/mesh_shapes.hpp"
#include "support/optima.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/square_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::array<double, 9> kHalfWidths{0.1, 0.25, 0.4, 0.5, 0.9, 1.0, 1.5, 2.0, 3.2};

std::int64_t to_steps(double half_width) { return static_cast<std::int64_t>(half_width * 1024.0); }

// Maps in which there is room, and gaps as wide as some agents: between scattered tiles, doors in
// walls, rows of tiles that touch aslant when they are grown.
Grid make_square_map(Random& random, int side) {
  if (random.chance(30)) return make_random_map(random, side);
  const int width = random.between(side / 2, side);
  const int height = random.between(side / 2, side);
  if (random.chance(40)) return make_noise_map(random, width, height, random.between(2, 15));
  const int gap = random.between(1, 4);
  const int at = random.between(2, side / 2);
  const int door = random.between(0, height - 1);
  const int kind = random.between(0, 2);
  return Grid::from_predicate(width, height, [&](int x, int y) {
    if (kind == 0) return (x + at) % (gap + 1) != 0 || (y + door) % (gap + 1) != 0;
    if (kind == 1) return x != at || (y >= door && y < door + gap) || random.chance(5);
    return x + y != width - 1 || (x + at) % (gap + 1) != 0;
  });
}

// Places on the lines of grown tiles, where slits are, and others.
LatticePoint find_place(Random& random, const Grid& grid, const SquareGraph& graph) {
  LatticePoint place{};
  const bool is_on_line = random.chance(50);
  for (int i = 0; i < 20; ++i) {
    place = random_place(random, grid);
    if (is_on_line && !graph.corners().empty()) {
      const std::size_t count = graph.corners().size();
      if (random.chance(50)) place.x = graph.corners()[random.below(count)].x;
      if (random.chance(50)) place.y = graph.corners()[random.below(count)].y;
      if (random.chance(10)) place = graph.corners()[random.below(count)];
    }
    if (graph.has_room(place)) break;
  }
  return place;
}

std::string describe(const Grid& grid, LatticePoint start, LatticePoint goal, double half_width,
                     const PathResult& found, std::span<const Point> path, long double optimum) {
  std::ostringstream text;
  text.precision(12);
  text << to_drawing(grid) << "half-width " << half_width << ", from " << to_map_point(start)
       << " to " << to_map_point(goal) << ": " << to_string(found.status) << ", length "
       << found.length << " for " << static_cast<double>(optimum) << ", path";
  for (const Point& p : path) text << "  " << p;
  return text.str();
}

struct SquareTally {
  std::size_t solved = 0;
  std::size_t longer = 0;    // by more than rounding
  long double worst = 0.0L;  // length over the optimum, less 1
};

// Queries and checks the answer. What is longer than the optimum by more than rounding is counted.
void check_answer(const Grid& grid, const Space& map, const SquareGraph& graph,
                  SpaceScratch& scratch, LatticePoint start, LatticePoint goal,
                  SquareTally& tally) {
  std::vector<Point> path(max_path_points(map));
  const long double optimum = graph.find_length(start, goal);
  const AllocationCounter counter;
  const PathResult found = find_optimal_path(map, to_map_point(start), to_map_point(goal), {},
                                             scratch, {.points = path});
  const std::size_t allocations = counter.count();
  path.resize(found.count);
  const auto fail = [&](const std::string& what) {
    FAIL(what << "\n" << describe(grid, start, goal, map.agent().radius, found, path, optimum));
  };
  if (allocations != 0) fail("allocates");
  const bool has_room = graph.has_room(start) && graph.has_room(goal);
  if (map.has_room(to_map_point(start)) != graph.has_room(start)) fail("has_room()");
  if (!std::isfinite(optimum)) {
    if (found.status != (has_room ? Status::no_path : Status::invalid_input) || found.count != 0) {
      fail("a path where there is none");
    }
    return;
  }
  if (found.status != Status::ok) fail("no path");
  if (found.length != path_length(path)) fail("another length than its points");
  const PathCheck check =
      validate_square_path(grid, to_map_point(start), to_map_point(goal), path, map.agent().radius);
  if (check.fault != PathFault::none) fail(to_string(check.fault));
  if (check.open_corners != 0) fail("a turn in open space");
  const long double excess = static_cast<long double>(found.length) / optimum - 1.0L;
  if (optimum > 0.0L) {
    if (excess < -1e-12L) fail("shorter than the optimum");
    const long double bound =
        map.is_opened() ? 2.0L / static_cast<long double>(map.steps_per_tile() - 2) : 0.0L;
    if (excess > bound + 1e-12L) fail("longer than the optimum");
    tally.longer += excess > 1e-12L ? 1U : 0U;
    tally.worst = std::max(tally.worst, excess);
  }
  ++tally.solved;
}

}  // namespace

TEST_CASE("square agents: random maps against the visibility graph", "[square]") {
  for (Random& random : random_generators("square agents")) {
    SquareTally tally;
    std::size_t from_slits = 0;
    std::size_t through_slits = 0;
    for (std::size_t i = 0; i < random_count(2500, 100000); ++i) {
      const Grid grid = make_square_map(random, random.chance(5) ? 20 : 11);
      const double requested = kHalfWidths[i % kHalfWidths.size()];
      const Space map(grid, Agent::square(requested));
      REQUIRE(map.agent().radius >= requested);
      REQUIRE(map.agent().radius < requested + 1.0 / 1024.0);
      REQUIRE(map.is_opened() ==
              (2.0 * map.agent().radius == std::floor(2.0 * map.agent().radius)));
      const SquareGraph graph(grid, to_steps(map.agent().radius));
      const SquareGraph wider(grid, to_steps(map.agent().radius) + 1);
      SpaceScratch scratch(map);
      for (int query = 0; query < 8; ++query) {
        const LatticePoint start = find_place(random, grid, graph);
        const LatticePoint goal = random.chance(3) ? start : find_place(random, grid, graph);
        check_answer(grid, map, graph, scratch, start, goal, tally);
        // What only closed space gives.
        if (std::isinf(graph.find_length(start, goal))) continue;
        const bool has_room = wider.has_room(start) && wider.has_room(goal);
        from_slits += has_room ? 0U : 1U;
        through_slits += has_room && std::isinf(wider.find_length(start, goal)) ? 1U : 0U;
      }
    }
    std::printf(
        "square agents: %zu paths, %zu from or to where the agent touches walls, %zu more through "
        "slits only; %zu longer than the optimum, at most by %.1e\n",
        tally.solved, from_slits, through_slits, tally.longer, static_cast<double>(tally.worst));
    CHECK((is_small_share() || tally.solved > 1000));
    CHECK((is_small_share() || from_slits > 100));
    CHECK((is_small_share() || through_slits > 10));
  }
}

TEST_CASE("square agents: maps so wide that the lattice is the coarsest", "[square]") {
  for (Random& random : random_generators("wide square maps")) {
    SquareTally tally;
    for (std::size_t i = 0; i < random_count(150, 3000); ++i) {
      const Grid part = make_square_map(random, 11);
      const Grid grid = Grid::from_predicate(8193, part.height(), [&](int x, int y) {
        return x >= part.width() || part.is_walkable(x, y);
      });
      const Space map(grid, Agent::square(kHalfWidths[i % kHalfWidths.size()]));
      REQUIRE(map.steps_per_tile() == kLatticePerTile);
      const SquareGraph graph(grid, to_steps(map.agent().radius));
      SpaceScratch scratch(map);
      for (int query = 0; query < 20; ++query) {
        LatticePoint start = find_place(random, part, graph);
        LatticePoint goal = find_place(random, part, graph);
        // Next to lines too.
        if (random.chance(30)) start.y += random.between(-1, 1);
        if (random.chance(30)) goal.x += random.between(-1, 1);
        if (random.chance(30)) goal.y += random.between(-1, 1);
        check_answer(grid, map, graph, scratch, start, goal, tally);
      }
    }
    std::printf("wide square maps: %zu paths; %zu longer than the optimum, at most by %.1e\n",
                tally.solved, tally.longer, static_cast<double>(tally.worst));
    CHECK((is_small_share() || tally.solved > 500));
  }
}

TEST_CASE("square agents: slits, points and walls that touch", "[square]") {
  const auto find = [](const Grid& grid, double half_width, const Point& start, const Point& goal) {
    const Space map(grid, Agent::square(half_width));
    SpaceScratch scratch(map);
    std::vector<Point> path(max_path_points(map));
    const PathResult found = find_optimal_path(map, start, goal, {}, scratch, {.points = path});
    path.resize(found.count);
    if (found.status == Status::ok) {
      const PathCheck check = validate_square_path(grid, start, goal, path, map.agent().radius);
      CHECK(check.fault == PathFault::none);
      CHECK(check.open_corners == 0);
    }
    return std::pair(found.status, path);
  };
  const Grid bend = draw_map(
      "@@@@@@\n"
      "@....@\n"
      "@@@@.@\n"
      "@....@\n"
      "@@@@@@\n");
  const Point low{1.5F, 1.5F};
  const Point high{1.5F, 3.5F};
  // A lane as wide as the agent is a segment for its centre; one step more closes it.
  const auto [status, path] = find(bend, 0.5, low, high);
  CHECK(status == Status::ok);
  CHECK(path == std::vector<Point>{low, {4.5F, 1.5F}, {4.5F, 3.5F}, high});
  CHECK(find(bend, 0.5, {1.5F, 1.5F + 1.0F / 1024.0F}, high).first == Status::invalid_input);
  CHECK(find(bend, 0.5 + 1e-9, low, high).first == Status::invalid_input);
  CHECK(find(bend, 0.5 - 1.0 / 1024.0, low, high).first == Status::ok);

  // Between corners that are an agent apart both ways the centre passes a point.
  const Grid pinch = draw_map(
      "........\n"
      "........\n"
      "@@@.....\n"
      "........\n"
      "........\n"
      ".....@..\n"
      ".....@..\n"
      ".....@..\n");
  const Point from{2.0F, 6.0F};
  CHECK(find(pinch, 1.0, from, {6.0F, 2.0F}).second == std::vector<Point>{from, {6.0F, 2.0F}});
  CHECK(find(pinch, 1.0, from, {6.0F, 3.0F}).second ==
        std::vector<Point>{from, {4.0F, 4.0F}, {6.0F, 3.0F}});
  CHECK(find(pinch, 1.0 + 1e-9, from, {6.0F, 3.0F}).first == Status::no_path);

  // Maps as large as the agent, smaller, and larger by a step.
  const Grid room(3, 3, TileState::walkable);
  const Point middle{1.5F, 1.5F};
  CHECK(find(room, 1.5, middle, middle).second == std::vector<Point>{middle});
  CHECK(find(room, 1.5, middle, {1.5F, 1.5F + 1.0F / 1024.0F}).first == Status::invalid_input);
  CHECK(find(room, 2.0, middle, middle).first == Status::invalid_input);
  CHECK(find(room, 1.6, middle, middle).first == Status::invalid_input);
  CHECK(find(room, kMaxMapSide, middle, middle).first == Status::invalid_input);
  CHECK(find(room, 1.5 - 1.0 / 1024.0, middle, {1.5F, 1.5F + 1.0F / 1024.0F}).first == Status::ok);
  CHECK(find(room, 1e-9, {0.5F, 0.5F}, middle).first == Status::ok);
  CHECK(find(Grid(3, 3, TileState::blocked), 0.5, middle, middle).first == Status::invalid_input);
}

TEST_CASE("square agents: the mesh holds what is required of meshes", "[square]") {
  for (Random& random : random_generators("square meshes")) {
    for (std::size_t i = 0; i < random_count(400, 20000); ++i) {
      const Grid grid = make_square_map(random, 16);
      const Space map(grid, Agent::square(kHalfWidths[i % kHalfWidths.size()]));
      // The lattice of an opened mesh, taken as that of tiles: as wide as a map may be.
      MeshShape shape = to_shape(map.mesh());
      const float scale = static_cast<float>(map.steps_per_tile() / kLatticePerTile);
      for (Point& vertex : shape.vertices) vertex = scale * vertex;
      const MeshBuild build = build_mesh(shape.vertices, shape.polygons);
      INFO(to_drawing(grid) << map.agent().radius << ": " << build.error.message());
      REQUIRE(build);
      CHECK(build.mesh->edge_count() == map.mesh().edge_count());
      CHECK(build.mesh->component_count() == map.mesh().component_count());
      if (!map.is_opened()) CHECK(find_fault(map.mesh()) == "");
    }
  }
}

TEST_CASE("square agents: A* over the mesh, where that is exact", "[square]") {
  for (Random& random : random_generators("square A*")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(300, 20000); ++i) {
      const Grid grid = make_square_map(random, 12);
      const Space map(grid, Agent::square(kHalfWidths[i % kHalfWidths.size()]));
      if (map.is_opened()) continue;
      const SquareGraph graph(grid, to_steps(map.agent().radius));
      MeshScratch scratch(map.mesh());
      std::vector<Point> path(max_path_points(max_edge_portals(map.mesh().cell_count())));
      const LatticePoint start = find_place(random, grid, graph);
      const LatticePoint goal = find_place(random, grid, graph);
      const long double optimum = graph.find_length(start, goal);
      const PathResult found = find_path(map.mesh(), to_map_point(start), to_map_point(goal),
                                         MeshSearchOptions{}, scratch, path);
      INFO(to_drawing(grid) << map.agent().radius);
      REQUIRE((found.status == Status::ok) == std::isfinite(optimum));
      if (found.status != Status::ok) continue;
      const PathCheck check =
          validate_square_path(grid, to_map_point(start), to_map_point(goal),
                               std::span(path).first(found.count), map.agent().radius);
      REQUIRE(check.fault == PathFault::none);
      REQUIRE(check.open_corners == 0);
      REQUIRE(static_cast<long double>(found.length) >= optimum * (1.0L - 1e-12L));
      ++solved;
    }
    CHECK((is_small_share() || solved > 30));
  }
}

TEST_CASE("square agents: every capacity, and a limit of nodes", "[square]") {
  Random random(7);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < random_count(200, 2000); ++i) {
    const Grid grid = make_square_map(random, 20);
    const Space map(grid, Agent::square(kHalfWidths[i % kHalfWidths.size()]));
    const SquareGraph graph(grid, to_steps(map.agent().radius));
    SpaceScratch scratch(map);
    const Point start = to_map_point(find_place(random, grid, graph));
    const Point goal = to_map_point(find_place(random, grid, graph));
    std::vector<Point> path(max_path_points(map));
    const PathResult found = find_optimal_path(map, start, goal, {}, scratch, {.points = path});
    if (found.status != Status::ok) continue;
    longest = std::max(longest, found.count);
    for (std::size_t room = 0; room <= found.count; ++room) {
      std::vector<Point> part(room);
      const PathResult cut = find_optimal_path(map, start, goal, {}, scratch, {.points = part});
      REQUIRE(cut.status == (room < found.count ? Status::truncated : Status::ok));
      REQUIRE(cut.count == room);
      REQUIRE(cut.length == path_length(part));
      REQUIRE(std::equal(part.begin(), part.end(), path.begin()));
    }
    if (found.expanded > 0) {
      const OptimalOptions limit{found.expanded - 1};
      const PathResult stopped =
          find_optimal_path(map, start, goal, limit, scratch, {.points = path});
      CHECK(stopped.status == Status::out_of_nodes);
      CHECK(stopped.count == 0);
    }
  }
  CHECK((is_small_share() || longest > 4));
}

TEST_CASE("validate_square_path: the validator, against the oracle's sight", "[square]") {
  const Grid grid = draw_map(
      ".....\n"
      ".....\n"
      "..@..\n"
      ".....\n"
      ".....\n");
  const auto check = [&](std::vector<Point> path, double half_width = 0.5) {
    return validate_square_path(grid, {0.5F, 2.5F}, {4.5F, 2.5F}, path, half_width).fault;
  };
  const Point start{0.5F, 2.5F};
  const Point goal{4.5F, 2.5F};
  CHECK(check({start, {1.5F, 1.5F}, {3.5F, 1.5F}, goal}) == PathFault::none);
  CHECK(check({start, {1.5F, 1.5F}, {3.5F, 1.5F}, goal}, 0.5 + 1.0 / 1024.0) ==
        PathFault::blocked_leg);
  CHECK(check({start, goal}) == PathFault::blocked_leg);
  CHECK(check({}) == PathFault::empty);
  CHECK(check({goal}) == PathFault::wrong_start);
  CHECK(check({start}) == PathFault::wrong_goal);
  CHECK(check({start, start, goal}) == PathFault::repeated_point);
  CHECK(check({start, {1.0F, 2.0F}, {1.5F, 1.5F}, {3.5F, 1.5F}, goal}) ==
        PathFault::straight_point);
  CHECK(check({start, {1.5F, 1.50001F}, goal}) == PathFault::off_lattice);
  for (const double size : {-1.0, std::nan(""), 1e30, std::numeric_limits<double>::infinity()}) {
    CHECK(check({start, {1.5F, 1.5F}, {3.5F, 1.5F}, goal}, size) == PathFault::blocked_leg);
  }
  const std::vector<Point> loose{start, {1.5F, 1.0F}, {3.5F, 1.5F}, goal};
  const PathCheck result = validate_square_path(grid, start, goal, loose, 0.5);
  CHECK(result.fault == PathFault::none);
  CHECK(result.open_corners == 1);

  for (Random& random : random_generators("square validator")) {
    std::size_t free = 0;
    std::size_t blocked = 0;
    for (std::size_t i = 0; i < random_count(2000, 100000); ++i) {
      const Grid map = make_square_map(random, 12);
      const std::int64_t half_width = to_steps(kHalfWidths[random.below(kHalfWidths.size())]);
      const SquareGraph graph(map, half_width);
      const LatticePoint a = find_place(random, map, graph);
      const LatticePoint b = find_place(random, map, graph);
      if (a == b) continue;
      const std::vector<Point> leg{to_map_point(a), to_map_point(b)};
      const bool is_free = graph.is_free(a, b);
      const PathCheck found =
          validate_square_path(map, leg[0], leg[1], leg, static_cast<double>(half_width) / 1024.0);
      if ((found.fault == PathFault::none) != is_free) {
        FAIL(to_drawing(map) << half_width << ", from " << leg[0] << " to " << leg[1]);
      }
      ++(is_free ? free : blocked);
    }
    CHECK((is_small_share() || (free > 100 && blocked > 100)));
  }
}

TEST_CASE("MovingAI maps: square agents of several sizes", "[square][movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const char* const name : {"den520d", "AR0011SR", "Aurora", "32room_000"}) {
    INFO(name);
    const Loaded<Grid> loaded = load_map((*folder / (std::string(name) + ".map")).string());
    REQUIRE(loaded.value.has_value());
    const Grid& grid = *loaded.value;
    const std::vector<Optimum> optima = load_optima(*folder / (std::string(name) + ".optimal.csv"));
    const std::size_t every =
        std::max<std::size_t>(1, optima.size() / random_count(60, optima.size()));
    std::vector<double> narrower(optima.size(), 0.0);
    for (const double half_width : {0.1, 0.4, 0.5, 1.0, 1.5}) {
      const Space map(grid, Agent::square(half_width));
      SpaceScratch scratch(map);
      std::vector<Point> path(max_path_points(map));
      std::size_t solved = 0;
      for (std::size_t i = 0; i < optima.size(); i += every) {
        const Point start = center(optima[i].start);
        const Point goal = center(optima[i].goal);
        INFO("query " << i << ", half-width " << half_width);
        const PathResult found = find_optimal_path(map, start, goal, {}, scratch, {.points = path});
        // One no wider than a tile fits into every corridor of tiles.
        if (half_width <= 0.5) REQUIRE(found.status == Status::ok);
        if (found.status != Status::ok) continue;
        const PathCheck check = validate_square_path(
            grid, start, goal, std::span(path).first(found.count), map.agent().radius);
        REQUIRE(check.fault == PathFault::none);
        REQUIRE(check.open_corners == 0);
        // No wider agent has a shorter way, whatever the meshes.
        REQUIRE(found.length >= optima[i].any_angle * (1.0 - 1e-9));
        REQUIRE(found.length >= narrower[i] * (1.0 - 1e-9));
        narrower[i] = found.length;
        ++solved;
      }
      CHECK((solved > 0 || half_width > 0.5));
    }
  }
}
