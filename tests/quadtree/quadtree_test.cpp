// Quadtree: leaves, neighbours, components, costs and edits against the plain cut.
#include <algorithm>
#include <vector>

#include <taut/engine/quadtree.hpp>

#include "support/catch.hpp"
#include "support/quadtree_oracle.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

TileRect random_rect(Random& random, int width, int height, int reach) {
  const int x = random.between(-reach, width);
  const int y = random.between(-reach, height);
  return {x, y, x + random.between(0, reach), y + random.between(0, reach)};
}

// The cheapest way from leaf to leaf when each step costs one.
std::size_t count_reachable(const Quadtree& tree, LeafId from) {
  std::vector<LeafId> queue{from};
  std::vector<bool> is_known(tree.leaf_ids(), false);
  is_known[from] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const LeafLink& link : tree.neighbors(queue[i])) {
      if (is_known[link.to]) continue;
      is_known[link.to] = true;
      queue.push_back(link.to);
    }
  }
  return queue.size();
}

}  // namespace

TEST_CASE("Quadtree: random maps against the plain cut", "[quadtree]") {
  for (Random& random : random_generators("quadtree")) {
    for (std::size_t i = 0; i < random_count(2000, 20000); ++i) {
      const Grid grid = make_random_map(random, random.chance(90) ? 40 : 140);
      const Quadtree tree(grid.bits());
      const std::string fault = find_tree_fault(tree, grid);
      if (!fault.empty()) {
        FAIL(fault << "\n" << to_drawing(grid));
      }
      REQUIRE(tree.revision() == 0);
      const Quadtree same = Quadtree::from_predicate(
          grid.width(), grid.height(), [&](int x, int y) { return grid.is_walkable(x, y); });
      REQUIRE(find_tree_fault(same, grid).empty());
    }
  }
}

TEST_CASE("Quadtree: ids of a fresh tree are dense, and the neighbours reach each component",
          "[quadtree]") {
  for (Random& random : random_generators("quadtree ids")) {
    for (std::size_t i = 0; i < random_count(300, 3000); ++i) {
      const Grid grid = make_random_map(random, 60);
      const Quadtree tree(grid.bits());
      REQUIRE(tree.leaf_ids() == tree.leaf_count());
      if (tree.leaf_count() == 0) continue;
      const LeafId from = random.below(tree.leaf_count());
      std::size_t connected = 0;
      tree.for_each_leaf([&](LeafId id) { connected += tree.is_connected(from, id) ? 1 : 0; });
      REQUIRE(count_reachable(tree, from) == connected);
    }
  }
}

TEST_CASE("Quadtree: sides of all lengths", "[quadtree]") {
  for (int width = 1; width <= 20; ++width) {
    for (int height = 1; height <= 20; ++height) {
      for (const TileState state : {TileState::walkable, TileState::blocked}) {
        const Grid grid(width, height, state);
        const Quadtree tree(grid.bits());
        REQUIRE(find_tree_fault(tree, grid).empty());
        // One leaf, cut off at the far sides.
        REQUIRE(tree.leaf_count() == (state == TileState::walkable ? 1 : 0));
      }
    }
  }
  // The longest sides.
  const Quadtree row =
      Quadtree::from_predicate(kMaxMapSide, 1, [](int x, int) { return x != 777; });
  CHECK(row.component_count() == 2);
  CHECK(row.find_leaf({kMaxMapSide - 1, 0}) != kNoLeaf);
  CHECK(row.rect(row.find_leaf({kMaxMapSide - 1, 0})) == TileRect{8192, 0, 16384, 1});
  const Quadtree column =
      Quadtree::from_predicate(1, kMaxMapSide, [](int, int y) { return y != 777; });
  CHECK(column.component_count() == 2);
  CHECK(column.rect(column.find_leaf({0, 776})) == TileRect{0, 776, 1, 777});
}

