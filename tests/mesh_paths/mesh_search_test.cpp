// A* over mesh cells: valid corridors and paths, limits, steps. How long its paths are:
// mesh_search_length_test.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <taut/engine/mesh_search.hpp>
#include <taut/engine/validate.hpp>

#include "core/mesh_paths/mesh_search_state.hpp"
#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/guarded_block.hpp"
#include "support/mesh_makers.hpp"
#include "support/mesh_shapes.hpp"
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

Answer run_query(const ConvexMesh& mesh, MeshScratch& scratch, const Point& start,
                 const Point& goal, const MeshSearchOptions& options = {}) {
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

// Whether a cell of the goal can be reached from one of the start by edges that are open.
bool is_reachable(const ConvexMesh& mesh, const Point& start, const Point& goal,
                  const std::set<EdgeId>& closed) {
  std::set<CellId> seen;
  std::vector<CellId> open;
  const auto see = [&](CellId cell) {
    if (seen.insert(cell).second) open.push_back(cell);
  };
  for (CellId cell = 0; cell < mesh.cell_count(); ++cell) {
    if (mesh.holds(cell, start)) see(cell);
  }
  while (!open.empty()) {
    const CellId cell = open.back();
    open.pop_back();
    if (mesh.holds(cell, goal)) return true;
    const EdgeId first = mesh.first_edge(cell);
    for (EdgeId edge = first; edge < first + mesh.edges(cell).size(); ++edge) {
      const MeshEdge& gap = mesh.edge(edge);
      if (gap.is_wall() || closed.contains(edge) || closed.contains(gap.twin())) continue;
      see(mesh.cell_of(gap.twin()));
    }
  }
  return false;
}

}  // namespace

TEST_CASE("mesh search: past closed edges, in both directions", "[mesh]") {
  std::size_t found = 0;
  std::size_t none = 0;
  for (Random& random : random_generators("closed edges")) {
    for (std::size_t i = 0; i < random_count(1000, 30000); ++i) {
      const Grid grid = make_random_map(random, 16);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      if (grid.walkable_count() == 0) continue;
      MeshScratch scratch(mesh);
      std::set<EdgeId> closed;
      for (std::size_t k = random.below(1 + mesh.edge_count() / 3); k > 0; --k) {
        closed.insert(static_cast<EdgeId>(random.below(mesh.edge_count())));
      }
      const std::vector<EdgeId> list(closed.begin(), closed.end());
      for (int k = 0; k < 6; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        Answer answer;
        answer.path.resize(max_path_points(mesh.cell_count()));
        answer.result = detail::find_path_past(mesh, start, goal, list, scratch, answer.path);
        INFO(to_drawing(grid) << ": " << start << " to " << goal << ", " << list.size());
        const bool is_found = answer.result.status == Status::ok;
        REQUIRE(is_found == is_reachable(mesh, start, goal, closed));
        ++(is_found ? found : none);
        if (!is_found) continue;
        answer.corridor.resize(mesh.cell_count());
        answer.corridor.resize(extract_corridor(mesh, scratch, answer.corridor).count);
        REQUIRE(find_corridor_fault(mesh, answer, start) == "");
        for (std::size_t c = 1; c < answer.corridor.size(); ++c) {
          const EdgeId first = mesh.first_edge(answer.corridor[c - 1]);
          bool is_open = false;
          for (EdgeId edge = first; edge < mesh.first_edge(answer.corridor[c - 1]) +
                                               mesh.edges(answer.corridor[c - 1]).size();
               ++edge) {
            const MeshEdge& gap = mesh.edge(edge);
            is_open =
                is_open || (!gap.is_wall() && mesh.cell_of(gap.twin()) == answer.corridor[c] &&
                            !closed.contains(edge) && !closed.contains(gap.twin()));
          }
          REQUIRE(is_open);
        }
      }
    }
  }
  CHECK((found > 100 || is_small_share()));
  CHECK((none > 100 || is_small_share()));
}

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
        const Answer answer = run_query(mesh, scratch, start, goal);
        INFO(to_drawing(grid) << start.x << " " << start.y << " to " << goal.x << " " << goal.y);
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
      const Answer answer = run_query(mesh, scratch, start, goal, options);
      REQUIRE(answer.found.expanded <= options.expansion_limit);
      if (answer.found.status == Status::ok || answer.found.status == Status::invalid_input) {
        continue;
      }
      REQUIRE(answer.found.status == answer.result.status);
      if (answer.found.status == Status::out_of_nodes) {
        REQUIRE(answer.found.expanded == options.expansion_limit);
      } else {
        REQUIRE(answer.found.status == Status::no_path);
        REQUIRE(run_query(mesh, scratch, start, goal).found.status == Status::no_path);
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
      const Answer whole = run_query(mesh, scratch, start, goal);
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
        const Answer part = run_query(mesh, scratch, start, goal, options);
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
  CHECK(run_query(large, scratch, {0.5F, 0.5F}, {2.5F, 2.5F}).found.status == Status::out_of_nodes);
  MeshScratch enough(large);
  CHECK(enough.memory_bytes() > scratch.memory_bytes());
  CHECK(run_query(small, enough, {0.5F, 0.5F}, {2.5F, 2.5F}).path.size() == 2);
}

