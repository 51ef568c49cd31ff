// Worlds with corner indexes: answers as short as those of a search, before and after edits.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/finder.hpp>
#include <taut/group.hpp>
#include <taut/shared_world.hpp>

#include "support/catch.hpp"
#include "support/check_found.hpp"
#include "support/lattice.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/world_states.hpp"

namespace taut::test {
namespace {

constexpr std::size_t kBytes = std::size_t{8} << 20U;

// Queries a world with indexes and one without, and compares.
class Pair {
 public:
  explicit Pair(const Grid& grid) : plain_(make_world(grid)), indexed_(plain_) {
    indexed_.keep_index(kBytes);
  }

  [[nodiscard]] World& indexed() { return indexed_; }

  void set(const TileRect& tiles, TileState state) {
    plain_.set(tiles, state);
    indexed_.set(tiles, state);
  }

  void compare(const Point& start, const Point& goal, const FindOptions& options) {
    const FoundPath found = by_index_.find(start, goal, options);
    const FoundPath wanted = by_search_.find(start, goal, options);
    REQUIRE(found.status == wanted.status);
    REQUIRE(found.reason == wanted.reason);
    if (!indexed_.has_index(options.agent)) {
      REQUIRE(Answer(found) == Answer(wanted));
      return;
    }
    if (!found) return;
    ++answered_;
    REQUIRE(found.expanded == 0);
    REQUIRE(check_answer(indexed_, start, goal, options.agent, found) == "");
    const double room = 1e-11 * (1.0 + wanted.length);
    REQUIRE(found.length <= wanted.length + room);
    if (options.method == Method::optimal) REQUIRE(found.length >= wanted.length - room);
  }

  void compare_all(Random& random) {
    const Point start = to_map_point(random_place(random, plain_.grid()));
    const Point goal = to_map_point(random_place(random, plain_.grid()));
    for (const Agent& agent : kAgents) {
      for (const Method method : {Method::optimal, Method::best}) {
        compare(start, goal, {agent, method});
      }
    }
  }

  // Answers by an index.
  [[nodiscard]] std::size_t answered() const { return answered_; }

