// A World that is moved takes all with it that point to it: each answers as if it had stayed.
#include <taut/crowd.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>
#include <taut/queue.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

constexpr Agent kSmallDisc = Agent::disc(0.3);

// What holds a world, or is called with it.
class Holders {
 public:
  explicit Holders(World& world) : finder_(world), queue_(world), crowd_(world) {}

  // The same random numbers ask the same.
  void ask(Random& random, const World& world, std::vector<double>& answers) {
    const auto place = [&] { return to_map_point(random_place(random, world.grid())); };
    const FoundPath found = finder_.find(place(), place(), {kSmallDisc});
    note(found.length, answers);
    (void)follower_.set(world, found);
    note(follower_.length(), answers);
    const FindTicket ticket = queue_.submit({place(), place(), {}});
    (void)queue_.run(std::chrono::seconds(10));
    note(queue_.find_answer(ticket)->length, answers);
    queue_.release(ticket);

    field_.set_goals(std::vector<FieldGoal>{{place()}});
    (void)field_.update(world, scratch_);
    note(field_.distance(place()), answers);
    note(finder_.find(place(), field_).length, answers);

    const std::vector<GroupUnit> units{{place(), {}}, {place(), kSmallDisc}};
    (void)finder_.find_group(units, place(), {}, group_);
    for (std::size_t i = 0; i < group_.size(); ++i) note(group_.path(i).length, answers);

    if (const auto unit = crowd_.add(kSmallDisc, place())) units_.push_back(*unit);
    for (const UnitId unit : units_) (void)crowd_.order(unit, place());
    for (int tick = 0; tick < 4; ++tick) crowd_.advance(0.1);
    for (const UnitId unit : units_) {
      note(static_cast<double>(crowd_.place(unit).x), answers);
      note(static_cast<double>(crowd_.place(unit).y), answers);
    }
  }

  // Queries that go on, or are answered without a new update().
  void begin(const Point& start, const Point& goal) {
    (void)search_group(start, goal, 1);
    (void)search(start, goal, 1);
  }
  // The lengths of the paths of a group.
  std::vector<double> search_group(const Point& start, const Point& goal, std::size_t budget) {
    const std::vector<GroupUnit> units{{start, {}}, {goal, {}}, {start, kSmallDisc}};
    GroupOptions options;
    options.find.budget = budget;
    const Result result = finder_.find_group(units, goal, options, other_group_);
    if (result.status != Status::ok) return {};
    std::vector<double> lengths;
    for (std::size_t i = 0; i < units.size(); ++i) lengths.push_back(other_group_.path(i).length);
    return lengths;
  }
  FoundPath search(const Point& start, const Point& goal, std::size_t budget) {
    return finder_.find(start, goal, {.method = Method::optimal, .budget = budget});
  }
  [[nodiscard]] const World* field_world() const { return field_.world(); }
  [[nodiscard]] bool is_field_current() const { return field_.is_current(); }
  [[nodiscard]] const World* finder_world() const { return &finder_.world(); }

 private:
  static void note(double value, std::vector<double>& answers) { answers.push_back(value); }

  Finder finder_;
  FindQueue queue_;
  Crowd crowd_;
  PathFollower follower_{kSmallDisc};
  WorldField field_;
  FieldScratch scratch_;
  GroupPaths group_;
  GroupPaths other_group_;
  std::vector<UnitId> units_;
};

World make_world(Random& random) {
  World world(make_cave_map(random, 24, 24));
  world.prepare(kSmallDisc);
  if (world.grid().walkable_count() < 2) return world;
  for (int i = random.between(0, 3); i > 0; --i) {
    const Tile from = random_walkable_tile(random, world.grid());
    const Tile to = random_walkable_tile(random, world.grid());
    if (from != to) world.link(Place{0, center(from)}, Place{0, center(to)});
  }
  return world;
}