TEST_CASE("mesh search: in steps of any size the same", "[mesh]") {
  for (Random& random : random_generators("mesh search steps")) {
    std::size_t stops = 0;
    for (std::size_t i = 0; i < random_count(400, 10000); ++i) {
      const Grid grid = make_random_map(random, 30);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      MeshScratch scratch(mesh);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      MeshSearchOptions options;
      if (random.chance(50)) options.partial = PartialPath::nearest;
      if (random.chance(30)) options.expansion_limit = random.below(20);
      std::vector<CellId> whole(mesh.cell_count());
      const CorridorResult found = find_corridor(mesh, start, goal, options, scratch, whole);
      const std::size_t step = 1 + random.below(5);

      std::vector<CellId> parts(mesh.cell_count());
      options.budget = step;
      CorridorResult same = find_corridor(mesh, start, goal, options, scratch, parts);
      while (same.status == Status::unfinished) {
        ++stops;
        same = find_corridor(mesh, start, goal, options, scratch, parts);
      }
      REQUIRE(same.status == found.status);
      REQUIRE(same.count == found.count);
      REQUIRE(same.cost == found.cost);
      REQUIRE(same.expanded == found.expanded);
      REQUIRE(parts == whole);
    }
    if (!is_small_share()) CHECK(stops > 0);
  }
}

TEST_CASE("mesh search: expanded edges are counted, costs reach the goal", "[mesh]") {
  for (Random& random : random_generators("mesh search expanded")) {
    for (std::size_t i = 0; i < random_count(400, 10000); ++i) {
      const Grid grid = make_random_map(random, 40);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      MeshScratch scratch(mesh);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const Answer answer = run_query(mesh, scratch, start, goal);
      if (answer.found.status != Status::ok) continue;
      std::size_t edges = 0;
      mesh.for_each_cell([&](CellId cell) {
        for (EdgeId edge = mesh.first_edge(cell);
             edge < mesh.first_edge(cell) + mesh.edges(cell).size(); ++edge) {
          edges += scratch.is_expanded(edge) ? 1U : 0U;
        }
      });
      REQUIRE(answer.found.expanded == edges + 1);
      REQUIRE(answer.found.cost >= distance(start, goal) * (1.0 - 1e-5));
    }
  }
}

TEST_CASE("mesh search: one scratch for a mesh that is edited", "[mesh]") {
  for (Random& random : random_generators("mesh search edits")) {
    for (std::size_t i = 0; i < random_count(60, 1000); ++i) {
      Grid grid = make_random_map(random, 24);
      ConvexMesh mesh = build_mesh(grid);
      MeshScratch scratch(mesh);
      for (int k = 0; k < 20; ++k) {
        const int x = static_cast<int>(random.below(static_cast<std::size_t>(grid.width())));
        const int y = static_cast<int>(random.below(static_cast<std::size_t>(grid.height())));
        const TileRect tiles{x, y, x + 1, y + 1};
        const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
        grid.set(tiles, state);
        edit_mesh(grid, tiles, mesh);
        scratch.fit(mesh);
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        const Answer answer = run_query(mesh, scratch, start, goal);
        MeshScratch fresh(mesh);
        REQUIRE(run_query(mesh, fresh, start, goal).path == answer.path);
        if (answer.found.status != Status::ok) continue;
        REQUIRE(validate_path(grid, start, goal, answer.path).fault == PathFault::none);
      }
    }
  }
}