 private:
  World plain_;
  World indexed_;
  Finder by_search_{plain_};
  Finder by_index_{indexed_};
  std::size_t answered_ = 0;
};

TEST_CASE("World: answers by an index are as short as those of searches, whatever is edited") {
  std::size_t answered = 0;
  for (Random& random : random_generators("world index")) {
    for (std::size_t i = 0; i < random_count(25, 500); ++i) {
      Pair pair(make_random_map(random, 24));
      World& world = pair.indexed();
      REQUIRE(world.outdated_indexes() == 0);
      for (int round = 0; round < 4; ++round) {
        for (int query = 0; query < 5; ++query) pair.compare_all(random);
        pair.set(random_rect(random, world.grid().width(), world.grid().height()),
                 random.chance(50) ? TileState::blocked : TileState::walkable);
        for (int query = 0; query < 2; ++query) pair.compare_all(random);
        const std::size_t outdated = world.outdated_indexes();
        REQUIRE(world.refresh_index(1) == outdated - std::min<std::size_t>(outdated, 1));
        pair.compare_all(random);
        REQUIRE(world.refresh_index(kAgents.size()) == 0);
      }
      answered += pair.answered();
    }
  }
  CHECK((is_small_share() || answered > 2000));
}

// A hall with a pillar, and a corner that no edit of the tests comes near.
World make_hall() {
  World world(Grid(20, 20, TileState::walkable));
  world.prepare(Agent::disc(0.5));
  world.set({8, 8, 10, 12}, TileState::blocked);
  return world;
}

constexpr TileRect kWall{4, 0, 5, 6};

TEST_CASE("World: an index is kept, outdated, rebuilt and dropped") {
  World world = make_hall();
  CHECK_FALSE(world.has_index());
  CHECK(world.outdated_indexes() == 0);
  CHECK(world.refresh_index(9) == 0);
  CHECK_FALSE(world.has_index());
  const std::size_t bytes = world.memory_bytes();

  world.keep_index(kBytes);
  CHECK(world.has_index());
  CHECK(world.has_index(Agent::disc(0.5)));
  CHECK_FALSE(world.has_index(Agent::disc(0.25)));
  CHECK(world.memory_bytes() > bytes);
  world.prepare(Agent::disc(0.25));
  CHECK(world.has_index(Agent::disc(0.25)));

  // What changes no mesh.
  world.set_class({1, 1, 2, 2}, 3);
  world.set({8, 8, 9, 9}, TileState::blocked);
  CHECK(world.outdated_indexes() == 0);

  world.set(kWall, TileState::blocked);
  CHECK(world.outdated_indexes() == 3);
  CHECK_FALSE(world.has_index());
  CHECK(world.refresh_index(0) == 3);
  CHECK(world.refresh_index(2) == 1);
  CHECK(world.has_index());
  CHECK_FALSE(world.has_index(Agent::disc(0.25)));
  CHECK(world.refresh_index(2) == 0);
  CHECK(world.has_index(Agent::disc(0.25)));

  world.set(kWall, TileState::walkable);
  world.keep_index(0);
  CHECK(world.outdated_indexes() == 0);
  CHECK(world.refresh_index(3) == 0);
  CHECK_FALSE(world.has_index());
  CHECK(world.spaces().front().index() == nullptr);
}

TEST_CASE("World: an index that would be too large is none") {
  World world = make_hall();
  world.keep_index(16);
  CHECK_FALSE(world.has_index());
  CHECK(world.outdated_indexes() == 0);
  Finder finder(world);
  CHECK(finder.find({1.0F, 10.0F}, {19.0F, 10.0F}));
  world.set(kWall, TileState::blocked);
  CHECK(world.outdated_indexes() == 2);
  CHECK(world.refresh_index(9) == 0);
  CHECK_FALSE(world.has_index());
  world.keep_index();
  CHECK(world.has_index());
}

TEST_CASE("World: copies share indexes until they are edited") {
  World world = make_hall();
  world.keep_index(kBytes);
  World copy = world;
  CHECK(copy.spaces().front().index() == world.spaces().front().index());
  copy.set(kWall, TileState::blocked);
  CHECK_FALSE(copy.has_index());
  CHECK(world.has_index());
  copy.refresh_index(2);
  world = copy;
  CHECK(world.has_index());
  Finder finder(world);
  CHECK(finder.find({1.0F, 1.0F}, {19.0F, 1.0F}).expanded == 0);
}

TEST_CASE("World: indexes made apart are used where they are current") {
  World world = make_hall();
  const WorldIndex first = world.build_index(kBytes);
  CHECK(first.memory_bytes() > 0);
  CHECK_FALSE(world.has_index());
  CHECK(world.use_index(first) == 0);
  CHECK(world.has_index());
  // Those that are current are not rebuilt.
  const CornerIndex* const before = world.spaces().front().index().get();
  world.use_index(world.build_index(kBytes));
  CHECK(world.spaces().front().index().get() == before);
  world.use_index(world.build_index(2 * kBytes));
  CHECK(world.spaces().front().index().get() != before);

  world.keep_index(0);
  world.set(kWall, TileState::blocked);
  CHECK(world.use_index(first) == 2);
  CHECK_FALSE(world.has_index());
  CHECK(world.use_index(world.build_index(kBytes)) == 0);
  CHECK(world.use_index(WorldIndex()) == 0);
  CHECK_FALSE(world.has_index());
}

TEST_CASE("Finder: a query in slices ends as it began, whatever becomes of the index") {
  Random random = random_generators("world index")[0];
  const World plain = make_world(make_noise_map(random, 16, 16, 15));
  for (std::size_t i = random_count(6, 6); i > 0; --i) {
    const Point start = to_map_point(random_place(random, plain.grid()));
    const Point goal = to_map_point(random_place(random, plain.grid()));
    for (const Agent& agent : kAgents) {
      for (const std::size_t bytes : {std::size_t{0}, kBytes}) {
        World world = plain;
        world.keep_index(bytes);
        FindOptions options{agent, Method::optimal};
        Finder sound(world);
        const Answer wanted(sound.find(start, goal, options));
        Finder finder(world);
        options.budget = 2;
        FoundPath found = finder.find(start, goal, options);
        for (int slice = 0; found.status == Status::unfinished; ++slice) {
          if (slice < 2) world.keep_index(slice == 0 ? kBytes - bytes : bytes);
          found = finder.find(start, goal, options);
        }
        REQUIRE(Answer(found) == wanted);
      }
    }
  }
}

TEST_CASE("Finder: a group is answered by the index") {
  World world = make_hall();
  world.keep_index(kBytes);
  World plain = world;
  plain.keep_index(0);
  std::vector<GroupUnit> units;
  for (int i = 0; i < 40; ++i) {
    const auto at = static_cast<float>(i % 10);
    units.push_back({{0.75F + 0.5F * at, 9.0F + static_cast<float>(i / 10)},
                     i % 2 == 0 ? Agent{} : Agent::disc(0.5)});
  }
  Finder finder(world);
  Finder other(plain);
  GroupPaths paths;
  GroupPaths wanted;
  const Result result = finder.find_group(units, {18.0F, 10.0F}, {}, paths);
  CHECK(result.count == other.find_group(units, {18.0F, 10.0F}, {}, wanted).count);
  CHECK(result.count == units.size());
  CHECK(paths.field_count() == 0);
  for (std::size_t i = 0; i < units.size(); ++i) {
    CHECK(std::abs(paths.path(i).length - wanted.path(i).length) < 1e-9);
  }
}

TEST_CASE("SharedWorld: an index is made once, for all copies") {
  SharedWorld shared(make_hall());
  shared.keep_index(kBytes);
  shared.prepare(Agent::disc(0.25));
  shared.publish();
  const std::shared_ptr<const World> first = shared.read();
  CHECK(first->has_index(Agent::disc(0.25)));
  shared.set_class({1, 1, 2, 2}, 2);  // of another copy
  shared.publish();
  const std::shared_ptr<const World> second = shared.read();
  REQUIRE(second != first);
  for (const Agent& agent : {Agent{}, Agent::disc(0.25), Agent::disc(0.5)}) {
    CHECK(second->has_index(agent));
    CHECK(second->find_space(agent)->index() == first->find_space(agent)->index());
  }
  shared.set(kWall, TileState::blocked);
  CHECK(shared.refresh_index(0) == 3);
  CHECK(shared.refresh_index(2) == 1);
  shared.publish();
  CHECK(second->outdated_indexes() == 0);
  CHECK(shared.read()->has_index());
  CHECK(shared.read()->outdated_indexes() == 1);
  shared.keep_index(0);
  shared.publish();
  CHECK_FALSE(shared.read()->has_index());
}

TEST_CASE("SharedWorld: an index is made in the background, of the world that was read") {
  SharedWorld shared(make_hall());
  WorldIndex made;
  const auto make = [&] {
    std::thread maker([&] { made = shared.read()->build_index(kBytes); });
    for (int i = 0; i < 20; ++i) shared.set_class({i, 0, i + 1, 1}, 3);
    maker.join();
  };
  make();
  CHECK(shared.use_index(made) == 0);
  shared.publish();
  CHECK(shared.read()->has_index());
  // The mesh was edited meanwhile.
  shared.set(kWall, TileState::blocked);
  CHECK(shared.use_index(made) == 2);
  shared.publish();
  CHECK_FALSE(shared.read()->has_index());
  make();
  CHECK(shared.use_index(made) == 0);
  shared.publish();
  const std::shared_ptr<const World> world = shared.read();
  CHECK(world->has_index());
  // The other copy makes these edits, and uses the same.
  shared.set_class({0, 0, 1, 1}, 4);
  shared.publish();
  CHECK(shared.read()->spaces().front().index() == world->spaces().front().index());
  CHECK(Finder(shared).find({1.0F, 1.0F}, {19.0F, 1.0F}, {.method = Method::optimal}));
}

}  // namespace
}  // namespace taut::test
