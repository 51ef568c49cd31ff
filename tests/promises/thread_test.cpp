// Many threads query one map at once, each with its own scratch.
#include <atomic>
#include <bit>
#include <optional>
#include <thread>
#include <vector>

#include <taut/grid_path.hpp>
#include <taut/nearest.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct Query {
  Point start{0, 0};
  Point goal{0, 0};
};

std::uint64_t answer(const Grid& grid, const std::vector<Query>& queries) {
  GridScratch scratch(grid);
  std::vector<Point> out(2 * grid.tile_count() + 66);
  Hash hash;
  for (const Query& query : queries) {
    const PathResult found = find_path(grid, query.start, query.goal, {}, scratch, out);
    hash.add(static_cast<std::uint64_t>(found.status));
    for (std::size_t i = 0; i < found.count; ++i) {
      hash.add(std::uint64_t{std::bit_cast<std::uint32_t>(out[i].x())} << 32U |
               std::bit_cast<std::uint32_t>(out[i].y()));
    }
    const std::optional<Tile> near = find_nearest_walkable(grid, query.goal);
    hash.add(near ? grid.id(*near) : 0U);
  }
  return hash.value();
}

}  // namespace

TEST_CASE("threads: one map, many queries, the answers of one thread", "[threads]") {
  for (Random& random : random_generators("threads")) {
    for (std::size_t i = 0; i < random_count(32, 100); ++i) {
      Grid grid = make_random_map(random, 60);
      // Edits leave labels to be united that the queries will follow.
      for (int edit = 0; edit < 200; ++edit) {
        grid.set(Tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)},
                 random.chance(70) ? TileState::walkable : TileState::blocked);
      }
      std::vector<Query> queries;
      for (int k = 0; k < 150; ++k) {
        queries.push_back(
            {to_map_point(random_place(random, grid)), to_map_point(random_place(random, grid))});
      }
      const Grid& shared = grid;
      const std::uint64_t wanted = answer(shared, queries);
      std::atomic<int> wrong{0};
      std::vector<std::thread> threads;
      for (int k = 0; k < 4; ++k) {
        threads.emplace_back([&] {
          if (answer(shared, queries) != wanted) ++wrong;
        });
      }
      for (std::thread& thread : threads) thread.join();
      REQUIRE(wrong == 0);
    }
  }
}
