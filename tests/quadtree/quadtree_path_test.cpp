// Queries on quadtrees: rays, corridors, portals, smoothing and whole paths, against
// the grid of the same map and the oracles.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <taut/engine/funnel.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/search.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/grid.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/funnel_oracle.hpp"
#include "support/guarded_block.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr double kRounding = 1.0 + 1e-12;

// Leaves from start to goal, neighbours sharing an edge, none twice; empty when they are.
std::string find_leaf_fault(const Quadtree& tree, std::span<const LeafId> leaves,
                            const Point& start, const Point& goal) {
  if (leaves.empty()) return "no leaves";
  const auto holds = [&](LeafId id, const Point& p) {
    const TileRect t = tree.rect(id);
    return p.x >= static_cast<float>(t.x0) && p.x <= static_cast<float>(t.x1) &&
           p.y >= static_cast<float>(t.y0) && p.y <= static_cast<float>(t.y1);
  };
  for (const LeafId id : leaves) {
    if (!tree.is_leaf(id)) return "an id of no leaf";
  }
  if (!holds(leaves.front(), start)) return "the first leaf does not hold the start";
  if (!holds(leaves.back(), goal)) return "the last leaf does not hold the goal";
  for (std::size_t i = 1; i < leaves.size(); ++i) {
    const std::span<const LeafLink> links = tree.neighbors(leaves[i - 1]);
    if (std::none_of(links.begin(), links.end(),
                     [&](const LeafLink& link) { return link.to == leaves[i]; })) {
      return "leaves that share no edge";
    }
  }
  std::vector<LeafId> sorted(leaves.begin(), leaves.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return "a leaf twice";
  return {};
}

std::string describe(const Grid& grid, const Quadtree& tree, std::span<const LeafId> leaves,
                     const Point& start, const Point& goal) {
  std::ostringstream text;
  text << to_drawing(grid) << "leaves:";
  for (const LeafId id : leaves) {
    const TileRect t = tree.rect(id);
    text << "  " << t.x0 << "," << t.y0 << "-" << t.x1 << "," << t.y1;
  }
  text << "\nstart " << start.x << " " << start.y << ", goal " << goal.x << " " << goal.y;
  return text.str();
}

LatticeCorridor lattice_corridor(const Point& start, const Point& goal,
                                 std::span<const Portal> portals) {
  LatticeCorridor out{to_lattice(start), to_lattice(goal), {}};
  for (const Portal& portal : portals) {
    out.portals.push_back({to_lattice(portal.left), to_lattice(portal.right)});
  }
  return out;
}

// A query on a tree, and the corridor found for it.
struct Solved {
  const Grid& grid;
  const Quadtree& tree;
  Point start;
  Point goal;
  std::vector<LeafId> leaves;

  void fail(const std::string& fault) const {
    FAIL(fault << "\n" << describe(grid, tree, leaves, start, goal));
  }
};

// Solved exactly when the grid's search solves it.
Status wanted_status(const Grid& grid, const Point& start, const Point& goal) {
  const std::vector<Tile> firsts = find_tiles_at(grid, start);
  const std::vector<Tile> lasts = find_tiles_at(grid, goal);
  if (firsts.empty() || lasts.empty()) return Status::invalid_input;
  for (const Tile& first : firsts) {
    for (const Tile& last : lasts) {
      if (grid.is_connected(first, last)) return Status::ok;
    }
  }
  return Status::no_path;
}

// The portals of a corridor of leaves, with rectangles (extract_portals) or without
// (extract_edges), validated.
template <class Extract>
std::vector<Portal> valid_portals(const Solved& query, std::span<const LeafId> leaves,
                                  const Extract& extract) {
  std::vector<Portal> portals(max_edge_portals(leaves.size()));
  const Result made = extract(query.tree, leaves, portals);
  REQUIRE(made.status == Status::ok);
  portals.resize(made.count);
  const PortalCheck check = validate_portals(query.grid, query.start, query.goal, portals);
  if (check.fault != PortalFault::none) query.fail(to_string(check.fault));
  return portals;
}

std::vector<Point> valid_path(const Solved& query, std::span<const Portal> portals) {
  std::vector<Point> path(max_path_points(portals.size()));
  path.resize(string_pull(query.start, query.goal, portals, path).count);
  const PathCheck check = validate_path(query.grid, query.start, query.goal, path);
  if (check.fault != PathFault::none) query.fail(to_string(check.fault));
  return path;
}

const auto kWithRectangles = [](const Quadtree& tree, std::span<const LeafId> leaves,
                                std::span<Portal> out) {
  return extract_portals(tree, leaves, out);
};
const auto kWithoutRectangles = [](const Quadtree& tree, std::span<const LeafId> leaves,
                                   std::span<Portal> out) {
  return extract_edges(tree, leaves, out);
};

// The path of a corridor: the shortest through its portals, and never longer than without
// rectangles.
std::vector<Point> pull_and_check(const Solved& query) {
  const std::vector<Portal> portals = valid_portals(query, query.leaves, kWithRectangles);
  const std::vector<Portal> edges = valid_portals(query, query.leaves, kWithoutRectangles);
  REQUIRE(edges.size() + 1 == query.leaves.size());
  std::vector<Point> path = valid_path(query, portals);
  if (portals.size() < 7) {
    const auto shortest =
        find_shortest_by_force(lattice_corridor(query.start, query.goal, portals));
    REQUIRE(std::abs(path_length(path) * 1024.0 - static_cast<double>(lattice_length(shortest))) <
            1e-3);
  }
  std::vector<Point> edge_path(max_path_points(edges.size()));
  edge_path.resize(string_pull(query.start, query.goal, edges, edge_path).count);
  REQUIRE(path_length(path) <= path_length(edge_path) * kRounding);
  return path;
}

// The path after smoothing: through a valid corridor, and no longer than before.
std::vector<Point> smooth_and_check(const Solved& query, std::span<const Point> path) {
  std::vector<Point> work(max_smoothing_points(path.size()));
  std::vector<LeafId> smoothed(2 * query.tree.leaf_ids() + 64);
  const Result mended = smooth_corridor(query.tree, path, work, smoothed);
  if (mended.status != Status::ok) query.fail(to_string(mended.status));
  smoothed.resize(mended.count);
  const std::string fault = find_leaf_fault(query.tree, smoothed, query.start, query.goal);
  if (!fault.empty()) query.fail("after smoothing " + fault);
  std::vector<Point> taut_path = valid_path(query, valid_portals(query, smoothed, kWithRectangles));
  REQUIRE(path_length(taut_path) <= path_length(path) * kRounding);
  return taut_path;
}

}  // namespace

