// A* over mesh cells: valid corridors, paths near the optimum, limits.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <taut/map_file.hpp>
#include <taut/mesh_search.hpp>
#include <taut/validate.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/guarded_block.hpp"
#include "support/mesh_shapes.hpp"
#include "support/optima.hpp"
#include "support/optimal_asker.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct Answer {
  CorridorResult found;
  std::vector<CellId> corridor;
  PathResult result;
  std::vector<Point> path;
};

Answer ask(const ConvexMesh& mesh, MeshScratch& scratch, const Point& start, const Point& goal,
           const MeshSearchOptions& options = {}) {
  Answer answer;
  answer.corridor.resize(mesh.cell_count());
  answer.found = find_corridor(mesh, start, goal, options, scratch, answer.corridor);
  answer.corridor.resize(answer.found.count);
  answer.path.resize(max_path_points(mesh.cell_count()));
  answer.result = find_path(mesh, start, goal, options, scratch, answer.path);
  answer.path.resize(answer.result.count);
  return answer;
}

// What is wrong with a corridor, empty when nothing is.
std::string find_corridor_fault(const ConvexMesh& mesh, const Answer& answer, const Point& start) {
  if (answer.corridor.empty()) return "no corridor";
  if (!mesh.holds(answer.corridor.front(), start)) return "the corridor misses the start";
  const std::set<CellId> cells(answer.corridor.begin(), answer.corridor.end());
  if (cells.size() != answer.corridor.size()) return "a cell twice";
  std::vector<Portal> portals(mesh.cell_count());
  if (extract_portals(mesh, answer.corridor, portals).status != Status::ok) return "a gap";
  return {};
}

}  // namespace

TEST_CASE("mesh search: random maps against the visibility graph", "[mesh]") {
  for (Random& random : random_generators("mesh search")) {
    for (std::size_t i = 0; i < random_count(1500, 50000); ++i) {
      const Grid grid = make_random_map(random, random.chance(5) ? 40 : 12);
      const VisibilityGraph oracle(grid);
      const std::size_t kind = i % kMeshMakers.size();
      const ConvexMesh mesh = kMeshMakers[kind](grid);
      MeshScratch scratch(mesh);
      for (int k = 0; k < 12; ++k) {
        const LatticePoint from = random_place(random, grid);
        const LatticePoint to = random.chance(5) ? from : random_place(random, grid);
        const Point start = to_map_point(from);
        const Point goal = to_map_point(to);
        const auto length = static_cast<double>(oracle.find_length(from, to));
        const Answer answer = ask(mesh, scratch, start, goal);
        INFO(to_drawing(grid) << start.x() << " " << start.y() << " to " << goal.x() << " "
                              << goal.y());
        REQUIRE(answer.found.status == answer.result.status);
        if (!std::isfinite(length)) {
          const bool is_standing = mesh.locate(start) && mesh.locate(goal);
          REQUIRE(answer.found.status == (is_standing ? Status::no_path : Status::invalid_input));
          REQUIRE(answer.found.expanded == 0);
          REQUIRE(answer.corridor.empty());
          REQUIRE(answer.path.empty());
          continue;
        }
        REQUIRE(answer.found.status == Status::ok);
        REQUIRE(find_corridor_fault(mesh, answer, start).empty());
        REQUIRE(mesh.holds(answer.corridor.back(), goal));
        const PathCheck check = validate_path(grid, start, goal, answer.path);
        REQUIRE(check.fault == PathFault::none);
        REQUIRE(answer.result.length == path_length(answer.path));
        REQUIRE(answer.result.length >= length - 1e-9);
        // The mesh of the grid has no vertex in open space.
        if (kind == 0) REQUIRE(check.open_corners == 0);
      }
    }
  }
}

TEST_CASE("mesh search: partial corridors come nearer", "[mesh]") {
  for (Random& random : random_generators("mesh search partial")) {
    std::size_t partial = 0;
    for (std::size_t i = 0; i < random_count(400, 10000); ++i) {
      const Grid grid = make_random_map(random, 24);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      MeshScratch scratch(mesh);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      MeshSearchOptions options{PartialPath::nearest};
      if (random.chance(50)) options.expansion_limit = random.below(8);
      const Answer answer = ask(mesh, scratch, start, goal, options);
      REQUIRE(answer.found.expanded <= options.expansion_limit);
      if (answer.found.status == Status::ok || answer.found.status == Status::invalid_input) {
        continue;
      }
      REQUIRE(answer.found.status == answer.result.status);
      if (answer.found.status == Status::out_of_nodes) {
        REQUIRE(answer.found.expanded == options.expansion_limit);
      } else {
        REQUIRE(answer.found.status == Status::no_path);
        REQUIRE(ask(mesh, scratch, start, goal).found.status == Status::no_path);
      }
      if (options.expansion_limit == 0) {
        REQUIRE(answer.corridor.empty());
        continue;
      }
      ++partial;
      INFO(to_drawing(grid));
      REQUIRE(find_corridor_fault(mesh, answer, start).empty());
      const Point end = answer.path.back();
      REQUIRE(mesh.holds(answer.corridor.back(), end));
      REQUIRE(validate_path(grid, start, end, answer.path).fault == PathFault::none);
    }
    if (!is_small_share()) CHECK(partial > 0);
  }
}

