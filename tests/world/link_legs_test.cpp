// The legs of paths over links, where each is a search: what is remembered of them, and limits.
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <cmath>
#include <cstdlib>
#include <utility>

#include "support/catch.hpp"
#include "support/link_worlds.hpp"
#include "support/random_links.hpp"
#include "support/random_maps.hpp"
#include "support/same_answers.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr int kChainSide = 6;

// Four rooms that only links join: many paths pass several.
World make_chain(Random& random) {
  Grid grid(4 * kChainSide, kChainSide, TileState::walkable);
  for (int i = 0; i < 12; ++i) {
    grid.set(Tile{random.between(0, 4 * kChainSide - 1), random.between(0, kChainSide - 1)},
             TileState::blocked);
  }
  for (int x = kChainSide - 1; x < 4 * kChainSide; x += kChainSide) {
    grid.set(TileRect{x, 0, x + 1, kChainSide}, TileState::blocked);
  }
  World world = make_world(std::move(grid));
  for (int i = 0; i < 24; ++i) {
    const Point from = random_point(random, world);
    const Point to = random_point(random, world);
    const int way = static_cast<int>(to.x) / kChainSide - static_cast<int>(from.x) / kChainSide;
    if (std::abs(way) != 1 || !world.has_room({}, from) || !world.has_room({}, to)) continue;
    world.link(from, to, {.cost = random.between(0, 4000) / 1000.0});
  }
  return world;
}

TEST_CASE("links: what a finder remembers changes no answer") {
  for (Random& random : random_generators("remembered legs")) {
    const std::size_t count = random_count(100, 5'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_chain(random);
      world.keep_landmarks(1 + random.below(8));
      Finder kept(world);
      // Methods differ for points only.
      for (int query = 0; query < 40; ++query) {
        FindOptions options{.agent = kAgents[random.chance(60) ? 0 : random.below(kAgents.size())],
                            .method = kMethods[random.below(kMethods.size())]};
        if (random.chance(30)) options.expansion_limit = random.below(200);
        if (random.chance(20)) options.length_limit = random.below(40);
        Point start = random_point(random, world);
        Point goal = random_point(random, world);
        if (random.chance(50)) {
          start.x = std::fmod(start.x, float{kChainSide});
          goal.x = std::fmod(goal.x, float{kChainSide}) + 3.0F * kChainSide;
        }
        Finder fresh(world);
        const FoundPath wanted = fresh.find(start, goal, options);
        const FoundPath found = kept.find(start, goal, options);
        INFO(to_drawing(world.grid()) << "query " << i);
        require_same(found, wanted);
        if (random.chance(93)) continue;
        if (random.chance(30)) world.keep_index();
        if (random.chance(30)) world.keep_landmarks(random.below(8));
        edit_random_link(random, world);
      }
    }
  }
}

constexpr Point kCombStart{0.5F, 0.5F};
constexpr Point kCombGoal{10.5F, 6.5F};

// A long way from the start to three links, which lead to the goal. There is a landmark.
World make_comb(const LinkOptions& options) {
  World world =
      make_world(draw_map("...........\n"
                          "@@@@@@@@@@.\n"
                          "...........\n"
                          ".@@@@@@@@@@\n"
                          "...........\n"
                          "@@@@@@@@@@@\n"
                          "...........\n"));
  for (const float x : {0.5F, 1.5F, 2.5F}) world.link({x, 4.5F}, {x, 6.5F}, options);
  world.keep_landmarks(1);
  return world;
}

// Each leg is searched for once, not again with higher limits.
TEST_CASE("links: legs that are longer than a limit take no more than one search") {
  const World world = make_comb({});
  Finder finder(world);
  for (const Method method : kMethods) {
    FindOptions options{.method = method};
    const FoundPath found = finder.find(kCombStart, kCombGoal, options);
    REQUIRE(found);
    // With no more expansions than the path took.
    options.expansion_limit = found.expanded + 1;
    options.length_limit = 12.0;
    const FoundPath refused = finder.find(kCombStart, kCombGoal, options);
    CHECK(refused.status == Status::no_path);
    CHECK(refused.reason == Reason::limit);
    CHECK(refused.expanded > 0);
  }
}

// A sum of such a cost and a limit is the cost.
TEST_CASE("links: legs beside links that cost much are found") {
  for (const double cost : {1e9, 1e17, kLargestCost}) {
    World world = make_comb({.cost = cost});
    for (const bool has_index : {false, true}) {
      if (has_index) world.keep_index();
      Finder finder(world);
      for (const Method method : kMethods) {
        const FindOptions options{.method = method, .expansion_limit = 1000};
        const FoundPath found = finder.find(kCombStart, kCombGoal, options);
        REQUIRE(found);
        CHECK(found.links.size() == 1);
        CHECK(found.cost == Approx(cost));
      }
    }
  }
}

}  // namespace
}  // namespace taut::test
