// Finder: queries spread over several calls, and limits.
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/shared_world.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

bool is_equal(const DiscTurn& a, const DiscTurn& b) {
  return a.center == b.center && a.entry == b.entry && a.exit == b.exit && a.portal == b.portal &&
         a.kind == b.kind;
}

void require_equal(const FoundPath& found, const FoundPath& wanted) {
  REQUIRE(found.status == wanted.status);
  REQUIRE(found.reason == wanted.reason);
  REQUIRE(found.method == wanted.method);
  REQUIRE(found.length == wanted.length);
  REQUIRE(found.expanded == wanted.expanded);
  REQUIRE(std::equal(found.points.begin(), found.points.end(), wanted.points.begin(),
                     wanted.points.end()));
  REQUIRE(std::equal(found.turns.begin(), found.turns.end(), wanted.turns.begin(),
                     wanted.turns.end(), is_equal));
}

FindOptions random_options(Random& random) {
  FindOptions options;
  options.agent = kAgents[random.below(kAgents.size())];
  options.method = kMethods[random.below(kMethods.size())];
  if (random.chance(30)) options.goal = EndRule::nearest;
  if (random.chance(10)) options.max_goal_distance = random.between(0, 5);
  if (random.chance(10)) options.expansion_limit = random.below(50);
  if (random.chance(10)) options.length_limit = random.between(0, 30);
  return options;
}

// Compares the answers of two finders, the second one in slices. Returns how many calls it took.
std::size_t compare(Random& random, Finder& whole, Finder& parts, const Point& start,
                    const Point& goal, const FindOptions& options, std::size_t slice) {
  const FoundPath wanted = whole.find(start, goal, options);
  FindOptions cut = options;
  std::size_t allowed = 0;
  for (std::size_t calls = 1;; ++calls) {
    cut.budget = slice == 0 ? 1 + random.below(30) : slice;
    allowed += cut.budget;
    const FoundPath found = parts.find(start, goal, cut);
    if (found.status == Status::unfinished) {
      REQUIRE(found.reason == Reason::none);
      REQUIRE(found.expanded <= allowed);
      REQUIRE(found.points.empty());
      REQUIRE(found.turns.empty());
      REQUIRE(std::isinf(found.length));
      continue;
    }
    require_equal(found, wanted);
    return calls;
  }
}

TEST_CASE("Finder: a budget changes no bit of the answer") {
  for (Random& random : random_generators("finder slices")) {
    std::size_t most_calls = 0;
    for (std::size_t i = 0; i < random_count(60, 1000); ++i) {
      const World world = make_world(make_random_map(random, 32));
      Finder whole(world);
      Finder parts(world);
      for (int k = 0; k < 40; ++k) {
        const Point start = to_map_point(random_place(random, world.grid()));
        const Point goal = to_map_point(random_place(random, world.grid()));
        const FindOptions options = random_options(random);
        for (const std::size_t slice : {1U, 2U, 7U, 100U, 0U}) {
          most_calls =
              std::max(most_calls, compare(random, whole, parts, start, goal, options, slice));
        }
      }
    }
    CHECK((is_small_share() || most_calls > 50));
  }
}

// The optimal search runs out of places, so it begins again with more.
TEST_CASE("Finder: a search that outgrows its memory ends the same with a budget") {
  Random random = random_generators("finder growth")[0];
  const World world(make_noise_map(random, 300, 300, 35));
  Finder whole(world);
  Finder parts(world);
  Finder fresh(world);
  const std::size_t small = fresh.memory_bytes();
  for (int k = 0; k < 20; ++k) {
    const Point start = center(random_walkable_tile(random, world.grid()));
    const Point goal = center(random_walkable_tile(random, world.grid()));
    compare(random, whole, parts, start, goal, {}, 500);
  }
  CHECK(parts.memory_bytes() == whole.memory_bytes());
  CHECK(parts.memory_bytes() >= small);
}