TEST_CASE("Quadtree: rays see what rays on the grid see", "[quadtree][raycast]") {
  for (Random& random : random_generators("quadtree raycast")) {
    std::size_t visible = 0;
    for (std::size_t i = 0; i < random_count(3000, 40000); ++i) {
      const Grid grid = make_random_map(random, random.chance(80) ? 20 : 60);
      const Quadtree tree(grid.bits());
      for (int k = 0; k < 30; ++k) {
        const Point from = to_map_point(random_place(random, grid));
        const Point to = to_map_point(random_place(random, grid));
        const RaycastResult wanted = raycast(grid, from, to);
        GuardedBlock<LeafId> room(max_ray_cells(from, to));
        const LeafRaycastResult found = raycast(tree, from, to, room.room());
        REQUIRE(room.is_intact());
        REQUIRE(found.status == wanted.status);
        const std::span<const LeafId> leaves = room.room().first(found.count);
        if (found.is_visible != wanted.is_visible || found.end != wanted.end ||
            (!found.is_visible && found.status == Status::ok && grid.is_walkable(found.blocker))) {
          FAIL("other ray\n" << describe(grid, tree, leaves, from, to));
        }
        REQUIRE(is_visible(tree, from, to) == wanted.is_visible);
        if (!found.is_visible) continue;
        ++visible;
        // The first leaf may be another one than that of the tile the start is said to stand on.
        const std::string fault = find_leaf_fault(tree, leaves, from, to);
        if (!fault.empty()) FAIL(fault << "\n" << describe(grid, tree, leaves, from, to));
        // Too small rooms hold the first leaves.
        if (found.count == 0) continue;
        const std::size_t capacity = random.below(found.count);
        GuardedBlock<LeafId> less(capacity);
        const LeafRaycastResult part = raycast(tree, from, to, less.room());
        REQUIRE(less.is_intact());
        REQUIRE(part.status == Status::truncated);
        REQUIRE(part.count == capacity);
        REQUIRE(std::equal(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(capacity),
                           less.room().begin()));
      }
    }
    if (!is_small_share()) CHECK(visible > 0);
  }
}

