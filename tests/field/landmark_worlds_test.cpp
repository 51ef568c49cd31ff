// Landmarks of worlds, which follow edits.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/finder.hpp>
#include <taut/shared_world.hpp>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Also two paths that there are none of, which are infinitely long.
bool are_equally_long(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * (1.0 + b); }

}  // namespace

TEST_CASE("landmark edits: buildings go as they came where tiles open elsewhere", "[landmarks]") {
  // From the right end of the wall a way around the left one leads to the other side. A landmark is
  // at the pillar.
  World world(
      draw_map("..............@.\n"
               "................\n"
               ".@@@@@@@@@@@@@@@\n"
               "................\n"
               "................\n"));
  world.keep_landmarks(4);
  const Point above{16.0F, 2.0F};
  const Point below{16.0F, 3.0F};
  // How far the ends are apart by the landmark that knows most.
  const auto apart = [&] {
    const auto landmarks = world.landmarks();
    std::vector<std::span<const float>> rows;
    for (const Point& at : {above, below}) {
      world.mesh().for_each_cell_at(at, [&](CellId cell) {
        for (const MeshEdge& edge : world.mesh().edges(cell)) {
          if (edge.start() == at) rows.push_back(landmarks->distances(edge.vertex()));
        }
      });
    }
    double most = 0.0;
    for (std::size_t i = 0; i < landmarks->count(); ++i) {
      const double known =
          static_cast<double>(rows.front()[i]) - static_cast<double>(rows.back()[i]);
      most = std::max(most, std::abs(known));
    }
    return most;
  };
  const double around = apart();
  REQUIRE(around > 28.0);
  const TileRect building{5, 0, 8, 2};
  SECTION("away from the building") {
    world.set(building, TileState::blocked);
    world.set(Tile{11, 2}, TileState::walkable);
    const double opened = apart();
    CHECK(opened <= 9.1);
    world.set(building, TileState::walkable);
    CHECK(apart() == opened);
  }
  SECTION("beside it: what is behind the building is not known") {
    world.set(building, TileState::blocked);
    world.set(Tile{6, 2}, TileState::walkable);
    CHECK(apart() == around);
    world.set(building, TileState::walkable);
    CHECK(apart() <= 19.1);
  }
}

TEST_CASE("landmark edits: a world keeps them in line", "[landmarks][world]") {
  std::size_t wrong = 0;
  for (Random& random : random_generators("landmarks of worlds")) {
    for (std::size_t i = 0; i < random_count(60, 2000); ++i) {
      World world(make_random_map(random, 24));
      world.keep_landmarks(4);
      SharedWorld shared(world);
      Finder finder(world);
      Finder reader(shared);
      for (int edit = 0; edit < 12; ++edit) {
        const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
        const auto state = random.chance(50) ? TileState::blocked : TileState::walkable;
        world.set(tiles, state);
        shared.set(tiles, state);
        if (random.chance(40)) shared.refresh_landmarks(1);
        shared.publish();
        REQUIRE(world.landmarks()->is_current(world.mesh()));
        REQUIRE(shared.read()->landmarks()->is_current(shared.read()->mesh()));
        if (world.grid().walkable_count() == 0) continue;
        World bare(world.grid());
        Finder plain(bare);
        const Point start = to_map_point(random_place(random, world.grid()));
        const Point goal = to_map_point(random_place(random, world.grid()));
        const FindOptions options{{}, Method::optimal};
        const FoundPath expected = plain.find(start, goal, options);
        for (Finder* own : {&finder, &reader}) {
          const FoundPath found = own->find(start, goal, options);
          const bool is_same =
              found.status == expected.status && are_equally_long(found.length, expected.length);
          wrong += is_same ? 0U : 1U;
        }
        // A query in slices goes on while they are rebuilt.
        FindOptions cut = options;
        cut.budget = 1;
        FoundPath sliced = finder.find(start, goal, cut);
        while (sliced.status == Status::unfinished) {
          world.refresh_landmarks(1);
          sliced = finder.find(start, goal, cut);
        }
        wrong += are_equally_long(sliced.length, expected.length) ? 0U : 1U;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("landmark edits: worlds with and without", "[landmarks][world]") {
  World world(draw_map("...@...\n...@...\n.......\n"));
  CHECK(world.landmarks() == nullptr);
  CHECK(world.refresh_landmarks(1) == 0);
  const std::size_t bytes = world.memory_bytes();
  CHECK_THROWS_AS(world.keep_landmarks(Landmarks::kMaxCount + 1), std::invalid_argument);
  world.keep_landmarks(3);
  REQUIRE(world.landmarks() != nullptr);
  CHECK(world.landmarks()->count() == 3);
  CHECK(world.memory_bytes() == bytes + world.landmarks()->memory_bytes());
  const std::shared_ptr<const Landmarks> before = world.landmarks();
  world.set(Tile{0, 0}, TileState::blocked);
  CHECK(world.landmarks() != before);
  CHECK(before->outdated_count() == 0);
  // What nobody else has is edited, not copied; a query that has ended has let go of it.
  const Landmarks* const own = world.landmarks().get();
  Finder finder(world);
  const FindOptions optimal{.method = Method::optimal};
  CHECK(finder.find({1.5F, 0.5F}, {6.5F, 0.5F}, optimal).status == Status::ok);
  world.set(Tile{1, 0}, TileState::blocked);
  CHECK(world.landmarks().get() == own);
  FindOptions cut = optimal;
  cut.budget = 1;
  CHECK(finder.find({0.5F, 1.5F}, {6.5F, 0.5F}, cut).status == Status::unfinished);
  world.set(Tile{2, 0}, TileState::blocked);
  CHECK(world.landmarks().get() != own);
  CHECK(world.landmarks()->outdated_count() == 3);
  const World copy = world;
  CHECK(world.refresh_landmarks(2) == 1);
  CHECK(copy.landmarks()->outdated_count() == 3);
  CHECK(world.refresh_landmarks(2) == 0);
  const std::size_t with = world.memory_bytes();
  world.keep_landmarks(0);
  CHECK(world.landmarks() == nullptr);
  CHECK(world.memory_bytes() < with);

  SharedWorld shared(copy);
  CHECK(shared.refresh_landmarks(1) == 2);
  CHECK(shared.read()->landmarks()->outdated_count() == 3);
  shared.publish();
  CHECK(shared.read()->landmarks()->outdated_count() == 2);
  shared.keep_landmarks(5);
  CHECK(shared.refresh_landmarks(1) == 0);
  shared.publish();
  CHECK(shared.read()->landmarks()->count() == 5);
}