TEST_CASE("Quadtree: after random edits it is the tree built from scratch", "[quadtree][edits]") {
  for (Random& random : random_generators("quadtree edits")) {
    for (std::size_t i = 0; i < random_count(1200, 12000); ++i) {
      const int max_side = random.chance(80) ? 20 : 70;
      Grid grid = make_random_map(random, max_side);
      Quadtree tree(grid.bits());
      for (int k = random.between(1, 30); k > 0; --k) {
        const TileRect tiles =
            random_rect(random, grid.width(), grid.height(), random.chance(80) ? 6 : max_side);
        const std::uint64_t revision = tree.revision();
        const std::uint64_t grid_revision = grid.revision();
        std::vector<std::pair<LeafId, TileRect>> before;
        tree.for_each_leaf([&](LeafId id) { before.emplace_back(id, tree.rect(id)); });
        const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
        grid.set(tiles, state);
        tree.set(tiles, state);
        // The revision counts what changes tiles, as that of the grid does.
        REQUIRE(tree.revision() - revision == grid.revision() - grid_revision);
        // A leaf that is still there has the id it had.
        for (const auto& [id, rect] : before) {
          const LeafId now = tree.find_leaf({rect.x0, rect.y0});
          if (now != kNoLeaf && tree.rect(now) == rect) REQUIRE(now == id);
        }
        const std::string fault = find_tree_fault(tree, grid);
        if (!fault.empty()) {
          FAIL(fault << ", edit " << tiles.x0 << " " << tiles.y0 << " " << tiles.x1 << " "
                     << tiles.y1 << "\n"
                     << to_drawing(grid));
        }
      }
    }
  }
}

TEST_CASE("Quadtree: one script of many edits on a large map", "[quadtree][edits]") {
  for (Random& random : random_generators("quadtree large edits")) {
    // After each edit with a fresh tree, and now and then with the plain cut.
    Grid grid = make_cave_map(random, 512, 512);
    Quadtree tree(grid.bits());
    const std::size_t edits = random_count(200, 10000);
    for (std::size_t i = 0; i < edits; ++i) {
      const TileRect tiles = random_rect(random, 512, 512, random.chance(90) ? 12 : 100);
      const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
      grid.set(tiles, state);
      tree.set(tiles, state);
      REQUIRE(tree.component_count() == grid.component_count());
      std::string fault = find_difference(tree, Quadtree(grid.bits()));
      if (fault.empty() && i % 50 == 49) fault = find_tree_fault(tree, grid);
      if (!fault.empty()) FAIL(fault << " after edit " << i);
    }
  }
}

TEST_CASE("Quadtree: an edit that changes nothing changes nothing", "[quadtree][edits]") {
  Quadtree tree = Quadtree::from_predicate(10, 10, [](int x, int) { return x < 5; });
  const std::size_t leaves = tree.leaf_count();
  tree.set(TileRect{0, 0, 5, 10}, TileState::walkable);
  tree.set(TileRect{5, 0, 20, 10}, TileState::blocked);
  tree.set(TileRect{3, 3, 3, 9}, TileState::blocked);
  tree.set(TileRect{-5, -5, 0, 0}, TileState::blocked);
  tree.set(Tile{-1, 4}, TileState::walkable);
  CHECK(tree.revision() == 0);
  CHECK(tree.leaf_count() == leaves);
  tree.set(Tile{5, 5}, TileState::walkable);
  CHECK(tree.revision() == 1);
  tree.set(Tile{5, 5}, TileState::blocked);
  CHECK(tree.revision() == 2);
  CHECK(tree.leaf_count() == leaves);
}

TEST_CASE("Quadtree: memory stays in proportion through edits", "[quadtree][edits]") {
  Random random(7);
  Grid grid = make_room_map(random, 200, 200);
  Quadtree tree(grid.bits());
  const std::size_t bytes = tree.memory_bytes();
  for (int i = 0; i < 20000; ++i) {
    const TileRect tiles = random_rect(random, 200, 200, 10);
    tree.set(tiles, TileState::blocked);
    tree.set(tiles, TileState::walkable);
  }
  tree.set(TileRect{0, 0, 200, 200}, TileState::walkable);
  CHECK(tree.leaf_count() == 1);
  CHECK(tree.memory_bytes() < 10 * bytes);
}