// Edits between the calls of queries: each answer is that of find() on the world at that time.
std::size_t edit_while_running(Random& random, std::size_t maps) {
  std::size_t begun_again = 0;
  for (std::size_t i = 0; i < maps; ++i) {
    World world = make_world(make_random_map(random, 24));
    Finder whole(world);
    Finder parts(world);
    for (int k = 0; k < 20; ++k) {
      const Point start = to_map_point(random_place(random, world.grid()));
      const Point goal = to_map_point(random_place(random, world.grid()));
      const FindOptions options = random_options(random);
      FindOptions cut = options;
      FoundPath found;
      found.status = Status::unfinished;
      for (int calls = 0; found.status == Status::unfinished; ++calls) {
        if (calls < 6 && random.chance(40)) {
          world.set(random_rect(random, world.grid().width(), world.grid().height()),
                    random.chance(50) ? TileState::blocked : TileState::walkable);
          begun_again += calls > 0 ? 1U : 0U;
        }
        cut.budget = 1 + random.below(10);
        found = parts.find(start, goal, cut);
      }
      require_equal(found, whole.find(start, goal, options));
    }
  }
  return begun_again;
}

TEST_CASE("Finder: with a budget the answer is that on the present world") {
  for (Random& random : random_generators("finder edits")) {
    const std::size_t begun_again = edit_while_running(random, random_count(60, 1000));
    CHECK((is_small_share() || begun_again > 0));
  }
}

// A wall with a gap at its end, and a query round it.
struct Wall {
  Point start{0.5F, 0.5F};
  Point goal{39.5F, 0.5F};

  static Grid grid() {
    Grid grid(40, 40, TileState::walkable);
    grid.set({20, 0, 21, 39}, TileState::blocked);
    return grid;
  }
};

TEST_CASE("Finder: an unfinished query keeps its copy of a SharedWorld until use()") {
  const Wall wall;
  SharedWorld shared{World(Wall::grid())};
  Finder finder(shared);
  FindOptions cut;
  cut.budget = 1;
  CHECK(finder.find(wall.start, wall.goal, cut).status == Status::unfinished);
  const std::uint64_t revision = finder.world().revision();
  const World* const begun = &finder.world();
  shared.set({20, 39, 21, 40}, TileState::blocked);
  shared.publish();
  FoundPath found = finder.find(wall.start, wall.goal, cut);
  while (found.status == Status::unfinished) found = finder.find(wall.start, wall.goal, cut);
  CHECK(found.status == Status::ok);
  CHECK(found.revision == revision);
  CHECK(&finder.world() == begun);
  CHECK(finder.find(wall.start, wall.goal, cut).reason == Reason::not_connected);
  CHECK(&finder.world() == shared.read().get());

  shared.set({20, 39, 21, 40}, TileState::walkable);
  shared.publish();
  CHECK(finder.find(wall.start, wall.goal, cut).expanded == 1);
  finder.use(shared.read());
  CHECK(finder.find(wall.start, wall.goal, cut).expanded == 1);
  CHECK(finder.find(wall.start, wall.goal, cut).expanded == 2);
}

