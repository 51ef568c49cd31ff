// Answers depend on tiles, classes, grounds and links alone, not on the edits that led there.
#include "support/same_answers.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <taut/map_file.hpp>
#include <taut/save.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/mixed_worlds.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

TEST_CASE("same answers: an edited world answers as a new one of the same tiles", "[world]") {
  for (Random& random : random_generators("same answers")) {
    std::size_t solved = 0;
    for (std::size_t i = random_count(25, 1000); i > 0; --i) {
      World world = make_mixed_world(random, random.chance(20) ? 40 : 16);
      const bool has_links = random.chance(50);
      if (has_links) add_links(random, world);
      for (int k = 0; k < 4; ++k) {
        for (int edits = random.between(1, 20); edits > 0; --edits) edit_mixed(random, world);
        // Links may end at tiles that were blocked since, which a save keeps.
        World fresh =
            has_links ? std::move(*read_save(save(world), "").value) : make_again(world, 0, 0);
        solved += compare_answers(random, world, fresh);
        Random edit = random;
        edit_mixed(edit, fresh);
        edit_mixed(random, world);
        solved += compare_answers(random, world, fresh);
      }
    }
    CHECK((is_small_share() || solved > 200));
  }
}

// Blocks and frees tiles at random, and makes them what they were.
World edit_in_vain(Random& random, const Grid& grid) {
  World world(grid);
  for (int edits = 10; edits > 0; --edits) {
    const TileRect tiles = random_rect(random, grid.width(), grid.height());
    world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
  }
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile tile = grid.tile(id);
    world.set(tile, grid.is_walkable(tile) ? TileState::walkable : TileState::blocked);
  }
  return world;
}

// Each component is a tree of cells, and which cell is its root depends on the edits.
void compare_in_trees(const Grid& grid, const Point& start, const Point& goal) {
  const World fresh(grid);
  Finder finder(fresh);
  for (Random& random : random_generators("same answers in trees")) {
    for (std::size_t i = random_count(40, 1000); i > 0; --i) {
      const World edited = edit_in_vain(random, grid);
      Finder other(edited);
      for (const Method method : kMethods) {
        const FindOptions options{.method = method};
        const FoundPath found = other.find(start, goal, options);
        REQUIRE(found);
        REQUIRE(describe(found) == describe(finder.find(start, goal, options)));
      }
    }
  }
}

TEST_CASE("same answers: two equally long paths, both ends between two components", "[world]") {
  const Grid grid = draw_map(
      ".@..@..\n"
      "@@.@..@\n"
      "@@@..@.\n"
      "@@.....\n"
      "@..@..@\n"
      "..@..@.\n"
      "....@..\n"
      "...@..@\n"
      "..@..@.\n"
      "..@@@..\n");
  compare_in_trees(grid, {4.0F, 7.0F}, {6.0F, 5.0F});
}

TEST_CASE("same answers: from a place between two branches of a tree", "[world]") {
  const Grid grid = draw_map(
      "@@@@@@...@@.\n"
      "..@@@...@@@@\n"
      "....@.@...@.\n"
      "...@.@@.....\n"
      ".@@......@@@\n"
      "........@@@@\n"
      ".......@@@@@\n"
      "........@...\n"
      ".....@@@@...\n"
      "..@@.@@.....\n");
  compare_in_trees(grid, {5.0F, 3.0F}, {3.0F, 2.5F});
}

TEST_CASE("same answers: large maps after hundreds of edits", "[world]") {
  for (Random& random : random_generators("same answers, large maps")) {
    for (const std::string name : {"caves", "city", "rts"}) {
      World world(*load_map(TAUT_SOURCE_DIR "/maps/" + name + ".map").value);
      for (const Agent& agent : kAgents) world.prepare(agent);
      for (std::size_t edits = random_count(100, 500); edits > 0; --edits) {
        const int x = random.between(0, world.grid().width());
        const int y = random.between(0, world.grid().height());
        world.set({x, y, x + random.between(1, 8), y + random.between(1, 8)},
                  random.chance(50) ? TileState::blocked : TileState::walkable);
      }
      const World fresh = std::move(*read_save(save(world), name).value);
      Finder one(world);
      Finder other(fresh);
      for (std::size_t i = random_count(20, 500); i > 0; --i) {
        const Point start = to_map_point(random_place(random, world.grid()));
        const Point goal = to_map_point(random_place(random, world.grid()));
        for (const Agent& agent : kAgents) {
          for (const Method method : kMethods) {
            INFO(name << ", " << start << " to " << goal);
            const FindOptions options{agent, method};
            REQUIRE(describe(one.find(start, goal, options)) ==
                    describe(other.find(start, goal, options)));
          }
        }
      }
    }
  }
}

// On maps that equal their mirror images most paths along the axis have a twin of the same length.
TEST_CASE("same answers: the same one of two paths of one length", "[world]") {
  for (Random& random : random_generators("same answers, mirrored maps")) {
    for (std::size_t i = random_count(25, 600); i > 0; --i) {
      const Grid half = make_random_map(random, 20);
      const int width = half.width();
      const int height = 2 * half.height();
      World world(Grid::from_predicate(width, height, [&](int x, int y) {
        return half.is_walkable(x, std::min(y, height - 1 - y));
      }));
      for (const Agent& agent : kAgents) world.prepare(agent);
      for (int edits = random.between(5, 20); edits > 0; --edits) {
        const TileRect tiles = random_rect(random, width, half.height());
        const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
        world.set(tiles, state);
        world.set({tiles.x0, height - tiles.y1, tiles.x1, height - tiles.y0}, state);
      }
      if (random.chance(50)) world.keep_landmarks(2);
      if (random.chance(50)) world.keep_index();
      const World fresh = std::move(*read_save(save(world), "").value);
      Finder one(world);
      Finder other(fresh);
      for (int k = 0; k < 8; ++k) {
        const auto axis = static_cast<float>(half.height());
        const Point start{static_cast<float>(random.between(0, 2 * width)) / 2.0F, axis};
        const Point goal{static_cast<float>(random.between(0, 2 * width)) / 2.0F, axis};
        const FindOptions options{kAgents[random.below(kAgents.size())],
                                  kMethods[random.below(kMethods.size())], EndRule::nearest};
        INFO(to_drawing(world.grid()) << start << " to " << goal);
        REQUIRE(describe(one.find(start, goal, options)) ==
                describe(other.find(start, goal, options)));
      }
    }
  }
}

TEST_CASE("same answers: landmarks and indexes made after edits are those of a new world",
          "[world]") {
  for (Random& random : random_generators("same answers, aids")) {
    for (std::size_t i = random_count(20, 600); i > 0; --i) {
      World world = make_mixed_world(random, random.chance(20) ? 40 : 16);
      const std::size_t landmarks = random.chance(70) ? 3 : 0;
      const std::size_t index_bytes = random.chance(50) ? std::size_t{1} << 20U : 0;
      for (int k = 0; k < 3; ++k) {
        for (int edits = random.between(1, 20); edits > 0; --edits) edit_mixed(random, world);
        world.keep_landmarks(landmarks);
        world.keep_index(index_bytes);
        compare_answers(random, world, make_again(world, landmarks, index_bytes));
      }
    }
  }
}

}  // namespace
}  // namespace taut::test