TEST_CASE("Quadtree: corridors, portals, paths and smoothing on random maps",
          "[quadtree][search]") {
  for (Random& random : random_generators("quadtree paths")) {
    std::size_t solved = 0;
    double before_smoothing = 0.0;
    double after_smoothing = 0.0;
    for (std::size_t i = 0; i < random_count(4000, 40000); ++i) {
      const Grid grid = make_random_map(random, random.chance(70) ? 16 : 60);
      if (grid.walkable_count() == 0) continue;
      const Quadtree tree(grid.bits());
      QuadtreeScratch scratch(tree);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      std::vector<LeafId> leaves(tree.leaf_ids());
      const CorridorResult found = find_corridor(tree, start, goal, {}, scratch, leaves);
      REQUIRE(found.status == wanted_status(grid, start, goal));
      leaves.resize(found.count);
      if (found.status != Status::ok) {
        REQUIRE(found.count == 0);
        continue;
      }
      ++solved;
      const Solved query{grid, tree, start, goal, std::move(leaves)};
      const std::string fault = find_leaf_fault(tree, query.leaves, start, goal);
      if (!fault.empty()) query.fail(fault);
      const std::vector<Point> path = pull_and_check(query);
      before_smoothing += path_length(path);
      after_smoothing += path_length(smooth_and_check(query, path));
    }
    if (!is_small_share()) CHECK(solved > 0);
    CHECK(after_smoothing <= before_smoothing);
  }
}

// Every smaller room holds the first points of the path.
void check_smaller_rooms(const Quadtree& tree, const QuadtreePathOptions& options,
                         std::span<const Point> path, QuadtreeScratch& scratch) {
  for (std::size_t n = 0; n < path.size(); ++n) {
    GuardedBlock<Point> room(n);
    const PathResult part =
        find_path(tree, path.front(), path.back(), options, scratch, room.room());
    REQUIRE(room.is_intact());
    REQUIRE(part.status == Status::truncated);
    REQUIRE(part.count == n);
    REQUIRE(std::equal(room.room().begin(), room.room().end(), path.begin()));
  }
}

TEST_CASE("Quadtree: find_path is its stages, and is never shorter than the optimum",
          "[quadtree][path]") {
  for (Random& random : random_generators("quadtree find_path")) {
    for (std::size_t i = 0; i < random_count(250, 4000); ++i) {
      const Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      const Quadtree tree(grid.bits());
      QuadtreeScratch scratch(tree);
      const VisibilityGraph optimum(grid);
      for (int k = 0; k < 4; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        std::vector<LeafId> leaves(tree.leaf_ids());
        const CorridorResult corridor = find_corridor(tree, start, goal, {}, scratch, leaves);
        leaves.resize(corridor.count);
        std::vector<Portal> portals(max_edge_portals(leaves.size()));
        portals.resize(extract_portals(tree, leaves, portals).count);
        for (const Smoothing smoothing : {Smoothing::none, Smoothing::raycast}) {
          for (const Pull pull :
               {Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast, Pull::none}) {
            QuadtreePathOptions options;
            options.pull = pull;
            options.smoothing = smoothing;
            GuardedBlock<Point> room(4 * tree.leaf_ids() + 66);
            const PathResult found = find_path(tree, start, goal, options, scratch, room.room());
            REQUIRE(room.is_intact());
            REQUIRE(found.status == corridor.status);
            if (found.status != Status::ok) {
              REQUIRE(found.count == 0);
              continue;
            }
            const std::span<const Point> path = room.room().first(found.count);
            REQUIRE(found.length == path_length(path));
            const PathCheck check = validate_path(grid, start, goal, path);
            // The published funnel may be wrong at portals that lie along one line.
            if (pull != Pull::simple && check.fault != PathFault::none) {
              FAIL(to_string(check.fault) << " pull " << static_cast<int>(pull) << "\n"
                                          << describe(grid, tree, leaves, start, goal));
            }
            if (pull == Pull::funnel) {
              const long double shortest = optimum.find_length(to_lattice(start), to_lattice(goal));
              REQUIRE(found.length >= static_cast<double>(shortest) * (1.0 - 1e-9));
            }
            if (smoothing == Smoothing::none) {
              std::vector<Point> staged(2 * leaves.size() + 2);
              const Result pulled = pull_corridor(tree, start, goal, leaves, portals, pull, staged);
              REQUIRE(pulled.count == found.count);
              REQUIRE(std::equal(path.begin(), path.end(), staged.begin()));
            }
            check_smaller_rooms(tree, options, path, scratch);
          }
        }
      }
    }
  }
}