TEST_CASE("World: moved, all that hold it answer as if it had stayed", "[world][moved]") {
  for (Random& random : random_generators("moved worlds")) {
    for (std::size_t i = random_count(20, 500); i > 0; --i) {
      World still = make_world(random);
      auto moving = std::make_unique<World>(still);
      World other = make_world(random);
      Holders of_still(still);
      Holders of_moving(*moving);
      std::optional<Holders> of_other(other);
      std::vector<double> ignored;
      if (random.chance(50)) of_other->ask(random, other, ignored);
      for (int k = 0; k < 4; ++k) {
        Random same = random;
        std::vector<double> expected;
        std::vector<double> answers;
        of_still.ask(random, still, expected);
        of_moving.ask(same, *moving, answers);
        REQUIRE(answers == expected);
        const Point start = to_map_point(random_place(random, still.grid()));
        const Point goal = to_map_point(random_place(random, still.grid()));
        of_moving.begin(start, goal);
        const bool is_current = of_moving.is_field_current();

        const bool into_other = k == 1;
        if (into_other) {
          other = std::move(*moving);
          moving = std::make_unique<World>(std::move(other));
        } else {
          moving = std::make_unique<World>(std::move(*moving));
        }
        CHECK(of_moving.finder_world() == moving.get());
        CHECK(of_moving.is_field_current() == is_current);
        if (is_current) CHECK(of_moving.field_world() == moving.get());
        // Who held the world that was assigned to sees the new one, where it is now.
        if (into_other) {
          CHECK(of_other->finder_world() == moving.get());
          CHECK_FALSE(of_other->is_field_current());
          CHECK(of_other->search(start, goal, kNoExpansionLimit).length ==
                of_still.search(start, goal, kNoExpansionLimit).length);
          of_other.reset();
        }
        CHECK(of_moving.search(start, goal, kNoExpansionLimit).length ==
              of_still.search(start, goal, kNoExpansionLimit).length);
        const std::vector<double> of_group = of_moving.search_group(start, goal, kNoExpansionLimit);
        CHECK(of_group.size() == 3);
        CHECK(of_group == of_still.search_group(start, goal, kNoExpansionLimit));
        const TileRect tiles = random_rect(random, 24, 24);
        const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
        still.set(tiles, state);
        moving->set(tiles, state);
      }
    }
  }
}

// Both have one size and revision, but their meshes differ: the memory of searches must follow.
TEST_CASE("Finder: a world that another is moved into is another world", "[world][moved]") {
  for (Random& random : random_generators("assigned worlds")) {
    for (std::size_t i = random_count(20, 200); i > 0; --i) {
      World world(Grid(24, 24, TileState::walkable));
      world.link({0.5F, 0.5F}, {23.5F, 22.5F});
      Finder finder(world);
      CHECK(finder.find({0.5F, 0.5F}, {23.5F, 23.5F}));
      World other(make_maze_map(random, 24, 24));
      const Tile from = random_walkable_tile(random, other.grid());
      const Tile to = random_walkable_tile(random, other.grid());
      if (from == to) continue;
      other.link(center(from), center(to));
      const World copy = other;
      REQUIRE(other.revision() == world.revision());
      world = std::move(other);
      Finder fresh(copy);
      for (int k = 0; k < 10; ++k) {
        const Point start = to_map_point(random_place(random, copy.grid()));
        const Point goal = to_map_point(random_place(random, copy.grid()));
        for (const Method method : {Method::optimal, Method::fast}) {
          CHECK(finder.find(start, goal, {.method = method}).length ==
                fresh.find(start, goal, {.method = method}).length);
        }
      }
    }
  }
}

TEST_CASE("Finder: no corridor of a path on a world that was assigned to", "[world][moved]") {
  std::vector<CellId> cells(4096);
  std::vector<Cone> cones(64);
  for (Random& random : random_generators("corridors of assigned worlds")) {
    for (const Method method : {Method::optimal, Method::fast}) {
      Grid open = make_noise_map(random, 64, 64, 25);
      open.set({0, 0, 64, 1}, TileState::walkable);
      World world(open);
      Finder finder(world);
      REQUIRE(finder.find({0.5F, 0.5F}, {63.5F, 0.5F}, {.method = method}));
      REQUIRE(finder.extract_corridor(cells));
      world = World(Grid(8, 8, TileState::walkable));
      CHECK(finder.extract_corridor(cells).status == Status::invalid_input);
      CHECK(finder.extract_cones(cones).status == Status::invalid_input);
      // Nor once a call has seen the new world.
      GroupPaths none;
      (void)finder.find_group({}, {0.5F, 0.5F}, {}, none);
      CHECK(finder.extract_corridor(cells).status == Status::invalid_input);
    }
  }
}