// Each of them begins a query of its own, and so does the first one when it comes again.
TEST_CASE("Finder: other queries abandon an unfinished one") {
  const Wall wall;
  World world(Wall::grid());
  world.set_class({10, 0, 12, 40}, 3);
  Finder finder(world);
  Ground costs;
  costs.set(3, 2.0F);
  world.set_ground(1, costs);
  world.prepare(Agent::point(1));
  for (const Agent& agent : {Agent::point(0), Agent::point(1)}) {
    FindOptions cut;
    cut.budget = 1;
    cut.agent = agent;
    const auto begins = [&] {
      const FoundPath found = finder.find(wall.start, wall.goal, cut);
      return found.status == Status::unfinished && found.expanded == 1;
    };
    FindOptions other = cut;
    other.budget = kNoExpansionLimit;
    CHECK(begins());
    CHECK_FALSE(begins());  // it goes on
    const FoundPath near = finder.find(wall.start, {1.5F, 0.5F}, other);
    REQUIRE(near);
    CHECK(near.points.back() == Point{1.5F, 0.5F});
    CHECK(begins());
    CHECK(finder.find({1.5F, 0.5F}, wall.goal, other));
    CHECK(begins());
    other = cut;
    other.expansion_limit = 100;
    CHECK(finder.find(wall.start, wall.goal, other).expanded == 1);
    CHECK(begins());
    other.method = Method::fast;
    CHECK(finder.find(wall.start, wall.goal, other).expanded == 1);
    CHECK(begins());
    WorldField field;
    FieldScratch scratch;
    field.set_goals(std::array{FieldGoal{wall.goal}});
    CHECK(field.update(world, scratch));
    CHECK(finder.find(wall.start, field));
    CHECK(begins());
    world.prepare(Agent::disc(0.5));
    CHECK_FALSE(begins());
    world.set(Tile{30, 30}, agent.ground == 0 ? TileState::blocked : TileState::walkable);
    CHECK(begins());
  }
  // The same ground with other costs.
  FindOptions cut;
  cut.budget = 1;
  cut.agent = Agent::point(1);
  CHECK(finder.find(wall.start, {1.5F, 0.5F}));
  CHECK(finder.find(wall.start, wall.goal, cut).expanded == 1);
  costs.set(3, 4.0F);
  world.set_ground(1, costs);
  CHECK(finder.find(wall.start, wall.goal, cut).expanded == 1);
  cut.budget = kNoExpansionLimit;
  const FoundPath found = finder.find(wall.start, wall.goal, cut);
  REQUIRE(found);
  Finder fresh(world);
  CHECK(found.cost == fresh.find(wall.start, wall.goal, cut).cost);
}

TEST_CASE("Finder: no path is longer than length_limit") {
  std::size_t denied = 0;
  for (Random& random : random_generators("finder length limit")) {
    for (std::size_t i = 0; i < random_count(40, 1000); ++i) {
      const World world = make_world(make_random_map(random, 24));
      Finder finder(world);
      for (int k = 0; k < 40; ++k) {
        const Point start = to_map_point(random_place(random, world.grid()));
        const Point goal = to_map_point(random_place(random, world.grid()));
        FindOptions options = random_options(random);
        options.expansion_limit = kNoExpansionLimit;
        options.length_limit = kNoLengthLimit;
        const FoundPath free = finder.find(start, goal, options);
        const double length = free.length;
        const Reason reason = free.reason;
        // Its own length, too, is no limit.
        options.length_limit = random.chance(30) ? length : 0.25 * random.between(0, 120);
        const FoundPath limited = finder.find(start, goal, options);
        if (reason != Reason::none) {
          REQUIRE((limited.reason == reason || limited.reason == Reason::limit));
        } else if (length <= options.length_limit) {
          REQUIRE(limited.length == length);
        } else {
          REQUIRE(limited.status == Status::no_path);
          REQUIRE(limited.reason == Reason::limit);
          ++denied;
        }
      }
    }
  }
  CHECK((is_small_share() || denied > 0));
  const World world(Grid(4, 4, TileState::walkable));
  Finder finder(world);
  for (const double bad : {-1.0, std::nan("")}) {
    FindOptions options;
    options.length_limit = bad;
    CHECK(finder.find({0.5F, 0.5F}, {1.5F, 0.5F}, options).reason == Reason::bad_options);
  }
}

TEST_CASE("Finder: expansion_limit holds for discs") {
  Grid grid(40, 40, TileState::walkable);
  grid.set({20, 0, 22, 37}, TileState::blocked);
  World world = make_world(std::move(grid));
  Finder finder(world);
  for (const double radius : {0.25, 0.9}) {
    FindOptions options;
    options.agent = Agent::disc(radius);
    world.prepare(options.agent);
    const std::size_t needed = finder.find({2.0F, 2.0F}, {38.0F, 2.0F}, options).expanded;
    REQUIRE(needed > 1);
    for (const std::size_t limit : {std::size_t{0}, needed / 2, needed - 1}) {
      options.expansion_limit = limit;
      const FoundPath found = finder.find({2.0F, 2.0F}, {38.0F, 2.0F}, options);
      CHECK(found.status == Status::out_of_nodes);
      CHECK(found.reason == Reason::limit);
      CHECK(found.expanded == limit);
    }
    options.expansion_limit = needed;
    CHECK(finder.find({2.0F, 2.0F}, {38.0F, 2.0F}, options));
  }
}

}  // namespace
}  // namespace taut::test