TEST_CASE("Quadtree: partial paths, limits and scratch that is too small", "[quadtree][path]") {
  for (Random& random : random_generators("quadtree partial")) {
    std::size_t unreachable = 0;
    for (std::size_t i = 0; i < random_count(1500, 15000); ++i) {
      const Grid grid = make_random_map(random, 30);
      if (grid.walkable_count() == 0) continue;
      const Quadtree tree(grid.bits());
      QuadtreeScratch scratch(tree);
      const Point start = center(random_walkable_tile(random, grid));
      const Point goal = center(random_walkable_tile(random, grid));
      QuadtreePathOptions options;
      options.search.partial = PartialPath::nearest;
      if (random.chance(50)) options.search.expansion_limit = random.below(8);
      std::vector<Point> path(4 * tree.leaf_ids() + 66);
      const PathResult found = find_path(tree, start, goal, options, scratch, path);
      path.resize(found.count);
      REQUIRE(found.expanded <= options.search.expansion_limit);
      if (found.status == Status::ok) continue;
      const bool is_connected = grid.is_connected(*grid.locate(start), *grid.locate(goal));
      REQUIRE((found.status == Status::out_of_nodes || !is_connected));
      if (options.search.expansion_limit == 0) {
        REQUIRE(found.status == Status::out_of_nodes);
        REQUIRE(found.count == 0);
        continue;
      }
      ++unreachable;
      REQUIRE(found.count > 0);
      REQUIRE(validate_path(grid, start, path.back(), path).fault == PathFault::none);
      REQUIRE(distance(path.back(), goal) <= distance(start, goal));
      // Without the wish for a part, nothing.
      options.search.partial = PartialPath::none;
      const PathResult none = find_path(tree, start, goal, options, scratch, path);
      REQUIRE(none.count == 0);
      REQUIRE(none.status == (is_connected ? Status::out_of_nodes : Status::no_path));
    }
    if (!is_small_share()) CHECK(unreachable > 0);
  }
  Quadtree tree = Quadtree::from_predicate(64, 64, [](int, int) { return true; });
  QuadtreeScratch scratch(tree);
  std::vector<Point> path(100);
  CHECK(find_path(tree, {1, 1}, {60, 60}, {}, scratch, path).status == Status::ok);
  tree.set(Tile{30, 30}, TileState::blocked);
  CHECK(find_path(tree, {1, 1}, {60, 60}, {}, scratch, path).status == Status::out_of_nodes);
  scratch.fit(tree);
  CHECK(find_path(tree, {1, 1}, {60, 60}, {}, scratch, path).status == Status::ok);
}

TEST_CASE("Quadtree: corridors that cannot be are refused", "[quadtree][portals]") {
  const Quadtree tree =
      Quadtree::from_predicate(8, 8, [](int x, int y) { return x != 4 || y == 7; });
  std::array<Portal, 8> portals;
  const LeafId left = tree.find_leaf({0, 0});
  const LeafId right = tree.find_leaf({6, 0});
  const std::array<LeafId, 2> apart{left, right};
  CHECK(extract_portals(tree, apart, portals).status == Status::invalid_input);
  CHECK(extract_edges(tree, apart, portals).status == Status::invalid_input);
  const std::array<LeafId, 1> unknown{static_cast<LeafId>(tree.leaf_ids())};
  CHECK(extract_portals(tree, unknown, portals).status == Status::invalid_input);
  CHECK(extract_portals(tree, {}, portals).count == 0);
  const std::array<Point, 2> through_wall{Point{1, 1}, Point{7, 1}};
  std::array<LeafId, 64> leaves;
  CHECK(extract_corridor(tree, through_wall, leaves).status == Status::invalid_input);
}

TEST_CASE("Quadtree: leaves in a row that make a rectangle have no portal inside it",
          "[quadtree][portals]") {
  // Two leaves of 4 x 4 above a wall are one cell; the leaf of 8 x 8 beside them meets both.
  const Quadtree tree = Quadtree::from_predicate(16, 8, [](int x, int) { return x >= 8 || x < 4; });
  const std::array<LeafId, 2> column{tree.find_leaf({0, 0}), tree.find_leaf({0, 4})};
  std::array<Portal, 4> portals;
  CHECK(extract_portals(tree, column, portals).count == 0);
  CHECK(extract_edges(tree, column, portals).count == 1);
}

TEST_CASE("Quadtree: no query allocates", "[quadtree][allocation]") {
  for (Random& random : random_generators("quadtree allocation")) {
    std::size_t used = 0;
    for (std::size_t i = 0; i < random_count(300, 3000); ++i) {
      const Grid grid = make_random_map(random, 40);
      if (grid.walkable_count() == 0) continue;
      const Quadtree tree(grid.bits());
      QuadtreeScratch scratch(tree);
      std::vector<Point> path(4 * tree.leaf_ids() + 66);
      std::vector<LeafId> leaves(4 * tree.leaf_ids() + 66);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const AllocationCounter counter;
      for (const Smoothing smoothing : {Smoothing::none, Smoothing::raycast}) {
        for (const PartialPath partial : {PartialPath::none, PartialPath::nearest}) {
          QuadtreePathOptions options;
          options.smoothing = smoothing;
          options.search.partial = partial;
          used += find_path(tree, start, goal, options, scratch, path).count;
        }
      }
      used += raycast(tree, start, goal, leaves).count;
      used += tree.locate(goal) ? 1 : 0;
      REQUIRE(counter.count() == 0);
    }
    CHECK((is_small_share() || used > 0));
  }
}