TEST_CASE("mesh search: limits, capacity, no allocation", "[mesh]") {
  for (Random& random : random_generators("mesh search limits")) {
    for (std::size_t i = 0; i < random_count(150, 3000); ++i) {
      const Grid grid = make_random_map(random, 30);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      MeshScratch scratch(mesh);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const Answer whole = ask(mesh, scratch, start, goal);
      for (std::size_t room = 0; room <= whole.corridor.size() + 1; ++room) {
        GuardedBlock<CellId> block(room);
        const AllocationCounter counter;
        const CorridorResult part = find_corridor(mesh, start, goal, {}, scratch, block.room());
        REQUIRE(counter.count() == 0);
        REQUIRE(block.is_intact());
        const bool fits = room >= whole.corridor.size();
        REQUIRE(part.status == (fits ? whole.found.status : Status::truncated));
        REQUIRE(part.count == std::min(room, whole.corridor.size()));
        REQUIRE(std::equal(whole.corridor.begin(),
                           whole.corridor.begin() + static_cast<std::ptrdiff_t>(part.count),
                           block.room().begin()));
      }
      for (std::size_t room = 0; room <= whole.path.size() + 1; ++room) {
        GuardedBlock<Point> block(room);
        const AllocationCounter counter;
        const PathResult part =
            find_path(mesh, start, goal, MeshSearchOptions{}, scratch, block.room());
        REQUIRE(counter.count() == 0);
        REQUIRE(block.is_intact());
        REQUIRE(part.status ==
                (room >= whole.path.size() ? whole.result.status : Status::truncated));
        REQUIRE(part.count == std::min(room, whole.path.size()));
      }
      if (whole.found.status != Status::ok) continue;
      for (const std::size_t limit : {whole.found.expanded, whole.found.expanded - 1}) {
        MeshSearchOptions options;
        options.expansion_limit = limit;
        const Answer part = ask(mesh, scratch, start, goal, options);
        REQUIRE(part.found.status ==
                (limit < whole.found.expanded ? Status::out_of_nodes : Status::ok));
        REQUIRE(part.found.expanded == limit);
        REQUIRE(part.corridor.empty() == (limit < whole.found.expanded));
      }
    }
  }
}

TEST_CASE("mesh search: a scratch of another mesh that is too small", "[mesh]") {
  const Grid open(4, 4, TileState::walkable);
  const Grid board = draw_map(
      "...\n"
      ".@.\n"
      "...");
  const ConvexMesh small = build_mesh(open);
  const ConvexMesh large = build_mesh(board);
  MeshScratch scratch(small);
  REQUIRE(small.cell_count() < large.cell_count());
  CHECK(ask(large, scratch, {0.5F, 0.5F}, {2.5F, 2.5F}).found.status == Status::out_of_nodes);
  MeshScratch enough(large);
  CHECK(enough.memory_bytes() > scratch.memory_bytes());
  CHECK(ask(small, enough, {0.5F, 0.5F}, {2.5F, 2.5F}).path.size() == 2);
}

TEST_CASE("mesh search: MovingAI maps, near the optimum", "[movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const std::filesystem::path& file : find_maps(*folder)) {
    const std::string name = file.stem().string();
    INFO(name);
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    const ConvexMesh mesh = build_mesh(*grid.value);
    MeshScratch scratch(mesh);
    std::vector<Point> out(max_path_points(mesh.cell_count()));
    double sum = 0.0;
    std::size_t count = 0;
    std::size_t wrong = 0;
    const std::vector<Optimum> optima = load_optima(*folder / (name + ".optimal.csv"));
    for (std::size_t i = 0; i < optima.size(); i += query_step()) {
      const Optimum& query = optima[i];
      const Point start = center(query.start);
      const Point goal = center(query.goal);
      const PathResult found = find_path(mesh, start, goal, MeshSearchOptions{}, scratch, out);
      const PathCheck check =
          validate_path(*grid.value, start, goal, std::span(out).first(found.count));
      const bool is_right = found.status == Status::ok && check.fault == PathFault::none &&
                            check.open_corners == 0 && found.length >= query.any_angle - 1e-6;
      wrong += is_right ? 0U : 1U;
      if (query.any_angle <= 0.0) continue;
      sum += found.length / query.any_angle;
      ++count;
    }
    CHECK(wrong == 0);
    CHECK(sum / static_cast<double>(count) < 1.015);
  }
}