// While the agent has no space the finder sees the new size of the map; its searches must be made
// to fit when there is a space again.
TEST_CASE("Finder: an agent that is prepared after a query on another world", "[world][moved]") {
  const auto make_level = [](Random& random, int side) {
    Grid grid = make_noise_map(random, side, side, 30);
    grid.set({0, 0, side, 1}, TileState::walkable);
    grid.set({side - 1, 0, side, side}, TileState::walkable);
    for (int i = 0; i < side; ++i) grid.set_class(random_rect(random, side, side), 1);
    World world(std::move(grid));
    Ground swamps;
    swamps.set(1, 3.0F);
    world.set_ground(1, swamps);
    Ground walls;
    walls.set(2, kBlockedTerrain);
    world.set_ground(2, walls);
    return world;
  };
  for (Random& random : random_generators("levels")) {
    World world = make_level(random, 8);
    Finder finder(world);
    for (int level = 0; level < 4; ++level) {
      const auto far = static_cast<float>(world.grid().width()) - 0.5F;
      for (const FindOptions& options :
           {FindOptions{.agent = Agent::point(1)},
            FindOptions{.agent = Agent::point(2), .method = Method::fast, .budget = 5}}) {
        CHECK(finder.find({0.5F, 0.5F}, {far, far}, options).reason == Reason::not_prepared);
        world.prepare(options.agent);
        FoundPath found;
        do {
          found = finder.find({0.5F, 0.5F}, {far, far}, options);
        } while (found.status == Status::unfinished);
        REQUIRE(found);
        Finder fresh(world);
        FindOptions whole = options;
        whole.budget = kNoExpansionLimit;
        CHECK(found.cost == fresh.find({0.5F, 0.5F}, {far, far}, whole).cost);
      }
      world = make_level(random, 16 << level);
    }
  }
}

TEST_CASE("WorldField: stale once its world was assigned to or destroyed", "[world][moved]") {
  std::optional<World> world(std::in_place, Grid(8, 8, TileState::walkable));
  WorldField field;
  FieldScratch scratch;
  const std::vector<FieldGoal> goals{{{7.5F, 7.5F}}};
  field.set_goals(goals);
  REQUIRE(field.update(*world, scratch));
  *world = World(Grid(8, 8, TileState::walkable));
  CHECK_FALSE(field.is_current());
  CHECK(field.reason_at({0.5F, 0.5F}) == Reason::stale);
  CHECK(field.world() == nullptr);
  REQUIRE(field.update(*world, scratch));
  CHECK(field.next_corner({0.5F, 0.5F}));
  world.reset();
  CHECK_FALSE(field.is_current());
  CHECK(field.space() == nullptr);
  CHECK_FALSE(field.next_corner({0.5F, 0.5F}));
}

TEST_CASE("FoundPath: valid until its finder is called again, or ends", "[world][moved]") {
  const World world(Grid(8, 8, TileState::walkable));
  std::optional<Finder> finder(world);
  const FoundPath first = finder->find({0.5F, 0.5F}, {7.5F, 7.5F});
  CHECK(first.is_valid());
  Finder other(world);
  (void)other.find({0.5F, 0.5F}, {7.5F, 7.5F});
  CHECK(first.is_valid());
  const FoundPath second = finder->find({0.5F, 0.5F}, {7.5F, 0.5F});
  CHECK_FALSE(first.is_valid());
  OwnedPath kept;
  kept.assign(second);
  finder.reset();
  CHECK_FALSE(second.is_valid());
  Finder again(world);  // in its place
  CHECK_FALSE(second.is_valid());
  CHECK(kept.view().is_valid());
  CHECK(FoundPath{}.is_valid());
}

}  // namespace
}  // namespace taut::test
