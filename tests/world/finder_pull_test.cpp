// A Finder with another pull than the funnel.
#include <taut/engine/grid_path.hpp>
#include <taut/engine/mesh_path.hpp>
#include <taut/engine/midpoints.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/simple_funnel.hpp>
#include <taut/engine/validate.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <array>
#include <vector>

#include "support/catch.hpp"
#include "support/funnel_oracle.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::array kMethods{Method::best, Method::optimal, Method::over_cells,
                              Method::over_leaves, Method::over_tiles};
constexpr std::array kOthers{Pull::simple, Pull::midpoint, Pull::raycast, Pull::none};

std::vector<Point> points_of(const FoundPath& found) {
  return {found.points.begin(), found.points.end()};
}

// By the functions of the maps; over the mesh through the corridor of the finder's last path.
std::vector<Point> pull_apart(const World& world, Finder& finder, const Point& start,
                              const Point& goal, Method method, Pull pull) {
  std::vector<Point> out(2 * max_path_points(world.grid()) + 4 * world.mesh().cell_ids());
  if (method == Method::over_tiles) {
    GridScratch scratch(world.grid());
    const GridPathOptions options{{}, pull, Repair::none};
    out.resize(find_path(world.grid(), start, goal, options, scratch, out).count);
    return out;
  }
  if (method == Method::over_leaves) {
    QuadtreeScratch scratch(*world.quadtree());
    const QuadtreePathOptions options{{}, pull, Repair::none};
    out.resize(find_path(*world.quadtree(), start, goal, options, scratch, out).count);
    return out;
  }
  std::vector<CellId> corridor(max_corridor_cells(world.mesh()));
  corridor.resize(finder.extract_corridor(corridor).count);
  std::vector<Portal> portals(max_edge_portals(corridor.size()));
  portals.resize(extract_portals(world.mesh(), corridor, portals).count);
  Result pulled;
  if (pull == Pull::simple) pulled = simple_funnel_canonical(start, goal, portals, out);
  if (pull == Pull::raycast) pulled = midpoint_raycast(world.grid(), start, goal, portals, out);
  if (pull == Pull::none) {
    pulled = join_centers(world.mesh(), start, goal, corridor, portals, out);
  }
  if (pull == Pull::midpoint) {
    std::vector<Point> places{start};
    for (const Portal& portal : portals) places.push_back(midpoint(portal));
    places.push_back(goal);
    return to_canonical(places);
  }
  out.resize(pulled.count);
  return out;
}

FoundPath find_by_slices(Finder& finder, const Point& start, const Point& goal,
                         const FindOptions& options) {
  finder.begin(start, goal, options);
  for (;;) {
    if (const std::optional<FoundPath> found = finder.advance(3)) return *found;
  }
}

// Compares the pulls of one query. Returns how many paths there were.
std::size_t check_pulls(const World& world, Finder& finder, const Point& start, const Point& goal) {
  std::size_t paths = 0;
  const FoundPath shortest = finder.find(start, goal, {{}, Method::optimal});
  const double least = shortest.length;
  const Status status = shortest.status;
  for (const Method method : kMethods) {
    for (const Pull pull : kOthers) {
      FindOptions options;
      options.method = method;
      options.pull = pull;
      const FoundPath found = finder.find(start, goal, options);
      INFO(to_drawing(world.grid())
           << start.x << " " << start.y << " to " << goal.x << " " << goal.y << ", method "
           << static_cast<int>(method) << ", pull " << static_cast<int>(pull));
      REQUIRE(found.status == status);
      if (!found) continue;
      ++paths;
      const std::vector<Point> points = points_of(found);
      REQUIRE(points == pull_apart(world, finder, start, goal, found.method, pull));
      REQUIRE(points.front() == start);
      REQUIRE(points.back() == goal);
      REQUIRE(found.length == path_length(points));
      REQUIRE(found.cost == found.length);
      if (pull != Pull::simple) {
        REQUIRE(validate_path(world.grid(), start, goal, points).fault == PathFault::none);
        REQUIRE(found.length >= least * (1.0 - 1e-9));
      }
      REQUIRE(points_of(find_by_slices(finder, start, goal, options)) == points);
    }
  }
  return paths;
}

}  // namespace

TEST_CASE("Finder: other pulls are those of the corridor that was found, without repair") {
  std::size_t paths = 0;
  for (Random& random : random_generators("finder pulls")) {
    for (std::size_t i = random_count(60, 2'000); i > 0; --i) {
      World world(make_random_map(random, 20));
      world.prepare(Method::over_leaves);
      Finder finder(world);
      for (int edit = 0; edit < 5; ++edit) {
        const Point start = to_map_point(random_place(random, world.grid()));
        const Point goal = to_map_point(random_place(random, world.grid()));
        paths += check_pulls(world, finder, start, goal);
        const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
        world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
      }
    }
  }
  CHECK((is_small_share() || paths > 0));
}

TEST_CASE("Finder: other pulls than the funnel are for points without terrain costs") {
  World world(Grid(9, 9, TileState::walkable));
  world.prepare(Agent::square(0.5));
  Finder finder(world);
  FindOptions options;
  for (const Pull pull : kOthers) {
    options.pull = pull;
    for (const Agent& agent : {Agent::disc(0.3), Agent::disc(0.8), Agent::square(0.5)}) {
      options.agent = agent;
      const FoundPath found = finder.find({1.5F, 1.5F}, {7.5F, 6.5F}, options);
      CHECK(found.status == Status::invalid_input);
      CHECK(found.reason == Reason::bad_options);
    }
    options.agent = {};
    CHECK(finder.find({1.5F, 1.5F}, {7.5F, 6.5F}, options));
  }
  world.set_cost({3, 3, 5, 5}, 3.0F);
  CHECK(finder.find({1.5F, 1.5F}, {7.5F, 6.5F}, options).reason == Reason::terrain);
  options.method = Method::over_tiles;
  CHECK(finder.find({1.5F, 1.5F}, {7.5F, 6.5F}, options).reason == Reason::terrain);
}
