// No query takes anything from the heap.
#include <array>
#include <new>
#include <vector>

#include <taut/funnel.hpp>
#include <taut/grid_path.hpp>
#include <taut/midpoints.hpp>
#include <taut/nearest.hpp>
#include <taut/raycast.hpp>
#include <taut/simple_funnel.hpp>
#include <taut/tile_portals.hpp>
#include <taut/validate.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("the allocation counter counts", "[allocation]") {
  const AllocationCounter counter;
  // Direct calls: a compiler may leave out new-expressions and what allocators do.
  void* const one = ::operator new(1);
  void* const two = ::operator new(100);
  CHECK(counter.count() == 2);
  ::operator delete(one);
  ::operator delete(two);
}

TEST_CASE("no query allocates", "[allocation]") {
  for (Random& random : random_generators("allocation")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(900, 5000); ++i) {
      const Grid grid = make_random_map(random, 40);
      if (grid.walkable_count() == 0) continue;
      // Too few places in the open list, so that it overflows in half of the searches.
      GridScratch scratch(grid);
      SearchScratch small(grid.tile_count(), 16);
      std::vector<TileId> tiles(4 * grid.tile_count() + 64);
      std::vector<Portal> portals(max_portals(tiles.size()));
      std::vector<Point> path(max_path_points(portals.size()));
      std::vector<Point> other(max_path_points(portals.size()));
      std::vector<Point> work(max_repair_points(path.size()));
      const Tile start = random_walkable_tile(random, grid);
      const Tile goal = random_walkable_tile(random, grid);
      const Point from = center(start);
      const Point to = center(goal);
      const Point place = to_map_point(random_place(random, grid));

      // Every verb, in one go; their results are judged elsewhere.
      const AllocationCounter counter;
      std::size_t used = 0;
      for (SearchScratch* search : {&scratch.search, &small}) {
        const GridSearchOptions options{DiagonalRule::only_if_no_obstacles, PartialPath::nearest,
                                        kNoExpansionLimit};
        const CorridorResult corridor =
            find_corridor(grid, center(start), center(goal), options, *search, tiles);
        const std::span<const TileId> ids = std::span(tiles).first(corridor.count);
        const Result made = extract_portals(grid, ids, portals);
        const std::span<const Portal> gates = std::span(portals).first(made.count);
        const Point end = center(grid.tile(ids.back()));
        const Result pulled = string_pull(from, end, gates, path);
        const std::span<const Point> points = std::span(path).first(pulled.count);
        used += simple_funnel(from, end, gates, other).count;
        used += portal_midpoints(from, end, gates, other).count;
        used += remove_redundant_points(other, other).count;
        used += midpoint_raycast(grid, from, end, gates, other).count;
        used += validate_path(grid, from, end, points).corners;
        used += validate_portals(grid, from, end, gates).at;
        used += extract_corridor(grid, points, tiles).count;
        used += repair_corridor(grid, points, work, tiles).count;
      }
      used += raycast(grid, from, to, tiles).count;
      used += is_visible(grid, from, place) ? 1 : 0;
      used += find_nearest_walkable(grid, place) ? 1 : 0;
      used += grid.locate(place) ? 1 : 0;
      used += grid.is_connected(start, goal) ? 1 : 0;
      for (const Repair repair : {Repair::none, Repair::raycast}) {
        for (const Pull pull :
             {Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast, Pull::none}) {
          GridPathOptions options;
          options.pull = pull;
          options.repair = repair;
          const PathResult found = find_path(grid, from, to, options, scratch, path);
          solved += found.status == Status::ok ? 1 : 0;
        }
      }
      const std::size_t taken = counter.count();
      if (taken != 0) FAIL(taken << " allocations\n" << to_drawing(grid));
      REQUIRE(used > 0);
    }
    CHECK(solved > 0);
  }
}
